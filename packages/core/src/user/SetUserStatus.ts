/**
 * Changes the status of a user when the person answers the invitation, or the operator suspends or restores the user.
 * This is not part of the HTTP API.
 */
import * as Result from "effect/Result"
import { type Decision, done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import type { User, UserStatus } from "../row/User.ts"
import type { AccountId, UserId } from "../value/Id.ts"
import * as Invitation from "./Invitation.ts"
import * as Roster from "./Roster.ts"

/** The statuses that may follow each status (decisions 4.4). */
export const transitions: Readonly<Record<UserStatus, ReadonlyArray<UserStatus>>> = {
  invited: ["active", "rejected"],
  active: ["suspended"],
  suspended: ["active"],
  rejected: []
}

export interface Command {
  readonly account: AccountId
  readonly user: UserId
  readonly status: UserStatus
}

const refused = (message: string) => Result.fail(Refused.refused("VALIDATION_001", { status: [message] }))

export const SetUserStatus: Decision<Command, User> = {
  name: "people.set_user_status",
  needs: ({ account, user }) => Roster.needs(account, user),
  decide: (command, { facts, now }) => {
    const user = Roster.find(facts, command.account, command.user)
    if (user === null) return Result.fail(Refused.refused("RESOURCE_006"))
    if (!transitions[user.status].includes(command.status)) {
      return refused(`cannot become ${command.status} when it is ${user.status}`)
    }
    if (Invitation.isExpired(user, now)) return refused("cannot be answered: the invitation has expired")
    const next: User = { ...user, status: command.status, updatedAt: now }
    return done(
      next,
      Roster.changed(facts, user, next)
    )
  }
}
