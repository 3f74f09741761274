/**
 * How much of the spend caps that hold for an account is used up: its own, and those of the organization that it is a
 * profile of (decisions 17.2).
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as SpendCap from "../dispatch/SpendCap.ts"
import type * as SpendWarning from "../dispatch/SpendWarning.ts"
import * as Standing from "../dispatch/Standing.ts"
import type { AccountId } from "../value/Id.ts"

/** A cap in its present period. */
export interface UsedCap extends SpendWarning.Used {
  /** Whether `account.spend_warning` has told of it. */
  readonly isWarned: boolean
}

/** Returns the caps in the periods of now; null when there is no such account. */
export const FindCaps: Decision<AccountId, ReadonlyArray<SpendCap.Cap> | null> = {
  name: "accounts.caps",
  needs: (account, facts) => Standing.needs({ account, template: null }, facts),
  decide: (account, { facts, now }) => {
    const accounts = Standing.accounts({ account, template: null }, facts)
    return done(accounts.length === 0 ? null : accounts.flatMap((each) => SpendCap.all(each, now)))
  }
}

/** Returns what is used up of caps, whose counters are loaded. */
export const used = (caps: ReadonlyArray<SpendCap.Cap>, facts: Facts.Facts): ReadonlyArray<UsedCap> =>
  caps.map(({ counter, warned, ...cap }) => ({
    ...cap,
    spent: SpendCap.spent(facts, { counter }),
    isWarned: Facts.counter(facts, warned) > 0
  }))
