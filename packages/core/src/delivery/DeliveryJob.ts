/**
 * The jobs of an endpoint: first attempts of its deliveries, which start in the order of their events, and retries.
 *
 * While the last attempt at an endpoint has succeeded, as many run at the same time as have a place, but for those about
 * the same recipient or template. Otherwise one goes out at a time, and the next one only after its outcome is committed.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import * as Drift from "../engine/Drift.ts"
import type { Handler, Undone } from "../engine/Handler.ts"
import * as Handler_ from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import type { Attempt } from "./Attempt.ts"
import { Attempts } from "./Attempts.ts"
import { DeliveryWork, RetryWork } from "./DeliveryWork.ts"
import * as Health from "./Health.ts"

/** What was found about a piece of work. */
interface Found {
  readonly lease: Lease
  readonly looked: Exit.Exit<Attempt | null, unknown>
}

/** How long a first attempt has to wait. Earlier versions scheduled retries in the same lane; these don't. */
const waitOf = ({ delivery, endpoint }: Attempt, now: Instant.Instant): number =>
  delivery.attempts === 0 ? Math.max(0, (endpoint?.waitsUntil ?? now) - now) : 0

/** Returns the first attempt among them. */
const firstOf = (some: ReadonlyArray<Found>): Attempt | null =>
  some.map(({ looked }) => Exit.isSuccess(looked) ? looked.value : null).find((each) => each !== null) ?? null

/** How far a batch of first attempts has come. */
interface Progress {
  /** What has not begun, in order. */
  left: ReadonlyArray<Lease>
  /** Whether nothing has to wait. */
  isOpen: boolean
  /** Until when waiting is over, by the store's clock, whatever the clock of this node says. */
  over: Instant.Instant
  /** Waits for what the next one must not overtake. */
  before: Effect.Effect<void> | null
  readonly running: Array<Fiber.Fiber<ReadonlyArray<Undone>>>
  readonly undone: Array<Undone>
}

const firstAttempts = (attempts: Attempts["Service"]): Handler => {
  const find = (some: ReadonlyArray<Lease>): Effect.Effect<ReadonlyArray<Found>> =>
    Effect.forEach(some, (lease) => Effect.map(Effect.exit(attempts.look(lease)), (looked) => ({ lease, looked })), {
      concurrency: "unbounded"
    })

  /** Begins an attempt. Until it is under way its fiber doesn't yield, so that no later one overtakes it. */
  const fork = Effect.fnUntraced(function*(batch: Progress, lease: Lease, work: Effect.Effect<void, unknown>) {
    const begun = Effect.forkChild(Handler_.attempt(lease, () => work), { startImmediately: true })
    batch.running.push(yield* Effect.provideService(begun, Scheduler.PreventSchedulerYield, true))
  })

  /** Begins what was found, in order, until something has to wait; returns how many of the places are left. */
  const begin = Effect.fnUntraced(function*(batch: Progress, some: ReadonlyArray<Found>, places: number) {
    let free = places
    for (const { lease, looked } of some) {
      if (Exit.isFailure(looked)) {
        const failed = Handler_.undone(lease, looked.cause)
        batch.undone.push(failed)
        batch.isOpen = !Handler_.keepsPlace(failed)
      } else if (looked.value === null) {
        yield* fork(batch, lease, attempts.drop(lease))
      } else {
        batch.isOpen = waitOf(looked.value, Instant.latest(yield* Instant.now, batch.over)) === 0
        if (!batch.isOpen || free === 0) return free
        batch.before = attempts.before(looked.value)
        if (batch.before !== null) return free
        free--
        yield* fork(batch, lease, attempts.send(lease, looked.value))
      }
      batch.left = batch.left.slice(1)
      if (!batch.isOpen) return free
    }
    return free
  })

  return Effect.fnUntraced(function*(leases, draining, turn = Handler_.noTurn) {
    const over = yield* Instant.now
    const batch: Progress = { left: leases, isOpen: true, over, before: null, running: [], undone: [] }
    let span = leases.length
    while (batch.isOpen && batch.left.length > 0 && !draining.hasBegun()) {
      // What is known to have failed is in the store before anything else is looked at.
      if (yield* attempts.known(leases[0]!)) continue
      // What has to wait for its turn is looked at again then.
      const isBehind = yield* attempts.isBehind(batch.left[0]!)
      const some = yield* find(batch.left.slice(0, isBehind ? 1 : span))
      const first = firstOf(some)
      const now = Instant.latest(yield* Instant.now, batch.over)
      const wait = first === null ? 0 : waitOf(first, now)
      // The store hands out what waits when the waiting is over by its clock. Where this node's is behind, it would give
      // back at once, and be handed again, until its own clock has come that far.
      if (wait > 0 && wait <= Drift.tolerated && batch.left.length === leases.length) {
        yield* Effect.sleep(wait)
        batch.over = Instant.plus(now, wait)
        continue
      }
      if (first === null || wait > 0) {
        yield* begin(batch, some, 0)
        continue
      }
      const isProven = Health.isProven(first.endpoint)
      const wanted = isBehind ? batch.left.length : some.length
      const { hasWaited, places } = yield* attempts.take(first, isProven ? wanted : 1)
      yield* attempts.inTurn(
        batch.left[0]!,
        first,
        Effect.fnUntraced(function*(hasWaitedMore) {
          // Secret, URL and timeout are those of the time of the attempt.
          const found = hasWaited || hasWaitedMore || isBehind ? yield* find(batch.left.slice(0, places)) : some
          const unused = draining.hasBegun() ? places : yield* begin(batch, found, places)
          yield* Effect.replicateEffect(attempts.give(first), unused, { discard: true })
        })
      )
      span = 2 * places
      if (!isProven) yield* Effect.forEach(batch.running, Fiber.await, { discard: true })
      // A piece that keeps its place in line keeps the turn as well.
      else if (batch.isOpen && batch.left.length === 0) yield* turn.pass
      else if (batch.before !== null) yield* batch.before
    }
    for (const fiber of batch.running) batch.undone.push(...yield* Fiber.join(fiber))
    return [...batch.undone, ...batch.left.map(Handler_.letGo)]
  })
}

/** Retries go out at their instants, whatever else waits for the endpoint. */
const retries = (attempts: Attempts["Service"]): Handler => (leases, draining) => {
  const one = Effect.fnUntraced(function*(lease: Lease) {
    const found = yield* attempts.look(lease)
    if (found === null) return yield* attempts.drop(lease)
    const { hasWaited } = yield* attempts.take(found, 1)
    return yield* Effect.flatten(attempts.inTurn(
      lease,
      found,
      Effect.fnUntraced(function*(hasWaitedMore) {
        if (draining.hasBegun()) {
          yield* attempts.give(found)
          return Effect.succeed([Handler_.letGo(lease)])
        }
        const now = hasWaited || hasWaitedMore
          ? yield* Effect.onError(attempts.look(lease), () => attempts.give(found))
          : found
        if (now !== null) {
          return Fiber.join(yield* Effect.forkChild(attempts.send(lease, now), { startImmediately: true }))
        }
        yield* attempts.give(found)
        return attempts.drop(lease)
      })
    ))
  })
  return Effect.map(
    Effect.forEach(leases, (lease) => Handler_.attempt(lease, () => one(lease)), { concurrency: "unbounded" }),
    (undone) => undone.flat()
  )
}

export const DeliveryJob = Job.custom({ work: DeliveryWork, handler: Effect.map(Attempts, firstAttempts) })

export const RetryJob = Job.custom({ work: RetryWork, handler: Effect.map(Attempts, retries) })
