/**
 * The carrier keeps what carriers promise, and says of each answer what it means.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as CheckCarrier from "@signalbox/testing/CheckCarrier"
import * as ErrorCode from "@signalbox/whatsapp/ErrorCode"
import type { Options } from "@signalbox/whatsapp/Options"
import { check } from "@signalbox/whatsapp/Options"
import { whatsapp } from "@signalbox/whatsapp/Whatsapp"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import type { Reply } from "../http-carrier/Provider.ts"
import * as Bench from "./Bench.ts"
import * as Meta from "./Meta.ts"

const timesOf = ({ sent }: Meta.Meta, attempt: string): number =>
  sent.filter(({ message }) => message.biz_opaque_callback_data?.includes(attempt)).length

CarrierContract.suite("WhatsApp", {
  make: Effect.map(Bench.make(), ({ carrier, meta }) => ({
    carrier,
    sent: (attempt) => Effect.sync(() => timesOf(meta, attempt))
  })),
  submission: (number) => Bench.message(number),
  runs: 3
})

it("keeps what checkCarrier asks of carriers for the facade", () =>
  Bench.run(Effect.gen(function*() {
    const meta = yield* Meta.make
    yield* Effect.promise(() =>
      CheckCarrier.checkCarrier(whatsapp(Meta.options(meta)), {
        sent: ({ attempt }) => timesOf(meta, attempt),
        knowsAttempts: true,
        runs: 2
      })
    )
    expect(meta.sent.length).toBeGreaterThan(10)
  })))

/** Hands one message over to a Meta that answers so. */
const outcomeOf = (reply: Reply, options: Partial<Options> = {}) =>
  Bench.run(Effect.gen(function*() {
    const bench = yield* Bench.make(options)
    bench.meta.fault = () => reply
    const before = Date.now()
    const [outcome] = yield* Bench.submit(bench, Bench.message(1))
    return { before, outcome: outcome as SubmissionOutcome, bench }
  }))

describe("an answer", () => {
  const failures = [...ErrorCode.table].filter(([, { wait }]) => wait === undefined)

  it.each(failures)("with the code %i refuses the message", async (code, { failure, isPrivate }) => {
    const { outcome } = await outcomeOf(Meta.failed(code, "in Meta's words", code < 10 ? 500 : 400))
    const text = isPrivate === true ? expect.stringContaining("access token") : "in Meta's words"
    expect(outcome).toEqual({ _tag: "Refused", failure, detail: { code: String(code), text } })
  })

  it.each([
    [130429, "lane", 1000],
    [4, "lane", 60_000],
    [80007, "lane", 60_000],
    [131056, "recipient", 6000]
  ])("with the code %i holds up the %s", async (code, holds, millis) => {
    const { before, outcome } = await outcomeOf(Meta.failed(code))
    if (outcome._tag !== "Busy") throw new Error(outcome._tag)
    expect(outcome.holds).toBe(holds)
    expect(outcome.until - before).toBeGreaterThanOrEqual(millis)
    expect(outcome.until - Date.now()).toBeLessThanOrEqual(millis)
  })

  it("that says how long to wait is believed, up to an hour", async () => {
    const usage = (minutes: number) => ({
      "x-business-use-case-usage": JSON.stringify({ "1": [{ estimated_time_to_regain_access: minutes }] })
    })
    const body = JSON.stringify({ error: { code: 80007 } })
    const wait = async (headers: Readonly<Record<string, string>>) => {
      const { before, outcome } = await outcomeOf({ status: 400, headers, body })
      return outcome._tag === "Busy" ? Math.round((outcome.until - before) / 60_000) : outcome
    }
    expect(await wait(usage(5))).toBe(5)
    expect(await wait(usage(5000))).toBe(60)
    expect(await wait({ "x-business-use-case-usage": "{]" })).toBe(1)
    expect(await wait({ "retry-after": "120" })).toBe(2)
  })

  it.each<readonly [string, Reply, Partial<SubmissionOutcome>]>([
    ["has a code that nobody knows", Meta.failed(987_654), { _tag: "Refused", failure: "unknown" }],
    ["is a server's error that nobody knows", Meta.failed(987_654, "?", 500), { _tag: "Unanswered" }],
    ["is a page of a proxy", { status: 502, body: "<html>" }, { _tag: "Unanswered" }],
    ["is a redirect", { status: 302, headers: { location: "/" } }, {
      _tag: "Refused",
      failure: "provider_unavailable"
    }],
    ["is 429 without a code", { status: 429 }, { _tag: "Busy", holds: "lane" }],
    ["takes the message without naming it", Meta.json(200, { messages: [] }), { _tag: "Unanswered", repeat: "never" }],
    ["is lost", "lost", { _tag: "Unanswered" }]
  ])("that %s", async (_, reply, outcome) => {
    expect((await outcomeOf(reply)).outcome).toMatchObject(outcome)
  })

  it("that does not come leaves the message open, and it is not sent again", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ answersWithin: 800 })
      bench.meta.fault = () => "silent"
      const [first] = yield* Bench.submit(bench, Bench.message(1))
      const [second] = yield* Bench.submit(bench, Bench.message(1))
      expect([first?._tag, second?._tag]).toEqual(["Unanswered", "Unanswered"])
      expect(bench.meta.sent.length).toBe(1)
    })))

  it("that says that the recipient wants no more opts it out of the account", async () => {
    const { bench } = await outcomeOf(Meta.failed(131050))
    const { account, to } = Bench.message(1)
    expect(bench.kept.consents).toEqual([{
      carrier: "whatsapp",
      to: { _tag: "Account", account, sender: "+12015550100" },
      phone: to,
      channel: "whatsapp",
      consent: "opt_out"
    }])
    expect(bench.kept.log).toEqual([])
  })

  it("that says so is told all the same where the signal cannot be stored, and the log says that", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ id: "meta" })
      bench.meta.fault = () => Meta.failed(131050)
      bench.kept.isBroken = true
      const [outcome] = yield* Bench.submit(bench, Bench.message(1))
      expect(outcome).toMatchObject({ _tag: "Refused", failure: "carrier_filtered" })
      expect(bench.kept.log.map((line): unknown => JSON.parse(line))).toEqual([
        ["an opt-out cannot be stored", { carrier: "meta", cause: expect.stringMatching(/^Error/) as string }]
      ])
    })))
})

describe("the carrier", () => {
  it("sends from the number that belongs to the sender, and from none that is not known", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ phoneNumberIds: { "+12015550100": "77" } })
      yield* Bench.submit(bench, Bench.message(1), Bench.message(2, { from: "88" }), Bench.message(3, { from: null }))
      expect(bench.meta.sent.map(({ number }) => number).toSorted()).toEqual([Meta.numberId, "77", "88"].toSorted())
      const { meta: _, ...others } = bench
      expect(others.carrier.choosesSender).toBe(true)
    })))

  it("refuses what it cannot write, and asks nobody", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const rendered = { ...Bench.message(1).rendered, plain: "x".repeat(5000) }
      const [outcome] = yield* Bench.submit(bench, Bench.message(1, { rendered }))
      expect(outcome).toStrictEqual({
        _tag: "Refused",
        failure: "content_not_acceptable",
        detail: { code: "UNWRITABLE", text: "the text has more than 4096 characters" }
      })
      expect(bench.meta.heard).toEqual([])
    })))

  it("refuses what comes from a sender whose id at Meta nobody has said, and asks nobody", () =>
    Bench.run(Effect.gen(function*() {
      const meta = yield* Meta.make
      const { phoneNumberId: _, ...options } = Meta.options(meta, {
        id: "meta",
        phoneNumberIds: { "+12015550101": "1" }
      })
      const carrier = yield* Bench.carrierOf(options)
      const refused = {
        _tag: "Refused",
        failure: "sender_refused",
        detail: { code: "NO_NUMBER", text: "Meta's id of the sender is not known" }
      }
      expect(yield* Bench.submit({ carrier }, Bench.message(1), Bench.message(2, { from: null })))
        .toStrictEqual([refused, refused])
      expect(meta.heard).toEqual([])
      const { hook: _hook, submit: _submit, ...told } = carrier
      expect(told).toStrictEqual({
        id: "meta",
        channels: ["whatsapp"],
        pace: { perSecond: 80, inFlight: 100 },
        answersWithin: 30_000,
        choosesSender: false,
        repeat: "never"
      })
    })))

  it("opts out a recipient of a message without a sender, too", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      bench.meta.fault = () => Meta.failed(131_050)
      const { account } = Bench.message(1)
      yield* Bench.submit(bench, Bench.message(1, { from: null }))
      expect(bench.kept.consents.map(({ to }) => to)).toStrictEqual([{ _tag: "Account", account, sender: "" }])
    })))

  it("is busy on this node alone while it does not reach Meta", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ url: "http://127.0.0.1:1" })
      const [outcome] = yield* Bench.submit(bench, Bench.message(1))
      expect(outcome).toMatchObject({ _tag: "Busy", holds: "node" })
    })))

  it("uses few connections again and again", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({ http: { connections: 2 } })
      yield* Bench.submit(bench, ...Array.from({ length: 40 }, (_, index) => Bench.message(index)))
      expect(bench.meta.sent.length).toBe(40)
      expect(new Set(bench.meta.heard.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
    })))

  it("has Meta's published pace, and its version unless another is given", () => {
    const settings = check(Meta.options({ url: "https://graph.example/" }))
    expect(settings).toMatchObject({ pace: { perSecond: 80 }, api: "https://graph.example/v23.0" })
    expect(check(Meta.options({ url: "https://graph.example" }, { version: "v26.0" })).api).toMatch(/v26\.0$/)
  })

  it("refuses settings that are none, and quotes no value", () => {
    const wrong = {
      ...Meta.options({ url: "ftp://secret-place" }),
      accessToken: "a secret with spaces",
      appSecret: [],
      verifyToken: "",
      phoneNumberId: "secret-number",
      version: "23",
      reviewEvery: 3,
      templateNames: "secret-names",
      accessTokn: "secret"
    } as unknown as Options
    const make = () => whatsapp(wrong)
    expect(make).toThrow(/^whatsapp: /)
    for (const name of Object.keys(wrong)) expect(make).toThrow(new RegExp(name))
    expect(make).not.toThrow(/secret-/)
  })

  it("takes secrets that are Redacted", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        accessToken: Redacted.make(Meta.secrets.accessToken),
        appSecret: [Redacted.make("older"), Redacted.make(Meta.secrets.appSecret)]
      })
      expect((yield* Bench.submit(bench, Bench.message(1)))[0]?._tag).toBe("Accepted")
      expect((yield* bench.carrier.hook!(Meta.signed(Meta.webhook(), "older"))).status).toBe(200)
    })))
})
