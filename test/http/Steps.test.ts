/**
 * The steps of a request where their order and what they count by matters, from several addresses (decisions part 1
 * and part 6), and what the operator is told of requests that failed.
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import { Lockout } from "@signalbox/core/Lockout"
import { Store, StoreError } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import * as Fetching from "./Fetching.ts"

let fetching: Fetching.Fetching | null = null

const start = async (...around: Parameters<typeof Fetching.start>): Promise<Fetching.Fetching> => {
  fetching = await Fetching.start(...around)
  return fetching
}

afterEach(async () => {
  await fetching?.stop()
  fetching = null
})

interface Failure {
  readonly error: { readonly code: string; readonly message: string }
}

const code = async (answer: Response): Promise<string> => ((await answer.json()) as Failure).error.code

const as = ({ apiKey }: Pick<HttpSubject, "apiKey">) => ({ "x-api-key": apiKey })

/** The limit of decisions part 6 for an address that shows no valid key. */
const keylessLimit = 600

describe("an address without a valid key", () => {
  it("has a pool of its own: another address has another one [RTL-005]", async () => {
    const { ask, subject } = await start()
    for (let count = 0; count < keylessLimit; count++) {
      expect((await ask("/v3/me", { ip: "192.0.2.1" })).status).toBe(401)
    }
    expect((await ask("/v3/me", { ip: "192.0.2.1" })).status).toBe(429)
    for (const ip of ["192.0.2.2", "2001:db8::1"]) expect((await ask("/v3/me", { ip })).status).toBe(401)
    expect((await ask("/v3/me", { ip: "192.0.2.1", headers: as(subject) })).status).toBe(200)
  })

  it("locks no credential once its pool is used up: what is not admitted is not counted", async () => {
    const { ask, subject } = await start()
    const apiKey = randomUUID()
    for (let count = 0; count < keylessLimit; count++) await ask("/v3/me", { ip: "192.0.2.1" })
    for (let count = 0; count < 20; count++) {
      expect((await ask("/v3/me", { ip: "192.0.2.1", headers: { "x-api-key": apiKey } })).status).toBe(429)
    }
    // Whoever it belongs to is not shut out by the caller without a valid key.
    await subject.freshAccount!({ apiKey })
    expect((await ask("/v3/me", { ip: "192.0.2.2", headers: { "x-api-key": apiKey } })).status).toBe(200)
  })

  it("is counted for wrong keys as for missing ones, and never for right ones", async () => {
    const { ask, subject } = await start()
    for (let count = 0; count < keylessLimit; count++) {
      expect((await ask("/v3/me", { headers: { "x-api-key": randomUUID() } })).status).toBe(401)
      if (count % 100 === 0) expect((await ask("/v3/me", { headers: as(subject) })).status).toBe(200)
    }
    const refused = await ask("/v3/me")
    expect(refused.status).toBe(429)
    expect(refused.headers.get("x-ratelimit-limit")).toBe(String(keylessLimit))
  })
})

describe("a request pool", () => {
  it("is the key's account's: of one account, whomever the key acts as [RTL-004, SCP-010]", async () => {
    const { ask, subject } = await start()
    const mine = await subject.freshAccount!({ requestsPerMinute: 2 })
    const other = await subject.freshAccount!({ requestsPerMinute: 2 })
    expect((await ask("/v3/me", { headers: as(mine) })).status).toBe(200)
    expect((await ask("/v3/me", { headers: { ...as(mine), "x-profile-id": mine.profileId } })).status).toBe(200)
    expect((await ask("/v3/me", { headers: as(mine) })).status).toBe(429)
    expect((await ask("/v3/me", { headers: as(other) })).status).toBe(200)
    expect((await ask("/v3/me", { headers: { "x-api-key": mine.profileApiKey } })).status).toBe(200)
  })

  it("is not used up by requests that are refused with 403 [RTL-010]", async () => {
    const { ask, subject } = await start()
    const { profileApiKey } = await subject.freshAccount!({ requestsPerMinute: 1 })
    const headers = { "x-api-key": profileApiKey }
    for (let count = 0; count < 3; count++) {
      const foreign = { ...headers, "x-profile-id": randomUUID() }
      expect((await ask("/v3/me", { headers: foreign })).status).toBe(403)
    }
    expect((await ask("/v3/me", { headers })).status).toBe(200)
    expect((await ask("/v3/me", { headers })).status).toBe(429)
  })

  it("of a sensitive operation is of ten a minute, and of that account alone [RTL-006]", async () => {
    const { ask, subject } = await start()
    const path = `/v3/messages/${randomUUID()}/resend`
    for (let count = 0; count < 10; count++) {
      expect((await ask(path, { headers: as(subject), body: {} })).status).toBe(404)
    }
    const refused = await ask(path, { headers: as(subject), body: {} })
    expect({ status: refused.status, limit: refused.headers.get("x-ratelimit-limit") }).toEqual({
      status: 429,
      limit: "10"
    })
    expect((await ask(path, { headers: { "x-api-key": subject.otherApiKey }, body: {} })).status).toBe(404)
  })
})

describe("an Idempotency-Key", () => {
  it("is another request's with another method, path, query or body: 422 CONFLICT_005 [IDM-018]", async () => {
    const { ask, subject } = await start()
    const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }
    const headers = { ...as(subject), "idempotency-key": "key" }
    expect((await ask("/v3/webhooks?a=1", { headers, body: webhook })).status).toBe(201)
    const others = [
      await ask("/v3/webhooks?a=2", { headers, body: webhook }),
      await ask("/v3/webhooks", { headers, body: webhook }),
      await ask("/v3/templates?a=1", { headers, body: webhook }),
      await ask("/v3/webhooks?a=1", { headers, body: { ...webhook, display_name: "Yours" } })
    ]
    for (const answer of others) {
      expect({ status: answer.status, code: await code(answer) }).toEqual({ status: 422, code: "CONFLICT_005" })
    }
    const again = await ask("/v3/webhooks?a=1", { headers, body: webhook })
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    // The profile's keys are its own.
    const acting = { ...headers, "x-profile-id": subject.profileId }
    const apart = await ask("/v3/webhooks?a=2", { headers: acting, body: webhook })
    expect({ status: apart.status, replayed: apart.headers.has("idempotent-replayed") }).toEqual({
      status: 201,
      replayed: false
    })
  })
})

describe("the fetch function", () => {
  /** Frameworks hand these to a fetch function beside the request. */
  const shapes: ReadonlyArray<readonly [name: string, second: unknown]> = [
    ["Hono's env on Node", { incoming: { socket: { remoteAddress: "192.0.2.9" } }, outgoing: {} }],
    ["bindings", { DATABASE: "db", ip: "production" }],
    ["a server", { requestIP: () => ({ address: "192.0.2.9" }) }],
    ["Deno's info", { remoteAddr: { hostname: "192.0.2.9" } }],
    ["a text", "192.0.2.9"],
    ["a number", 7]
  ]

  it.each(shapes)("takes %s for no address, and says so once", async (_, second) => {
    const { handle, logs, subject } = await start()
    const ask = handle as (request: Request, ...more: ReadonlyArray<unknown>) => Promise<Response>
    const request = () => new Request("http://localhost/v3/me", { headers: as(subject) })
    for (let count = 0; count < 3; count++) expect((await ask(request(), second, {})).status).toBe(200)
    const told = logs.filter((line) => line.includes("Hand the address over by name"))
    expect(told).toHaveLength(1)
    const sentence =
      "The second argument of Signalbox's fetch function is no client's address, so clients without a valid key share " +
      "one limit. Hand the address over by name, as in (request) => handle(request, { ip }): in Hono app.mount(\"/\", " +
      "(request, env) => handle(request, { ip: env.incoming.socket.remoteAddress }))."
    expect(told[0]).toContain(JSON.stringify(sentence))
  })

  it("says nothing to whoever hands over an address, or none", async () => {
    const { handle, logs, subject } = await start()
    const request = () => new Request("http://localhost/v3/me", { headers: as(subject) })
    for (const client of [undefined, { ip: null }, { ip: "192.0.2.1" }, { ip: "::1" }, { ip: "fe80::1%eth0" }]) {
      expect((await handle(request(), client)).status).toBe(200)
    }
    expect(logs.filter((line) => line.includes("address"))).toEqual([])
  })
})

describe("an answer to a profile", () => {
  it("names it, however early it is refused [SCP-008]", async () => {
    const { ask, subject } = await start()
    const acting = { ...as(subject), "x-profile-id": subject.profileId }
    const refused = [
      await ask("/v3/templates", { headers: acting, body: "{" }),
      await ask("/v3/messages/nonsense", { headers: acting }),
      await ask("/v3/nothing", { headers: acting })
    ]
    for (const answer of refused) expect(answer.headers.get("x-profile-id")).toBe(subject.profileId)
  })
})

describe("a deprecated endpoint", () => {
  it("says so on every answer, whatever the request is refused for", async () => {
    const { ask, subject } = await start()
    const key = as(subject)
    const limited = await subject.freshAccount!({ requestsPerMinute: 1 })
    await ask("/v3/profiles", { headers: as(limited) })
    const answers: ReadonlyArray<readonly [number, Response]> = [
      [200, await ask("/v3/profiles", { headers: key })],
      [400, await ask("/v3/profiles", { headers: key, body: "{" })],
      [400, await ask("/v3/profiles", { headers: key, body: {} })],
      [400, await ask("/v3/profiles/nonsense", { headers: key })],
      [401, await ask("/v3/profiles")],
      [403, await ask("/v3/profiles", { headers: { "x-api-key": subject.profileApiKey }, body: {} })],
      [404, await ask("/v3/profiles", { headers: { ...key, "x-profile-id": randomUUID() } })],
      [415, await ask("/v3/profiles", { headers: { ...key, "content-type": "text/plain" }, body: "x" })],
      [429, await ask("/v3/profiles", { headers: as(limited) })]
    ]
    for (const [status, answer] of answers) {
      expect({ status: answer.status, deprecation: answer.headers.get("deprecation") }).toEqual({
        status,
        deprecation: "true"
      })
      expect(answer.headers.get("link")).toBe("</v3/sender-profiles>; rel=\"successor-version\"")
    }
    expect((await ask("/v3/sender-profiles", { headers: key })).headers.has("deprecation")).toBe(false)
  })
})

/** A storage whose parts can be changed, by their port. */
const tapped = (taps: {
  readonly store?: (store: Store["Service"]) => Partial<Store["Service"]>
  readonly idempotency?: (idempotency: Idempotency["Service"]) => Partial<Idempotency["Service"]>
  readonly lockout?: (lockout: Lockout["Service"]) => Partial<Lockout["Service"]>
}) =>
(storage: Layer.Layer<Emulator.Storage, unknown>): Layer.Layer<Emulator.Storage, unknown> =>
  Layer.effectContext(Effect.map(Effect.context<Emulator.Storage>(), (context) => {
    const [store, idempotency] = [Context.get(context, Store), Context.get(context, Idempotency)]
    const lockout = Context.get(context, Lockout)
    return context.pipe(
      Context.add(Store, { ...store, ...taps.store?.(store) }),
      Context.add(Idempotency, { ...idempotency, ...taps.idempotency?.(idempotency) }),
      Context.add(Lockout, { ...lockout, ...taps.lockout?.(lockout) })
    )
  })).pipe(Layer.provide(storage))

describe("a request that fails", () => {
  const phone = "+12015550177"
  const secret = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
  const text = "the words of a client"
  /** Makes an error as a driver may, which tells the rows that it was given. */
  const talkative = (apiKey: string) =>
    new Error(`cannot write ("${text}", ${phone}, ${secret}, ${apiKey}) to table "message"`)

  let isDown = false
  const down = <A, E>(effect: Effect.Effect<A, E>, error: Effect.Effect<never, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => isDown ? error : effect)

  const cases: ReadonlyArray<
    readonly [
      name: string,
      around: (apiKey: string) => Parameters<typeof tapped>[0],
      expected: {
        readonly status: number
        readonly code: string
        readonly operation: string | null
        readonly says: string
      }
    ]
  > = [
    [
      "a store that cannot commit",
      (apiKey) => ({
        store: (store) => ({
          commit: (batch) =>
            down(
              store.commit(batch),
              Effect.fail(new StoreError({ reason: "failed", cause: talkative(apiKey) }))
            )
        })
      }),
      { status: 500, code: "INTERNAL_002", operation: "templates.create", says: "cannot write" }
    ],
    [
      "a defect while it is carried out",
      (apiKey) => ({
        store: (store) => ({ commit: (batch) => down(store.commit(batch), Effect.die(talkative(apiKey))) })
      }),
      // Whoever dies may quote anything, so only the place is told.
      { status: 500, code: "INTERNAL_001", operation: "templates.create", says: "Error at talkative" }
    ],
    [
      "claims that cannot be asked",
      (apiKey) => ({
        idempotency: (idempotency) => ({
          begin: (...asked) =>
            down(
              idempotency.begin(...asked),
              Effect.fail(new StoreError({ reason: "unavailable", cause: talkative(apiKey) }))
            )
        })
      }),
      { status: 503, code: "SERVICE_001", operation: "templates.create", says: "cannot write" }
    ],
    [
      "a lockout that cannot be asked",
      (apiKey) => ({
        lockout: (lockout) => ({
          standing: (...asked) =>
            down(
              lockout.standing(...asked),
              Effect.fail(new StoreError({ reason: "unavailable", cause: talkative(apiKey) }))
            )
        })
      }),
      { status: 503, code: "INTERNAL_005", operation: "templates.create", says: "cannot write" }
    ]
  ]

  it.each(cases)(
    "for %s is logged with its id, its operation and its cause, and with nothing of the client's",
    async (_, around, expected) => {
      isDown = false
      const apiKey = randomUUID()
      const { ask, logs, subject } = await start(tapped(around(apiKey)))
      await subject.freshAccount!({ apiKey })
      isDown = true
      const answer = await ask("/v3/templates", {
        headers: { "x-api-key": apiKey, "x-request-id": "the-request", "idempotency-key": "key" },
        body: { definition: { body: { multiChannel: { template: text } } } }
      })
      isDown = false
      expect({ status: answer.status, code: await code(answer) }).toEqual({
        status: expected.status,
        code: expected.code
      })
      const lines = logs.filter((line) => line.includes("request failed"))
      expect(lines).toHaveLength(1)
      const [line] = lines
      expect(line).toContain("\"request_id\":\"the-request\"")
      expect(line).toContain(`"operation":"${expected.operation}"`)
      expect(line).toContain(expected.says)
      for (const hidden of [phone, secret, text, apiKey]) expect(line).not.toContain(hidden)
    }
  )

  it("for a cause that nobody foresaw names its id in the message [ERR-039]", async () => {
    isDown = false
    const apiKey = randomUUID()
    const { ask, subject } = await start(
      tapped({ store: (store) => ({ commit: (batch) => down(store.commit(batch), Effect.die(new Error("a bug"))) }) })
    )
    await subject.freshAccount!({ apiKey })
    isDown = true
    for (const id of ["the-request", undefined]) {
      const answer = await ask("/v3/templates", {
        headers: { "x-api-key": apiKey, ...(id === undefined ? {} : { "x-request-id": id }) },
        body: { definition: { body: { multiChannel: { template: text } } } }
      })
      const { error, meta } = await answer.json() as Failure & { readonly meta: { readonly request_id: string } }
      expect({ status: answer.status, code: error.code }).toEqual({ status: 500, code: "INTERNAL_001" })
      expect(meta.request_id).toBe(answer.headers.get("x-request-id"))
      expect(meta.request_id).toMatch(id === undefined ? /^req_/ : /^the-request$/)
      expect(error.message).toContain(meta.request_id)
    }
    isDown = false
  })

  it("for a body that was read before is logged with its id, and answered with it [ERR-039]", async () => {
    const { ask, logs, subject } = await start()
    const headers = { ...as(subject), "content-length": "17", "x-request-id": "the-request" }
    const answer = await ask("/v3/templates", { method: "POST", headers })
    expect(answer.status).toBe(500)
    expect(((await answer.json()) as Failure).error.message).toContain("the-request")
    const [line] = logs.filter((each) => each.includes("read before it came"))
    expect(line).toContain("\"request_id\":\"the-request\"")
  })

  it("for no fault of the service is not logged", async () => {
    const { ask, logs, subject } = await start()
    await ask("/v3/templates", { headers: as(subject), body: {} })
    await ask("/v3/nothing", { headers: as(subject) })
    await ask("/v3/me")
    expect(logs.filter((line) => line.includes("failed"))).toEqual([])
  })
})

describe("a body that a runtime announces by no header", () => {
  it.each([["content-type", "text/plain"], ["content-encoding", "gzip"]])(
    "is refused for its %s all the same",
    async (name, value) => {
      const { ask, subject } = await start()
      const answer = await ask("/v3/webhooks", { body: {}, headers: { ...as(subject), [name]: value } })
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({
        error: { code: "VALIDATION_001", details: { body: [expect.any(String)] } }
      })
    }
  )
})
