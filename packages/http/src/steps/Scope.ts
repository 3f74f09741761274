/**
 * Steps 4 and 6: the account that a request acts as (specification "Authentication", profile scoping).
 */
import { Access, organizationOf } from "@signalbox/core/Access"
import type { Account } from "@signalbox/core/Account"
import { isProfileOf } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import type { AccountId } from "@signalbox/core/Id"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Option from "effect/Option"
import type { Requirements } from "./Requirements.ts"
import { stop } from "./Stopped.ts"

/** Returns the profile that the header asks for, or null. A header with the caller's own id counts as absent. */
const wanted = (headers: Headers.Headers, account: Account): string | null => {
  const header = headers["x-profile-id"]?.trim().toLowerCase()
  return header === undefined || header === account.id ? null : header
}

/** The parameters of a path, by their names. */
type Params = Readonly<Record<string, string | undefined>>

/** Returns the account on which the role is checked. A later step refuses an invalid profile id. */
const asked = Effect.fnUntraced(function*(
  headers: Headers.Headers,
  account: Account,
  { roleOn }: Requirements,
  params: Params | undefined
) {
  if (roleOn === "organization") return organizationOf(account)
  const id = roleOn === "path"
    ? (params ?? Option.getOrUndefined(yield* Effect.serviceOption(HttpRouter.RouteContext))?.params)?.["profileId"]
      ?.toLowerCase()
    : wanted(headers, account)
  return id !== undefined && id !== null && Uuid.is(id) ? id as AccountId : account.id
})

/** Legacy v2 names the account of the key once more (specification "Authentication", decisions part 10). */
const checkSender = (headers: Headers.Headers, account: Account) => {
  const sender = headers["x-sender-id"]?.trim().toLowerCase() ?? ""
  if (!Uuid.is(sender)) return Effect.fail(stop("AUTH_003"))
  return sender === account.id ? Effect.void : Effect.fail(stop("AUTH_004"))
}

/**
 * Step 4: a profile may act only as itself, some operations are for organizations only, and some need a role.
 *
 * @param params the parameters of the path; those of the router's route unless given
 */
export const permit = Effect.fnUntraced(function*(
  headers: Headers.Headers,
  account: Account,
  requirements: Requirements | null,
  params?: Params
) {
  if (requirements?.isLegacy === true) return yield* checkSender(headers, account)
  if (account.type === "profile" && wanted(headers, account) !== null) return yield* stop("AUTH_004")
  if (requirements?.asks === "organization" && account.type !== "organization") return yield* stop("AUTH_004")
  if (requirements === null || requirements.role === null) return
  const on = yield* asked(headers, account, requirements, params)
  const access = yield* Access
  const question = { asking: account, required: requirements.role, on }
  if (!(yield* access.permits(question))) return yield* stop("AUTH_004")
})

/** Step 6: the account that the request acts as. */
export const resolve = Effect.fnUntraced(function*(
  headers: Headers.Headers,
  account: Account,
  requirements: Requirements | null
) {
  const id = requirements?.isLegacy === true ? null : wanted(headers, account)
  if (id === null) return { account, keyAccount: account } satisfies Caller
  if (!Uuid.is(id)) return yield* stop("VALIDATION_003", { details: { "x-profile-id": ["must be a UUID"] } })
  const access = yield* Access
  const profile = yield* access.findAccount(id as AccountId)
  if (profile === null || !isProfileOf(profile, account.id)) return yield* stop("RESOURCE_013")
  return { account: profile, keyAccount: account } satisfies Caller
})
