/**
 * One call of the store for many callers: they queue their items, a few fibers take what waits in bounded batches and
 * answer each caller, while the next batch forms. There is no timer, and what requests wait for goes first.
 *
 * An item that fails costs only its own caller: a batch that ended as `failed` has changed nothing, so each half is tried
 * again by itself, in order, until the item that fails stands alone. A batch that ended otherwise is not tried again,
 * since the store may have applied it. Whatever else goes wrong with a batch costs that batch, and the next one is taken.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { StoreError } from "../port/Store.ts"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"
import * as Backlog from "./Backlog.ts"
import * as DecisionSet from "./DecisionSet.ts"
import * as ErrorSummary from "./ErrorSummary.ts"
import * as StoreProgress from "./StoreProgress.ts"
import { Unanswered } from "./Unanswered.ts"

export interface Options<in out Item, in out Answer> extends Backlog.Bounds<Item> {
  /** Asks for a whole batch, and returns the answers in its order. */
  readonly ask: (batch: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, StoreError>
  /** How many batches are under way at the same time at most. */
  readonly concurrency: number
  /** How many items must wait for a batch of them to go beside another one, until they have waited for a while; or 1. */
  readonly beside?: number
  /**
   * After how many calls a batch is not divided any more, which bounds what it costs when everything fails. Without it
   * the item that fails is found in any case, which takes fewer than twice as many calls as there are items.
   */
  readonly calls?: number
  /** Takes over items that others must not wait behind; without it a batch that was blocked has failed. */
  readonly aside?: Aside<Item, Answer>
}

/**
 * Is told once what an item has come to, while a batch is answered: it returns soon. What it throws is logged, and is what
 * it is told next: the batch answers others as well, and whoever waits for this one must not wait for ever.
 */
export type Answered<in Answer> = (exit: Exit.Exit<Answer, StoreError>) => void

export interface Batch<in Item, out Answer> {
  /** Asks on behalf of a fiber, which need not wait for the answer. */
  readonly offer: (item: Item, caller: Asker, answered: Answered<Answer>) => void
  readonly ask: (item: Item) => Effect.Effect<Answer, StoreError>
  /** Asks for each by itself, in as few batches as they fit into, and returns what each has come to, in their order. */
  readonly askAll: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Exit.Exit<Answer, StoreError>>>
}

/** An item, how large it is, since when it waits, in elapsed nanoseconds, and who is told of the answer. */
export interface Pending<out Item, in Answer> {
  readonly item: Item
  readonly size: number
  readonly since: bigint
  readonly answered: Answered<Answer>
}

/** Takes items over, and answers them. */
export interface Aside<in out Item, in out Answer> {
  /** Takes those over that must not go with others now, and returns the others. */
  readonly sift: (batch: ReadonlyArray<Pending<Item, Answer>>) => Effect.Effect<ReadonlyArray<Pending<Item, Answer>>>
  /** Takes a batch over that was blocked. */
  readonly take: (batch: ReadonlyArray<Pending<Item, Answer>>) => Effect.Effect<void>
}

/**
 * How long an item waits for its answer, in nanoseconds, and how long a batch may take in any case. A store answers within
 * ten seconds; what has waited for others' batches before has less time left.
 */
const longest = 11_000_000_000n
const least = 500_000_000n

/**
 * How long items wait for others to go with them beside a batch that is under way, in milliseconds: one that is held up, or
 * large, holds up nobody.
 */
const besideMillis = 20

const tooLate = Effect.fail(new StoreError({ reason: "unavailable", cause: "it has answered others for too long" }))

/** Gives a question up when the item that has waited longest would wait for too long. */
export const inTime = <Answer>(
  asked: Effect.Effect<Answer, StoreError>,
  batch: ReadonlyArray<Pending<unknown, never>>,
  now: bigint
): Effect.Effect<Answer, StoreError> => {
  const waited = batch.reduce((most, { since }) => now - since > most ? now - since : most, 0n)
  // The store's own patience is shorter than what is left then.
  if (waited < 2n * least) return asked
  if (waited >= longest) return tooLate
  const left = longest - waited
  return Effect.timeoutOrElse(asked, {
    duration: Math.ceil(Number(left < least ? least : left) / 1_000_000),
    orElse: () => tooLate
  })
}

export const isBlocked = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), (error) => error.isBlocked)

export const isFailed = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "failed")

/** Guards a fiber that answers many from what one of them throws at its answer. */
interface Guard {
  /** Whoever throws is told of that once more, so that whoever waits for it does not wait for ever. */
  readonly tell: <Answer>(answered: Answered<Answer>, exit: Exit.Exit<Answer, StoreError>) => void
  /** Logs where came from what was thrown since the last time. */
  readonly complain: Effect.Effect<void>
}

const guarding = (): Guard => {
  const thrown: Array<Cause.Cause<never>> = []
  return {
    tell: (answered, exit) => {
      try {
        answered(exit)
      } catch (defect) {
        const cause = Cause.die(defect)
        thrown.push(cause)
        DecisionSet.attempt(() => answered(Exit.failCause(cause)))
      }
    },
    complain: Effect.suspend(() =>
      Effect.forEach(
        thrown.splice(0),
        (cause) =>
          Effect.logError("what waits for the store has failed at its answer", { cause: ErrorSummary.origin(cause) }),
        { discard: true }
      )
    )
  }
}

export const make = Effect.fnUntraced(function*<Item, Answer>(
  { ask, aside, beside = 1, concurrency, calls = Number.POSITIVE_INFINITY, items, size, sizeOf }: Options<Item, Answer>
): Effect.fn.Return<Batch<Item, Answer>, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const backlog = Backlog.make<Pending<Item, Answer>>({ beside, items, size, sizeOf: (pending) => pending.size })

  const answer = Effect.fnUntraced(function*(taken: ReadonlyArray<Pending<Item, Answer>>) {
    const batch = aside === undefined ? taken : yield* aside.sift(taken)
    const parts = batch.length === 0 ? [] : [batch]
    for (let part = parts.pop(), asked = 1; part !== undefined; part = parts.pop(), asked++) {
      const asking = part.map(({ item }) => item)
      const exit = yield* Effect.exit(inTime(Effect.suspend(() => ask(asking)), part, Asker_.elapsedBy(clock)))
      if (part.length > 1 && asked < calls && isFailed(exit)) {
        const middle = Math.ceil(part.length / 2)
        parts.push(part.slice(middle), part.slice(0, middle))
        continue
      }
      if (aside !== undefined && isBlocked(exit)) {
        yield* aside.take(part)
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

  /** Nobody of a batch waits for ever because of a defect, and the fiber goes on. */
  const giveUp = (batch: ReadonlyArray<Pending<Item, Answer>>, cause: Cause.Cause<never>) =>
    Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.suspend(() => {
      for (const { answered } of batch) answered(Exit.failCause(cause))
      return Effect.logError("a batch for the store has failed", { cause: ErrorSummary.origin(cause) })
    })

  const guard = guarding()
  yield* backlog.take.pipe(
    Effect.flatMap((batch) =>
      Effect.ensuring(
        Effect.catchCause(answer(batch), (cause) => giveUp(batch, cause)),
        Effect.sync(backlog.end)
      )
    ),
    Effect.andThen(guard.complain),
    Effect.forever,
    Effect.forkScoped,
    Effect.replicateEffect(concurrency, { discard: true })
  )
  if (beside > 1) {
    yield* backlog.tooFew.pipe(
      Effect.andThen(Effect.sleep(besideMillis)),
      Effect.andThen(backlog.hurry),
      Effect.forever,
      Effect.forkScoped
    )
  }

  const unanswered = new Unanswered()
  yield* StoreProgress.watch(() => unanswered.oldest())

  const offer: Batch<Item, Answer>["offer"] = (item, caller, answered) => {
    const size = sizeOf(item)
    const since = Asker_.elapsedBy(clock)
    const number = unanswered.add(since)
    const tell: Answered<Answer> = (exit) => {
      if (unanswered.end(number)) guard.tell(answered, exit)
    }
    backlog.offer({ item, size, since, answered: tell }, caller)
  }

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
