/**
 * Lets the operator look through all accounts, and close one.
 */
import * as Effect from "effect/Effect"
import type { UsedCap } from "../account/ReadSpend.ts"
import { FindCaps, used } from "../account/ReadSpend.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as SpendCap from "../dispatch/SpendCap.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { CloseAnswer } from "../profile/CloseAccount.ts"
import { CloseAccount } from "../profile/CloseAccount.ts"
import type { Account } from "../row/Account.ts"
import { everyAccount } from "../row/Account.ts"
import type { AuditEntry } from "../row/AuditEntry.ts"
import type { AccountId } from "../value/Id.ts"
import type { Money } from "../value/Money.ts"

export interface ListedAccount {
  readonly account: Account
  readonly balance: Money
}

export interface AccountPage {
  readonly accounts: ReadonlyArray<ListedAccount>
  /** How many accounts there are, closed ones included. */
  readonly total: number
  /** Where the next page begins; null when this one is the last. */
  readonly after: ListPosition | null
}

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly total: number
  /** Where the next page begins; null when this one is the last. */
  readonly after: ListPosition | null
}

export interface OperatorAccounts {
  /** All accounts, profiles and closed ones too, newest first. The next page begins behind `after` of this one. */
  readonly accounts: (after: ListPosition | null, limit: number) => Effect.Effect<AccountPage, StoreError>
  /** Who changed what in an account, the newest change first. The next page begins behind `after` of this one. */
  readonly auditLog: (
    account: AccountId,
    after: ListPosition | null,
    limit: number
  ) => Effect.Effect<AuditPage, StoreError>
  /**
   * Closes an account for good, and the profiles of an organization with it. Its keys end, what it holds is
   * cancelled, and its history stays. It may be repeated: when a call fails in between, the next one closes the rest.
   */
  readonly closeAccount: (account: AccountId) => Effect.Effect<CloseAnswer, ExecutionError>
  /** How much of the spend caps that hold for an account is used up, those of its organization too. Null: no such account. */
  readonly usedCaps: (account: AccountId) => Effect.Effect<ReadonlyArray<UsedCap> | null, ExecutionError>
}

export const make = (executor: Executor["Service"], store: Store["Service"]): OperatorAccounts => {
  const close = (account: AccountId) => Effect.map(executor.run(CloseAccount, account), ({ answer }) => answer)

  return {
    accounts: Effect.fnUntraced(function*(after, limit) {
      const behind = after === null ? {} : { behind: after }
      const query = { list: "accounts", scope: everyAccount, offset: 0, limit, ...behind } as const
      const { rows, total } = yield* store.list(query)
      const accounts = rows.flatMap((row) => row.kind === "account" ? [row.value] : [])
      const facts = yield* executor.read(() => Needs.all(...accounts.map(({ id }) => Needs.balance(id))))
      const last = accounts.at(-1)
      return {
        accounts: accounts.map((account) => ({ account, balance: Facts.balance(facts, account.id) })),
        total,
        after: last === undefined || rows.length < limit ? null : { at: last.createdAt, key: last.id }
      }
    }),
    usedCaps: Effect.fnUntraced(function*(account) {
      const { answer: caps } = yield* executor.run(FindCaps, account)
      return caps === null ? null : used(caps, yield* executor.read(() => SpendCap.needs(caps)))
    }),
    auditLog: Effect.fnUntraced(function*(account, after, limit) {
      const behind = after === null ? {} : { behind: after }
      const bound = Limit.auditEntriesLookedAt
      const query = { list: "audit_log", scope: account, offset: 0, limit, bound, ...behind } as const
      const { next = null, rows, total } = yield* store.list(query)
      return { entries: rows.flatMap((row) => row.kind === "audit_entry" ? [row.value] : []), total, after: next }
    }),
    closeAccount: Effect.fnUntraced(function*(account) {
      // Nobody can be given a profile of an organization that is closed, so none is missed.
      let answer = yield* close(account)
      for (;;) {
        const { rows } = yield* store.list({ list: "profiles", scope: account, offset: 0, limit: Limit.removalBatch })
        const answers = yield* Effect.forEach(rows, ({ key }) => close(key as AccountId))
        // A profile leaves the list when it is closed.
        if (!answers.includes("Closed")) return answer
        answer = "Closed"
      }
    })
  }
}
