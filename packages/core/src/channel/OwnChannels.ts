/**
 * The channels of an account among the facts, and the commit that stores them together with what they mean for the
 * account.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { AccountId } from "../value/Id.ts"
import type * as ChannelStep from "./ChannelStep.ts"
import * as SenderGrant from "./SenderGrant.ts"

const { ChannelSets } = ChannelSet_

/** Needs the channels for reading. */
export const needs = (account: AccountId): Needs.Needs => Needs.row(ChannelSets, account)

export const of = (facts: Facts.Facts, account: AccountId): ChannelSet =>
  Facts.get(facts, ChannelSets, account) ?? ChannelSet_.empty(account)

/** Needs all that a change of the channels rests on. */
export const needsToChange = (
  account: AccountId,
  facts: Facts.Facts,
  senders: ReadonlyArray<string | null> = []
): Needs.Needs => {
  const row = Facts.peek(facts, Accounts, account)
  return Needs.all(
    Needs.row(Accounts, account),
    needs(account),
    row === undefined || row === null ? Needs.none : SenderGrant.needs(row, senders)
  )
}

/** Returns the account as it is now, or null when it is deleted meanwhile. */
export const accountOf = (facts: Facts.Facts, id: AccountId): Account | null => {
  const account = Facts.get(facts, Accounts, id)
  return account === null || account.deletedAt !== null ? null : account
}

/** The part of a commit that stores the channels alone. */
export const kept = (facts: Facts.Facts, set: ChannelSet): Pick<Commit.Commit, "expects" | "puts"> => ({
  expects: [Facts.expected(facts, ChannelSets, set.account)],
  puts: [Commit.put(ChannelSets, set)]
})

/** Returns the commit of a change; the account is stored only where it changed. */
export const change = (facts: Facts.Facts, before: Account, { account, events, set }: ChannelStep.Progress) =>
  Commit.all(kept(facts, set), {
    expects: [Facts.expected(facts, Accounts, before.id)],
    puts: account === before ? [] : [Commit.put(Accounts, account)],
    events
  })
