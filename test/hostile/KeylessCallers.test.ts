/**
 * Callers without a valid key, past their limits: what they ask costs the store nothing, and shuts out nobody else.
 */
import * as Instant from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as CallerCache from "@signalbox/http/CallerCache"
import { network } from "@signalbox/http/ClientAddress"
import { prop } from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Fetching from "../http/Fetching.ts"

let fetching: Fetching.Fetching | null = null

afterEach(async () => {
  await fetching?.stop()
  fetching = null
})

/** Starts a service that counts what it asks its storage. */
const start = async () => {
  const asked = { looks: 0, windows: 0, lockouts: 0 }
  let shared: Lockout["Service"] | undefined
  const counting = (storage: Layer.Layer<Emulator.Storage, unknown>): Layer.Layer<Emulator.Storage, unknown> =>
    Layer.effectContext(Effect.map(Layer.build(storage), (context) => {
      const [store, window, lockout] = [
        Context.get(context, Store),
        Context.get(context, RateWindow),
        Context.get(context, Lockout)
      ]
      shared = lockout
      return context.pipe(
        Context.add(Store, {
          ...store,
          load: (needs) => {
            if (needs.rows.some(({ kind }) => kind === "api_key")) asked.looks++
            return store.load(needs)
          }
        }),
        Context.add(RateWindow, {
          take: (take) => {
            asked.windows++
            return window.take(take)
          }
        }),
        Context.add(Lockout, {
          ...lockout,
          standing: (credential, now) => {
            asked.lockouts++
            return lockout.standing(credential, now)
          },
          fail: (credential, now) => {
            asked.lockouts++
            return lockout.fail(credential, now)
          }
        })
      )
    }))
  fetching = await Fetching.start(counting)
  /** Lets another node on the same storage count failures of a credential. */
  const failElsewhere = (credential: string, times: number) =>
    Effect.runPromise(Effect.repeat(
      Effect.flatMap(Instant.now, (now) => shared!.fail(hashKey(credential), now)),
      { times: times - 1 }
    ))
  return { ...fetching, asked, failElsewhere, reset: () => Object.assign(asked, { looks: 0, windows: 0, lockouts: 0 }) }
}

const sleepless = { looks: 0, windows: 0, lockouts: 0 }

describe("an address whose pool is used up", () => {
  it("costs the store at most twenty looks a second, whatever keys it tries", async () => {
    const { ask, asked, reset } = await start()
    const wrong = () => ask("/v3/me", { headers: { "x-api-key": randomUUID() } })
    for (let count = 0; count < 600; count++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
    reset()
    const began = Date.now()
    for (let count = 0; count < 100; count++) {
      const answer = await wrong()
      expect(answer.status).toBe(429)
      expect(answer.headers.get("x-ratelimit-limit")).toBe("600")
    }
    const seconds = Math.floor((Date.now() - began) / 1000)
    expect(asked.looks).toBeGreaterThan(0)
    expect(asked.looks).toBeLessThanOrEqual(20 * (1 + seconds))
    expect(asked.lockouts).toBeLessThanOrEqual(20 * (1 + seconds))
    reset()
    for (let count = 0; count < 20; count++) expect((await ask("/v3/me")).status).toBe(429)
    expect(asked).toEqual(sleepless)
  })

  it("lets those come in who were here before, and newcomers now and then", async () => {
    const { ask, subject } = await start()
    const me = { headers: { "x-api-key": subject.apiKey } }
    expect((await ask("/v3/me", me)).status).toBe(200)
    for (let count = 0; count < 601; count++) await ask("/v3/me")
    for (let count = 0; count < 5; count++) expect((await ask("/v3/me", me)).status).toBe(200)
    expect((await ask("/v3/me", { headers: { "x-api-key": subject.otherApiKey } })).status).toBe(200)
  })
})

describe("a locked credential", () => {
  it("is never looked up, and costs nothing at all once that is known", async () => {
    const { ask, asked, reset } = await start()
    const headers = { "x-api-key": randomUUID() }
    for (let count = 0; count < 10; count++) expect((await ask("/v3/me", { headers })).status).toBe(401)
    reset()
    for (let count = 0; count < 50; count++) expect((await ask("/v3/me", { headers })).status).toBe(429)
    expect(asked).toEqual(sleepless)
  })

  it("is not looked up by a node that learns of the lock from the store", async () => {
    const { ask, asked, failElsewhere, subject } = await start()
    await failElsewhere(subject.apiKey, 10)
    asked.looks = 0
    expect((await ask("/v3/me", { headers: { "x-api-key": subject.apiKey } })).status).toBe(429)
    expect(asked.looks).toBe(0)
  })

  it("is locked by exactly ten of twenty tries at the same time", async () => {
    const { ask, asked, reset } = await start()
    const headers = { "x-api-key": randomUUID() }
    // Twenty tries at the same time: ten are counted, and the others are told that it is locked.
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/v3/me", { headers })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 10 }, () => 429)
    ])
    reset()
    expect((await ask("/v3/me", { headers })).status).toBe(429)
    expect(asked.looks).toBe(0)
  })
})

describe("a credential that is right", () => {
  const credential = hashKey("right")
  const millis = fc.integer({ min: -2000, max: 3000 })

  prop("needs no question about its lock for a second after the last one", fc.array(millis, { maxLength: 5 }), millis, (
    later,
    at
  ) => {
    const asked = 1_800_000_000_000
    const callers = CallerCache.make()
    callers.welcome(credential, Instant.make(asked))
    // Whoever comes within the second is let in, and does not prolong it.
    for (const each of later) {
      if (each >= 0 && each < 1000) callers.welcome(credential, Instant.make(asked + each))
    }
    expect(callers.wasRight(credential, Instant.make(asked + at))).toBe(at >= 0 && at < 1000)
    expect(callers.isKnown(credential)).toBe(true)
    expect(callers.wasRight(hashKey("other"), Instant.make(asked))).toBe(false)
  })

  it("is asked about once a second at most, and refused once another node has locked it", async () => {
    const { ask, asked, failElsewhere, subject } = await start()
    const me = { headers: { "x-api-key": subject.apiKey } }
    const began = Date.now()
    for (let count = 0; count < 50; count++) expect((await ask("/v3/me", me)).status).toBe(200)
    const seconds = Math.floor((Date.now() - began) / 1000)
    expect(asked.lockouts).toBeGreaterThan(0)
    expect(asked.lockouts).toBeLessThanOrEqual(2 + seconds)
    await failElsewhere(subject.apiKey, 10)
    await vi.waitFor(async () => expect((await ask("/v3/me", me)).status).toBe(429), { timeout: 30_000, interval: 50 })
  })
})

describe("the network of an address", () => {
  const segment = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const half = fc.tuple(segment, segment, segment, segment).map((parts) => parts.join(":"))

  prop("is the /64 of an IPv6 address", half, half, half, (front, one, other) => {
    fc.pre(!front.startsWith("0:0:0:0"))
    expect(network(`${front}:${one}`)).toBe(network(`${front}:${other}%eth0`))
    expect(network(`${front}:${one}`)).toBe(`${front}::/64`)
  })

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["192.0.2.1:1234", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
    ["::ffff:192.0.2.1:65535", "192.0.2.1"],
    ["[2001:db8::1]", "2001:db8:0:0::/64"],
    ["[2001:db8::1]:1234", "2001:db8:0:0::/64"],
    ["[2001:db8::1%eth0]:1234", "2001:db8:0:0::/64"],
    ["2001:db8::1:1234", "2001:db8:0:0::/64"],
    ["localhost:1234", "localhost:1234"],
    ["[", "["],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
    ["", ""]
  ])("of %j is %j", (address, expected) => expect(network(address)).toBe(expected))

  it("is the same whatever port a proxy writes behind it", async () => {
    const { ask } = await start()
    const from = (count: number) => count % 2 === 0 ? `192.0.2.7:${1000 + count}` : `[::ffff:192.0.2.7]:${count}`
    for (let count = 1; count <= 600; count++) expect((await ask("/v3/me", { ip: from(count) })).status).toBe(401)
    for (const ip of ["192.0.2.7", from(601), from(602)]) expect((await ask("/v3/me", { ip })).status).toBe(429)
    expect((await ask("/v3/me", { ip: "192.0.2.8:1001" })).status).toBe(401)
  })

  it("is what a pool belongs to: a whole /64 has 600 tries", async () => {
    const { ask } = await start()
    const from = (count: number) => `2001:db8:1:2:${count.toString(16)}::${count.toString(16)}`
    for (let count = 1; count <= 600; count++) expect((await ask("/v3/me", { ip: from(count) })).status).toBe(401)
    expect((await ask("/v3/me", { ip: from(601) })).status).toBe(429)
    expect((await ask("/v3/me", { ip: "2001:db8:1:3::1" })).status).toBe(401)
  })
})
