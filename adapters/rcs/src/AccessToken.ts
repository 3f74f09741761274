/**
 * The token that each request needs. It is kept until shortly before its end, and whoever needs it at the same time shares
 * one request for it.
 */
import * as Instant from "@signalbox/core/Instant"
import type { HttpClient, HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Path from "@signalbox/http-carrier/Path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import type { ServiceAccount } from "./ServiceAccount.ts"
import * as ServiceAccounts from "./ServiceAccount.ts"

export type AccessToken =
  | { readonly _tag: "Granted"; readonly token: Redacted.Redacted }
  /** Google does not know the account, or its key. `code` is Google's word, such as `invalid_grant`. */
  | { readonly _tag: "Denied"; readonly code: string }
  /** Google cannot be asked now. */
  | { readonly _tag: "Unavailable" }

export interface AccessTokens {
  readonly get: Effect.Effect<AccessToken>
  /** Forgets a token that Google does not believe any more, so that the next one who needs it asks for another. */
  readonly forget: (token: AccessToken) => Effect.Effect<void>
}

/** So long before its end a token is renewed, in milliseconds: a request takes its time. */
const margin = Instant.minute

/** Nobody asks again this long after a refusal, in milliseconds. */
const refusedFor = 10_000

/** How long a token is good that does not say it, in milliseconds. */
const usualLifetime = Instant.hour

interface Kept {
  readonly token: AccessToken
  readonly until: number
}

const read = (result: HttpResult, now: Instant.Instant): Kept => {
  const unavailable: Kept = { token: { _tag: "Unavailable" }, until: now }
  if (result._tag !== "Answered") return unavailable
  const json = Outcome.json(result.body)
  const token = Path.text(json, "access_token")
  if (Outcome.isSuccess(result) && token !== null && /^[\x21-\x7e]+$/.test(token)) {
    const lifetime = (Path.number(json, "expires_in") ?? usualLifetime / 1000) * 1000
    return { token: { _tag: "Granted", token: Redacted.make(token) }, until: now + Math.max(0, lifetime - margin) }
  }
  return result.status >= 400 && result.status < 500 && result.status !== 429
    ? { token: { _tag: "Denied", code: Path.text(json, "error") ?? `HTTP ${result.status}` }, until: now + refusedFor }
    : unavailable
}

export const make = (client: HttpClient, account: ServiceAccount): AccessTokens => {
  let kept: Kept | null = null
  const one = Semaphore.makeUnsafe(1)

  const ask = Effect.gen(function*() {
    const now = yield* Instant.now
    if (kept !== null && now < kept.until) return kept.token
    const result = yield* client.request({
      method: "POST",
      url: account.tokenUrl,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: ServiceAccounts.assertion(account, now)
      }).toString()
    })
    kept = read(result, yield* Instant.now)
    return kept.token
  })

  return {
    get: Effect.flatMap(
      Instant.now,
      (now) => kept !== null && now < kept.until ? Effect.succeed(kept.token) : Semaphore.withPermit(one, ask)
    ),
    forget: (token) =>
      Effect.sync(() => {
        if (kept?.token === token) kept = null
      })
  }
}
