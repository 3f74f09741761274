/**
 * A decision relies on these grounds besides its command. Functions that decide a part of it take them as one value,
 * and pass it on.
 */
import type { Instant } from "../value/Instant.ts"
import type { Commit } from "./Commit.ts"
import type { Facts } from "./Facts.ts"
import * as Facts_ from "./Facts.ts"
import type { IdGenerator } from "./IdGenerator.ts"

/** The instant of a decision, and the source of its ids. */
export interface Moment {
  readonly now: Instant
  readonly ids: IdGenerator
}

/** The instant at which things are made, and what gives each its id. */
export interface Making {
  readonly now: Instant
  readonly id: () => string
}

export const making = ({ ids, now }: Moment): Making => ({ now, id: () => ids.id(now) })

/** A sandbox call gives what it makes an id that nobody finds. */
export const simulated = (now: Instant, ids: Pick<IdGenerator, "uuid">): Making => ({ now, id: ids.uuid })

/** A moment, and the facts that are known at it. */
export interface Grounds extends Moment {
  readonly facts: Facts
}

/**
 * Returns the grounds with this part's debits and counts applied, so that what follows can spend the money that it refunds.
 */
export const after = (
  self: Grounds,
  { counts = [], debits = [] }: Partial<Pick<Commit, "counts" | "debits">>
): Grounds => {
  const facts = Facts_.after(self.facts, { counts, debits })
  return facts === self.facts ? self : { ...self, facts }
}

/** Returns the grounds at this instant, or at their own when that is later. */
export const notBefore = (self: Grounds, at: Instant): Grounds => self.now >= at ? self : { ...self, now: at }
