/**
 * The worker: claims what is due, lane by lane, and hands it to whoever carries it out. It never decides
 * anything itself.
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
import { Store } from "../port/Store.ts"
import type { NodeId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lane, Lease } from "../work/Work.ts"
import { again, refText } from "../work/Work.ts"
import * as Accident from "./Accident.ts"
import { Committer } from "./Committer.ts"
import type { Handler } from "./Job.ts"
import { WorkSignal } from "./WorkSignal.ts"

/** Who carries out what is claimed. */
export class Handlers extends Context.Service<Handlers, {
  /** Work of one lane, of any of its kinds. */
  readonly handle: Handler
  /** How many pieces of work of one lane this node holds at once, by the kind of the lane. */
  readonly width: Readonly<Record<string, number>>
}>()("@signalbox/core/engine/Worker/Handlers") {}

export class Worker extends Context.Service<Worker, {
  /** Waits until nothing is in hand and nothing is due. */
  readonly idle: Effect.Effect<void>
  /** Whether that is so now. */
  readonly isIdle: Effect.Effect<boolean>
  /** Takes nothing new from now on, and waits until what is in hand has ended. */
  readonly drain: Effect.Effect<void>
}>()("@signalbox/core/engine/Worker") {}

export interface Options {
  readonly node: NodeId
  /** How much work one claim brings at most; what a lane holds is bounded by its width. */
  readonly limit?: number
  /** How often it looks without being told, in elapsed milliseconds. Polling alone is correct. */
  readonly pollMillis?: number
}

/** How often a worker that drains looks whether it has, in elapsed milliseconds. */
const drainLookMillis = 50

/** Work that came to nothing, by an accident, is tried again after this long. */
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
      const running = yield* FiberSet.make<void>()
      const turned = yield* Latch.make(false)
      // One lane's batches go one after the other: that is the order per endpoint.
      const lanes = new Map<Lane, { readonly turn: Semaphore.Semaphore; batches: number }>()
      let inHand = 0
      // A claim whose answer is on its way may hold work already; `takings` tells whether one has brought some.
      let isClaiming = false
      let takings = 0
      let isDraining = false

      const postpone = (lease: Lease) =>
        Effect.flatMap(Instant.now, (now) =>
          committer.commit(Commit.make({
            completes: [LeasedDecision.ended(lease)],
            due: [again(lease, Instant.plus(now, retryAfter))]
          })))

      /** The lane waits while the store is away, but not for a piece that the store refuses: others go on meanwhile. */
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

      const giveBack = (leases: ReadonlyArray<Lease>) =>
        Effect.forEach(leases, giveBackOne, { discard: true, concurrency: "unbounded" })

      const handle = (lane: Lane, leases: ReadonlyArray<Lease>) =>
        Effect.suspend(() => handlers.handle(leases)).pipe(
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
              Effect.logError("work failed", {
                lane,
                work: leases.map(({ work }) => refText(work)),
                cause: Accident.text(cause)
              }),
              giveBack(leases)
            )
          )
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
        const next = yield* store.nextDue
        const now = yield* Instant.now
        // What is due already but not to be had waits for the signal, or for another node to let go.
        const ahead = Option.isSome(next) && next.value > now ? next.value - now : pollMillis
        yield* Effect.timeoutOption(signal.heard, Math.min(ahead, pollMillis))
      })

      yield* Effect.gen(function*() {
        if (isDraining) return yield* Effect.never
        const now = yield* Instant.now
        isClaiming = true
        const leases = yield* store.claim({ node, now, limit, width: handlers.width })
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
        const next = yield* store.nextDue
        const now = yield* Instant.now
        return inHand === 0 && !isClaiming && takings === before && (Option.isNone(next) || next.value > now)
      }).pipe(Effect.orElseSucceed(() => false))

      return {
        isIdle,
        drain: Effect.gen(function*() {
          isDraining = true
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
