/**
 * Step 3 on services that the test holds: what is asked about a credential and in what order, what is remembered of it, and
 * what whoever is refused is told (specification "Authentication" and "Limits", decisions part 1 and 9.1).
 */
import type { ApiKey } from "@signalbox/core/ApiKey"
import * as Instant from "@signalbox/core/Instant"
import { hashKey } from "@signalbox/core/Secret"
import * as NodeState from "@signalbox/http/NodeState"
import type { Gates } from "@signalbox/http/steps/AdmissionServices"
import * as Authentication from "@signalbox/http/steps/Authentication"
import type { Requirements } from "@signalbox/http/steps/Requirements"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

const account = Given.account()
const uuid = "6f1d7c1e-6f6b-4a1e-9d2b-0a5b8f2d7c11"
const key: ApiKey = {
  hash: hashKey(uuid),
  account: account.id,
  prefix: "6f1d7c1e",
  createdAt: Given.now,
  revokedAt: null
}
const later = (millis: number) => Instant.plus(Given.now, millis)

interface Answers {
  readonly key?: ApiKey | null
  readonly token?: boolean
  readonly failures?: number
  readonly lockedUntil?: Instant.Instant | null
  /** After the failure that this request is. */
  readonly isCounted?: boolean
  readonly locksUntil?: Instant.Instant | null
  readonly exhaustedUntil?: Instant.Instant
}

const services = (answers: Answers = {}) => {
  const { exhaustedUntil, failures = 0, isCounted = true, key: known = key, lockedUntil = null, locksUntil = null } =
    answers
  const asked: Array<string> = []
  const note = <A>(name: string, answer: A) =>
    Effect.sync(() => {
      asked.push(name)
      return answer
    })
  const gates = {
    access: {
      authenticate: (hash: string) =>
        note(`key ${hash === key.hash}`, known === null ? null : { key: known, account, at: Given.now }),
      authenticateVoice: (token: string) =>
        note(`token ${token}`, answers.token === true ? { account, identity: "ada" } : null)
    },
    lockout: {
      standing: () => note("standing", { failures, lockedUntil }),
      fail: () => note("fail", { isCounted, lockedUntil: locksUntil }),
      clear: () => note("clear", undefined)
    },
    window: {
      take: ({ pool }: { readonly pool: string }) =>
        note(pool, exhaustedUntil === undefined ? { _tag: "Admitted" } : { _tag: "Exhausted", until: exhaustedUntil })
    },
    callers: NodeState.make().callers
  } as unknown as Gates
  return { asked, gates }
}

interface Asks {
  readonly headers?: Record<string, string>
  readonly at?: Instant.Instant
  readonly ip?: string
  readonly requirements?: Requirements | null
}

const asks = (
  gates: Gates,
  { at = Given.now, headers = { "x-api-key": uuid }, ip = "192.0.2.1", requirements = null }: Asks = {}
) => {
  const made = Requested.make({ headers }, { ip })
  const clock: Clock.Clock = { ...made.clock, currentTimeMillisUnsafe: () => at }
  return Requested.outcome(
    Authentication.authenticate(gates, { ...made, clock }, requirements) as Effect.Effect<unknown, never>
  )
}

const address = "ip:192.0.2.1"
const requester = { given: { account, key, identity: null } }
const wrong = { refused: { code: "AUTH_002", message: expect.any(String) as unknown } }
const limited = (seconds: number, headers: object = {}) => ({
  refused: {
    code: "BUSINESS_002",
    message: expect.any(String) as unknown,
    headers: { "retry-after": String(seconds), ...headers }
  }
})

describe("a request", () => {
  it("without a credential is told where to put it, and takes from the pool of its address", async () => {
    const { asked, gates } = services()
    expect(await asks(gates, { headers: {} })).toStrictEqual({
      refused: {
        code: "AUTH_002",
        message: "The API key is missing: send it in the header x-api-key, or as Authorization: Bearer"
      }
    })
    expect(asked).toStrictEqual([address])
  })

  it("with a key that is right asks for its lock first, and within a second for nothing but its account", async () => {
    const { asked, gates } = services()
    expect(await asks(gates)).toStrictEqual(requester)
    expect(await asks(gates, { at: later(999), headers: { authorization: `Bearer ${uuid}` } })).toStrictEqual(requester)
    expect(await asks(gates, { at: later(1000) })).toStrictEqual(requester)
    expect(asked).toStrictEqual(["standing", "key true", "key true", "standing", "key true"])
  })

  it("with a key that was right lately asks for its lock and its account at the same time", async () => {
    const { asked, gates } = services()
    await asks(gates)
    const slow = Effect.promise(async () => {
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    })
    const lockout: Gates["lockout"] = {
      ...gates.lockout,
      standing: (...given) => Effect.andThen(slow, gates.lockout.standing(...given))
    }
    expect(await asks({ ...gates, lockout }, { at: later(1000) })).toStrictEqual(requester)
    expect(asked.slice(2)).toStrictEqual(["key true", "standing"])
  })

  it("with a key that is right after failures has them forgotten", async () => {
    const { asked, gates } = services({ failures: 1 })
    expect(await asks(gates)).toStrictEqual(requester)
    expect(asked).toStrictEqual(["standing", "key true", "clear"])
  })

  it("with a key that is wrong is counted after the pool of its address, and known no more", async () => {
    const { asked, gates } = services({ key: null })
    gates.callers.welcome(key.hash, later(-5000))
    expect(await asks(gates)).toStrictEqual(wrong)
    expect(gates.callers.isKnown(key.hash)).toBe(false)
    expect(asked).toStrictEqual(["standing", "key true", address, "fail"])
  })

  it("that is the last one before the lock is told that its key is wrong, and the next one when the lock ends", async () => {
    const { asked, gates } = services({ key: null, locksUntil: later(1500) })
    expect(await asks(gates)).toStrictEqual(wrong)
    expect(await asks(gates, { at: later(1) })).toStrictEqual(limited(2))
    expect(await asks(gates, { at: later(1499) })).toStrictEqual(limited(1))
    expect(asked).toStrictEqual(["standing", "key true", address, "fail"])
    expect(await asks(gates, { at: later(1500) })).toStrictEqual(wrong)
  })

  it("that others have locked out meanwhile is one too many", async () => {
    const { gates } = services({ key: null, locksUntil: later(1500), isCounted: false })
    expect(await asks(gates)).toStrictEqual(limited(2))
    const unlocked = services({ key: null, isCounted: false })
    expect(await asks(unlocked.gates)).toStrictEqual(wrong)
  })

  it("with a key that is locked is not looked up, and not asked about again until the lock ends", async () => {
    const { asked, gates } = services({ lockedUntil: later(60_000) })
    expect(await asks(gates)).toStrictEqual(limited(60))
    expect(await asks(gates, { at: later(59_001) })).toStrictEqual(limited(1))
    expect(asked).toStrictEqual(["standing"])
  })

  it("from an address whose pool is used up is refused before anything is asked, but for twenty strangers a second", async () => {
    const { asked, gates } = services({ key: null, exhaustedUntil: later(30_000) })
    const used = (seconds: number) =>
      limited(seconds, {
        "x-ratelimit-limit": "600",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil((Given.now + 30_000) / 1000))
      })
    expect(await asks(gates, { headers: {} })).toStrictEqual(used(30))
    for (let count = 0; count < 20; count++) expect(await asks(gates)).toStrictEqual(used(30))
    expect(asked).toHaveLength(41)
    // What is not admitted is not counted, and the window is not asked either.
    expect(asked.slice(0, 3)).toStrictEqual([address, "standing", "key true"])
    expect(await asks(gates)).toStrictEqual(used(30))
    expect(asked).toHaveLength(41)
    expect(await asks(gates, { ip: "192.0.2.2" })).toStrictEqual(used(30))
    expect(asked.slice(41)).toStrictEqual(["standing", "key true", "ip:192.0.2.2"])
  })

  it("with a key from elsewhere takes from its address, and locks nobody's key", async () => {
    const narrowed: ApiKey = { ...key, addresses: ["198.51.100.0/24"] }
    const { asked, gates } = services({ key: narrowed, failures: 3 })
    expect(await asks(gates)).toStrictEqual({
      refused: { code: "AUTH_004", message: "This API key may not be used from this address" }
    })
    expect(asked).toStrictEqual(["standing", "key true", address])
    expect(gates.callers.isKnown(key.hash)).toBe(false)
    expect(await asks(gates, { ip: "198.51.100.7" })).toStrictEqual({
      given: { account, key: narrowed, identity: null }
    })
  })
})

describe("a voice token", () => {
  const telemetry: Requirements = {
    name: "voice.telemetry",
    role: null,
    scope: "send",
    tier: "telemetry",
    takesVoiceToken: true
  }
  const bearer = { authorization: "Bearer a.b.c" }

  it("is read where the operation takes it, as a Bearer that is no UUID", async () => {
    const { asked, gates } = services({ token: true })
    const app = { given: { account, identity: "ada", key: null } }
    expect(await asks(gates, { headers: bearer, requirements: telemetry })).toStrictEqual(app)
    expect(asked).toStrictEqual(["standing", "token a.b.c"])
  })

  it.each<readonly [string, Record<string, string>, Requirements | null, string]>([
    ["another operation", bearer, { ...telemetry, takesVoiceToken: undefined } as unknown as Requirements, "key false"],
    ["no operation", bearer, null, "key false"],
    ["a Bearer that is a UUID", { authorization: `Bearer ${uuid}` }, telemetry, "key true"],
    ["a key", { "x-api-key": "a.b.c" }, telemetry, "key false"]
  ])("is not looked for of %s", async (_, headers, requirements, lookedUp) => {
    const { asked, gates } = services({ key: null, token: true })
    expect(await asks(gates, { headers, requirements })).toStrictEqual(wrong)
    expect(asked).toStrictEqual(["standing", lookedUp, address, "fail"])
  })

  it("that is wrong is counted as a key is", async () => {
    const { asked, gates } = services()
    expect(await asks(gates, { headers: bearer, requirements: telemetry })).toMatchObject({
      refused: { code: "AUTH_001" }
    })
    expect(asked).toStrictEqual(["standing", "token a.b.c", address, "fail"])
  })
})
