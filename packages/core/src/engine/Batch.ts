/**
 * Makes one call of the store for many callers, such that a request that fails costs only its own caller.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { StoreError } from "../port/Store.ts"

/** A part of a batch, and who waits for the answer to it. */
export interface Pending<in Answer> {
  readonly answered: (exit: Exit.Exit<Answer, StoreError>) => Effect.Effect<unknown>
}

const isFailed = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "failed")

/**
 * Asks for the whole batch and answers each caller. A batch that ended as `failed` has changed nothing, so each half is
 * tried again by itself, in order, until the item that fails stands alone; that takes at most twice as many calls as
 * there are callers. A batch that ended otherwise is not tried again, since the store may have applied it.
 */
export const answer = <Item extends Pending<Answer>, Answer>(
  batch: ReadonlyArray<Item>,
  ask: (part: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, StoreError>
): Effect.Effect<void> =>
  Effect.flatMap(Effect.exit(Effect.suspend(() => ask(batch))), (exit) => {
    if (batch.length > 1 && isFailed(exit)) {
      const middle = Math.ceil(batch.length / 2)
      return Effect.andThen(
        answer<Item, Answer>(batch.slice(0, middle), ask),
        answer<Item, Answer>(batch.slice(middle), ask)
      )
    }
    return Effect.forEach(
      batch,
      (item, index) => item.answered(Exit.map(exit, (answers) => answers[index]!)),
      { discard: true }
    )
  })
