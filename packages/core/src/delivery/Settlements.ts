/**
 * The outcomes of attempts on their way to the store. One commit at a time is under way for each endpoint; what ends
 * meanwhile goes into the next one together, so that an endpoint's commits never contend for the row of its health.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import * as Job from "../engine/Job.ts"
import type { WebhookId } from "../value/Id.ts"
import type { Attempted } from "./Settle.ts"
import { command, isFailure, Settle } from "./Settle.ts"

interface Entry {
  readonly attempted: Attempted
  settled: Exit.Exit<void, ExecutionError> | null
}

interface Line {
  readonly turn: Semaphore.Semaphore
  waiting: Array<Entry>
  /** How many fibers use this line; without any it is forgotten. */
  users: number
}

export interface Settlements {
  /**
   * Ends when the outcome is committed. Another node that has taken the lease over does the work.
   *
   * @param inTurn lets the commit of this outcome wait for its turn, and what ended meanwhile goes with it
   */
  readonly settle: (
    webhook: WebhookId,
    attempted: Attempted,
    inTurn: (commit: Effect.Effect<void>) => Effect.Effect<void>
  ) => Effect.Effect<void, ExecutionError>
  /** Waits until no failure that this node knows of is still on its way to the store; returns whether one was. */
  readonly known: (webhook: WebhookId) => Effect.Effect<boolean>
}

/** How many outcomes one commit contains at most. */
const most = 64

export const make = (executor: Executor["Service"]): Settlements => {
  const lines = new Map<WebhookId, Line>()

  const using = <A, E>(webhook: WebhookId, use: (line: Line) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(Semaphore.make(1), (turn) => {
      const line = lines.get(webhook) ?? { turn, waiting: [], users: 0 }
      lines.set(webhook, line)
      line.users++
      return Effect.ensuring(
        use(line),
        Effect.sync(() => {
          if (--line.users === 0) lines.delete(webhook)
        })
      )
    })

  /** Nobody is asked twice because the store was away meanwhile: the answers wait until they can be committed. */
  const commit = (webhook: WebhookId, entries: ReadonlyArray<Entry>) =>
    Effect.retry(
      executor.run(Settle, command(webhook, entries.map(({ attempted }) => attempted))),
      { schedule: Job.patience, while: Job.mayPass }
    ).pipe(
      Effect.asVoid,
      // A lease that was lost spoils the commit of the others.
      Effect.catchTag("LeaseLost", (lost) => entries.length === 1 ? Effect.void : Effect.fail(lost)),
      Effect.exit
    )

  /** A commit that fails has changed nothing, so each of its outcomes is tried by itself. */
  const commitAll = Effect.fnUntraced(function*(webhook: WebhookId, entries: ReadonlyArray<Entry>) {
    const all = yield* commit(webhook, entries)
    for (const entry of entries) {
      entry.settled = Exit.isSuccess(all) || entries.length === 1 ? all : yield* commit(webhook, [entry])
    }
  })

  const next = (webhook: WebhookId, line: Line) =>
    Effect.suspend(() => {
      const entries = line.waiting.slice(0, most)
      return Effect.andThen(
        commitAll(webhook, entries),
        Effect.sync(() => {
          line.waiting = line.waiting.slice(entries.length)
        })
      )
    })

  return {
    settle: (webhook, attempted, inTurn) =>
      using(webhook, (line) => {
        const entry: Entry = { attempted, settled: null }
        line.waiting.push(entry)
        const settled: Effect.Effect<void, ExecutionError> = Effect.suspend(() =>
          entry.settled ?? Effect.andThen(inTurn(next(webhook, line)), settled)
        )
        return Semaphore.withPermit(line.turn, settled)
      }),

    known: (webhook) =>
      using(webhook, (line) => {
        if (!line.waiting.some(({ attempted }) => isFailure(attempted))) return Effect.succeed(false)
        // Whoever waits longer has its turn first.
        return Effect.as(Semaphore.withPermit(line.turn, Effect.void), true)
      })
  }
}
