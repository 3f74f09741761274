/**
 * The worker claims work that is due, lane by lane, and gives it to the handlers. It never decides anything itself.
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
import { laneKind } from "../work/Work.ts"
import * as Accident from "./Accident.ts"
import { Committer } from "./Committer.ts"
import * as Drift from "./Drift.ts"
import * as GiveBack from "./GiveBack.ts"
import type { Draining, Handler, Turn, Undone } from "./Handler.ts"
import * as Handler_ from "./Handler.ts"
import * as HeldAtOnce from "./HeldAtOnce.ts"
import * as LaneTurns from "./LaneTurns.ts"
import { LocalWorker } from "./LocalWorker.ts"
import * as LocalWorker_ from "./LocalWorker.ts"
import * as Priority from "./Priority.ts"
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
  /** Returns in a few words why this node claims no work, or null when it does. */
  readonly standstill: Effect.Effect<string | null>
}>()("@signalbox/core/engine/Worker") {}

export interface Options {
  readonly node: NodeId
  /** How many pieces of work one claim returns at most. The width of a lane bounds each lane separately. */
  readonly limit?: number
  /** How often the worker polls, in milliseconds of elapsed time. Polling alone is enough to find all work. */
  readonly pollMillis?: number
}

/** After how many polls without a claim that was answered the worker stands still. */
const polls = 30

/** How often a draining worker checks whether it has finished, in milliseconds of elapsed time. */
const drainLookMillis = 50

const byLane = (leases: ReadonlyArray<Lease>): ReadonlyMap<Lane, ReadonlyArray<Lease>> => {
  const found = new Map<Lane, Array<Lease>>()
  for (const lease of leases) {
    const batch = found.get(lease.lane)
    if (batch === undefined) found.set(lease.lane, [lease])
    else batch.push(lease)
  }
  return found
}

/** Splits a batch such that what has failed before is by itself, where it costs nothing else anything. */
const alone = (leases: ReadonlyArray<Lease>): ReadonlyArray<ReadonlyArray<Lease>> => {
  const batches: Array<Array<Lease>> = []
  let whole: Array<Lease> | null = null
  for (const lease of leases) {
    if (lease.failures > 0) {
      batches.push([lease])
      whole = null
    } else if (whole === null) {
      whole = [lease]
      batches.push(whole)
    } else {
      whole.push(lease)
    }
  }
  return batches
}

export const layer = (
  { node, limit = 1024, pollMillis = 1000 }: Options
): Layer.Layer<Worker, never, Store | Committer | WorkSignal | Handlers> =>
  Layer.effect(
    Worker,
    Effect.gen(function*() {
      const store = yield* Store
      const committer = yield* Committer
      const signal = yield* WorkSignal
      const handlers = yield* Handlers
      const local = yield* LocalWorker
      const offset = yield* ClockOffset
      const running = yield* FiberSet.make<void>()
      const turned = yield* Latch.make(false)
      const lanes = LaneTurns.make()
      const giveBack = yield* GiveBack.make(committer, pollMillis)
      const drift = Drift.make(store)
      let inHand = 0
      // A claim that is under way may hold work already. `takings` counts how often there was some.
      let isClaiming = false
      let takings = 0
      let claims = 0
      let answered = 0
      // Whether the last claim was answered and has left nothing that this node could take.
      let hasRoom = false
      let lastAnswer = yield* Clock.monotonicTimeNanos
      let isDraining = false
      let hasEnded = false
      const drained = yield* Latch.make(false)
      // Whether the signal was raised since the last claim began.
      let isNews = false
      const news = yield* Latch.make(false)
      // Until when the worker looks for work by itself; Infinity while it does not know.
      let looksBy = Infinity
      yield* signal.heard.pipe(
        Effect.andThen(Effect.suspend(() => {
          isNews = true
          return news.open
        })),
        Effect.forever,
        Effect.forkScoped
      )
      const draining: Draining = { hasBegun: () => isDraining, begins: drained.await }

      const handle = (leases: ReadonlyArray<Lease>, turn: Turn) =>
        Effect.suspend(() =>
          isDraining
            ? Effect.succeed(leases.map(Handler_.letGo))
            : Handler_.whole(handlers.handle)(leases, draining, turn)
        )

      const batchOf = (leases: ReadonlyArray<Lease>) => Effect.flatMap(handle(leases, Handler_.noTurn), giveBack)

      /** Other nodes, too, hold pieces of a shared lane, so nothing in it has to wait for anything. */
      const sideBySide = (leases: ReadonlyArray<Lease>) =>
        Effect.forEach(alone(leases), batchOf, { discard: true, concurrency: "unbounded" })

      /** Pieces that were let go at once may come back at once, when the store's clock is a little ahead of ours. */
      const rest = (batch: ReadonlyArray<Lease>, undone: ReadonlyArray<Undone>) =>
        undone.length === batch.length ? Effect.raceFirst(Effect.sleep(pollMillis), draining.begins) : Effect.void

      /**
       * The pieces of the lane keep their order: when one keeps its place in line, then so does all that comes after it,
       * and all that was claimed before it was free again.
       */
      const inOrder = Effect.fnUntraced(function*(lane: Lane, leases: ReadonlyArray<Lease>, claim: number, turn: Turn) {
        let left = leases
        let undone: ReadonlyArray<Undone> = []
        for (const batch of alone(leases)) {
          if (lanes.isBroken(lane, claim)) break
          left = left.slice(batch.length)
          undone = yield* handle(batch, left.length === 0 ? turn : Handler_.noTurn)
          if (undone.some(Handler_.keepsPlace)) {
            yield* rest(batch, undone)
            break
          }
          yield* giveBack(undone)
          undone = []
        }
        const back = [...undone, ...left.map(Handler_.letGo)]
        if (back.length === 0) return
        yield* giveBack(back)
        lanes.break(lane, claims)
      })

      const isShared = (lane: Lane): boolean => handlers.lanes[laneKind(lane)]?.shared === true

      /** Takes the pieces in hand until they have ended. */
      const taken = (lane: Lane, leases: ReadonlyArray<Lease>, batch: Effect.Effect<void>): Effect.Effect<void> => {
        inHand++
        atOnce.count(lane, leases.length)
        return Priority.work(batch).pipe(
          Effect.ensuring(Effect.suspend(() => {
            inHand--
            // More may wait in a lane that was full, and other nodes' work in one that they cannot take from meanwhile.
            const isNews = !isShared(lane) || atOnce.isFull(lane)
            atOnce.count(lane, -leases.length)
            return isNews ? Effect.andThen(turned.open, signal.raise) : turned.open
          }))
        )
      }

      const start = Effect.fnUntraced(function*(lane: Lane, leases: ReadonlyArray<Lease>, claim: number) {
        const inTurn = (turn: Turn) => inOrder(lane, leases, claim, turn)
        const batch = isShared(lane) ? sideBySide(leases) : yield* lanes.inTurn(lane, inTurn)
        yield* FiberSet.run(running, taken(lane, leases, batch))
      })

      const run = yield* FiberSet.runtime(running)()
      const atOnce = HeldAtOnce.make({
        node,
        offset,
        lanes: handlers.lanes,
        admits: handlers.admits ?? (() => false),
        isOpen: () => local.isTaking() && hasRoom,
        take: (leases) => {
          takings++
          // Whoever committed the work has its answer first.
          for (const [lane, batch] of byLane(leases)) {
            run(taken(lane, batch, Effect.andThen(Effect.yieldNow, sideBySide(batch))))
          }
        }
      })
      local.lends({ commit: atOnce.commit, known: () => ({ isFull: atOnce.isFull(), looksBy }) })

      const pause = Effect.gen(function*() {
        yield* turned.open
        if (isNews) return
        const next = yield* store.nextDue(yield* offset)
        const now = yield* Instant.now
        // Work that is due but cannot be claimed waits for the signal, or for another node to release its lane.
        const ahead = Option.isSome(next) && next.value > now ? next.value - now : pollMillis
        looksBy = now + Math.min(ahead, pollMillis)
        yield* Effect.timeoutOption(news.await, looksBy - now)
      })

      yield* Effect.gen(function*() {
        if (isDraining) return yield* Effect.never
        looksBy = Infinity
        const isRight = yield* drift.isRight
        local.takes(isRight && !isDraining)
        if (!isRight) return yield* Effect.sleep(pollMillis)
        isClaiming = true
        isNews = false
        yield* news.close
        // A claim that was never answered may have taken work, which the next one brings: it is as old as that claim.
        const oldest = answered + 1
        const claim = ++claims
        const doubts = yield* atOnce.doubts
        const leases = yield* store.claim({
          node,
          offset: yield* offset,
          limit,
          lanes: handlers.lanes,
          ...(doubts.work.length === 0 ? {} : { doubts: doubts.work })
        })
        doubts.answered(leases)
        hasRoom = leases.length < limit
        answered = claim
        lastAnswer = yield* Clock.monotonicTimeNanos
        if (leases.length > 0) takings++
        for (const [lane, batch] of byLane(leases)) yield* start(lane, batch, oldest)
        isClaiming = false
        lanes.mend(claim)
        // A claim that has room for more leaves nothing that this node could take now.
        if (leases.length < limit) yield* pause
      }).pipe(
        Effect.ensuring(Effect.sync(() => {
          isClaiming = false
        })),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
            Effect.logWarning("cannot claim work", { cause: Accident.origin(cause) }),
            Effect.suspend(() => {
              hasRoom = false
              return Effect.sleep(pollMillis)
            })
          )
        ),
        Effect.forever,
        Effect.ensuring(Effect.sync(() => {
          hasEnded = true
          local.takes(false)
          local.lends(LocalWorker_.none)
        })),
        Effect.forkScoped
      )

      const isHolding = (): boolean => inHand > 0 || isClaiming || atOnce.isUnderWay()

      const isIdle = Effect.gen(function*() {
        if (inHand > 0 || atOnce.isUnderWay() || atOnce.isInDoubt()) return false
        const before = takings
        const next = yield* store.nextDue(yield* offset)
        const now = yield* Instant.now
        return inHand === 0 && !isClaiming && !atOnce.isUnderWay() && !atOnce.isInDoubt() && takings === before &&
          (Option.isNone(next) || next.value > now)
      }).pipe(Effect.orElseSucceed(() => false))

      const standstill = Effect.map(Clock.monotonicTimeNanos, (now) => {
        if (isDraining) return "is being drained"
        if (hasEnded) return "has ended"
        return now - lastAnswer > BigInt(polls * pollMillis) * 1_000_000n ? "has claimed nothing for too long" : null
      })

      return {
        isIdle,
        standstill,
        drain: Effect.gen(function*() {
          isDraining = true
          local.takes(false)
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
