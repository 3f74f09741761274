/**
 * The operator says what a recipient has said about purposes of an account, such as opt-ins that were given elsewhere
 * (decisions 17.5). A contact that does not exist is created; an inherited one is changed as well.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Consent from "./Consent.ts"
import * as KnownContact from "./KnownContact.ts"
import * as PreferencesBody from "./PreferencesBody.ts"

/** UnknownPurpose: one of the names is no purpose of the account, and nothing has changed. */
export type PreferAnswer = "Changed" | "Unchanged" | "UnknownAccount" | "UnknownPurpose"

export interface Command {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly preferences: Consent.Changes
}

export const Prefer: Decision<Command, PreferAnswer> = {
  name: "contacts.prefer",
  needs: ({ account, phone }, facts) => {
    const owner = Facts.peek(facts, Accounts, account) ?? null
    return Needs.all(
      Needs.row(Accounts, account),
      KnownContact.needs(owner ?? { id: account }, phone),
      owner === null ? Needs.none : Purposes.needs(owner)
    )
  },
  decide: ({ account, phone, preferences }, grounds) => {
    const { facts, now } = grounds
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) return done("UnknownAccount")
    const purposes = Purposes.ofAccount(owner, facts)
    const names = Object.keys(preferences)
    if (names.some((name) => Purposes.flaw(name, purposes) !== null)) return done("UnknownPurpose")
    const known = KnownContact.of(owner, phone, grounds)
    const { contact, isNew } = known
    const next = Consent.toPurposes(contact, preferences, purposes)
    if (next === contact) return done("Unchanged")
    const changed = isNew ? next : { ...next, updatedAt: now }
    return done("Changed", KnownContact.changed(known, changed), {
      puts: [...PreferencesBody.records(contact, changed, names, "OPERATOR", grounds)]
    })
  }
}
