/**
 * Steps 4 and 6: whom a request acts as (specification "Authentication", profile scoping).
 */
import * as Authenticate from "@signalbox/core/accounts/Authenticate"
import { Decider } from "@signalbox/core/engine/Decider"
import type { Caller } from "@signalbox/core/operation/Caller"
import type { Account } from "@signalbox/core/row/Account"
import { isProfileOf } from "@signalbox/core/row/Account"
import type { AccountId } from "@signalbox/core/value/Id"
import * as Uuid from "@signalbox/core/value/Uuid"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import { stop } from "./Stopped.ts"

/** The profile that the header asks for, or null. The caller's own id asks for nothing. */
const wanted = (headers: Headers.Headers, account: Account): string | null => {
  const header = headers["x-profile-id"]?.trim().toLowerCase()
  return header === undefined || header === account.id ? null : header
}

/** Step 4: a profile acts for nobody but itself. */
export const permit = (headers: Headers.Headers, account: Account) =>
  account.type === "profile" && wanted(headers, account) !== null ? Effect.fail(stop("AUTH_004")) : Effect.void

/** Step 6: the account that the request acts as. */
export const resolve = Effect.fnUntraced(function*(headers: Headers.Headers, account: Account) {
  const id = wanted(headers, account)
  if (id === null) return { account, keyAccount: account } satisfies Caller
  if (!Uuid.is(id)) return yield* stop("VALIDATION_003", { details: { "x-profile-id": ["must be a UUID"] } })
  const decider = yield* Decider
  const { answer: profile } = yield* decider.run(Authenticate.FindAccount, id as AccountId)
  if (profile === null || !isProfileOf(profile, account.id)) return yield* stop("RESOURCE_013")
  return { account: profile, keyAccount: account } satisfies Caller
})
