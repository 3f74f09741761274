/**
 * Rate windows, lockouts and the answers of Idempotency-Keys last a minute, an hour or a day, here over real sockets
 * while time goes on (specification "Limits", decisions 9.1 and 9.2, part 6).
 */
import * as Instant from "@signalbox/core/Instant"
import type { Take } from "@signalbox/core/RateWindow"
import { RateWindow } from "@signalbox/core/RateWindow"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import type * as Emulator from "@signalbox/emulator/Emulator"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { HttpSubject, WantedAccount } from "@signalbox/testing/http/HttpSubject"
import type { Reply } from "@signalbox/testing/http/Reply"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import type { Storage } from "./Storages.ts"
import * as Storages from "./Storages.ts"

const clock = new TravelClock(Effect.runSync(Clock.Clock))
let at = Instant.make(Date.UTC(2030, 0, 15, 12))
const go = (millis: number): void => clock.stand(at = Instant.plus(at, millis))

/** The takes of requests from rate windows, and a way to take the same again. */
let taken: Array<Take> = []
let takeAgain: RateWindow["Service"]["take"]

const storage: Storage = Layer.effectContext(
  Effect.map(Layer.build(Layer.fresh(Storages.memory)), (context): Context.Context<Emulator.Storage> => {
    takeAgain = Context.get(context, RateWindow).take
    return Context.add(context, RateWindow, {
      take: (take) => {
        taken.push(take)
        return takeAgain(take)
      }
    })
  })
)

let subject: HttpSubject
let nobody: HttpClient

beforeAll(async () => {
  go(0)
  subject = await starter({ mount: Mounts.node, storage, clock })()
  nobody = Client.make(subject.baseUrl)
})
beforeEach(() => {
  // Far beyond every window of the case before.
  go(2 * Instant.day)
  taken = []
})
afterAll(() => subject?.stop())

const customer = async (wanted?: WantedAccount): Promise<HttpClient> =>
  nobody.as({ "x-api-key": (await subject.freshAccount!(wanted)).apiKey })

/** The statuses of so many requests, one after the other. */
const statuses = async (count: number, ask: () => Promise<Reply>): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = []
  for (let number = 0; number < count; number++) found.push((await ask()).status)
  return found
}

const times = (count: number, status: number): ReadonlyArray<number> => Array<number>(count).fill(status)

/** A refusal that says how long it lasts. */
const limited = (reply: Reply, limit: number, millis: number): void => {
  expect(reply.status).toBe(429)
  expect(reply.json).toMatchObject({ error: { code: "BUSINESS_002" } })
  expect(reply.headers.get("x-ratelimit-limit")).toBe(String(limit))
  expect(reply.headers.get("x-ratelimit-remaining")).toBe("0")
  expect(reply.headers.get("retry-after")).toBe(String(Math.ceil(millis / 1000)))
  expect(reply.headers.get("x-ratelimit-reset")).toBe(String(Math.ceil((at + millis) / 1000)))
}

describe("the pool of an account", () => {
  it("admits 10,000 requests a minute, unless told otherwise, and then no more [RTL-001]", async () => {
    const client = await customer()
    expect((await client.get("/v3/me")).status).toBe(200)
    const [take] = taken.filter(({ limit }) => limit === 10_000)
    // As 9,997 more requests would: that is all that they do to the pool.
    for (let count = 0; count < 9_997; count++) {
      expect((await Effect.runPromise(takeAgain(take!)))._tag).toBe("Admitted")
    }
    expect(await statuses(2, () => client.get("/v3/me"))).toEqual([200, 200])
    limited(await client.get("/v3/me"), 10_000, 60_000)
    limited(await client.post("/v3/templates", {}), 10_000, 60_000)
  })

  it("slides: a burst on both sides of a minute's end is refused [RTL-002]", async () => {
    const client = await customer({ requestsPerMinute: 6 })
    const ask = () => client.get("/v3/me")
    go(1000)
    expect(await statuses(1, ask)).toEqual([200])
    go(58_000)
    expect(await statuses(5, ask)).toEqual(times(5, 200))
    limited(await ask(), 6, 2000)
    go(1999)
    limited(await ask(), 6, 1)
    // The first is a minute old; the five are two seconds old.
    go(1)
    expect(await statuses(1, ask)).toEqual([200])
    limited(await ask(), 6, 58_000)
    go(57_999)
    limited(await ask(), 6, 1)
    go(1)
    expect(await statuses(5, ask)).toEqual(times(5, 200))
    limited(await ask(), 6, 2000)
  })
})

describe("the window of a sensitive operation", () => {
  const operations = ["messages/:id/resend", "webhooks/:id/rotate-secret", "webhooks/:id/test"]

  it.each(operations)("of %s is fixed: when it is over, another one begins [RTL-006, RTL-007]", async (path) => {
    const client = await customer()
    const ask = () =>
      client.post(`/v3/${path.replace(":id", randomUUID())}`, { sandbox: true, event_type: "message.sent" })
    expect(await statuses(1, ask)).toEqual([200 + (path.startsWith("messages") ? 2 : 0)])
    const [found] = await statuses(1, ask)
    go(59_999)
    expect(await statuses(8, ask)).toEqual(times(8, found!))
    limited(await ask(), 10, 1)
    // Sliding, it would now admit one.
    go(1)
    expect(await statuses(10, ask)).toEqual(times(10, found!))
    limited(await ask(), 10, 60_000)
    go(59_999)
    limited(await ask(), 10, 1)
  })
})

describe("a lockout", () => {
  it("lasts 1, 5, 15, 30 and 60 minutes [AUT-026, AUT-027, AUT-028, AUT-029, AUT-030]", async () => {
    const client = nobody.as({ "x-api-key": randomUUID() })
    const ask = () => client.get("/v3/me")
    expect(await statuses(10, ask)).toEqual(times(10, 401))
    for (const minutes of [1, 5, 15, 30, 60, 60]) {
      const locked = await ask()
      expect(locked.status).toBe(429)
      expect(locked.headers.get("retry-after")).toBe(String(60 * minutes))
      go(minutes * Instant.minute - 1)
      expect((await ask()).status).toBe(429)
      go(1)
      expect((await ask()).status).toBe(401)
    }
  })
})

describe("the answer of an Idempotency-Key", () => {
  const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

  it("is kept for 24 hours, and then the key is free for any request [IDM-022, IDM-023]", async () => {
    const client = await customer()
    const headers = { "idempotency-key": randomUUID() }
    const first = await client.post("/v3/webhooks", webhook, headers)
    expect(first.status).toBe(201)
    go(24 * 3_600_000 - 1)
    const again = await client.post("/v3/webhooks", webhook, headers)
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
    expect((await client.post("/v3/webhooks", { ...webhook, display_name: "Yours" }, headers)).status).toBe(422)
    go(1)
    const other = await client.post("/v3/webhooks", { ...webhook, display_name: "Yours" }, headers)
    expect([other.status, other.headers.has("idempotent-replayed")]).toEqual([201, false])
    expect((await client.post("/v3/webhooks", webhook, headers)).status).toBe(422)
  })
})
