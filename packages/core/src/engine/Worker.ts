/**
 * The worker claims work that is due, lane by lane, and gives it to the handlers. It never decides anything itself; what it
 * does next `WorkerState` says.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { LaneTerms } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import type { NodeId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Lane, Lease } from "../work/Work.ts"
import * as ClockSkew from "./ClockSkew.ts"
import { Committer } from "./Committer.ts"
import * as ErrorSummary from "./ErrorSummary.ts"
import * as GiveBack from "./GiveBack.ts"
import type { Draining, Handler } from "./Handler.ts"
import * as LaneWork from "./LaneWork.ts"
import * as LocalLeases from "./LocalLeases.ts"
import * as Priority from "./Priority.ts"
import { NodeSkew } from "./ServiceClock.ts"
import type { Action, Event } from "./WorkerState.ts"
import * as WorkerState from "./WorkerState.ts"
import { WorkSignal } from "./WorkSignal.ts"

/** The handlers of claimed work. */
export class Handlers extends Context.Service<Handlers, {
  /** Executes work of one lane, of any kind. */
  readonly handle: Handler
  /** On which terms this node takes work from the lanes of each kind. */
  readonly lanes: Readonly<Record<string, LaneTerms>>
  /** Returns whether work would begin right now if this node held it as soon as it is committed. Absent: no work would. */
  readonly admits?: (due: Due) => boolean
}>()("@signalbox/core/engine/Worker/Handlers") {}

export class Worker extends Context.Service<Worker, {
  /** Waits until this node executes no work and none is due. */
  readonly idle: Effect.Effect<void>
  /** Returns whether this node executes no work now and none is due. */
  readonly isIdle: Effect.Effect<boolean>
  /** Stops claiming work, and waits until the work that is being executed has ended. */
  readonly drain: Effect.Effect<void>
  /**
   * Stops claiming work, interrupts the work that is being executed, and waits until it has kept what it must. The end of
   * the Layer does so too; whoever has no time to wait for that calls it before.
   */
  readonly interrupt: Effect.Effect<void>
  /** Returns in a few words why this node claims no work, or null when it does. */
  readonly standstill: Effect.Effect<string | null>
}>()("@signalbox/core/engine/Worker") {}

export interface Options {
  readonly node: NodeId
  /** How many work items one claim returns at most. The width of a lane bounds each lane separately. */
  readonly limit?: number
  /** How often the worker polls, in milliseconds of elapsed time. Polling alone is enough to find all work. */
  readonly pollMillis?: number
}

/** After how many polls without a claim that was answered the worker stands still. */
const polls = 30

/**
 * How long a worker waits until its next claim, in milliseconds of elapsed time, when the last one has brought nothing but
 * work behind other work of the same lanes that it has in hand. Claims cost the same whether they bring one item or many.
 * It does not wait while work is late, so that a backlog makes nobody else wait longer.
 */
const gatherMillis = 10
const lateMillis = 1000

/** How often a draining worker checks whether it has finished, in milliseconds of elapsed time. */
const drainLookMillis = 50

export const layer = (
  { node, limit = 1024, pollMillis = 1000 }: Options
): Layer.Layer<Worker, never, Store | Committer | WorkSignal | Handlers> =>
  Layer.effect(
    Worker,
    Effect.gen(function*() {
      const store = yield* Store
      const committer = yield* Committer
      const signal = yield* WorkSignal
      const { admits = () => false, handle, lanes } = yield* Handlers
      const local = (yield* LocalLeases.LocalLeases) ?? LocalLeases.make()
      const offset = yield* ClockOffset
      const skew = (yield* NodeSkew) ?? ClockSkew.make(store)
      const running = yield* FiberSet.make<void>()
      const run = yield* FiberSet.runtime(running)()
      const [woken, turned, drained] = [yield* Latch.make(false), yield* Latch.make(false), yield* Latch.make(false)]

      const [begun, first] = WorkerState.begun(yield* Clock.monotonicTimeNanos)
      let state = begun
      const told = (event: Event): ReadonlyArray<Action> => {
        const [next, actions] = WorkerState.step(state, event, pollMillis)
        state = next
        return actions
      }

      const draining: Draining = { hasBegun: () => WorkerState.isDraining(state), begins: drained.await }
      const work = LaneWork.make({
        handle,
        lanes,
        draining,
        giveBack: yield* GiveBack.make(committer, pollMillis),
        claims: () => state.claims,
        pollMillis
      })

      /** Takes the items in hand until they have ended. */
      const taken = (lane: Lane, leases: ReadonlyArray<Lease>, batch: Effect.Effect<void>): Effect.Effect<void> => {
        local.take(lane, leases.length)
        return Priority.work(batch).pipe(
          Effect.ensuring(Effect.suspend(() => {
            // More may wait in a lane that was full, and other nodes' work in one that they cannot take from meanwhile.
            const wasFull = local.leave(lane, leases.length)
            return wasFull || !work.isShared(lane) ? Effect.andThen(turned.open, signal.raise) : turned.open
          }))
        )
      }

      local.begins({
        holder: Effect.map(offset, (offset) => ({ node, offset })),
        lanes,
        admits,
        isTaking: () => state.isTaking,
        hasRoom: () => state.hasRoom,
        looksBy: () => WorkerState.looksBy(state),
        take: (leases) => {
          // Whoever committed the work has its answer first.
          for (const [lane, batch] of LaneWork.byLane(leases)) {
            run(taken(lane, batch, Effect.andThen(Effect.yieldNow, work.sideBySide(batch))))
          }
        }
      })

      let gathersUntil = -Infinity
      const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

      const measured = Effect.gen(function*() {
        yield* woken.close
        // Nobody misses a signal meanwhile, since a claim comes next.
        const gathers = gathersUntil - (yield* elapsed)
        if (gathers > 0) yield* Effect.sleep(Math.min(gathers, gatherMillis))
        return { _tag: "Measured", isRight: yield* skew.isRight } as const
      })

      const claimed = Effect.fnUntraced(function*(claim: number, oldest: number) {
        const doubts = yield* local.doubts
        const asked = doubts.work.length === 0 ? {} : { doubts: doubts.work }
        const leases = yield* store.claim({ node, offset: yield* offset, limit, lanes, ...asked })
        doubts.answered(leases)
        const batches = LaneWork.byLane(leases)
        const late = Instant.plus(yield* Instant.now, -lateMillis)
        const isBehind = leases.length < limit && leases.every(({ at, lane }) => at > late && local.isBusy(lane))
        gathersUntil = leases.length > 0 && isBehind ? (yield* elapsed) + gatherMillis : -Infinity
        told({ _tag: "Claimed", isFull: leases.length >= limit, at: yield* Clock.monotonicTimeNanos })
        for (const [lane, batch] of batches) {
          yield* FiberSet.run(running, taken(lane, batch, yield* work.inTurn(lane, batch, oldest)))
        }
        work.mend(claim)
        return { _tag: "Taken" } as const
      })

      const foreseen = Effect.gen(function*() {
        const next = Option.getOrNull(yield* store.nextDue(yield* offset))
        return { _tag: "Foreseen", next, now: yield* Instant.now } as const
      })

      const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Event> =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logWarning("cannot claim work", { cause: ErrorSummary.origin(cause) }), { _tag: "Failed" })

      /** Returns the event that answers the action, if one does. */
      const carriedOut = (action: Action): Effect.Effect<Event | null> => {
        switch (action._tag) {
          case "Measure":
            return Effect.catchCause(measured, failed)
          case "Claim":
            return Effect.catchCause(claimed(action.claim, action.oldest), failed)
          case "Foresee":
            return Effect.catchCause(foreseen, failed)
          case "Rest":
            return Effect.as(Effect.timeoutOption(woken.await, action.millis), { _tag: "Rested" })
          case "Wake":
            return Effect.as(woken.open, null)
          case "Notify":
            return Effect.as(turned.open, null)
          case "Drain":
            return Effect.as(drained.open, null)
        }
      }

      const tell = (event: Event) => Effect.suspend(() => Effect.forEach(told(event), carriedOut, { discard: true }))

      yield* signal.heard.pipe(Effect.andThen(tell({ _tag: "Signalled" })), Effect.forever, Effect.forkScoped)

      yield* Effect.gen(function*() {
        let actions = first
        while (true) {
          let event: Event | null = null
          for (const action of actions) event = (yield* carriedOut(action)) ?? event
          if (event === null) return yield* Effect.never
          actions = told(event)
          // Whoever has freed items of a lane says so (`LaneWork`) before a claim that was woken by that brings them
          // again.
          if (state.mode._tag === "Starting") yield* Effect.yieldNow
        }
      }).pipe(
        Effect.ensuring(Effect.suspend(() => {
          local.ends()
          return tell({ _tag: "Stopped" })
        })),
        Effect.forkScoped
      )

      const isIdle = Effect.gen(function*() {
        if (!WorkerState.isAtRest(local.holding())) return false
        const before = local.takings()
        const { next, now } = yield* foreseen
        return WorkerState.isIdle(state, local.holding()) && local.takings() === before && (next === null || next > now)
      }).pipe(Effect.orElseSucceed(() => false))

      const until = Effect.fnUntraced(function*(holds: Effect.Effect<boolean>, lookMillis: number) {
        while (!(yield* holds)) {
          yield* turned.close
          yield* Effect.timeoutOption(turned.await, lookMillis)
        }
      })

      const drains = tell({ _tag: "Drains" })
      const isDrained = Effect.sync(() => !WorkerState.isHolding(state, local.holding()))
      const patience = BigInt(polls * pollMillis) * 1_000_000n

      return {
        isIdle,
        standstill: Effect.map(Clock.monotonicTimeNanos, (now) => WorkerState.standstill(state, now, patience)),
        interrupt: Effect.andThen(drains, FiberSet.clear(running)),
        drain: Effect.andThen(drains, until(isDrained, drainLookMillis)),
        idle: until(isIdle, pollMillis)
      }
    })
  )
