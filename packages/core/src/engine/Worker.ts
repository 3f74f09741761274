/**
 * The worker claims work that is due, lane by lane, and gives it to the handlers. It never decides anything itself.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as Commit from "../commit/Commit.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { LaneTerms } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import type { NodeId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lane, Lease } from "../work/Work.ts"
import { again, refText } from "../work/Work.ts"
import * as Accident from "./Accident.ts"
import { Committer } from "./Committer.ts"
import type { Draining, Handler, Undone } from "./Handler.ts"
import * as Handler_ from "./Handler.ts"
import { WorkSignal } from "./WorkSignal.ts"

/** The handlers of claimed work. */
export class Handlers extends Context.Service<Handlers, {
  /** Executes work of one lane, of any kind. */
  readonly handle: Handler
  /** On which terms this node takes work from the lanes of each kind. */
  readonly lanes: Readonly<Record<string, LaneTerms>>
}>()("@signalbox/core/engine/Worker/Handlers") {}

export class Worker extends Context.Service<Worker, {
  /** Waits until this node executes no work and none is due. */
  readonly idle: Effect.Effect<void>
  /** Returns whether this node executes no work now and none is due. */
  readonly isIdle: Effect.Effect<boolean>
  /** Stops claiming work, and waits until the work that is being executed has ended. */
  readonly drain: Effect.Effect<void>
}>()("@signalbox/core/engine/Worker") {}

export interface Options {
  readonly node: NodeId
  /** How many pieces of work one claim returns at most. The width of a lane bounds each lane separately. */
  readonly limit?: number
  /** How often the worker polls, in milliseconds of elapsed time. Polling alone is enough to find all work. */
  readonly pollMillis?: number
}

/** How often a draining worker checks whether it has finished, in milliseconds of elapsed time. */
const drainLookMillis = 50

/** When work has failed unexpectedly, it is tried again after this long. */
const retryAfter = 5 * Instant.second

const byLane = (leases: ReadonlyArray<Lease>): ReadonlyMap<Lane, ReadonlyArray<Lease>> => {
  const found = new Map<Lane, Array<Lease>>()
  for (const lease of leases) {
    const batch = found.get(lease.lane)
    if (batch === undefined) found.set(lease.lane, [lease])
    else batch.push(lease)
  }
  return found
}

export const layer = (
  { node, limit = 512, pollMillis = 1000 }: Options
): Layer.Layer<Worker, never, Store | Committer | WorkSignal | Handlers> =>
  Layer.effect(
    Worker,
    Effect.gen(function*() {
      const store = yield* Store
      const committer = yield* Committer
      const signal = yield* WorkSignal
      const handlers = yield* Handlers
      const offset = yield* ClockOffset
      const running = yield* FiberSet.make<void>()
      const turned = yield* Latch.make(false)
      // Batches of one lane run one after the other, which gives the order per endpoint.
      const lanes = new Map<Lane, { readonly turn: Semaphore.Semaphore; batches: number }>()
      let inHand = 0
      // A claim that is under way may hold work already. `takings` counts the claims that returned some.
      let isClaiming = false
      let takings = 0
      let isDraining = false
      const drained = yield* Latch.make(false)
      const draining: Draining = { hasBegun: () => isDraining, begins: drained.await }

      const postpone = (lease: Lease) =>
        Effect.flatMap(Instant.now, (now) =>
          committer.commit(Commit.make({
            completes: [LeasedDecision.fence(lease)],
            due: [again(lease, Instant.plus(now, retryAfter))]
          })))

      /**
       * Gives one piece of work back. While the store is away, the lane waits. When the store refuses the piece, the
       * lane goes on, and the piece is retried in the background.
       */
      const giveBackOne = (lease: Lease) =>
        postpone(lease).pipe(
          Effect.retry({ schedule: Schedule.spaced(pollMillis), while: ({ reason }) => reason === "unavailable" }),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
              Effect.logError("work cannot be given back", {
                lane: lease.lane,
                work: refText(lease.work),
                cause: Accident.text(cause)
              }),
              FiberSet.run(running, Effect.ignore(Effect.retry(postpone(lease), Schedule.spaced(retryAfter))))
            )
          )
        )

      const release = (lease: Lease) =>
        committer.commit(Commit.make({ releases: [LeasedDecision.fence(lease)] })).pipe(
          Effect.retry({ schedule: Schedule.spaced(pollMillis), while: ({ reason }) => reason === "unavailable" }),
          Effect.catchCause((cause) =>
            Effect.logError("work cannot be given back", {
              lane: lease.lane,
              work: refText(lease.work),
              cause: Accident.text(cause)
            })
          )
        )

      const giveBack = (undone: ReadonlyArray<Undone>) =>
        Effect.forEach(
          undone,
          (each) =>
            Effect.asVoid<unknown, never, never>(each._tag === "LetGo" ? release(each.lease) : giveBackOne(each.lease)),
          { discard: true, concurrency: "unbounded" }
        )

      const handle = (lane: Lane, leases: ReadonlyArray<Lease>) =>
        Handler_.whole(handlers.handle)(leases, draining).pipe(
          Effect.tap((undone) => {
            const failed = undone.filter((each) => each._tag === "Failed")
            return failed.length === 0 ? Effect.void : Effect.logError("work failed", {
              lane,
              work: failed.map(({ lease }) => refText(lease.work)),
              cause: Accident.text(failed[0]!.cause)
            })
          }),
          Effect.flatMap(giveBack)
        )

      const start = Effect.fnUntraced(function*(lane: Lane, leases: ReadonlyArray<Lease>) {
        const known = lanes.get(lane) ?? { turn: yield* Semaphore.make(1), batches: 0 }
        lanes.set(lane, known)
        known.batches++
        inHand++
        yield* FiberSet.run(
          running,
          Semaphore.withPermit(known.turn, handle(lane, leases)).pipe(
            Effect.ensuring(Effect.suspend(() => {
              if (--known.batches === 0) lanes.delete(lane)
              inHand--
              return Effect.andThen(turned.open, signal.raise)
            }))
          )
        )
      })

      const pause = Effect.gen(function*() {
        yield* turned.open
        const next = yield* store.nextDue(yield* offset)
        const now = yield* Instant.now
        // Work that is due but cannot be claimed waits for the signal, or for another node to release its lane.
        const ahead = Option.isSome(next) && next.value > now ? next.value - now : pollMillis
        yield* Effect.timeoutOption(signal.heard, Math.min(ahead, pollMillis))
      })

      yield* Effect.gen(function*() {
        if (isDraining) return yield* Effect.never
        isClaiming = true
        const leases = yield* store.claim({ node, offset: yield* offset, limit, lanes: handlers.lanes })
        if (leases.length > 0) takings++
        for (const [lane, batch] of byLane(leases)) yield* start(lane, batch)
        isClaiming = false
        if (leases.length === 0) yield* pause
      }).pipe(
        Effect.ensuring(Effect.sync(() => {
          isClaiming = false
        })),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
            Effect.logWarning("cannot claim work", { cause: Accident.text(cause) }),
            Effect.sleep(pollMillis)
          )
        ),
        Effect.forever,
        Effect.forkScoped
      )

      const isHolding = (): boolean => inHand > 0 || isClaiming

      const isIdle = Effect.gen(function*() {
        if (inHand > 0) return false
        const before = takings
        const next = yield* store.nextDue(yield* offset)
        const now = yield* Instant.now
        return inHand === 0 && !isClaiming && takings === before && (Option.isNone(next) || next.value > now)
      }).pipe(Effect.orElseSucceed(() => false))

      return {
        isIdle,
        drain: Effect.gen(function*() {
          isDraining = true
          yield* drained.open
          while (isHolding()) {
            yield* turned.close
            yield* Effect.timeoutOption(turned.await, drainLookMillis)
          }
        }),
        idle: Effect.gen(function*() {
          while (!(yield* isIdle)) {
            yield* turned.close
            yield* Effect.timeoutOption(turned.await, pollMillis)
          }
        })
      }
    })
  )
