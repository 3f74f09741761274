/**
 * Carries out deliveries that are due: the first attempts at an endpoint in the order of their events, and retries at their
 * instants. The scheduler says for both when an attempt may begin, and its header why (`DeliveryScheduler`).
 */
import * as Array_ from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { PreventSchedulerYield } from "effect/Scheduler"
import * as ClockSkew from "../engine/ClockSkew.ts"
import type { Draining, Handler, LaneTurn, Undone } from "../engine/Handler.ts"
import * as Handler_ from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import type * as Attempt from "./Attempt.ts"
import { DeliveryScheduler } from "./DeliveryScheduler.ts"
import { DeliveryWork, RetryWork } from "./DeliveryWork.ts"
import * as Health from "./Health.ts"
import type { Found } from "./LookAhead.ts"
import * as LookAhead from "./LookAhead.ts"

/** Returns how long a first attempt has to wait. */
const waitOf = ({ endpoint }: Attempt.Attempt, now: Instant.Instant): number =>
  Math.max(0, (endpoint?.waitsUntil ?? now) - now)

/** Returns the first attempt among them. */
const firstOf = (some: ReadonlyArray<Found>): Attempt.Attempt | null =>
  some.map(({ looked }) => Exit.isSuccess(looked) ? looked.value : null).find((each) => each !== null) ?? null

/** The progress of a batch of first attempts. */
interface Progress {
  /** How many of its items have begun, in order. */
  begun: number
  /** Whether nothing has to wait. */
  isOpen: boolean
  /** Until when waiting is over, by the store's clock, whatever the clock of this node says. */
  over: Instant.Instant
  /** Waits for what the next one must not overtake. */
  before: Effect.Effect<void> | null
  /** Whether the scheduler was told to expect more. */
  isExpected: boolean
  readonly turn: LaneTurn
  readonly running: Array<Fiber.Fiber<ReadonlyArray<Undone>>>
  readonly undone: Array<Undone>
}

/** How many items are looked up at least before it is known how many places they have. */
const few = 8

const firstAttempts = (scheduler: DeliveryScheduler["Service"]): Handler => {
  /** Begins an attempt. Until it is under way its fiber doesn't yield, so that no later one overtakes it. */
  const fork = Effect.fnUntraced(function*(
    batch: Progress,
    lease: Lease,
    work: Effect.Effect<ReadonlyArray<Undone> | void, unknown>
  ) {
    const begun = Effect.forkChild(Handler_.attempt(lease, () => work), { startImmediately: true })
    batch.running.push(yield* Effect.provideService(begun, PreventSchedulerYield, true))
  })

  /** Makes an attempt. One that could not be made is given back immediately, with what has not begun behind it. */
  const send = ({ turn: { giveBack } }: Progress, lease: Lease, attempt: Attempt.Attempt) =>
    Effect.flatMap(scheduler.send(lease, attempt), (unsent) =>
      unsent.length === 0 || giveBack === undefined
        ? Effect.succeed(unsent)
        : Effect.as(giveBack(unsent), Array_.empty<Undone>()))

  /** Begins what was found, in order, until something has to wait; returns how many of the places are left. */
  const begin = Effect.fnUntraced(function*(batch: Progress, some: ReadonlyArray<Found>, places: number) {
    let free = places
    for (const { lease, looked } of some) {
      if (Exit.isFailure(looked)) {
        const failed = Handler_.undone(lease, looked.cause)
        batch.undone.push(failed)
        batch.isOpen = !Handler_.keepsPlace(failed)
      } else if (looked.value === null) {
        yield* fork(batch, lease, scheduler.drop(lease))
      } else {
        batch.isOpen = waitOf(looked.value, Instant.latest(yield* Instant.now, batch.over)) === 0
        if (!batch.isOpen || free === 0) return free
        batch.before = scheduler.before(looked.value)
        if (batch.before !== null) return free
        free--
        yield* fork(batch, lease, send(batch, lease, looked.value))
      }
      batch.begun++
      if (!batch.isOpen) return free
    }
    return free
  })

  const expect = (batch: Progress, lease: Lease, isExpected: boolean): void => {
    if (batch.isExpected !== isExpected) scheduler.expect(lease, isExpected ? 1 : -1)
    batch.isExpected = isExpected
  }

  /** Begins the items, and waits until they have ended or nothing more can begin. */
  const through = Effect.fnUntraced(
    function*(batch: Progress, leases: ReadonlyArray<Lease>, draining: Draining) {
      const { turn } = batch
      const ahead = LookAhead.make(scheduler, leases)
      const left = () => leases.length - batch.begun
      while (batch.isOpen && left() > 0 && !draining.hasBegun() && turn.isBroken?.() !== true) {
        // What is known to have failed is in the store before anything else is looked at.
        if (yield* scheduler.known(leases[0]!)) continue
        // What has to wait for its turn is looked at again then.
        const isBehind = yield* scheduler.isBehind(leases[batch.begun]!)
        // A place is taken for what is known already: it is looked at again, if need be, before it begins.
        const some = ahead.seen(batch.begun) ??
          (yield* (isBehind ? ahead.from(batch.begun, 1, 1) : ahead.from(batch.begun, few, LookAhead.most)))
        const first = firstOf(some)
        const now = Instant.latest(yield* Instant.now, batch.over)
        const wait = first === null ? 0 : waitOf(first, now)
        // The store hands out what waits when the waiting is over by its clock. Where this node's is behind, it would give
        // back immediately, and be handed again, until its own clock has come that far.
        if (wait > 0 && wait <= ClockSkew.tolerated && batch.begun === 0) {
          yield* Effect.sleep(wait)
          batch.over = Instant.plus(now, wait)
          continue
        }
        if (first === null || wait > 0) {
          yield* begin(batch, some, 0)
          continue
        }
        const isProven = Health.isProven(first.endpoint)
        const { places } = yield* scheduler.take(first, isProven ? left() : 1)
        yield* scheduler.inTurn(
          leases[batch.begun]!,
          first,
          Effect.fnUntraced(function*() {
            // What has failed while this waited for a place or a turn is in the store as well.
            while (yield* scheduler.known(leases[0]!)) continue
            // What is late does not keep others waiting for long.
            const found = yield* ahead.from(batch.begun, places, isBehind ? places : LookAhead.most)
            const unused = draining.hasBegun() ? places : yield* begin(batch, found, places)
            // What waits for an attempt to end follows it immediately, and its outcome soon.
            expect(batch, leases[0]!, isProven && batch.before !== null)
            yield* Effect.replicateEffect(scheduler.give(first), unused, { discard: true })
          })
        )
        if (!isProven) {
          yield* Effect.forEach(batch.running, Fiber.await, { discard: true })
          ahead.forget()
        } // An item that keeps its place in line keeps the turn as well.
        else if (batch.isOpen && left() === 0) yield* turn.pass
        else if (batch.before !== null) yield* batch.before
      }
      expect(batch, leases[0]!, false)
      const undone = [...batch.undone, ...leases.slice(batch.begun).map(Handler_.letGo)]
      // What waits for the endpoint does not wait for attempts that may take long to end.
      const isEarly = turn.giveBack !== undefined && batch.running.length > 0 && undone.some(Handler_.keepsPlace)
      if (isEarly) yield* turn.giveBack(undone)
      const ended = yield* Effect.forEach(batch.running, (fiber) => Fiber.join(fiber))
      return isEarly ? ended.flat() : [...undone, ...ended.flat()]
    }
  )

  return Effect.fnUntraced(function*(leases, draining, turn = Handler_.noTurn) {
    const over = yield* Instant.now
    const batch: Progress = {
      begun: 0,
      isOpen: true,
      over,
      before: null,
      isExpected: false,
      turn,
      running: [],
      undone: []
    }
    return yield* Effect.ensuring(
      through(batch, leases, draining),
      Effect.sync(() => expect(batch, leases[0]!, false))
    )
  })
}

/** Retries go out at their instants, whatever else waits for the endpoint. */
const retries = (scheduler: DeliveryScheduler["Service"]): Handler => (leases, draining) => {
  const one = Effect.fnUntraced(function*(lease: Lease) {
    const found = yield* scheduler.look(lease)
    if (found === null) return yield* scheduler.drop(lease)
    const { hasWaited } = yield* scheduler.take(found, 1)
    return yield* Effect.flatten(scheduler.inTurn(
      lease,
      found,
      Effect.fnUntraced(function*(hasWaitedMore) {
        if (draining.hasBegun()) {
          yield* scheduler.give(found)
          return Effect.succeed([Handler_.letGo(lease)])
        }
        const now = hasWaited || hasWaitedMore
          ? yield* Effect.onError(scheduler.look(lease), () => scheduler.give(found))
          : found
        if (now !== null) {
          return Fiber.join(yield* Effect.forkChild(scheduler.send(lease, now), { startImmediately: true }))
        }
        yield* scheduler.give(found)
        return scheduler.drop(lease)
      })
    ))
  })
  return Effect.map(
    Effect.forEach(leases, (lease) => Handler_.attempt(lease, () => one(lease)), { concurrency: "unbounded" }),
    (undone) => undone.flat()
  )
}

export const DeliveryJob = Job.custom({
  work: DeliveryWork,
  // It waits for its turn behind what the node has in hand of the endpoint already.
  admits: Effect.succeed<Job.Admits>(() => true),
  handler: Effect.map(DeliveryScheduler, firstAttempts)
})

export const RetryJob = Job.custom({ work: RetryWork, handler: Effect.map(DeliveryScheduler, retries) })
