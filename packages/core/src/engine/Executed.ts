/**
 * A decision that is executed ends in an answer, or in one of these errors.
 */
import * as Data from "effect/Data"
import type * as Exit from "effect/Exit"
import type { Refused } from "../commit/Refused.ts"
import type { StoreError } from "../port/Store.ts"
import type * as Instant from "../value/Instant.ts"

/** Concurrent commits won so often that the executor gave up. Trying again later makes sense. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly use: string }> {}

/** Another holder has the lease or the idempotency claim now. Nothing was changed. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly use: string }> {}

export type ExecutionError = Refused | Conflict | LeaseLost | StoreError

/** The answer, and the instant at which it was decided. */
export interface Executed<Answer> {
  readonly answer: Answer
  readonly at: Instant.Instant
}

export type Ended<Answer> = Exit.Exit<Executed<Answer>, ExecutionError>
