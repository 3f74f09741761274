/**
 * Step 3 authenticates the request: it reads the credential, checks whether it is locked, and finds the account of the
 * key.
 */
import { Access } from "@signalbox/core/Access"
import * as Instant from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Secret from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Rate from "./Rate.ts"
import { stop } from "./Stopped.ts"
import * as Strangers from "./Strangers.ts"

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

const locked = (until: Instant.Instant, now: Instant.Instant) =>
  stop("BUSINESS_002", {
    headers: { "retry-after": String(Math.ceil((until - now) / Instant.second)) }
  })

/** Asks whether the credential is locked, and whose it is. */
const ask = Effect.fnUntraced(function*(hash: Secret.KeyHash, now: Instant.Instant, isKnown: boolean) {
  const lockout = yield* Lockout
  const access = yield* Access
  // A credential that was right lately is hardly locked: both are asked at once. Of any other one, a locked credential
  // is never looked up.
  if (isKnown) return yield* Effect.all([lockout.standing(hash, now), access.authenticate(hash)], { concurrency: 2 })
  const standing = yield* lockout.standing(hash, now)
  return [standing, standing.lockedUntil === null ? yield* access.authenticate(hash) : null] as const
})

/** Returns the account of the request's key. */
export const authenticate = Effect.fnUntraced(function*(headers: Headers.Headers, address: string) {
  const lockout = yield* Lockout
  const strangers = Strangers.of(yield* RateWindow)
  const given = credential(headers)
  if (given === null) {
    yield* Rate.takeAddress(address)
    return yield* stop("AUTH_002")
  }
  const hash = Secret.hashKey(given)
  const now = yield* Instant.now
  const lock = strangers.lockedUntil(hash, now)
  if (lock !== null) return yield* locked(lock, now)
  const exhausted = strangers.exhaustedUntil(address, now)
  if (exhausted !== null && !strangers.mayLookUp(hash, address, now)) return yield* Rate.refuseAddress(exhausted, now)
  const [standing, account] = yield* ask(hash, now, strangers.isKnown(hash))
  if (standing.lockedUntil !== null) {
    strangers.lock(hash, standing.lockedUntil)
    return yield* locked(standing.lockedUntil, now)
  }
  if (account === null) {
    strangers.forget(hash)
    // Only tries that the rate limit of the address admits are counted, so nobody can flood the counters.
    yield* Rate.takeAddress(address)
    const { isCounted, lockedUntil } = yield* lockout.fail(hash, now)
    if (lockedUntil !== null) strangers.lock(hash, lockedUntil)
    // Others have locked it since it was found unlocked: this try is one too many.
    return yield* (isCounted || lockedUntil === null ? stop("AUTH_002") : locked(lockedUntil, now))
  }
  strangers.welcome(hash)
  if (standing.failures > 0) yield* lockout.clear(hash)
  return account
})
