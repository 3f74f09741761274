/**
 * Step 3 authenticates the request: it reads the credential, checks whether it is locked, and finds the account of the
 * key, or of the voice token where one is taken.
 */
import { Access } from "@signalbox/core/Access"
import type { Account } from "@signalbox/core/Account"
import * as Instant from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Secret from "@signalbox/core/Secret"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Rate from "./Rate.ts"
import type { Requirements } from "./Requirements.ts"
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

const missing = "The API key is missing: send it in the header x-api-key, or as Authorization: Bearer"

/** Who asks: the account of a key, or the app identity that a voice token of the account was made for. */
export interface Requester {
  readonly account: Account
  /** Null for whoever has shown a key. */
  readonly identity: string | null
}

/** Returns whether a credential is a voice token: a Bearer that is no key, where the operation takes tokens. */
const isVoiceToken = (headers: Headers.Headers, given: string, requirements: Requirements | null): boolean =>
  requirements?.takesVoiceToken === true && headers["x-api-key"] === undefined && !Uuid.is(given)

const locked = (until: Instant.Instant, now: Instant.Instant) =>
  stop("BUSINESS_002", {
    headers: { "retry-after": String(Math.ceil((until - now) / Instant.second)) }
  })

/** Asks whose a credential is. */
const lookUp = Effect.fnUntraced(function*(given: string, hash: Secret.KeyHash, isToken: boolean) {
  const access = yield* Access
  if (isToken) return yield* access.authenticateVoice(given)
  const account = yield* access.authenticate(hash)
  return account === null ? null : { account, identity: null } satisfies Requester
})

/** Asks whether the credential is locked, and whose it is. */
const ask = Effect.fnUntraced(function*(
  hash: Secret.KeyHash,
  now: Instant.Instant,
  isKnown: boolean,
  look: ReturnType<typeof lookUp>
) {
  const lockout = yield* Lockout
  // A credential that was right lately is hardly locked: both are asked at once. Of any other one, a locked credential
  // is never looked up.
  if (isKnown) return yield* Effect.all([lockout.standing(hash, now), look], { concurrency: 2 })
  const standing = yield* lockout.standing(hash, now)
  return [standing, standing.lockedUntil === null ? yield* look : null] as const
})

/** Returns whose the credential of the request is. */
export const authenticate = Effect.fnUntraced(function*(
  headers: Headers.Headers,
  address: string,
  requirements: Requirements | null
) {
  const lockout = yield* Lockout
  const strangers = Strangers.of(yield* RateWindow)
  const given = credential(headers)
  if (given === null) {
    yield* Rate.takeAddress(address)
    return yield* stop("AUTH_002", { message: missing })
  }
  const isToken = isVoiceToken(headers, given, requirements)
  const refused = stop(isToken ? "AUTH_001" : "AUTH_002")
  const hash = Secret.hashKey(given)
  const now = yield* Instant.now
  const lock = strangers.lockedUntil(hash, now)
  if (lock !== null) return yield* locked(lock, now)
  const exhausted = strangers.exhaustedUntil(address, now)
  if (exhausted !== null && !strangers.mayLookUp(hash, address, now)) return yield* Rate.refuseAddress(exhausted, now)
  const [standing, requester] = yield* ask(hash, now, strangers.isKnown(hash), lookUp(given, hash, isToken))
  if (standing.lockedUntil !== null) {
    strangers.lock(hash, standing.lockedUntil)
    return yield* locked(standing.lockedUntil, now)
  }
  if (requester === null) {
    strangers.forget(hash)
    // Only tries that the rate limit of the address admits are counted, so nobody can flood the counters.
    yield* Rate.takeAddress(address)
    const { isCounted, lockedUntil } = yield* lockout.fail(hash, now)
    if (lockedUntil !== null) strangers.lock(hash, lockedUntil)
    // Others have locked it since it was found unlocked: this try is one too many.
    return yield* (isCounted || lockedUntil === null ? refused : locked(lockedUntil, now))
  }
  strangers.welcome(hash)
  if (standing.failures > 0) yield* lockout.clear(hash)
  return requester
})
