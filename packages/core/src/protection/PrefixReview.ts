/**
 * Looks at what was counted for a prefix of a watched account, and pauses the prefix when too much of it has come to
 * nothing (decisions 17.3).
 */
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import type { Counted } from "../commit/PrefixCounters.ts"
import { counter } from "../commit/PrefixCounters.ts"
import type { InMinute } from "../commit/PrefixWork.ts"
import { PrefixMemoryWork, PrefixReviewWork } from "../commit/PrefixWork.ts"
import * as Job from "../engine/Job.ts"
import { Accounts } from "../row/Account.ts"
import { ref } from "../row/Kind.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import { isPaused, PausedPrefixes, prefixKey } from "../row/PausedPrefix.ts"
import type { Thresholds } from "../row/Pumping.ts"
import * as Pumping from "../row/Pumping.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as PrefixEvent from "./PrefixEvent.ts"
import * as Suspicion from "./Suspicion.ts"

/** Returns the thresholds of an account, null when it is not watched, or undefined as long as they are not loaded. */
const thresholds = (id: AccountId, facts: Facts.Facts): Required<Thresholds> | null | undefined => {
  const account = Facts.peek(facts, Accounts, id)
  if (account === undefined || account === null) return account
  if (account.deletedAt !== null) return null
  const organization = account.organization === null ? null : Facts.peek(facts, Accounts, account.organization)
  if (organization === undefined) return undefined
  return Pumping.of(organization === null ? [account] : [account, organization])
}

/** The counters of the window, by what they count. The minutes of verifications end sooner. */
const counters = (
  { account, prefix }: Pick<InMinute, "account" | "prefix">,
  { undelivered, unchecked }: Required<Thresholds>,
  window: Suspicion.Window
): ReadonlyMap<Counted, ReadonlyArray<string>> => {
  const named = (counted: Counted, last: number): readonly [Counted, ReadonlyArray<string>] => [
    counted,
    Array.from(
      { length: Math.max(0, last - window.first + 1) },
      (_, index) => counter(account, prefix, counted, window.first + index)
    )
  ]
  const checked = Suspicion.lastChecked(window)
  return new Map([
    ...(unchecked === null ? [] : [named("started", checked), named("checked", checked)]),
    ...(undelivered === null ? [] : [named("delivered", window.last), named("undelivered", window.last)])
  ])
}

/** The work is due when its minute begins; a worker that comes later looks at the same window. */
const dueAt = ({ minute }: InMinute): Instant.Instant => Instant.make(minute * Instant.minute)

const countersOf = (
  target: InMinute,
  wanted: Required<Thresholds>,
  before: PausedPrefix | null
): ReadonlyMap<Counted, ReadonlyArray<string>> =>
  counters(target, wanted, Suspicion.windowOf(wanted, before, dueAt(target)))

const needs = (target: InMinute, facts: Facts.Facts): Needs.Needs => {
  const { account: id, prefix } = target
  const key = prefixKey(id, prefix)
  const account = Facts.peek(facts, Accounts, id) ?? null
  const before = Facts.peek(facts, PausedPrefixes, key)
  const wanted = thresholds(id, facts) ?? null
  return Needs.all(
    Needs.row(Accounts, id),
    Needs.row(PausedPrefixes, key),
    account === null || account.organization === null ? Needs.none : Needs.row(Accounts, account.organization),
    before === undefined || wanted === null
      ? Needs.none
      : Needs.all(...[...countersOf(target, wanted, before).values()].flat().map(Needs.counter))
  )
}

export const PrefixReview = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.ofService({
  name: "prefixes.review",
  needs: ({ lease }, facts) => needs(PrefixReviewWork.target(lease), facts),
  decide: ({ lease }, { facts, ids, now }) => {
    const target = PrefixReviewWork.target(lease)
    const { account, prefix } = target
    const key = prefixKey(account, prefix)
    const wanted = thresholds(account, facts) ?? null
    const before = Facts.get(facts, PausedPrefixes, key)
    if (wanted === null || isPaused(before, now)) return done(undefined)
    const names = countersOf(target, wanted, before)
    const sum = (counted: Counted): number =>
      (names.get(counted) ?? []).reduce((total, name) => total + Facts.counter(facts, name), 0)
    const suspicion = Suspicion.of(wanted, {
      started: sum("started"),
      checked: sum("checked"),
      delivered: sum("delivered"),
      undelivered: sum("undelivered")
    })
    if (suspicion === null) return done(undefined)
    const { reason, ...evidence } = suspicion
    const { millis, times } = Suspicion.next(wanted, before, now)
    const until = Instant.plus(now, millis)
    const row: PausedPrefix = { account, prefix, reason, evidence, since: now, until, times }
    return done(undefined, {
      expects: [Facts.expected(facts, PausedPrefixes, key)],
      puts: [Commit.put(PausedPrefixes, row)],
      events: [PrefixEvent.paused(row, { ids, now })],
      due: [PrefixMemoryWork.due({ account, prefix }, account, Instant.plus(until, Limit.pumping.calm))]
    })
  }
}))

export const PrefixReviewJob = Job.make({
  work: PrefixReviewWork,
  decides: PrefixReview,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})

/** Forgets the pauses of a prefix that has been calm for a day, unless there was another one meanwhile. */
export const PrefixMemory = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "prefixes.forget",
  needs: ({ lease }) => {
    const { account, prefix } = PrefixMemoryWork.target(lease)
    return Needs.row(PausedPrefixes, prefixKey(account, prefix))
  },
  decide: ({ lease }, { facts, now }) => {
    const { account, prefix } = PrefixMemoryWork.target(lease)
    const key = prefixKey(account, prefix)
    const row = Facts.get(facts, PausedPrefixes, key)
    if (row === null || row.until === null) return done(undefined)
    const end = Instant.plus(row.until, Limit.pumping.calm)
    if (end > now) return done(undefined, { due: [PrefixMemoryWork.due({ account, prefix }, account, end)] })
    return done(undefined, {
      expects: [Facts.expected(facts, PausedPrefixes, key)],
      deletes: [ref(PausedPrefixes, key)]
    })
  }
})

export const PrefixMemoryJob = Job.make({
  work: PrefixMemoryWork,
  decides: PrefixMemory,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
