/**
 * The changes that a decided batch has to write. Each row of each table is here at most once, in its last state.
 */
import type { Pause } from "@signalbox/core/Commit"
import type { Ref } from "@signalbox/core/Kind"
import type { Reply } from "@signalbox/core/Reply"
import type { Usage } from "@signalbox/core/Usage"
import type { Due, WorkRef } from "@signalbox/core/Work"
import type { Written } from "../rows/rows.ts"
import type { Owner } from "./reading.ts"
import type { Sums } from "./sums.ts"

/** Work that ends. */
export interface Ended extends WorkRef {
  /** The token of the lease under which it ends; null when it ends whoever holds it. */
  readonly token: number | null
}

/** Scheduled work, and the work that ends whose row it takes over; null when it gets a row of its own. */
export interface Scheduled {
  readonly due: Due
  readonly takesOver: Ended | null
}

export interface Changes extends Written {
  /** Keys of rows that a commit expects to be absent and does not write. */
  readonly absent: ReadonlyArray<Ref>
  /** Unique keys: those that were free, those that pass to another row, and those that become free. */
  readonly taken: ReadonlyArray<Owner>
  readonly passed: ReadonlyArray<Owner>
  readonly released: ReadonlyArray<string>
  /** Unique keys that a commit expects to be free and does not take. */
  readonly free: ReadonlyArray<string>
  /** The changes of lists' totals. */
  readonly totals: ReadonlyArray<{ readonly list: string; readonly scope: string; readonly by: number }>
  readonly sums: Sums
  /** The sums of usage are raised by these: one for each, in the order of their keys. */
  readonly tallies: ReadonlyArray<Usage>
  /** Scheduled work, in its order within the line. */
  readonly due: ReadonlyArray<Scheduled>
  readonly ended: ReadonlyArray<Ended>
  /** Work that no node holds any more. */
  readonly freed: ReadonlyArray<WorkRef>
  /** The last pause of each lane. */
  readonly pauses: ReadonlyArray<Pause>
  readonly replies: ReadonlyArray<Reply>
}
