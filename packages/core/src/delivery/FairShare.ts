/**
 * When this node does its part of late deliveries: looks them up, begins attempts, commits outcomes. While other
 * customers' deliveries are on time, customers with late ones take turns. In its turn a customer does in one go all that
 * waits for it, and after it all of them rest for three times as long as it took. So backlogs take at most a quarter of the
 * node's time from those who have none, and all of it when they want nothing.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Limit from "../catalogue/Limit.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

/** Returns whether a delivery that fell due at this instant is late, so that others go before it. */
export const isLate = (due: Instant, now: Instant): boolean => now - due > Limit.lateDelivery.after

export interface Bounds {
  /** For how long late deliveries take turns after a delivery of another customer that was on time, in milliseconds. */
  readonly beside: number
  /** The milliseconds for which a turn keeps others waiting at most, however long it takes. */
  readonly turn: number
  /** The length of the rest after a turn, in multiples of the turn. */
  readonly rest: number
}

export const Bounds = Context.Reference<Bounds>("@signalbox/core/delivery/FairShare/Bounds", {
  defaultValue: () => Limit.lateDelivery
})

export interface FairShare {
  /** Whether deliveries of several customers were on time of late, so that everybody's late ones wait for turns. */
  readonly isBusy: Effect.Effect<boolean>
  /** Says that a delivery of the customer is on time. */
  readonly onTime: (customer: AccountId) => Effect.Effect<void>
  /**
   * Does a part of what late deliveries of the customer need of this node: in the customer's turn while deliveries of
   * others are on time, otherwise immediately. The work is told whether it had to wait.
   */
  readonly late: <A, E, R>(
    customer: AccountId,
    work: (hasWaited: boolean) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

/** The late deliveries of one customer that have one turn together. */
interface Batch {
  readonly begins: Latch.Latch
  readonly ends: Latch.Latch
  hasBegun: boolean
  /** How many of them wait for the turn or are not done yet. */
  deliveries: number
}

/** A delivery of a customer that was on time, at this instant in elapsed milliseconds. */
interface OnTime {
  readonly customer: AccountId | null
  readonly at: number
}

const never: OnTime = { customer: null, at: -Infinity }

const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

export const make: Effect.Effect<FairShare, never, Scope.Scope> = Effect.gen(function*() {
  const background = yield* FiberSet.make<void>()
  const bounds = yield* Bounds
  // Turns are first come, first served, and a customer waits for one at a time.
  const line = yield* Semaphore.make(1)
  const waiting = new Map<AccountId, Batch>()
  let latest = never
  /** The latest one of another customer than that. */
  let other = never
  let restsUntil = -Infinity

  const isRecent = ({ at }: OnTime, now: number): boolean => now - at < bounds.beside

  /** Returns whether a delivery of any other customer was on time of late. */
  const isContested = (customer: AccountId, now: number): boolean =>
    isRecent(latest.customer === customer ? other : latest, now)

  const run = Effect.fnUntraced(function*(customer: AccountId, batch: Batch) {
    const now = yield* elapsed
    if (restsUntil > now && isContested(customer, now)) yield* Effect.sleep(restsUntil - now)
    // What comes from now on is for the customer's next turn, behind those of others.
    waiting.delete(customer)
    batch.hasBegun = true
    if (batch.deliveries === 0) return
    const began = yield* elapsed
    yield* batch.begins.open
    yield* Effect.timeoutOption(batch.ends.await, bounds.turn)
    const ended = yield* elapsed
    restsUntil = ended + bounds.rest * (ended - began)
  })

  const join = Effect.fnUntraced(function*(customer: AccountId) {
    const known = waiting.get(customer)
    if (known !== undefined) {
      known.deliveries++
      return known
    }
    const batch: Batch = {
      begins: yield* Latch.make(false),
      ends: yield* Latch.make(false),
      hasBegun: false,
      deliveries: 1
    }
    waiting.set(customer, batch)
    yield* FiberSet.run(background, Semaphore.withPermit(line, run(customer, batch)))
    return batch
  })

  const leave = (batch: Batch) => --batch.deliveries === 0 && batch.hasBegun ? batch.ends.open : Effect.void

  return {
    isBusy: Effect.map(elapsed, (now) => isRecent(other, now)),
    onTime: (customer) =>
      Effect.map(elapsed, (at) => {
        if (latest.customer !== customer) other = latest
        latest = { customer, at }
      }),
    late: (customer, work) =>
      Effect.flatMap(elapsed, (now) =>
        isContested(customer, now)
          ? Effect.acquireUseRelease(
            join(customer),
            ({ begins }) => Effect.flatMap(begins.await, () => work(true)),
            leave
          )
          : work(false))
  }
})
