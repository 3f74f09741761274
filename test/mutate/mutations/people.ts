import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "people",
    "user/TeamRule.ts",
    "team.admins.every((admin) => admin === user.id)",
    "team.admins.length === 0",
    "core/user/Roster"
  ),
  core(
    "people",
    "user/TeamRule.ts",
    "Email.same(user.email, asking.email) &&",
    "false &&",
    "core/user/Roster"
  ),
  core("people", "user/Permission.ts", "user.status === \"active\" &&", "true &&", "core/user/Permission"),
  core(
    "people",
    "user/Permission.ts",
    "on === organization ? [on] : [on, organization]",
    "[on]",
    "core/user/Permission"
  ),
  core(
    "people",
    "user/Permission.ts",
    "account.id === organization || isProfileOf(account, organization) ? [account] : []",
    "[account]",
    "core/user/Permission"
  ),
  core("people", "user/Permission.ts", "account.ownerEmail ?? account.email", "account.email", "core/user/Permission"),
  core("people", "user/Roster.ts", "teamed(facts, { ...user, status: \"invited\" }, user)", "{}", "core/user/Roster"),
  core("people", "user/Roster.ts", "    teamed(facts, user, null)", "    {}", "core/user/Roster"),
  core("people", "row/User.ts", "Email.compared(email)", "email", "core/user/Roster"),
  core("people", "user/Invitation.ts", "  updatedAt: now\n", "  updatedAt: user.updatedAt\n", "core/user/Roster"),
  core(
    "people",
    "user/Permission.ts",
    "Facts.find(facts, Users, userEmail(account, email))",
    "null",
    "core/user/Permission"
  ),
  core(
    "people",
    "user/Permission.ts",
    "user: entry(question.asking, account.id, facts)",
    "user: entry(question.asking, question.on, facts)",
    "core/user/Permission"
  ),
  core("people", "user/AddUser.ts", "      lastLoginAt,\n", "      lastLoginAt: null,\n", "core/user/Roster"),
  core(
    "people",
    "user/UserResource.ts",
    "invited_at: instant(user.invitedAt)",
    "invited_at: instant(user.lastLoginAt)",
    "core/user/Roster"
  ),
  core(
    "people",
    "user/TeamRule.ts",
    "change._tag === \"Removal\" || change.role !== user.role",
    "change._tag === \"Role\" && change.role !== user.role",
    "core/user/Roster"
  )
]
