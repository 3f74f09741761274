/**
 * The operator adds a person to an account's users, in any status. This is not part of the HTTP API.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { User } from "../row/User.ts"
import { Teams, userEmail, Users } from "../row/User.ts"
import type { UserId } from "../value/Id.ts"
import * as Roster from "./Roster.ts"

export interface Invitee extends Pick<User, "email" | "name" | "role" | "status"> {
  /** When the invitation was issued. It defaults to now for a person whose status is `invited`. */
  readonly invitedAt?: User["invitedAt"]
  readonly lastLoginAt?: User["lastLoginAt"]
}

export interface Command extends Invitee, Pick<User, "account"> {}

/** Answers with the id of the user. One who is there already is left as is. */
export const AddUser: Decision<Command, UserId> = {
  name: "people.add_user",
  needs: ({ account, email }) => Needs.all(Needs.unique(userEmail(account, email)), Needs.row(Teams, account)),
  decide: ({ account, email, invitedAt, lastLoginAt = null, name, role, status }, { facts, now, ids }) => {
    const taken = Facts.find(facts, Users, userEmail(account, email))
    if (taken !== null) {
      return done(taken.id)
    }
    const user: User = {
      id: ids.id(now) as UserId,
      account,
      email: email.trim(),
      name,
      role,
      status,
      invitedAt: invitedAt ?? (status === "invited" || status === "rejected" ? now : null),
      lastLoginAt,
      createdAt: now,
      updatedAt: null
    }
    return done(
      user.id,
      Roster.added(facts, user)
    )
  }
}
