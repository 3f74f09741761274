/**
 * PATCH /v3/users/{userId}: changes the role of a user (decisions 5.8).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { User } from "../row/User.ts"
import { Role } from "../row/User.ts"
import type { UserId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Roster from "./Roster.ts"
import * as TeamRule from "./TeamRule.ts"
import { UserPath } from "./UserPath.ts"
import * as UserResource from "./UserResource.ts"

const Body = Schema.Struct({ role: Field.oneOf(Role.literals), sandbox: Field.optional(Schema.Boolean) })

/** The user that a sandbox answer shows (decisions 5.1). */
const simulated = (id: UserId, role: Role, caller: Caller, now: Instant): User => ({
  id,
  account: caller.account.id,
  email: "sandbox@example.com",
  name: "sandbox",
  role,
  status: "active",
  invitedAt: now,
  lastLoginAt: null,
  createdAt: now,
  updatedAt: now
})

export const UpdateUser = Operation.make({
  name: "users.update",
  summary: "Give a user another role",
  description: "Gives a user another role. Nobody changes the own role, and the last admin stays.",
  path: UserPath,
  query: Schema.Struct({}),
  body: Body,
  data: UserResource.UserResource,
  status: 200,
  role: "admin",
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_006"],
  check: () => [],
  isRemade: true,
  simulate: ({ body, path }, caller, now) => UserResource.fromUser(simulated(path.userId, body.role, caller, now)),
  decides: {
    name: "users.update",
    needs: ({ caller, path }) => Roster.needs(caller.account.id, path.userId),
    decide: ({ body: { role }, caller, path }, { facts, now }) => {
      const user = Roster.find(facts, caller.account.id, path.userId)
      if (user === null) return Result.fail(Refused.refused("RESOURCE_006"))
      if (role === user.role) {
        return done(UserResource.fromUser(user))
      }
      const team = Roster.team(facts, user.account)
      const broken = TeamRule.broken(user, { _tag: "Role", role }, caller.keyAccount, team)
      if (broken.length > 0) return Result.fail(Refused.refused("VALIDATION_001", { role: broken }))
      const next: User = { ...user, role, updatedAt: now }
      return done(
        UserResource.fromUser(next),
        Roster.changed(facts, user, next)
      )
    }
  }
})
