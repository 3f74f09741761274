/**
 * The order of the steps that admit a request and execute it, on services that the test holds: who is asked what, what
 * comes of it, and where whoever reads no answers is refused (decisions part 1, 9.1 and 9.4 "unread answers").
 */
import type { Account } from "@signalbox/core/Account"
import * as Answer from "@signalbox/core/Answer"
import type { ApiKey } from "@signalbox/core/ApiKey"
import { Refused } from "@signalbox/core/Refused"
import { hashKey } from "@signalbox/core/Secret"
import { StoreError } from "@signalbox/core/Store"
import { bindings } from "@signalbox/http/Contract"
import * as NodeState from "@signalbox/http/NodeState"
import * as Admission from "@signalbox/http/steps/Admission"
import type { Gates } from "@signalbox/http/steps/AdmissionServices"
import type { Requirements } from "@signalbox/http/steps/Requirements"
import * as Unread from "@signalbox/http/Unread"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

const account = Given.account({ requestsPerMinute: 60 })
const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: account.id, numbers: [] })
const key: ApiKey = {
  hash: hashKey("key"),
  account: account.id,
  prefix: "key",
  createdAt: Given.now,
  revokedAt: null
}

/** An outlet that is full as soon as its holder lets anything wait. */
const outlet = (...holders: ReadonlyArray<string>): Unread.Outlet => {
  const unread = new Unread.Unread({ each: 1, all: 1000, patienceMillis: 1 })
  for (const holder of holders) unread.add(holder, 1)
  const made = new Unread.Outlet(unread)
  made.ip = "192.0.2.1"
  return made
}

const ofAccount = `account:${account.id}`

const full = {
  code: "INTERNAL_005",
  message: "Too many bytes of earlier answers wait to be read on the connections of this account or address",
  headers: { "retry-after": "5" }
}

interface Answers {
  readonly key?: ApiKey
  readonly permits?: boolean
  readonly store?: Effect.Effect<Account | null, StoreError | Refused>
}

/** The services of the steps, and what they were asked, in turn. */
const services = ({ key: known = key, permits = true, store = Effect.succeed(profile) }: Answers = {}) => {
  const asked: Array<string> = []
  const ask = <A, E>(name: string, answer: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      asked.push(name)
      return answer
    })
  const gates = {
    access: {
      authenticate: () => ask("key", Effect.succeed({ key: known, account, at: Given.now })),
      permits: ({ on, required }: { readonly on: string; readonly required: string }) =>
        ask(`role ${required} on ${on}`, Effect.succeed(permits)),
      findAccount: (id: string) => ask(`account ${id}`, store)
    },
    lockout: { standing: () => ask("lock", Effect.succeed({ failures: 0, lockedUntil: null })) },
    window: {
      take: ({ pool }: { readonly pool: string }) => ask(`pool ${pool}`, Effect.succeed({ _tag: "Admitted" }))
    },
    callers: NodeState.make().callers
  } as unknown as Gates
  return { asked, gates }
}

const requirements: Requirements = {
  name: "messages.resend",
  role: "admin",
  scope: "send",
  tier: "sensitive"
}

const all = [
  "lock",
  "key",
  `role admin on ${profile.id}`,
  `pool ${ofAccount}`,
  `pool sensitive:${account.id}:messages.resend`,
  `account ${profile.id}`
]

const request = (waits: Unread.Outlet | null, headers: object = {}) =>
  Requested.make(
    { headers: { "x-api-key": "key", "x-profile-id": profile.id.toUpperCase(), ...headers } },
    { outlet: waits, ip: "192.0.2.1" }
  )

describe("a request with a key", () => {
  it("asks for its lock, its account, its role, its pools and its profile, in this order", async () => {
    const { asked, gates } = services()
    const waits = outlet("address:192.0.2.1")
    expect(await Requested.outcome(Admission.admit(gates, request(waits), requirements))).toStrictEqual({
      given: { account: profile, keyAccount: account, key: key.hash, from: "192.0.2.1" }
    })
    expect(asked).toStrictEqual(all)
    expect(waits.holder).toBe(ofAccount)
  })

  it("has no other order without an outlet", async () => {
    const { asked, gates } = services()
    await Requested.outcome(Admission.admit(gates, request(null), requirements))
    expect(asked).toStrictEqual(all)
  })

  it("of an account that reads no answers is refused once its pools have lost a request, before its profile is found", async () => {
    const { asked, gates } = services()
    expect(await Requested.outcome(Admission.admit(gates, request(outlet(ofAccount)), requirements))).toStrictEqual({
      refused: full
    })
    expect(asked).toStrictEqual(all.slice(0, -1))
  })

  it("is told first that its key is too narrow, or its role too low, which costs its pools nothing", async () => {
    const narrow = services({ key: { ...key, scopes: ["read"] } })
    const low = services({ permits: false })
    for (const [{ asked, gates }, steps] of [[narrow, 2], [low, 3]] as const) {
      expect(await Requested.outcome(Admission.admit(gates, request(outlet(ofAccount)), requirements))).toMatchObject({
        refused: { code: "AUTH_004" }
      })
      expect(asked).toStrictEqual(all.slice(0, steps))
    }
  })

  it("to no operation needs no role, and still passes its pool", async () => {
    const { asked, gates } = services()
    expect(await Requested.outcome(Admission.admit(gates, request(null), null))).toMatchObject({
      given: { account: profile }
    })
    expect(asked).toStrictEqual(["lock", "key", `pool ${ofAccount}`, `account ${profile.id}`])
  })

  it.each<readonly [name: string, Answers["store"], refused: object]>([
    ["is another account's", Effect.succeed({ ...profile, organization: Given.accountId(9) }), {
      code: "RESOURCE_013"
    }],
    ["is not there", Effect.succeed(null), { code: "RESOURCE_013" }],
    ["is deleted", Effect.succeed({ ...profile, deletedAt: Given.now }), { code: "RESOURCE_013" }],
    ["the store does not find", Effect.fail(new StoreError({ reason: "failed", cause: new Error("away") })), {
      code: "INTERNAL_005"
    }],
    [
      "is refused by the engine",
      Effect.fail(new Refused({ code: "BUSINESS_001", message: "no" })),
      { code: "BUSINESS_001", message: "no" }
    ]
  ])("for a profile that %s is refused", async (_, store, refused) => {
    const { gates } = services({ store: store! })
    expect(await Requested.outcome(Admission.admit(gates, request(null), requirements))).toMatchObject({ refused })
  })

  it("for a profile that is no UUID is told so", async () => {
    const { asked, gates } = services()
    const wrong = request(null, { "x-profile-id": "one" })
    expect(await Requested.outcome(Admission.admit(gates, wrong, requirements))).toMatchObject({
      refused: { code: "VALIDATION_003", details: { "x-profile-id": ["must be a UUID"] } }
    })
    expect(asked.slice(2)).toStrictEqual([`role admin on ${account.id}`, ...all.slice(3, -1)])
  })

  it("that reads may act as a profile that is deleted where the operation reads what that has left", async () => {
    const deleted = { ...profile, deletedAt: Given.now }
    const { gates } = services({ store: Effect.succeed(deleted) })
    const reading: Requirements = { ...requirements, readsDeleted: true }
    expect(await Requested.outcome(Admission.admit(gates, request(null), reading))).toMatchObject({
      given: { account: deleted }
    })
  })
})

describe("a request without a key", () => {
  it("takes from the pool of its address, and is refused when that lets too much wait", async () => {
    const { asked, gates } = services()
    const keyless = (waits: Unread.Outlet | null) => Requested.outcome(Admission.admitKeyless(gates, request(waits)))
    expect(await keyless(null)).toStrictEqual({ given: undefined })
    expect(await keyless(outlet(ofAccount))).toStrictEqual({ given: undefined })
    expect(await keyless(outlet("address:192.0.2.1"))).toStrictEqual({ refused: full })
    expect(asked).toStrictEqual(["pool ip:192.0.2.1", "pool ip:192.0.2.1", "pool ip:192.0.2.1"])
  })
})

describe("a request that is refused for its parameters", () => {
  const refused = (method: string, path: string, body: string) => {
    const { execute } = bindings.find((each) => each.path === path && each.method === method)!
    const means = { operations: {}, forms: NodeState.make().forms } as unknown as Parameters<typeof execute>[0]
    const headers = { "content-type": "application/json" }
    const asks = Requested.make({ method, body, headers }, { params: { id: "one" } })
    return Effect.runPromise(Effect.flip(execute(means, asks, { account, keyAccount: account })))
  }

  it.each<readonly [method: string, path: string, body: object, sandbox: boolean]>([
    ["PUT", "/v3/webhooks/:id", { sandbox: true }, true],
    ["PUT", "/v3/webhooks/:id", { sandbox: false }, false],
    ["PUT", "/v3/webhooks/:id", { sandbox: "true" }, false],
    ["PUT", "/v3/webhooks/:id", {}, false],
    // A webhook is always deleted, whatever the body says.
    ["DELETE", "/v3/webhooks/:id", { sandbox: true }, false],
    ["DELETE", "/v3/templates/:id", { sandbox: true }, true]
  ])("says of %s %s with %j that it was one of a sandbox: %j", async (method, path, body, sandbox) => {
    expect(await refused(method, path, JSON.stringify(body))).toMatchObject({
      sandbox,
      refused: { code: "VALIDATION_003", details: { id: ["must be a UUID"] } }
    })
  })
})

describe("a request of whoever lets answers wait", () => {
  const frame = { requestId: "req", at: Given.now, sandbox: false, profile: null }

  /** Executes a request; the answers begin to wait when it is said so. */
  const execute = async (path: string, body: string | null, waits: "before" | "while it runs" | "never") => {
    const { execute, method } = bindings.find((each) => each.path === path)!
    const counted = new Unread.Unread({ each: 1, all: 1000, patienceMillis: 1 })
    const own = new Unread.Outlet(counted)
    if (waits === "before") counted.add(own.holder, 1)
    let runs = 0
    const run = () =>
      Effect.sync(() => {
        runs++
        if (waits === "while it runs") counted.add(own.holder, 1)
        return Answer.success(frame, 200, {})
      })
    const means = { operations: { run }, forms: NodeState.make().forms } as unknown as Parameters<typeof execute>[0]
    const init = { method, headers: { "content-type": "application/json" }, ...(body === null ? {} : { body }) }
    const asks = Requested.make(init, { outlet: own })
    const end = await Requested.outcome(execute(means, asks, { account, keyAccount: account }))
    return { runs, end: "given" in end ? end.given.status : end.refused }
  }

  it.each<readonly [string, string, string | null, "before" | "while it runs" | "never", number, unknown]>([
    ["that reads is answered", "/v3/me", null, "never", 1, 200],
    ["that reads is not executed", "/v3/me", null, "before", 0, full],
    ["that reads is not answered, since it can be made again", "/v3/me", null, "while it runs", 1, full],
    ["that writes is answered", "/v3/messages/explain", "{}", "never", 1, 200],
    ["that writes is not executed", "/v3/messages/explain", "{}", "before", 0, full],
    ["that writes is answered, since it was executed", "/v3/messages/explain", "{}", "while it runs", 1, 200],
    ["with a body that is wrong is told that", "/v3/messages/explain", "{", "before", 0, {
      code: "VALIDATION_001",
      message: expect.any(String),
      details: { body: ["must be valid JSON"] }
    }]
  ])("%s", async (_, path, body, waits, runs, end) => {
    expect(await execute(path, body, waits)).toStrictEqual({ runs, end })
  })
})
