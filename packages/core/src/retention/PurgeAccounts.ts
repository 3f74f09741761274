/**
 * Goes through all accounts, closed ones too, once a day, and begins with those that have a retention and no work for it: new
 * ones, profiles, and all where the operator has set it for all. It ends when no account removes anything.
 */
import { everyone, PurgeAccountsWork, PurgeWork } from "../account/PurgeWork.ts"
import { RedactionWork } from "../account/RedactionWork.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import * as RetentionOf from "../privacy/RetentionOf.ts"
import type { Account } from "../row/Account.ts"
import { everyAccount } from "../row/Account.ts"
import { ref } from "../row/Kind.ts"
import type { Purge } from "../row/Purge.ts"
import { Purges } from "../row/Purge.ts"
import { Redactions } from "../row/Redaction.ts"
import { redacts, removes } from "../row/Retention.ts"
import { serviceSettingsKey, ServiceSettingsRows } from "../row/ServiceSettings.ts"
import * as Instant from "../value/Instant.ts"
import type { Due } from "../work/Work.ts"
import { again } from "../work/Work.ts"

const { accounts: limit } = Limit.purge

const pageOf = (purge: Purge | null): ListQuery => ({
  list: "accounts",
  scope: everyAccount,
  ...(purge?.place === undefined ? {} : { behind: purge.place }),
  isCounted: false,
  offset: 0,
  limit
})

const accountsIn = (page: Facts.Page | undefined): ReadonlyArray<Account> =>
  (page?.rows ?? []).flatMap((row) => row.kind === "account" ? [row.value] : [])

const begun = (account: Account, facts: Facts.Facts, now: Instant.Instant): ReadonlyArray<Due> => {
  const { id } = account
  const retention = RetentionOf.held(account, facts)?.retention
  if (retention === undefined) return []
  return [
    ...(removes(retention) && Facts.get(facts, Purges, id) === null ? [PurgeWork.due(id, id, now)] : []),
    ...(redacts(retention) && Facts.get(facts, Redactions, id) === null
      ? [RedactionWork.due({ account: id, message: null }, id, now)]
      : [])
  ]
}

export const PurgeAccounts = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "retention.purge_accounts",
  needs: (_, facts) => {
    const known = Needs.all(Needs.row(Purges, everyone), Needs.row(ServiceSettingsRows, serviceSettingsKey))
    const purge = Facts.peek(facts, Purges, everyone)
    if (purge === undefined) return known
    const accounts = accountsIn(Facts.peekPage(facts, pageOf(purge)))
    const ids = accounts.map(({ id }) => id)
    return Needs.all(
      known,
      Needs.list(pageOf(purge)),
      ...accounts.map(({ id }) => RetentionOf.needs(id, facts)),
      Needs.rows(Purges, ids),
      Needs.rows(Redactions, ids)
    )
  },
  decide: ({ lease }, { facts, now }) => {
    const before = Facts.get(facts, Purges, everyone)
    const expects = [Facts.expected(facts, Purges, everyone)]
    const accounts = accountsIn(Facts.page(facts, pageOf(before)))
    const last = accounts.at(-1)
    const isNeeded = before?.isNeeded === true ||
      accounts.some((account) => RetentionOf.held(account, facts) !== null)
    const begins = { due: accounts.flatMap((account) => begun(account, facts, now)) }
    const goesOn = (next: Purge, at: Instant.Instant) =>
      done(undefined, begins, { expects, puts: [Commit.put(Purges, next)], due: [again(lease, at)] })
    if (accounts.length === limit && last !== undefined) {
      const place = { at: last.createdAt, key: last.id }
      return goesOn(
        { of: everyone, place, ...(isNeeded ? { isNeeded } : {}) },
        Instant.plus(now, Limit.purge.rest)
      )
    }
    if (isNeeded) return goesOn({ of: everyone }, Instant.plus(now, Limit.purge.review))
    return done(undefined, before === null ? {} : { expects, deletes: [ref(Purges, everyone)] })
  }
})

export const PurgeAccountsJob = Job.make({
  work: PurgeAccountsWork,
  decides: PurgeAccounts,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
