/**
 * GET /v3/users and GET /v3/users/{userId}: the people of the account that the request acts as.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import { Users } from "../row/User.ts"
import type { AccountId } from "../value/Id.ts"
import * as Roster from "./Roster.ts"
import { UserPath } from "./UserPath.ts"
import * as UserResource from "./UserResource.ts"

const reading = {
  ...Reading.operation,
  role: "any"
} as const

const pageSize = 1000

const page = (account: AccountId, index: number): Needs.ListQuery => ({
  list: "users",
  scope: account,
  offset: index * pageSize,
  limit: pageSize
})

/** The answer is not paged (decisions part 2), so every page of the list is loaded. */
const pages = (account: AccountId, facts: Facts.Facts): ReadonlyArray<Needs.ListQuery> => {
  const total = Facts.peekPage(facts, page(account, 0))?.total ?? 0
  return Array.from({ length: Math.max(1, Math.ceil(total / pageSize)) }, (_, index) => page(account, index))
}

export const ListUsers = Operation.make({
  ...reading,
  name: "users.list",
  summary: "List the users, the first ones first",
  description: "Lists who has access to the account, and in which role.",
  path: Schema.Struct({}),
  data: Schema.Struct({ users: Schema.Array(UserResource.UserResource) }),
  decides: {
    name: "users.list",
    needs: ({ caller }, facts) => Needs.all(...pages(caller.account.id, facts).map(Needs.list)),
    decide: ({ caller }, { facts }) => {
      const rows = pages(caller.account.id, facts).flatMap((query) => Facts.page(facts, query).rows)
      const users = rows.flatMap((row) => row.kind === "user" ? [row.value] : []).toReversed()
      return Reading.answer({ users: users.map(UserResource.fromUser) })
    }
  }
})

export const GetUser = Operation.make({
  ...reading,
  name: "users.get",
  refuses: ["RESOURCE_006"],
  summary: "Read a user",
  description: "Answers a user with the role.",
  path: UserPath,
  data: UserResource.UserResource,
  decides: {
    name: "users.get",
    needs: ({ path }) => Needs.row(Users, path.userId),
    decide: ({ caller, path }, { facts }) => {
      const user = Roster.find(facts, caller.account.id, path.userId)
      return Reading.answerOr(user, "RESOURCE_006", UserResource.fromUser)
    }
  }
})
