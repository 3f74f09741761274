/**
 * Steps 4 and 6: the account that a request acts as (specification "Authentication", profile scoping).
 */
import type { Access } from "@signalbox/core/Access"
import { organizationOf } from "@signalbox/core/Access"
import type { Account } from "@signalbox/core/Account"
import { isProfileOf } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import type { AccountId } from "@signalbox/core/Id"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { Headers } from "../Received.ts"
import * as KeyTerms from "./KeyTerms.ts"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"
import type { Requester } from "./Requester.ts"
import type { Requirements } from "./Requirements.ts"

/** Returns the profile that the header asks for, or null. A header with the caller's own id counts as absent. */
const wanted = (headers: Headers, account: Account): string | null => {
  const header = headers["x-profile-id"]?.trim().toLowerCase()
  return header === undefined || header === account.id ? null : header
}

/** The parameters of a path, by their names. */
type Params = Readonly<Record<string, string | undefined>>

/** Returns the account on which the role is checked. A later step refuses an invalid profile id. */
const asked = (headers: Headers, account: Account, { roleOn }: Requirements, params: Params): AccountId => {
  if (roleOn === "organization") return organizationOf(account)
  const id = roleOn === "path" ? params["profileId"]?.toLowerCase() : wanted(headers, account)
  return id !== undefined && id !== null && Uuid.is(id) ? id as AccountId : account.id
}

/** Legacy v2 names the account of the key once more (specification "Authentication", decisions part 10). */
const checkSender = (headers: Headers, account: Account) => {
  const sender = headers["x-sender-id"]?.trim().toLowerCase() ?? ""
  if (!Uuid.is(sender)) return Effect.fail(reject("AUTH_003"))
  return sender === account.id ? Effect.void : Effect.fail(reject("AUTH_004"))
}

/**
 * Step 4: a key may be narrowed down to some operations, a profile may act only as itself, some operations are for
 * organizations only, and some need a role.
 */
export const permit = (
  access: Access["Service"],
  headers: Headers,
  { account, key }: Pick<Requester, "account" | "key">,
  requirements: Requirements | null,
  params: Params
): Effect.Effect<void, Rejection | ExecutionError> => {
  const narrowed = key === null ? null : KeyTerms.outOfScope(key, requirements)
  if (narrowed !== null) return Effect.fail(narrowed)
  if (requirements?.isLegacy === true) return checkSender(headers, account)
  if (account.type === "profile" && wanted(headers, account) !== null) return Effect.fail(reject("AUTH_004"))
  if (requirements?.asks === "organization" && account.type !== "organization") return Effect.fail(reject("AUTH_004"))
  if (requirements === null || requirements.role === null) return Effect.void
  const on = asked(headers, account, requirements, params)
  return Effect.flatMap(
    access.permits({ asking: account, required: requirements.role, on }),
    (permits) => permits ? Effect.void : Effect.fail(reject("AUTH_004"))
  )
}

/**
 * Returns whether the organization may ask as this account: as a deleted profile it may only read what that has left.
 */
const mayActAs = (account: Account, organization: AccountId, requirements: Requirements | null): boolean =>
  isProfileOf(account, organization) ||
  (requirements?.readsDeleted === true && isProfileOf({ ...account, deletedAt: null }, organization))

/** Step 6: the account that the request acts as. */
export const resolve = (
  access: Access["Service"],
  headers: Headers,
  account: Account,
  requirements: Requirements | null
): Effect.Effect<Caller, Rejection | ExecutionError> => {
  const id = requirements?.isLegacy === true ? null : wanted(headers, account)
  if (id === null) return Effect.succeed({ account, keyAccount: account })
  if (!Uuid.is(id)) return Effect.fail(reject("VALIDATION_003", { details: { "x-profile-id": ["must be a UUID"] } }))
  return Effect.flatMap(
    access.findAccount(id as AccountId),
    (profile) =>
      profile === null || !mayActAs(profile, account.id, requirements)
        ? Effect.fail(reject("RESOURCE_013"))
        : Effect.succeed({ account: profile, keyAccount: account })
  )
}
