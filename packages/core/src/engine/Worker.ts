/**
 * The worker claims work that is due, lane by lane, and gives it to the handlers. It never decides anything itself: it
 * carries out what its machine asks for (`WorkerState`), and tells the machine what has come of it.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { LaneTerms } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import type { NodeId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Lane, Lease } from "../work/Work.ts"
import { byLane } from "../work/Work.ts"
import * as ClockSkew from "./ClockSkew.ts"
import { Committer } from "./Committer.ts"
import * as ErrorSummary from "./ErrorSummary.ts"
import * as GiveBack from "./GiveBack.ts"
import type { Handler } from "./Handler.ts"
import * as LaneWork from "./LaneWork.ts"
import type { Given } from "./LocalLeases.ts"
import { LocalLeases } from "./LocalLeases.ts"
import * as Priority from "./Priority.ts"
import { NodeSkew } from "./ServiceClock.ts"
import * as WorkerIdle from "./WorkerIdle.ts"
import type { Action, Brought, Event } from "./WorkerState.ts"
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
  /** Services that those go by who commit on this node. Absent: none. */
  readonly lends?: Context.Context<never>
  /** The beginnings of the lanes that this node leaves to others now. Absent: none. */
  readonly leaves?: Effect.Effect<ReadonlyArray<string>>
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
 * Work is late after so many milliseconds. The claim after one that has brought such work waits for nothing, so that a
 * backlog makes nobody else wait longer.
 */
const lateMillis = 1000

const taken = { _tag: "Taken" } as const

const broughtBy = (leases: ReadonlyArray<Lease>, limit: number, isBehind: (lease: Lease) => boolean): Brought => {
  if (leases.length === 0) return "nothing"
  if (leases.length >= limit) return "full"
  return leases.every(isBehind) ? "behind" : "some"
}

const byToken = (one: Lease, other: Lease): number => one.token - other.token

export const layer = (
  { node, limit = 1024, pollMillis = 1000 }: Options
): Layer.Layer<Worker, never, Store | Committer | LocalLeases | WorkSignal | Handlers> =>
  Layer.effect(
    Worker,
    Effect.gen(function*() {
      const store = yield* Store
      const signal = yield* WorkSignal
      const local = yield* LocalLeases
      const handlers = yield* Handlers
      const { admits = () => false, handle, lanes, leaves = Effect.succeed([]), lends = Context.empty() } = handlers
      const offset = yield* ClockOffset
      const skew = (yield* NodeSkew) ?? ClockSkew.make(store)
      const running = yield* FiberSet.make<void>()
      /** Commits have given this of lanes that are not shared, of which a claim under way may have taken something as well. */
      const meanwhile: Array<Given> = []
      let isClaiming = false
      const [woken, turned, drained] = [yield* Latch.make(false), yield* Latch.make(false), yield* Latch.make(false)]
      const work = LaneWork.make({
        handle,
        lanes,
        draining: { hasBegun: () => WorkerState.isDraining(local.worker()), begins: drained.await },
        giveBack: yield* GiveBack.make(yield* Committer, pollMillis),
        claims: () => local.worker().claims,
        pollMillis
      })

      /** Carries out a batch that is in hand. */
      const held = (lane: Lane, leases: ReadonlyArray<Lease>, batch: Effect.Effect<void>) =>
        FiberSet.run(
          running,
          Effect.ensuring(
            Priority.work(batch),
            Effect.suspend(() => {
              // More may wait in a lane that was full here. From one that is not shared other nodes can take as soon as this
              // one has nothing of it, and not before.
              const wasFull = local.leave(lane, leases.length)
              const isFree = !work.isShared(lane) && !local.isInHand(lane)
              return Effect.andThen(
                turned.open,
                Effect.andThen(wasFull ? signal.raiseHere : Effect.void, isFree ? signal.raiseElsewhere : Effect.void)
              )
            })
          )
        )

      /** Begins what a claim has brought. */
      const bring = Effect.fnUntraced(function*({ claim, lane, leases }: Given) {
        local.take(lane, leases.length)
        yield* held(lane, leases, yield* work.inTurn(lane, leases, claim))
      })

      /** Begins what a commit has given. Whoever committed it has its answer first. */
      const give = Effect.fnUntraced(function*(given: Given) {
        const { claim, lane, leases } = given
        const batch = yield* work.inTurn(lane, leases, claim)
        local.begin(given)
        yield* held(lane, leases, Effect.andThen(Effect.yieldNow, batch))
      })

      const hear = (given: Given): Effect.Effect<void> =>
        isClaiming && !work.isShared(given.lane) ? Effect.sync(() => void meanwhile.push(given)) : give(given)

      /**
       * Ends the time in which what commits give waits for a claim. The node has come to hold the items of a lane in their
       * order, so their tokens tell whether the claim has taken its own before the commits gave theirs.
       */
      const follow = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>, oldest: number) {
        yield* Effect.forEach(yield* Queue.clear(local.given), hear, { discard: true })
        const begins = [
          ...Array.from(byLane(leases.toSorted(byToken)), ([lane, leases]) => ({
            first: leases[0]!,
            begin: bring({ lane, leases, claim: oldest })
          })),
          ...meanwhile.splice(0).map((given) => ({ first: given.leases[0]!, begin: give(given) }))
        ]
        for (const { begin } of begins.toSorted((a, b) => byToken(a.first, b.first))) yield* begin
        // Others may be heard of while these begin, but nobody between the last one and the end.
        for (let late = meanwhile.shift(); late !== undefined; late = meanwhile.shift()) yield* give(late)
        isClaiming = false
      })

      const measured = Effect.fnUntraced(function*(from: bigint) {
        yield* woken.close
        // Nobody misses a signal meanwhile, since a claim comes next.
        const early = from - (yield* Clock.monotonicTimeNanos)
        if (early > 0n) yield* Effect.sleep(Number(early) / 1e6)
        return { _tag: "Measured", isRight: yield* skew.isRight } as const
      })

      const claimed = Effect.fnUntraced(function*(claim: number, oldest: number) {
        const doubts = yield* local.doubts
        const asked = doubts.work.length === 0 ? {} : { doubts: doubts.work }
        const left = yield* leaves
        const others = left.length === 0 ? {} : { leaves: left }
        const { leases, next, passed = [] } = yield* store.claim({
          node,
          offset: yield* offset,
          limit,
          lanes,
          ...others,
          ...asked
        })
        doubts.answered(leases)
        const now = yield* Instant.now
        const brought = broughtBy(leases, limit, ({ at, lane }) => now - at < lateMillis && local.isBusy(lane))
        local.tell({ _tag: "Claimed", brought, at: yield* Clock.monotonicTimeNanos })
        yield* follow(leases, oldest)
        work.mend(Math.min(claim, (local.oldest() ?? Infinity) - 1))
        if (passed.some(local.isBusy)) yield* signal.raiseHere
        // What was scheduled since the claim began has raised the signal, so that another claim comes first.
        return next === undefined ? taken : { ...taken, foreseen: { next, now } }
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
            return Effect.catchCause(measured(action.from), failed)
          case "Claim":
            isClaiming = true
            // What a claim without an answer has taken comes with the next one, so what waits for it goes on waiting.
            return Effect.tap(
              Effect.catchCause(claimed(action.claim, action.oldest), failed),
              () => WorkerState.isDraining(local.worker()) ? follow([], 0) : Effect.void
            )
          case "Foresee":
            return Effect.catchCause(foreseen, failed)
          case "Rest":
            return Effect.as(Effect.timeoutOption(woken.await, action.millis), { _tag: "Rested" })
          case "Wake":
            return Effect.as(woken.open, null)
          case "Notify":
            return Effect.as(turned.open, null)
          case "Drain":
            return Effect.as(Effect.andThen(drained.open, follow([], 0)), null)
        }
      }

      const tell = (event: Event) =>
        Effect.suspend(() => Effect.forEach(local.tell(event), carriedOut, { discard: true }))

      const works = Effect.fnUntraced(function*(first: ReadonlyArray<Action>) {
        let actions = first
        while (true) {
          let event: Event | null = null
          for (const action of actions) event = (yield* carriedOut(action)) ?? event
          if (event === null) return yield* Effect.never
          actions = local.tell(event)
          // Whoever has freed items of a lane says so (`LaneWork`) before a claim that was woken by that brings them again.
          if (local.worker().mode._tag === "Starting") yield* Effect.yieldNow
        }
      })

      yield* Queue.take(local.given).pipe(Effect.flatMap(hear), Effect.forever, Effect.forkScoped)
      yield* signal.heard.pipe(Effect.andThen(tell({ _tag: "Signalled" })), Effect.forever, Effect.forkScoped)
      const holder = Effect.map(offset, (offset) => ({ node, offset }))
      const terms = { pollMillis, lanes, holder, admits, lends }
      const first = local.tell({ _tag: "Begins", terms, at: yield* Clock.monotonicTimeNanos })
      yield* works(first).pipe(Effect.ensuring(tell({ _tag: "Stopped" })), Effect.forkScoped)

      const patience = BigInt(polls * pollMillis) * 1_000_000n
      const { drained: atRest, idle, isIdle } = WorkerIdle.make({ leases: local, foreseen, turned, pollMillis })
      const drains = tell({ _tag: "Drains" })
      return {
        isIdle,
        idle,
        standstill: Effect.map(
          Clock.monotonicTimeNanos,
          (now) => WorkerState.standstill(local.worker(), now, patience)
        ),
        interrupt: Effect.andThen(drains, FiberSet.clear(running)),
        drain: Effect.andThen(drains, atRest)
      }
    })
  )
