/**
 * What a store says of a Commit.
 */
import type { UniqueKey } from "../row/Kind.ts"

/** Applied, wholly. */
export interface Done {
  readonly _tag: "Done"
}

/** Something the decision rests on has changed: nothing was applied. */
export interface Stale {
  readonly _tag: "Stale"
  /** A row's version, or a unique key that was free; a lease that someone else holds now; an idempotency claim that was lost. */
  readonly because: "row" | "lease" | "claim"
}

/** Another row has a unique key that one of the commit's would have: nothing was applied. */
export interface Taken {
  readonly _tag: "Taken"
  readonly key: UniqueKey
}

/** A balance or a counter does not allow it: nothing was applied. */
export interface Insufficient {
  readonly _tag: "Insufficient"
  /** The account or the counter. */
  readonly of: string
}

export type Outcome = Done | Stale | Taken | Insufficient

export const done: Outcome = { _tag: "Done" }
export const stale = (because: Stale["because"]): Outcome => ({ _tag: "Stale", because })
export const taken = (key: UniqueKey): Outcome => ({ _tag: "Taken", key })
export const insufficient = (of: string): Outcome => ({ _tag: "Insufficient", of })
