/**
 * The two ways in which an execution is carried out (`Execution`). A fiber waits for each answer and takes every step. A
 * single decision is called back with its answers, which costs less: its caller's fiber waits for the end alone.
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"
import type { Committer } from "./Committer.ts"
import type { Contention } from "./Contention.ts"
import * as Deadline from "./Deadline.ts"
import type { Next, Step } from "./Execution.ts"
import type { Loader } from "./Loader.ts"

export interface Means {
  readonly loader: Loader["Service"]
  readonly committer: Pick<Committer["Service"], "commitAll" | "offer">
  readonly contention: Pick<Contention, "inTurn">
}

/** Carries out a step and all that follow. */
export const byFiber = (means: Means, first: Next): Effect.Effect<void> =>
  Effect.flatMap(Instant.now, (now) => follow(means, first(now)))

const follow: (means: Means, first: Step) => Effect.Effect<void> = Effect.fnUntraced(function*(means, first) {
  const { committer, contention, loader } = means
  for (let step = first; step._tag !== "Done";) {
    switch (step._tag) {
      case "Load":
        step = step.next(yield* Effect.exit(loader.load(step)), yield* Instant.now)
        break
      case "Commit":
        step = step.next(yield* committer.commitAll(step.commits), yield* Instant.now)
        break
      case "Wait":
        yield* step.millis === 0 ? Effect.yieldNow : Effect.sleep(step.millis)
        step = step.next(yield* Instant.now)
        break
      case "Serialize": {
        const { decision, rows, next } = step
        return yield* contention.inTurn(rows, byFiber(means, next), () => decision.isAway)
      }
      case "Split":
        for (const part of step.parts) yield* byFiber(means, part)
        return
    }
  }
})

/**
 * Carries out a single decision. From the first step on that is more than a commit or a load without pages, or whose
 * request has waited for a while, its fiber does it.
 *
 * @param late notes that its request cannot wait for it any more
 * @param ended returns what comes of it in the end
 */
export const byCallback = <A, E>(
  means: Means,
  caller: Asker,
  first: Next,
  late: (error: StoreError) => void,
  ended: () => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.callback((resume) => {
    /** Nobody waits for it any more, nor has a clock. What is being committed by then is kept. */
    let isGone = false

    const followInTime = (step: Step): Effect.Effect<A, E> =>
      Effect.flatMap(Deadline.within(follow(means, step), (error) => Effect.sync(() => late(error))), ended)

    const take = (step: Step): void => {
      if (step._tag === "Done") resume(Effect.suspend(ended))
      else if (Deadline.isClose(caller)) resume(followInTime(step))
      else if (step._tag === "Load" && step.needs.lists.length === 0 && step.needs.usages.length === 0) {
        const { next } = step
        means.loader.offer(step, caller, (loaded) => {
          if (!isGone) take(next(loaded, Asker_.now(caller)))
        })
      } else if (step._tag === "Commit") {
        const { commits: [commit], next } = step
        means.committer.offer(commit!, caller, (outcome) => {
          if (!isGone) take(next([outcome], Asker_.now(caller)))
        })
      } else resume(followInTime(step))
    }

    take(first(Asker_.now(caller)))
    return Effect.sync(() => {
      isGone = true
    })
  })
