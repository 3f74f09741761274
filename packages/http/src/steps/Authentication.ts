/**
 * Step 3 authenticates the request: it reads the credential, checks whether it is locked, and finds the account of the
 * key.
 */
import { Access } from "@signalbox/core/Access"
import * as Instant from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import * as Secret from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Rate from "./Rate.ts"
import { stop } from "./Stopped.ts"

/**
 * Returns the credential of a request, or null. When `x-api-key` is present, it counts, even if empty; of Authorization
 * only the Bearer scheme counts.
 */
export const credential = (headers: Headers.Headers): string | null => {
  const key = headers["x-api-key"]
  const found = key ?? /^bearer +(.*)$/i.exec(headers["authorization"] ?? "")?.[1] ?? ""
  const trimmed = found.trim()
  return trimmed === "" ? null : trimmed
}

/** Returns the account of the request's key. */
export const authenticate = Effect.fnUntraced(function*(headers: Headers.Headers, address: string) {
  const lockout = yield* Lockout
  const access = yield* Access
  const given = credential(headers)
  if (given === null) {
    yield* Rate.takeAddress(address)
    return yield* stop("AUTH_002")
  }
  const hash = Secret.hashKey(given)
  const now = yield* Instant.now
  // Both are asked concurrently. A locked credential is refused whatever the look-up returns.
  const [standing, account] = yield* Effect.all(
    [lockout.standing(hash, now), access.authenticate(hash)],
    { concurrency: 2 }
  )
  if (standing.lockedUntil !== null) {
    return yield* stop("BUSINESS_002", {
      headers: { "retry-after": String(Math.ceil((standing.lockedUntil - now) / Instant.second)) }
    })
  }
  if (account === null) {
    // Only tries that the rate limit of the address admits are counted, so nobody can flood the counters.
    yield* Rate.takeAddress(address)
    yield* lockout.fail(hash, now)
    return yield* stop("AUTH_002")
  }
  if (standing.failures > 0) yield* lockout.clear(hash)
  return account
})
