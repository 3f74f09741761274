/**
 * Step 5: the request pools (specification "Limits", decisions 9.1).
 */
import * as Deadline from "@signalbox/core/Deadline"
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type { Gates } from "./AdmissionServices.ts"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"
import * as RequestContext from "./RequestContext.ts"
import type { Requester } from "./Requester.ts"
import type { Requirements } from "./Requirements.ts"

const exhausted = (limit: number, until: Instant.Instant, now: Instant.Instant) =>
  reject("BUSINESS_002", {
    headers: {
      "retry-after": String(Math.max(1, Math.ceil((until - now) / Instant.second))),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(until / Instant.second))
    }
  })

type Windows = Pick<Gates, "window">

type Timed = Pick<RequestContext.RequestContext, "clock">

const minute = { millis: Instant.minute } as const

const take = (
  { window }: Windows,
  request: Timed,
  pool: string,
  limit: number,
  shape: "sliding" | "fixed"
): Effect.Effect<void, Rejection | StoreError> => {
  const now = RequestContext.now(request)
  return Effect.flatMap(
    Deadline.inTime(window.take({ pool, limit, shape, now, ...minute })),
    (taken) => taken._tag === "Exhausted" ? Effect.fail(exhausted(limit, taken.until, now)) : Effect.void
  )
}

const callers = Limit.unauthenticatedRequestsPerMinute

/** The refusal of an address whose pool is used up until then. */
export const refuseAddress = (until: Instant.Instant, now: Instant.Instant) => exhausted(callers, until, now)

/**
 * Takes one request from the pool of an address that has shown no valid key. The window is not asked while it is known
 * to be used up.
 */
export const takeAddress = Effect.fnUntraced(function*(
  { callers: known, window }: Gates,
  request: Timed,
  address: string
) {
  const now = RequestContext.now(request)
  const since = known.exhaustedUntil(address, now)
  if (since !== null) return yield* refuseAddress(since, now)
  const taken = yield* Deadline.inTime(
    window.take({ pool: `ip:${address}`, limit: callers, shape: "sliding", now, ...minute })
  )
  if (taken._tag === "Admitted") return
  known.exhaust(address, taken.until)
  return yield* refuseAddress(taken.until, now)
})

/** Names the pool of whoever asks. An app identity has one of its own. */
export const poolOf = (account: Requester["account"], identity: Requester["identity"]): string =>
  identity === null ? `account:${account.id}` : `telemetry:${account.id}:${identity}`

/**
 * Takes one request from the pools of an app identity and of all identities of its account. A key is an identity of its
 * own. The identity comes first, so that one app that asks too often leaves the pool of the others alone.
 */
const takeTelemetry = Effect.fnUntraced(function*(
  gates: Windows,
  request: Timed,
  { account, identity }: Requester
) {
  const { account: all, identity: each } = Limit.telemetryRequestsPerMinute
  yield* take(gates, request, poolOf(account, identity ?? ""), each, "sliding")
  yield* take(gates, request, `telemetry:${account.id}`, all, "sliding")
})

/**
 * Takes one request from the pool of the key's account, and from the operation's own pools when it has some. What apps
 * do with their voice tokens takes nothing from the account's pool: they could use it up.
 */
export const takeAccount = (
  gates: Windows,
  request: Timed,
  requester: Requester,
  requirements: Requirements | null
): Effect.Effect<void, Rejection | StoreError> => {
  const { account, identity } = requester
  const taken = identity === null
    ? take(gates, request, poolOf(account, null), account.requestsPerMinute, "sliding")
    : Effect.void
  switch (requirements?.tier) {
    case "telemetry":
      return Effect.flatMap(taken, () => takeTelemetry(gates, request, requester))
    case "sensitive":
      return Effect.flatMap(taken, () => {
        const pool = `sensitive:${account.id}:${requirements.name}`
        return take(gates, request, pool, Limit.sensitiveRequestsPerMinute, "fixed")
      })
    default:
      return taken
  }
}
