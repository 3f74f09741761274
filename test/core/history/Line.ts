/**
 * A line of the history of a message in the model.
 */
import type { LeftOut } from "./Routing.ts"

/** A line of the history: what it says of the step that it is about. */
export interface Note {
  readonly from: string | null
  readonly price: number | null
  readonly markup: number | null
  readonly code: string | null
  readonly leftOut: ReadonlyArray<LeftOut>
}

export interface Line extends Note {
  readonly status: string
  /** Whether the step led to this status; false: it left it as it was. */
  readonly reached: boolean
  readonly at: number
  readonly until: number | null
}

export const nothing: Note = { from: null, price: null, markup: null, code: null, leftOut: [] }
