/**
 * Tells whether the store makes progress with what the engine asks of it. A store that answers a question may still let
 * everybody wait, such as for a table that somebody has locked.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"

/** For how long calls may go without a success while some wait, in elapsed milliseconds. */
export const patience = 5 * Instant.second

/**
 * For how long anybody may wait to be answered, in elapsed milliseconds. Whoever waits is given up sooner, so that who waits
 * longer stands in a line that nobody serves, or that is far too long.
 */
export const longestWait = 15 * Instant.second

/** Calls of one kind. Everything is in elapsed milliseconds. */
export interface Calls {
  readonly waiting: number
  /** Since when there was no success though somebody waited, or had waited in vain; null when that is not so. */
  readonly since: number | null
  /** The time of the last failure, if none has succeeded since then. */
  readonly failedAt: number | null
}

export const none: Calls = { waiting: 0, since: null, failedAt: null }

/** A failure counts as long as somebody who has tried in vain may be about to try again. */
const isHopeless = ({ failedAt, waiting }: Calls, now: number): boolean =>
  waiting > 0 || (failedAt !== null && now - failedAt < patience)

export const begun = (self: Calls, now: number): Calls => ({
  ...self,
  waiting: self.waiting + 1,
  since: self.since !== null && isHopeless(self, now) ? self.since : now
})

/** @param outcome `Refused`: the store did answer, and would not have what it was given */
export const ended = (self: Calls, now: number, outcome: "Done" | "Refused" | "Failed"): Calls => {
  const waiting = self.waiting - 1
  if (outcome === "Done") return { waiting, since: waiting > 0 ? now : null, failedAt: null }
  return { ...self, waiting, failedAt: outcome === "Failed" ? now : self.failedAt }
}

/** Returns whether some wait, or have just waited in vain, and none has succeeded for too long. */
export const isStalled = (self: Calls, now: number): boolean =>
  self.since !== null && now - self.since >= patience && isHopeless(self, now)

/** Returns since when the one who has waited longest in a line waits, in elapsed nanoseconds; undefined when nobody does. */
export type Oldest = () => bigint | undefined

interface Progress {
  loads: Calls
  commits: Calls
  /** The lines in which somebody may wait for a call. */
  readonly lines: Set<Oldest>
}

const unbegun = (): Progress => ({ loads: none, commits: none, lines: new Set() })

/** Counts the engine's calls of its store; outside of an engine there are none. */
export const StoreProgress = Context.Reference<Progress>("@signalbox/core/engine/StoreProgress", {
  defaultValue: unbegun
})

export const layer: Layer.Layer<never> = Layer.sync(StoreProgress, unbegun)

/** Watches a line as long as it is there. */
export const watch = (line: Oldest): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(StoreProgress, ({ lines }) =>
    Effect.acquireRelease(
      Effect.sync(() => void lines.add(line)),
      () => Effect.sync(() => void lines.delete(line))
    ))

const millis = (nanos: bigint): number => Number(nanos / 1_000_000n)

const elapsed = Effect.map(Clock.monotonicTimeNanos, millis)

const outcomeOf = (exit: Exit.Exit<unknown, StoreError>): "Done" | "Refused" | "Failed" => {
  if (Exit.isSuccess(exit)) return "Done"
  return Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "unavailable") ? "Failed" : "Refused"
}

/** The store whose calls count. */
export const storeLayer: Layer.Layer<Store, never, Store> = Layer.effect(
  Store,
  Effect.gen(function*() {
    const store = yield* Store
    const progress = yield* StoreProgress
    const counted = <A>(kind: "loads" | "commits", call: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
      Effect.acquireUseRelease(
        Effect.map(elapsed, (now) => {
          progress[kind] = begun(progress[kind], now)
        }),
        () => call,
        (_, exit) =>
          Effect.map(elapsed, (now) => {
            progress[kind] = ended(progress[kind], now, outcomeOf(exit))
          })
      )
    return {
      ...store,
      load: (needs) => counted("loads", store.load(needs)),
      commit: (batch) => counted("commits", store.commit(batch))
    }
  })
)

/** Returns in a few words what the store does not get on with, or null. */
export const standstill = (self: Progress): Effect.Effect<string | null> =>
  Effect.map(elapsed, (now) => {
    if (isStalled(self.commits, now)) return "has kept nothing for five seconds, while some wait"
    if (isStalled(self.loads, now)) return "has shown nothing for five seconds, while some wait"
    const isForgotten = [...self.lines].some((line) => now - millis(line() ?? BigInt(now) * 1_000_000n) >= longestWait)
    return isForgotten ? "has not answered somebody for fifteen seconds" : null
  })
