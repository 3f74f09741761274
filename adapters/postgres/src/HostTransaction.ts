/**
 * Tells what has become of the transaction that a host has begun, after operations of the store within it.
 */
import * as Context from "effect/Context"

export class HostTransaction extends Context.Service<HostTransaction, {
  /**
   * True when the host can only roll back: PostgreSQL would answer a COMMIT with ROLLBACK, or nobody knows yet whether
   * what an operation has left there was undone.
   */
  readonly isOver: () => boolean
  /** True when the host has begun none on its connection, so that nothing was done. */
  readonly isMissing: () => boolean
}>()("@signalbox/postgres/HostTransaction") {}
