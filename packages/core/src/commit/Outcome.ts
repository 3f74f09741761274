/**
 * What a store says of a Commit.
 */

/** Applied, wholly. */
export interface Done {
  readonly _tag: "Done"
}

/** Something the decision rests on has changed: nothing was applied. */
export interface Stale {
  readonly _tag: "Stale"
  /** A row's version; a lease that someone else holds now; an idempotency claim that was lost. */
  readonly because: "row" | "lease" | "claim"
}

/** A balance or a counter does not allow it: nothing was applied. */
export interface Short {
  readonly _tag: "Short"
  /** The account or the counter. */
  readonly of: string
}

export type Outcome = Done | Stale | Short

export const done: Outcome = { _tag: "Done" }
export const stale = (because: Stale["because"]): Outcome => ({ _tag: "Stale", because })
export const short = (of: string): Outcome => ({ _tag: "Short", of })
