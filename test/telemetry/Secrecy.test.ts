/**
 * No key, secret, phone number or text of a client in a log at the default level, in a span or in a metric: not while all
 * is well, and not while the store dies with all of them in its mouth.
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import { Store, StoreError } from "@signalbox/core/Store"
import { inputs } from "@signalbox/testing/generate/Inputs"
import { ask, bindings } from "@signalbox/testing/http/Bindings"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Receiver from "@signalbox/testing/http/Receiver"
import type { Reply } from "@signalbox/testing/http/Reply"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Aim from "../http/isolation/Aim.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import type { Storage } from "../http/Storages.ts"
import * as Storages from "../http/Storages.ts"
import * as Observed from "./Observed.ts"

const words = "the words of Ada Lovelace"
const phone = "+12015550177"
const path = "/a-private-path"
const unknownId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"

const variable = { id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }

type Fault = "dies" | "fails" | "is away"

/** A storage that can be told to fail, with everything that it should keep to itself in its message. */
const failing = (storage: Storage, spoken: () => Error, fault: () => Fault | null): Storage =>
  Layer.effectContext(Effect.gen(function*() {
    const context = yield* Effect.context<Store | Idempotency>()
    const store = Context.get(context, Store)
    const idempotency = Context.get(context, Idempotency)
    const around = <A>(effect: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
      Effect.suspend(() => {
        switch (fault()) {
          case "dies":
            return Effect.die(spoken())
          case "fails":
            return Effect.fail(new StoreError({ reason: "failed", message: "the store failed", cause: spoken() }))
          case "is away":
            return Effect.fail(new StoreError({ reason: "unavailable", message: "the store is away", cause: spoken() }))
          default:
            return effect
        }
      })
    return Context.make(Store, {
      load: (needs) => around(store.load(needs)),
      commit: (batch) => around(store.commit(batch)),
      claim: (request) => around(store.claim(request)),
      list: (query) => around(store.list(query)),
      usage: (query) => around(store.usage(query)),
      nextDue: (offset) => around(store.nextDue(offset)),
      backlogs: (query) => around(store.backlogs(query)),
      now: around(store.now)
    }).pipe(Context.add(Idempotency, {
      begin: (claim, fingerprint, now) => around(idempotency.begin(claim, fingerprint, now)),
      abandon: (claim, token) => around(idempotency.abandon(claim, token))
    }))
  })).pipe(Layer.provideMerge(storage)) as Storage

/** A right request for each operation. */
const samples = bindings.flatMap((binding) =>
  fc.sample(inputs[binding.name], { numRuns: 1, seed: 7 }).map((input) => ({
    binding,
    input: Aim.at(binding, input, { choose: () => unknownId, hook: "http://127.0.0.1:8/hook" })
  }))
)

interface Sent {
  readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
}

/** Asks until the answer has this text. */
const until = async (ask: () => Promise<Reply>, wanted: string): Promise<void> => {
  const deadline = performance.now() + 30_000
  for (let reply = await ask(); !reply.text.includes(wanted); reply = await ask()) {
    if (performance.now() > deadline) throw new Error(`no ${wanted} in ${reply.text}`)
    await sleep(20)
  }
}

/** Returns whether a text looks like a name of ours and not like somebody's words. */
const isPlain = (text: string): boolean => /^[\w.-]*$/.test(text) && !/\d{7}/.test(text)

describe.each([["memory", Storages.memory], ["PostgreSQL", Storages.postgres]])("a whole run on %s", (_, storage) => {
  const observed = Observed.make()
  const secrets = new Set([words, phone, phone.slice(1), path, "hunter2"])
  let fault: Fault | null = null
  let run: Awaited<ReturnType<typeof play>> | undefined

  const spoken = (): Error => new Error(`cannot write ${[...secrets].slice(0, 60).join(", ")}`)

  const play = async () => {
    const receiver = await Receiver.start()
    const observing = Layer.provideMerge(failing(storage, spoken, () => fault), observed.layer)
    const subject = await starter({ mount: Mounts.node, storage: observing })()
    const nobody = Client.make(subject.baseUrl)
    const made = await subject.freshAccount!({ requestsPerMinute: 100_000 })
    const client = nobody.as({ "x-api-key": made.apiKey })
    for (const key of [made.apiKey, made.profileApiKey, subject.apiKey]) secrets.add(key)
    /** Notes what an answer shows once. */
    const noted = (reply: Reply): Reply => {
      for (const [secret] of reply.text.matchAll(/whsec_[A-Za-z0-9+/=]+|(?<="api_key":")[^"]+/g)) secrets.add(secret)
      return reply
    }
    const id = (reply: Reply) => (noted(reply).json as { readonly data: { readonly id: string } }).data.id
    const webhook = { display_name: words, endpoint_url: receiver.url(path), event_types: ["message", "contact"] }
    const endpoint = id(await client.post("/v3/webhooks", webhook))
    const template = id(
      await client.post("/v3/templates", {
        definition: { body: { multiChannel: { template: `${words}, {{0:variable}}`, variables: [variable] } } },
        submit_for_review: true
      })
    )
    const send = () =>
      client.post("/v3/messages", {
        to: [phone],
        channel: ["sms"],
        template: { id: template, parameters: { name: "hunter2" } }
      }, { "idempotency-key": randomUUID(), "x-request-id": "the-request" })

    const whole = async (): Promise<void> => {
      noted(await client.post(`/v3/webhooks/${endpoint}/rotate-secret`, {}))
      await client.post(`/v3/webhooks/${endpoint}/test`, { event_type: "message.sent" })
      await send()
      await client.get(`/v3/contacts?phone=${encodeURIComponent(phone)}&search=${encodeURIComponent(words)}`)
      await client.get(`/v3/numbers/lookup/${encodeURIComponent(phone)}`)
      await client.get(`/v2/contacts/phone?phoneNumber=${encodeURIComponent(phone)}`, { "x-sender-id": made.id })
      await client.get(`/v3/nothing/${encodeURIComponent(words)}`)
      await nobody.get("/v3/me", { "x-api-key": "hunter2" })
      await nobody.get("/v3/me", { authorization: "Bearer hunter2" })
      await nobody.send("POST", `/carriers/nobody?token=hunter2`, { body: words })
      await client.send("POST", "/v3/messages", {
        body: `{"text": "${words}`,
        headers: { "content-type": "text/plain" }
      })
    }

    await until(() => client.get(`/v3/templates/${template}`), "\"APPROVED\"")
    await whole()
    const { data } = (await send()).json as Sent
    await until(() => client.get(`/v3/messages/${data.recipients[0]!.message_id}`), "\"DELIVERED\"")
    for (const { binding, input } of samples) {
      for (const text of Observed.textsIn(input)) if (!isPlain(text) && text.length > 5) secrets.add(text)
      noted(await ask(client, binding, input))
    }
    for (const each of ["dies", "fails", "is away"] as const) {
      fault = each
      await whole()
    }
    fault = null
    await subject.stop()
    await receiver.stop()
    return await observed.everything()
  }

  beforeAll(async () => {
    run = await play()
  }, 120_000)
  afterAll(() => {
    run = undefined
  })

  it("is seen: requests, decisions, submissions, deliveries, and log lines with the request's id", () => {
    const names = new Set(observed.spans.map(({ name }) => name))
    for (
      const name of ["signalbox.request", "signalbox.decision", "signalbox.submission", "signalbox.webhook.attempt"]
    ) {
      expect(names).toContain(name)
    }
    expect(observed.lines.filter((line) => line.includes("request failed")).length).toBeGreaterThan(10)
    expect(observed.lines.some((line) => line.includes("\"request_id\":\"the-request\""))).toBe(true)
    expect(secrets.size).toBeGreaterThan(50)
  })

  it("tells no key, secret, phone number or text of a client", () => {
    const whole = run!.join("\n")
    const leaked = [...secrets].filter((secret) => whole.includes(secret))
    const where = (secret: string) => run!.find((text) => text.includes(secret))!.slice(0, 300)
    expect(leaked.slice(0, 5).map((secret) => `${secret} in ${where(secret)}`)).toEqual([])
    expect(whole).not.toMatch(/whsec_/)
  })
})
