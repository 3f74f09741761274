/**
 * Step 3 authenticates the request: it reads the credential, checks whether it is locked, and finds the account of the
 * key, or of the voice token where one is taken.
 */
import type { Account } from "@signalbox/core/Account"
import * as Instant from "@signalbox/core/Instant"
import type { Standing } from "@signalbox/core/Lockout"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Secret from "@signalbox/core/Secret"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { Headers } from "../Received.ts"
import * as Arrival from "./Arrival.ts"
import type { Gates } from "./Gatekeepers.ts"
import * as Rate from "./Rate.ts"
import type { Requirements } from "./Requirements.ts"
import { stop } from "./Stopped.ts"

/**
 * Returns the credential of a request, or null. When `x-api-key` is present, it counts, even if empty; of Authorization
 * only the Bearer scheme counts.
 */
export const credential = (headers: Headers): string | null => {
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
const isVoiceToken = (headers: Headers, given: string, requirements: Requirements | null): boolean =>
  requirements?.takesVoiceToken === true && headers["x-api-key"] === undefined && !Uuid.is(given)

const locked = (until: Instant.Instant, now: Instant.Instant) =>
  stop("BUSINESS_002", {
    headers: { "retry-after": String(Math.ceil((until - now) / Instant.second)) }
  })

/** Asks whose a credential is. */
const lookUp = ({ access }: Gates, given: string, hash: Secret.KeyHash, isToken: boolean) =>
  isToken
    ? access.authenticateVoice(given)
    : Effect.map(
      access.authenticate(hash),
      (account): Requester | null => account === null ? null : { account, identity: null }
    )

/** What the store says of a credential. */
interface Found {
  readonly standing: Standing
  readonly requester: Requester | null
}

const spotless: Standing = { failures: 0, lockedUntil: null }

/** Asks whether the credential is locked, and whose it is. */
const ask = (
  { lockout, strangers }: Gates,
  hash: Secret.KeyHash,
  now: Instant.Instant,
  look: ReturnType<typeof lookUp>
): Effect.Effect<Found, ExecutionError> => {
  // What stood against a credential that was right a moment ago is known: nothing.
  if (strangers.wasRight(hash, now)) return Effect.map(look, (requester) => ({ standing: spotless, requester }))
  const asked = lockout.standing(hash, now)
  // One that was right lately is hardly locked: both are asked at once.
  if (strangers.isKnown(hash)) {
    return Effect.map(
      Effect.all([asked, look], { concurrency: "unbounded" }),
      ([standing, requester]) => ({ standing, requester })
    )
  }
  // A locked credential is never looked up.
  return Effect.flatMap(asked, (standing) =>
    standing.lockedUntil === null
      ? Effect.map(look, (requester) => ({ standing, requester }))
      : Effect.succeed({ standing, requester: null }))
}

/** Returns whose the credential of the request is. */
export const authenticate = Effect.fnUntraced(function*(
  gates: Gates,
  arrival: Arrival.Arrival,
  requirements: Requirements | null
) {
  const { lockout, strangers } = gates
  const { headers } = arrival
  const address = Arrival.address(arrival)
  const given = credential(headers)
  if (given === null) {
    yield* Rate.takeAddress(gates, arrival, address)
    return yield* stop("AUTH_002", { message: missing })
  }
  const isToken = isVoiceToken(headers, given, requirements)
  const hash = Secret.hashKey(given)
  const now = Arrival.now(arrival)
  const lock = strangers.lockedUntil(hash, now)
  if (lock !== null) return yield* locked(lock, now)
  const exhausted = strangers.exhaustedUntil(address, now)
  if (exhausted !== null && !strangers.mayLookUp(hash, address, now)) return yield* Rate.refuseAddress(exhausted, now)
  const { requester, standing } = yield* ask(gates, hash, now, lookUp(gates, given, hash, isToken))
  if (standing.lockedUntil !== null) {
    strangers.lock(hash, standing.lockedUntil)
    return yield* locked(standing.lockedUntil, now)
  }
  if (requester === null) {
    strangers.forget(hash)
    // Only tries that the rate limit of the address admits are counted, so nobody can flood the counters.
    yield* Rate.takeAddress(gates, arrival, address)
    const { isCounted, lockedUntil } = yield* lockout.fail(hash, now)
    if (lockedUntil !== null) strangers.lock(hash, lockedUntil)
    // Others have locked it since it was found unlocked: this try is one too many.
    return yield* isCounted || lockedUntil === null
      ? stop(isToken ? "AUTH_001" : "AUTH_002")
      : locked(lockedUntil, now)
  }
  strangers.welcome(hash, now)
  if (standing.failures > 0) yield* lockout.clear(hash)
  return requester
})
