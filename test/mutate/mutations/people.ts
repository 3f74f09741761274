import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "people",
    "people/TeamRule.ts",
    "team.admins.every((admin) => admin === user.id)",
    "team.admins.length === 0",
    "core/People"
  ),
  core(
    "people",
    "people/TeamRule.ts",
    "Email.same(user.email, asking.email) &&",
    "false &&",
    "core/People"
  ),
  core(
    "people",
    "people/Roster.ts",
    "relied: [Facts.relied(facts, Teams, user.account)],",
    "relied: [],",
    "people/Race"
  ),
  core("people", "row/User.ts", "  unique: ({ account, email }) => [userEmail(account, email)],\n", "", "people/Race"),
  core(
    "people",
    "people/Roster.ts",
    "user === null || user.account !== account",
    "user === null",
    "http/contract/node-memory"
  ),
  core(
    "people",
    "people/Invitation.ts",
    "now >= Instant_.plus",
    "now > Instant_.plus",
    "core/People"
  ),
  core("people", "people/Permission.ts", "user.status === \"active\" &&", "true &&", "core/Permission"),
  core(
    "people",
    "people/Permission.ts",
    "role !== null && required === \"any\"",
    "role !== null",
    "core/Permission"
  ),
  core(
    "people",
    "people/Permission.ts",
    "on === organization ? [on] : [on, organization]",
    "[on]",
    "core/Permission"
  ),
  core(
    "people",
    "people/Permission.ts",
    "account.id === organization || isProfileOf(account, organization) ? [account] : []",
    "[account]",
    "core/Permission"
  ),
  core("people", "people/Permission.ts", "account.ownerEmail ?? account.email", "account.email", "core/Permission"),
  core("people", "operation/users/GetUser.ts", ".toReversed()", "", "http/contract/node-memory"),
  core(
    "people",
    "operation/users/CreateUser.ts",
    "known !== null || isOwner",
    "known !== null && isOwner",
    "core/People"
  )
]
