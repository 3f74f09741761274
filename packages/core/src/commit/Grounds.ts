/**
 * A decision relies on these grounds besides its command. Functions that decide a part of it take them as one value,
 * and pass it on.
 */
import type { Instant } from "../value/Instant.ts"
import type { Facts } from "./Facts.ts"
import type { IdGenerator } from "./IdGenerator.ts"

/** The instant of a decision, and the source of its ids. */
export interface Moment {
  readonly now: Instant
  readonly ids: IdGenerator
}

/** A moment, and the facts that are known at it. */
export interface Grounds extends Moment {
  readonly facts: Facts
}
