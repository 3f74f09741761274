/**
 * Step 5: the request pools (specification "Limits", decisions 9.1).
 */
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import type { Requester } from "./Authentication.ts"
import type { Requirements } from "./Requirements.ts"
import { stop } from "./Stopped.ts"
import * as Strangers from "./Strangers.ts"

const exhausted = (limit: number, until: Instant.Instant, now: Instant.Instant) =>
  stop("BUSINESS_002", {
    headers: {
      "retry-after": String(Math.max(1, Math.ceil((until - now) / Instant.second))),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(until / Instant.second))
    }
  })

const take = Effect.fnUntraced(function*(pool: string, limit: number, shape: "sliding" | "fixed") {
  const window = yield* RateWindow
  const now = yield* Instant.now
  const taken = yield* window.take({ pool, limit, millis: Instant.minute, shape, now })
  if (taken._tag === "Exhausted") return yield* exhausted(limit, taken.until, now)
})

const strangers = Limit.unauthenticatedRequestsPerMinute

/** The refusal of an address whose pool is used up until then. */
export const refuseAddress = (until: Instant.Instant, now: Instant.Instant) => exhausted(strangers, until, now)

/**
 * Takes one request from the pool of an address that has shown no valid key. The window is not asked while it is known
 * to be used up.
 */
export const takeAddress = Effect.fnUntraced(function*(address: string) {
  const window = yield* RateWindow
  const now = yield* Instant.now
  const known = Strangers.of(window)
  const since = known.exhaustedUntil(address, now)
  if (since !== null) return yield* refuseAddress(since, now)
  const taken = yield* window.take({
    pool: `ip:${address}`,
    limit: strangers,
    millis: Instant.minute,
    shape: "sliding",
    now
  })
  if (taken._tag === "Admitted") return
  known.exhaust(address, taken.until)
  return yield* refuseAddress(taken.until, now)
})

/**
 * Takes one request from the pools of an app identity and of all identities of its account. A key is an identity of its
 * own. The identity comes first, so that one app that asks too often leaves the pool of the others alone.
 */
const takeTelemetry = Effect.fnUntraced(function*({ account, identity }: Requester) {
  const { account: all, identity: each } = Limit.telemetryRequestsPerMinute
  yield* take(`telemetry:${account.id}:${identity ?? ""}`, each, "sliding")
  yield* take(`telemetry:${account.id}`, all, "sliding")
})

/**
 * Takes one request from the pool of the key's account, and from the operation's own pools when it has some. What apps
 * do with their voice tokens takes nothing from the account's pool: they could use it up.
 */
export const takeAccount = Effect.fnUntraced(function*(requester: Requester, requirements: Requirements | null) {
  const { account, identity } = requester
  if (identity === null) yield* take(`account:${account.id}`, account.requestsPerMinute, "sliding")
  if (requirements?.tier === "telemetry") yield* takeTelemetry(requester)
  if (requirements?.tier === "sensitive") {
    yield* take(`sensitive:${account.id}:${requirements.name}`, Limit.sensitiveRequestsPerMinute, "fixed")
  }
})
