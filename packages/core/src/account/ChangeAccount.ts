/**
 * The operator changes the name, the limits and the settings of an account. Fields that are left out keep their value, and
 * where nothing changes nothing is written.
 */
import * as Equal from "effect/Equal"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import * as OwnSettings from "../row/OwnSettings.ts"
import type { AccountId } from "../value/Id.ts"
import * as Numbers from "./Numbers.ts"
import * as Purge from "./PurgeWork.ts"
import * as Redaction from "./RedactionWork.ts"
import * as Withholding from "./Withholding.ts"

export type Change =
  & Partial<
    Pick<
      Account,
      | "name"
      | "email"
      | "icon"
      | "description"
      | "stage"
      | "channels"
      | "numbers"
      | "keywords"
      | "keywordLists"
      | "rules"
      | "allowMms"
      | "dailyMessageLimit"
      | "requestsPerMinute"
      | "quietHours"
      | "expiryHours"
      | "keyLastUsed"
      | "smartEncoding"
      | "webhookDisableMinutes"
      | "webhooks"
    >
  >
  & OwnSettings.Changed

const isSame = (one: Account, other: Account): boolean =>
  Equal.equals(Accounts.stored.encode(one), Accounts.stored.encode(other))

/** Returns the changed account, or null when the account does not exist or is deleted. */
export const ChangeAccount: Decision<{ readonly account: AccountId; readonly change: Change }, Account | null> = {
  name: "accounts.change",
  needs: ({ account, change }) =>
    Needs.all(
      Needs.row(Accounts, account),
      Numbers.needs(change.numbers ?? []),
      change.numbers === undefined && change.channels === undefined
        ? Needs.none
        : Needs.row(ChannelSet.ChannelSets, account)
    ),
  decide: ({ account, change }, { facts, now }) => {
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) {
      return done(null)
    }
    const next: Account = OwnSettings.withoutNull({ ...row, ...change })
    const owning = change.numbers === undefined
      ? next
      : Numbers.dated(Numbers.settled(facts, next), row.numbers, now)
    const settled = change.numbers === undefined && change.channels === undefined ? next : Withholding.settled(
      owning,
      Facts.get(facts, ChannelSet.ChannelSets, account) ?? ChannelSet.empty(account)
    )
    // Whoever says at every start what the account is like does not contend for its row.
    if (isSame(settled, row)) {
      return done(row)
    }
    const changed: Account = { ...settled, updatedAt: now }
    return done(changed, {
      expects: [Facts.expected(facts, Accounts, account)],
      puts: [Commit.put(Accounts, changed)],
      due: [...Redaction.begun(changed, row, now), ...Purge.begun(changed, row, now)]
    })
  }
}
