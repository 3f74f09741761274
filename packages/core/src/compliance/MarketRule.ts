/**
 * One row of the table of markets.
 */
import type { NumberType, Regime } from "../row/Market.ts"
import type { Requirement } from "./Requirement.ts"

/** One row: it is about every country, or every type of number, where it names none. */
export interface MarketRule {
  readonly country: string | null
  readonly type: NumberType | null
  readonly regime: Regime
  /** The form of an alphanumeric sender in this market; null for the general one. */
  readonly senderIdPattern: string | null
  readonly requirements: ReadonlyArray<Requirement>
  /** The source of the facts in the row, for those who keep it up to date. */
  readonly source: string
}
