/**
 * What a decided batch leaves to be written. Each row of each table stands here at most once, in its last state.
 */
import type { Reply } from "@signalbox/core/commit/Reply"
import type { Ref } from "@signalbox/core/row/Kind"
import type { Row } from "@signalbox/core/row/Row"
import type { Due, WorkRef } from "@signalbox/core/work/Work"
import type { Owner } from "./reading.ts"
import type { Sums } from "./sums.ts"

export interface Changes {
  readonly inserts: ReadonlyArray<Row>
  readonly updates: ReadonlyArray<Row>
  /** Rows that were not read: those of fresh deliveries. */
  readonly upserts: ReadonlyArray<Row>
  readonly deletes: ReadonlyArray<Ref>
  /** Keys whose absence was expects on, and that are not written. */
  readonly absent: ReadonlyArray<Ref>
  /** Unique keys: those that nobody had, those that pass to another row, and those that nobody has any more. */
  readonly taken: ReadonlyArray<Owner>
  readonly passed: ReadonlyArray<Owner>
  readonly released: ReadonlyArray<string>
  /** Unique keys whose being free was expects on, and that are not taken. */
  readonly free: ReadonlyArray<string>
  /** How totals of lists change. */
  readonly totals: ReadonlyArray<{ readonly list: string; readonly scope: string; readonly by: number }>
  readonly sums: Sums
  /** In the order in which it falls into line. */
  readonly due: ReadonlyArray<Due>
  readonly ended: ReadonlyArray<WorkRef>
  readonly replies: ReadonlyArray<Reply>
}
