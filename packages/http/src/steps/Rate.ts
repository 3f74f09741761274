/**
 * Step 5: the request pools (specification "Limits", decisions 9.1).
 */
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Arrival from "./Arrival.ts"
import type { Requester } from "./Authentication.ts"
import type { Gates } from "./Gatekeepers.ts"
import type { Requirements } from "./Requirements.ts"
import type { Stopped } from "./Stopped.ts"
import { stop } from "./Stopped.ts"

const exhausted = (limit: number, until: Instant.Instant, now: Instant.Instant) =>
  stop("BUSINESS_002", {
    headers: {
      "retry-after": String(Math.max(1, Math.ceil((until - now) / Instant.second))),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(until / Instant.second))
    }
  })

type Windows = Pick<Gates, "window">

type Timed = Pick<Arrival.Arrival, "clock">

const minute = { millis: Instant.minute } as const

const take = (
  { window }: Windows,
  arrival: Timed,
  pool: string,
  limit: number,
  shape: "sliding" | "fixed"
): Effect.Effect<void, Stopped | StoreError> => {
  const now = Arrival.now(arrival)
  return Effect.flatMap(
    window.take({ pool, limit, shape, now, ...minute }),
    (taken) => taken._tag === "Exhausted" ? Effect.fail(exhausted(limit, taken.until, now)) : Effect.void
  )
}

const strangers = Limit.unauthenticatedRequestsPerMinute

/** The refusal of an address whose pool is used up until then. */
export const refuseAddress = (until: Instant.Instant, now: Instant.Instant) => exhausted(strangers, until, now)

/**
 * Takes one request from the pool of an address that has shown no valid key. The window is not asked while it is known
 * to be used up.
 */
export const takeAddress = Effect.fnUntraced(function*(
  { strangers: known, window }: Gates,
  arrival: Timed,
  address: string
) {
  const now = Arrival.now(arrival)
  const since = known.exhaustedUntil(address, now)
  if (since !== null) return yield* refuseAddress(since, now)
  const taken = yield* window.take({ pool: `ip:${address}`, limit: strangers, shape: "sliding", now, ...minute })
  if (taken._tag === "Admitted") return
  known.exhaust(address, taken.until)
  return yield* refuseAddress(taken.until, now)
})

/**
 * Takes one request from the pools of an app identity and of all identities of its account. A key is an identity of its
 * own. The identity comes first, so that one app that asks too often leaves the pool of the others alone.
 */
const takeTelemetry = Effect.fnUntraced(function*(
  gates: Windows,
  arrival: Timed,
  { account, identity }: Requester
) {
  const { account: all, identity: each } = Limit.telemetryRequestsPerMinute
  yield* take(gates, arrival, `telemetry:${account.id}:${identity ?? ""}`, each, "sliding")
  yield* take(gates, arrival, `telemetry:${account.id}`, all, "sliding")
})

/**
 * Takes one request from the pool of the key's account, and from the operation's own pools when it has some. What apps
 * do with their voice tokens takes nothing from the account's pool: they could use it up.
 */
export const takeAccount = (
  gates: Windows,
  arrival: Timed,
  requester: Requester,
  requirements: Requirements | null
): Effect.Effect<void, Stopped | StoreError> => {
  const { account, identity } = requester
  const taken = identity === null
    ? take(gates, arrival, `account:${account.id}`, account.requestsPerMinute, "sliding")
    : Effect.void
  switch (requirements?.tier) {
    case "telemetry":
      return Effect.flatMap(taken, () => takeTelemetry(gates, arrival, requester))
    case "sensitive":
      return Effect.flatMap(taken, () => {
        const pool = `sensitive:${account.id}:${requirements.name}`
        return take(gates, arrival, pool, Limit.sensitiveRequestsPerMinute, "fixed")
      })
    default:
      return taken
  }
}
