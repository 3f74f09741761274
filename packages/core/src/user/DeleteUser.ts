/**
 * DELETE /v3/users/{userId}: removes a person from the account's users (decisions 5.8).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as Roster from "./Roster.ts"
import * as TeamRule from "./TeamRule.ts"
import { UserPath } from "./UserPath.ts"

export const DeleteUser = Operation.make({
  name: "users.delete",
  summary: "Remove a user",
  description: "Takes a user's access away. Nobody removes himself, and the last admin stays.",
  path: UserPath,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: Schema.Null,
  status: 204,
  role: "admin",
  scope: "manage",
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_006"],
  check: () => [],
  simulate: () => null,
  decides: {
    name: "users.delete",
    needs: ({ caller, path }) => Roster.needs(caller.account.id, path.userId),
    decide: ({ caller, path }, { facts }) => {
      const user = Roster.find(facts, caller.account.id, path.userId)
      if (user === null) return Result.fail(Refused.refused("RESOURCE_006"))
      const broken = TeamRule.broken(user, { _tag: "Removal" }, caller.keyAccount, Roster.team(facts, user.account))
      return broken.length > 0
        ? Result.fail(Refused.refused("VALIDATION_001", { userId: broken }))
        : done(
          null,
          Roster.removed(facts, user)
        )
    }
  }
})
