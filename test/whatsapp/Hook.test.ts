/**
 * The webhook: who is believed, and when Meta is answered.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import { propWith } from "@signalbox/testing/Prop"
import * as TemplateName from "@signalbox/whatsapp/TemplateName"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Meta from "./Meta.ts"

const id = "0190f3c2-aaaa-7000-8000-00000000cafe"
const name = TemplateName.write({ id, name: "order", revision: 3 }, "own")

const all = Meta.webhook(
  Meta.messages(Meta.text("wamid.1", "Hi"), Meta.text("wamid.2", "there")),
  Meta.templateStatus(name, "PAUSED"),
  Meta.preferences({ wa_id: "16505551234", value: "stop" })
)

const ask = (bench: Pick<Bench.Bench, "carrier">, request: CarrierRequest) =>
  Effect.map(bench.carrier.hook!(request), ({ status }) => status)

const isUntouched = ({ kept, verdicts }: Omit<Bench.Bench, "meta">) =>
  expect([kept.messages, kept.consents, kept.receipts, verdicts]).toEqual([[], [], [], []])

const bytes = JSON.stringify(all)

describe("a signature", () => {
  propWith({ runs: 30 })(
    "is refused when one byte of it, or of the body, is another",
    fc.nat({ max: 63 }),
    fc.nat({ max: bytes.length - 1 }),
    fc.integer({ min: 1, max: 255 }),
    (at, place, by) =>
      Bench.run(Effect.gen(function*() {
        const bench = yield* Bench.alone
        const request = Meta.signed(all)
        const body = request.body.slice()
        body[place] = (body[place]! + by) % 256
        expect(yield* ask(bench, { ...request, body })).toBe(403)
        const signature = request.headers["x-hub-signature-256"]!
        const digit = ((Number.parseInt(signature[7 + at]!, 16) + 1 + by % 15) % 16).toString(16)
        const other = signature.slice(0, 7 + at) + digit + signature.slice(8 + at)
        expect(yield* ask(bench, { ...request, headers: { "x-hub-signature-256": other } })).toBe(403)
        isUntouched(bench)
        expect(yield* ask(bench, request)).toBe(200)
        expect(bench.kept.messages.length).toBe(2)
      }))
  )

  it.each([
    ["is missing", {}],
    ["is that of another secret", { "x-hub-signature-256": Meta.sign(bytes, "another secret") }],
    ["has another prefix", { "x-hub-signature-256": Meta.sign(bytes).replace("sha256", "sha255") }],
    ["has no prefix", { "x-hub-signature-256": Meta.sign(bytes).slice(7) }],
    ["is too short", { "x-hub-signature-256": Meta.sign(bytes).slice(0, -2) }],
    ["is too long", { "x-hub-signature-256": `${Meta.sign(bytes)}00` }],
    ["is the older one", { "x-hub-signature": Meta.sign(bytes).replace("sha256", "sha1") }]
  ])("that %s is refused", (_, headers) =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      expect(yield* ask(bench, { ...Meta.signed(all), headers })).toBe(403)
      isUntouched(bench)
    })))

  it("counts over the bytes, whatever they say", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      expect(yield* ask(bench, Meta.signed(`  ${bytes}\n`))).toBe(200)
      expect(yield* ask(bench, Meta.signed("no JSON"))).toBe(400)
      expect(yield* ask(bench, Meta.signed({}))).toBe(400)
      expect(yield* ask(bench, Meta.signed({ object: "page", entry: [] }))).toBe(200)
      expect(bench.kept.messages.length).toBe(2)
    })))
})

const question = (parameters: Readonly<Record<string, string>>): CarrierRequest => ({
  method: "GET",
  url: `/carriers/whatsapp?${new URLSearchParams(parameters).toString()}`,
  headers: {},
  body: new Uint8Array()
})

const subscribe = {
  "hub.mode": "subscribe",
  "hub.verify_token": Meta.secrets.verifyToken,
  "hub.challenge": "1158201444"
}

describe("Meta's question", () => {
  it("is answered with its challenge", () =>
    Bench.run(Effect.gen(function*() {
      const { carrier } = yield* Bench.make()
      expect(yield* carrier.hook!(question(subscribe))).toEqual({
        status: 200,
        headers: { "content-type": "text/plain" },
        body: "1158201444"
      })
    })))

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["with another token", { ...subscribe, "hub.verify_token": "to verifx" }],
    ["with a longer token", { ...subscribe, "hub.verify_token": "to verify " }],
    ["without a token", { "hub.mode": "subscribe", "hub.challenge": "1" }],
    ["in another mode", { ...subscribe, "hub.mode": "unsubscribe" }],
    ["without a challenge", { ...subscribe, "hub.challenge": "" }],
    ["with markup as a challenge", { ...subscribe, "hub.challenge": "<script>" }]
  ])("%s is refused", (_, parameters) =>
    Bench.run(Effect.gen(function*() {
      expect(yield* ask(yield* Bench.make(), question(parameters))).toBe(403)
    })))

  it("at a path that is no URL is answered, too", () =>
    Bench.run(Effect.gen(function*() {
      const { carrier } = yield* Bench.make()
      expect((yield* carrier.hook!({ ...question(subscribe), url: "//:" })).status).toBe(403)
      const { url } = question(subscribe)
      expect((yield* carrier.hook!({ ...question(subscribe), url: `//:${url}` })).status).toBe(200)
    })))

  it("by another method is none", () =>
    Bench.run(Effect.gen(function*() {
      const { carrier } = yield* Bench.make()
      expect(yield* carrier.hook!({ ...question(subscribe), method: "PUT" }))
        .toStrictEqual({ status: 405, headers: { allow: "GET, POST" } })
    })))

  it("has a challenge of letters, digits, hyphens and low lines, 256 of them at most", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const asked = (challenge: string) => ask(bench, question({ ...subscribe, "hub.challenge": challenge }))
      const long = "aZ_9-".repeat(60)
      expect([yield* asked(long.slice(0, 256)), yield* asked("-")]).toEqual([200, 200])
      for (const challenge of [long.slice(0, 257), "a b", "a\n", "1 ", "\u{e4}"]) {
        expect(yield* asked(challenge), challenge).toBe(403)
      }
    })))

  it("without any of its parts is refused", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      for (const part of Object.keys(subscribe)) {
        const rest = Object.entries(subscribe).filter(([name]) => name !== part)
        expect(yield* ask(bench, question(Object.fromEntries(rest))), part).toBe(403)
      }
      expect(yield* ask(bench, { ...question(subscribe), url: "/carriers/whatsapp" })).toBe(403)
      // What stands behind another question mark is none of its query.
      const { url } = question(subscribe)
      expect(yield* ask(bench, { ...question(subscribe), url: url.replace("?", "?a=1?") })).toBe(403)
    })))
})

describe("a webhook", () => {
  it("is answered when all of it is stored, and brought again otherwise", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      bench.kept.isBroken = true
      expect(yield* ask(bench, Meta.signed(all))).toBe(503)
      bench.kept.isBroken = false
      expect(yield* ask(bench, Meta.signed(all))).toBe(200)
      expect(bench.kept.messages.map(({ text }) => text).toSorted()).toEqual(["Hi", "there"])
      expect(bench.verdicts).toMatchObject([{ template: id, revision: 3, standing: "paused" }])
      expect(bench.kept.consents).toMatchObject([{ consent: "opt_out" }])
    })))

  it("about a template alone is brought again, too, when that cannot be stored", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      bench.kept.isBroken = true
      const news = Meta.signed(Meta.webhook(Meta.templateStatus(name, "PAUSED")))
      expect(yield* ask(bench, news)).toBe(503)
      bench.kept.isBroken = false
      expect(yield* ask(bench, news)).toBe(200)
      expect(bench.verdicts.length).toBe(1)
    })))

  it("marks nothing as read unless it is told to", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ http: { connections: 1 } })
      expect(yield* ask(bench, Meta.signed(all))).toBe(200)
      // On the one connection a mark would go before the message.
      yield* Bench.submit(bench, Bench.message(1))
      expect(bench.meta.heard.length).toBe(1)
      expect(bench.kept.log).toEqual([])
    })))

  it("about messages of which nobody knows is not brought again", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      bench.kept.answer = () => "unknown"
      const status = Meta.statuses({ id: "wamid.0", status: "read", timestamp: "1", recipient_id: "1" })
      expect(yield* ask(bench, Meta.signed(Meta.webhook(status)))).toBe(200)
    })))

  it("marks what it has stored as read, when it is told to", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ marksRead: true })
      expect(yield* ask(bench, Meta.signed(all))).toBe(200)
      while (bench.meta.read.length < 2) yield* Effect.sleep(5)
      expect(bench.meta.read.toSorted()).toEqual(["wamid.1", "wamid.2"])
      expect(bench.meta.heard.map(({ path }) => path)).toEqual(
        Array.from({ length: 2 }, () => `/v23.0/${Meta.numberId}/messages`)
      )
    })))

  it("marks a hundred at the same time, and leaves those beyond unread", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ marksRead: true, http: { connections: 200 } })
      bench.meta.readAnswer = () => "silent"
      const ids = Array.from({ length: 103 }, (_, index) => `wamid.${index}`)
      const brought = Meta.webhook(Meta.messages(...ids.map((id) => Meta.text(id, "Hi"))))
      expect(yield* ask(bench, Meta.signed(brought))).toBe(200)
      while (bench.meta.read.length < 100) yield* Effect.sleep(5)
      for (let turn = 0; turn < 50; turn++) yield* Effect.promise(() => new Promise(setImmediate))
      expect(bench.meta.read.toSorted()).toEqual(ids.slice(0, 100).toSorted())
    })))

  it("is brought again where a verdict cannot be stored, the others are stored all the same, and the log says why", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ id: "meta", marksRead: true, http: { connections: 1 } })
      const other = TemplateName.write({ id: id.replace(/cafe$/, "beef"), name: "order", revision: 1 }, "own")
      bench.kept.isBroken = true
      const news = Meta.templateStatus(name, "PAUSED")
      const both = Meta.webhook(news, Meta.templateStatus(other, "APPROVED"), Meta.messages(Meta.text("wamid.1", "Hi")))
      expect(yield* bench.carrier.hook!(Meta.signed(both))).toStrictEqual({
        status: 503,
        headers: { "retry-after": "1" }
      })
      const cause = expect.stringMatching(/^Error/) as string
      const unstored = (template: string) => [
        "what Meta says of a template cannot be stored",
        { carrier: "meta", template, cause }
      ]
      expect(bench.kept.log.splice(0).map((line): unknown => JSON.parse(line))).toEqual([
        unstored(id),
        unstored(id.replace(/cafe$/, "beef")),
        ["what a carrier brought cannot be stored", { carrier: "meta", cause }]
      ])
      bench.kept.isBroken = false
      // On the one connection a mark of what was not stored would go before the message.
      yield* Bench.submit(bench, Bench.message(1))
      expect([bench.meta.heard.length, bench.meta.read]).toEqual([1, []])
      expect(yield* ask(bench, Meta.signed(both))).toBe(200)
      expect(bench.verdicts.map(({ standing, template }) => [template, standing])).toEqual([
        [id, "paused"],
        [id.replace(/cafe$/, "beef"), "approved"]
      ])
      while (bench.meta.read.length === 0) yield* Effect.sleep(5)
      expect(bench.meta.read).toEqual(["wamid.1"])
    })))

  it("is brought again where one verdict of several cannot be stored", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const told = bench.verdicts.push.bind(bench.verdicts)
      let isFirst = true
      bench.verdicts.push = (...all) => {
        if (isFirst) {
          isFirst = false
          throw new Error("the store is away")
        }
        return told(...all)
      }
      const both = Meta.webhook(Meta.templateStatus(name, "PAUSED"), Meta.templateStatus(name, "APPROVED"))
      expect(yield* ask(bench, Meta.signed(both))).toBe(503)
      expect(bench.verdicts.map(({ standing }) => standing)).toEqual(["approved"])
    })))

  it("that tells of what cannot be read is counted in the log, and one that can be read is not", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ id: "meta" })
      const odd = Meta.webhook(Meta.messages({ odd: 1 }, {}), Meta.templateStatus("order", "PAUSED"))
      const one = Meta.webhook(Meta.templateStatus("order", "PAUSED"))
      for (const brought of [odd, all, one]) expect(yield* ask(bench, Meta.signed(brought))).toBe(200)
      const words = "Meta tells of what cannot be read, or of templates that are not ours"
      expect(bench.kept.log).toEqual([3, 1].map((count) => JSON.stringify([words, { carrier: "meta", count }])))
    })))

  it("is marked as read by a request that says so whole", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ marksRead: true })
      expect(yield* ask(bench, Meta.signed(Meta.webhook(Meta.messages(Meta.text("wamid.1", "Hi")))))).toBe(200)
      while (bench.meta.heard.length === 0) yield* Effect.sleep(5)
      const { body, headers, method, path } = bench.meta.heard[0]!
      expect([method, path, JSON.parse(body), headers["authorization"], headers["accept"], headers["content-type"]])
        .toEqual([
          "POST",
          `/v23.0/${Meta.numberId}/messages`,
          { messaging_product: "whatsapp", status: "read", message_id: "wamid.1" },
          `Bearer ${Meta.secrets.accessToken}`,
          "application/json",
          "application/json"
        ])
    })))

  it("and all that goes wrong are logged without secrets, texts and numbers", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ accessToken: "EAAanother", marksRead: true })
      const [outcome] = yield* Bench.submit(bench, Bench.message(1))
      expect(outcome).toMatchObject({ _tag: "Refused", failure: "provider_unavailable" })
      bench.kept.isBroken = true
      yield* ask(bench, Meta.signed(all))
      bench.kept.isBroken = false
      yield* ask(bench, Meta.signed(Meta.webhook(Meta.messages({ odd: "16505551234" }), ...all.entry[0]!.changes)))
      yield* ask(bench, { ...Meta.signed(all), headers: {} })
      yield* ask(bench, question({ ...subscribe, "hub.verify_token": "guess" }))
      const said = JSON.stringify([bench.kept.log, outcome])
      expect(bench.kept.log.length).toBeGreaterThan(1)
      for (const word of ["EAA", "the secret of", "to verify", "guess", "1650", "1201", "1555", "there", "Message 1"]) {
        expect(said).not.toContain(word)
      }
    })))
})
