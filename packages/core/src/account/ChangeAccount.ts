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
import type { AccountId } from "../value/Id.ts"
import * as Numbers from "./Numbers.ts"
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
  & {
    /** Null takes its own setting away, so that what its organization or the service says counts again. */
    readonly rates?: NonNullable<Account["rates"]> | null
    readonly billing?: boolean | null
    readonly pumping?: NonNullable<Account["pumping"]> | null
    readonly destinations?: NonNullable<Account["destinations"]> | null
    readonly spend?: NonNullable<Account["spend"]> | null
    readonly frequency?: NonNullable<Account["frequency"]> | null
    readonly purposes?: NonNullable<Account["purposes"]> | null
    readonly retention?: NonNullable<Account["retention"]> | null
    readonly auditLogDays?: number | null
  }

const isSame = (one: Account, other: Account): boolean =>
  Equal.equals(Accounts.stored.encode(one), Accounts.stored.encode(other))

/** Returns the account with its settings as the change says. */
const changedBy = (row: Account, change: Change): Account => {
  const { auditLogDays, billing, destinations, frequency, pumping, purposes, rates, retention, spend, ...others } = {
    auditLogDays: null,
    billing: null,
    destinations: null,
    frequency: null,
    pumping: null,
    purposes: null,
    rates: null,
    retention: null,
    spend: null,
    ...row,
    ...change
  }
  return {
    ...others,
    ...(pumping === null ? {} : { pumping }),
    ...(rates === null ? {} : { rates }),
    ...(billing === null ? {} : { billing }),
    ...(destinations === null ? {} : { destinations }),
    ...(spend === null ? {} : { spend }),
    ...(frequency === null ? {} : { frequency }),
    ...(purposes === null ? {} : { purposes }),
    ...(retention === null ? {} : { retention }),
    ...(auditLogDays === null ? {} : { auditLogDays })
  }
}

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
    const next = changedBy(row, change)
    const owning = change.numbers === undefined ? next : Numbers.settled(facts, next)
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
      due: Redaction.begun(changed, row, now)
    })
  }
}
