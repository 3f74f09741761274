/**
 * One call of the store for many callers: they queue their items, a few fibers take what waits in bounded batches and
 * answer each caller, while the next batch forms. There is no timer, and what requests wait for goes first.
 *
 * An item that fails costs only its own caller: a batch that ended as `failed` has changed nothing, so each half is tried
 * again by itself, in order, until the item that fails stands alone. A batch that ended otherwise is not tried again,
 * since the store may have applied it.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { StoreError } from "../port/Store.ts"
import type { Asker } from "./Asker.ts"
import * as Backlog from "./Backlog.ts"

export interface Options<in Item, out Answer> extends Backlog.Bounds<Item> {
  /** Asks for a whole batch, and returns the answers in its order. */
  readonly ask: (batch: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, StoreError>
  /** How many batches are under way at once. */
  readonly atOnce: number
  /**
   * After how many calls a batch is not divided any more, which bounds what it costs when everything fails. Without it
   * the item that fails is found in any case, which takes fewer than twice as many calls as there are items.
   */
  readonly calls?: number
}

/** Is told once what an item has come to, while a batch is answered: it returns soon, and never throws. */
export type Answered<in Answer> = (exit: Exit.Exit<Answer, StoreError>) => void

export interface Batch<in Item, out Answer> {
  /** Asks on behalf of a fiber, which need not wait for the answer. */
  readonly offer: (item: Item, caller: Asker, answered: Answered<Answer>) => void
  readonly ask: (item: Item) => Effect.Effect<Answer, StoreError>
  /** Asks for each by itself, in as few batches as they fit into, and returns what each has come to, in their order. */
  readonly askAll: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Exit.Exit<Answer, StoreError>>>
}

/** An item, how large it is, and who is told of the answer. */
interface Pending<out Item, in Answer> {
  readonly item: Item
  readonly size: number
  readonly answered: Answered<Answer>
}

const isFailed = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "failed")

export const make = Effect.fnUntraced(function*<Item, Answer>(
  { ask, atOnce, calls = Number.POSITIVE_INFINITY, items, size, sizeOf }: Options<Item, Answer>
): Effect.fn.Return<Batch<Item, Answer>, never, Scope.Scope> {
  const backlog = Backlog.make<Pending<Item, Answer>>({ items, size, sizeOf: (pending) => pending.size })

  const answer = Effect.fnUntraced(function*(batch: ReadonlyArray<Pending<Item, Answer>>) {
    const parts = [batch]
    for (let part = parts.pop(), asked = 1; part !== undefined; part = parts.pop(), asked++) {
      const asking = part.map(({ item }) => item)
      const exit = yield* Effect.exit(Effect.suspend(() => ask(asking)))
      if (part.length > 1 && asked < calls && isFailed(exit)) {
        const middle = Math.ceil(part.length / 2)
        parts.push(part.slice(middle), part.slice(0, middle))
        continue
      }
      if (Exit.isSuccess(exit)) {
        for (let index = 0; index < part.length; index++) part[index]!.answered(Exit.succeed(exit.value[index]!))
        continue
      }
      const failed = Exit.failCause(exit.cause)
      for (const { answered } of part) answered(failed)
    }
  })

  yield* backlog.take.pipe(
    Effect.flatMap(answer),
    Effect.forever,
    Effect.forkScoped,
    Effect.replicateEffect(atOnce, { discard: true })
  )

  const offer: Batch<Item, Answer>["offer"] = (item, caller, answered) =>
    backlog.offer({ item, size: sizeOf(item), answered }, caller)

  return {
    offer,
    ask: (item) =>
      Effect.withFiber((caller) => Effect.callback<Answer, StoreError>((resume) => offer(item, caller, resume))),
    askAll: (items) =>
      items.length === 0 ?
        Effect.succeed([]) :
        Effect.withFiber((caller) =>
          Effect.callback<ReadonlyArray<Exit.Exit<Answer, StoreError>>>((resume) => {
            const exits: Array<Exit.Exit<Answer, StoreError>> = []
            let left = items.length
            for (const [index, item] of items.entries()) {
              offer(item, caller, (exit) => {
                exits[index] = exit
                if (--left === 0) resume(Effect.succeed(exits))
              })
            }
          })
        )
  }
})
