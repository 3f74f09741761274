/**
 * Step 3 authenticates the request: it reads the credential, checks whether it is locked, and finds the account of the
 * key, or of the voice token where one is taken.
 */
import * as Deadline from "@signalbox/core/Deadline"
import * as Instant from "@signalbox/core/Instant"
import type { Standing } from "@signalbox/core/Lockout"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Secret from "@signalbox/core/Secret"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { Headers } from "../Received.ts"
import type { Gates } from "./AdmissionServices.ts"
import * as KeyTerms from "./KeyTerms.ts"
import * as Rate from "./Rate.ts"
import { reject } from "./Rejection.ts"
import * as RequestContext from "./RequestContext.ts"
import type { Requester } from "./Requester.ts"
import type { Requirements } from "./Requirements.ts"

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

/** Returns whether a credential is a voice token: a Bearer that is no key, where the operation takes tokens. */
const isVoiceToken = (headers: Headers, given: string, requirements: Requirements | null): boolean =>
  requirements?.takesVoiceToken === true && headers["x-api-key"] === undefined && !Uuid.is(given)

const locked = (until: Instant.Instant, now: Instant.Instant) =>
  reject("BUSINESS_002", {
    headers: { "retry-after": String(Math.ceil((until - now) / Instant.second)) }
  })

/** Asks whose a credential is. */
const lookUp = ({ access }: Gates, given: string, hash: Secret.KeyHash, isToken: boolean) =>
  isToken
    ? Effect.map(access.authenticateVoice(given), (caller): Requester | null => caller && { ...caller, key: null })
    : Effect.map(access.authenticate(hash), (found): Requester | null =>
      found && { account: found.account, key: found.key, identity: null })

/** The store's answer about a credential. */
interface Found {
  readonly standing: Standing
  readonly requester: Requester | null
}

const spotless: Standing = { failures: 0, lockedUntil: null }

/** Asks whether the credential is locked, and whose it is. */
const ask = (
  { lockout, callers }: Gates,
  hash: Secret.KeyHash,
  now: Instant.Instant,
  look: ReturnType<typeof lookUp>
): Effect.Effect<Found, ExecutionError> => {
  // Nothing stood against a credential that was right a moment ago.
  if (callers.wasRight(hash, now)) return Effect.map(look, (requester) => ({ standing: spotless, requester }))
  const asked = Deadline.inTime(lockout.standing(hash, now))
  // One that was right lately is hardly locked: both questions are asked at the same time.
  if (callers.isKnown(hash)) {
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
  request: RequestContext.RequestContext,
  requirements: Requirements | null
) {
  const { lockout, callers } = gates
  const { headers } = request
  const address = RequestContext.address(request)
  const given = credential(headers)
  if (given === null) {
    yield* Rate.takeAddress(gates, request, address)
    return yield* reject("AUTH_002", { message: missing })
  }
  const isToken = isVoiceToken(headers, given, requirements)
  const hash = Secret.hashKey(given)
  const now = RequestContext.now(request)
  const lock = callers.lockedUntil(hash, now)
  if (lock !== null) return yield* locked(lock, now)
  const exhausted = callers.exhaustedUntil(address, now)
  if (exhausted !== null && !callers.mayLookUp(hash, address, now)) return yield* Rate.refuseAddress(exhausted, now)
  const { requester, standing } = yield* ask(gates, hash, now, lookUp(gates, given, hash, isToken))
  if (standing.lockedUntil !== null) {
    callers.lock(hash, standing.lockedUntil)
    return yield* locked(standing.lockedUntil, now)
  }
  if (requester === null) {
    callers.forget(hash)
    // Only tries that the rate limit of the address admits are counted, so nobody can flood the counters.
    yield* Rate.takeAddress(gates, request, address)
    const { isCounted, lockedUntil } = yield* Deadline.inTime(lockout.fail(hash, now))
    if (lockedUntil !== null) callers.lock(hash, lockedUntil)
    // Others have locked it since it was found unlocked: this try is one too many.
    return yield* isCounted || lockedUntil === null
      ? reject(isToken ? "AUTH_001" : "AUTH_002")
      : locked(lockedUntil, now)
  }
  if (requester.key !== null && !KeyTerms.isAtHome(requester.key, request.ip)) {
    // Whoever is elsewhere takes nothing from the account's pool, and locks nobody's key.
    yield* Rate.takeAddress(gates, request, address)
    return yield* KeyTerms.wrongAddress()
  }
  callers.welcome(hash, now)
  if (standing.failures > 0) yield* Deadline.inTime(lockout.clear(hash))
  return requester
})
