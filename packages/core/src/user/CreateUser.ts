/**
 * POST /v3/users: invites a person, or renews an invitation that has expired (decisions 4.4, 5.8).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import { Accounts } from "../row/Account.ts"
import type { User } from "../row/User.ts"
import { Role, userEmail, Users } from "../row/User.ts"
import * as Email from "../value/Email.ts"
import type { AccountId, UserId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Invitation from "./Invitation.ts"
import { ownerEmail } from "./Permission.ts"
import * as Roster from "./Roster.ts"
import * as UserResource from "./UserResource.ts"

const Body = Schema.Struct({
  email: Field.text((text) => Email.is(text) && text.trim().length <= Limit.emailLength, {
    message: `must be an e-mail address of at most ${Limit.emailLength} characters`
  }),
  name: Field.nonBlank(Limit.userNameLength),
  role: Field.oneOf(Role.literals),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

const given = ({ email, name, role }: Body): Pick<User, "email" | "name" | "role"> => ({
  email: email.trim(),
  name,
  role
})

const invited = (body: Body, account: AccountId, id: UserId, now: Instant): User => ({
  ...given(body),
  id,
  account,
  status: "invited",
  invitedAt: now,
  lastLoginAt: null,
  createdAt: now,
  updatedAt: null
})

/**
 * Returns whether the e-mail address is that of the owner of the account or of its organization. Owners are not among
 * the users.
 */
const isOwner = (email: string, { account }: Caller, facts: Facts.Facts): boolean => {
  const organization = account.organization === null ? null : Facts.get(facts, Accounts, account.organization)
  return [account, organization].some((each) => each !== null && Email.same(email, ownerEmail(each)))
}

export const CreateUser = Operation.make({
  name: "users.create",
  summary: "Invite a user",
  description: "Invites a person by e-mail. The invitation expires after 7 days.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: UserResource.UserResource,
  status: 201,
  role: "admin",
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007"],
  check: () => [],
  isRemade: true,
  simulate: ({ body }, caller, now, ids) =>
    UserResource.fromUser(invited(body, caller.account.id, ids.uuid() as UserId, now)),
  decides: {
    name: "users.create",
    needs: ({ body, caller: { account } }, facts) => {
      const key = userEmail(account.id, body.email)
      const taken = Facts.peekFound(facts, Users, key)
      return Needs.all(
        Needs.unique(key),
        account.organization === null ? Needs.none : Needs.row(Accounts, account.organization),
        taken === undefined || taken === null ? Needs.none : Roster.needs(account.id, taken.id)
      )
    },
    decide: ({ body, caller }, { facts, now, ids }) => {
      const account = caller.account.id
      const known = Facts.find(facts, Users, userEmail(account, body.email))
      if (known !== null && Invitation.isExpired(known, now)) {
        const user = Invitation.renewed(known, given(body), now)
        return done(
          UserResource.fromUser(user),
          Roster.changed(facts, known, user)
        )
      }
      if (known !== null || isOwner(body.email, caller, facts)) {
        return Result.fail(Refused.refused("RESOURCE_007", { email: ["is used by a user or the owner already"] }))
      }
      const user = invited(body, account, ids.id(now) as UserId, now)
      return done(
        UserResource.fromUser(user),
        Roster.added(facts, user)
      )
    }
  }
})
