/**
 * A watched account and what was counted for a prefix of it, for tests of core.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { make, put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { Counted } from "@signalbox/core/internal/commit/PrefixCounters"
import { counter } from "@signalbox/core/internal/commit/PrefixCounters"
import { PrefixReviewWork } from "@signalbox/core/internal/commit/PrefixWork"
import { PrefixReview } from "@signalbox/core/internal/protection/PrefixReview"
import type { PausedPrefix } from "@signalbox/core/PausedPrefix"
import { PausedPrefixes, prefixKey } from "@signalbox/core/PausedPrefix"
import * as Result from "effect/Result"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

export const account = Given.accountId(1)

/** The prefix of Given's numbers. */
export const prefix = "+12015"

/** The minute in which everything is reviewed, and the instant at which it begins. */
export const minute = Math.floor(Given.now / Instant.minute) + 100
export const at = Instant.make(minute * Instant.minute)

export const store = (parts: Partial<Account> = { pumping: {} }): FactStore =>
  new FactStore([put(Accounts, Given.account(parts))])

let keys = 0

/** Counts so many, so many minutes before the review. */
export const count = (into: FactStore, counted: Counted, ago: number, by: number): void => {
  const name = counter(account, prefix, counted, minute - ago)
  const counts = Array.from({ length: by }, () => ({ counter: name, by: 1, ceiling: null, once: String(keys++) }))
  into.commit(make({ counts }))
}

export const paused = (of: FactStore): PausedPrefix | null => of.get(PausedPrefixes, prefixKey(account, prefix))

/** Reviews the prefix so many minutes later. */
export const review = (of: FactStore, later = 0): PausedPrefix | null => {
  const now = Instant.plus(at, later * Instant.minute)
  const lease = of.hold(PrefixReviewWork.due({ account, prefix, minute: minute + later }, account, now))
  Result.getOrThrow(of.run(PrefixReview, { lease }, now, Given.ids(keys++)))
  return paused(of)
}
