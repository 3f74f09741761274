/**
 * Measures how far this node's clock is off the store's, by which work falls due. An offset that `ClockOffset`
 * declares is no skew. A node that is off by more than two seconds depends on every measurement, so it claims nothing
 * until it is back.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { Store, StoreError } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"

/** By how many milliseconds a clock may be off. */
export const tolerated = 2 * Instant.second

/** How often skew is measured, in milliseconds of elapsed time: while the clock is right, and while it is off. */
const every = { right: 10 * Instant.second, off: Instant.second }

/** When the clock has gone so much faster or slower than time has passed, somebody has set it. */
const jump = Instant.second

const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/**
 * This node's clock without the declared offset, and the time that has passed; both in milliseconds. The time that has
 * passed is read first, so that a pause between the two counts as uncertainty.
 */
const reading = Effect.gen(function*() {
  const offset = yield* yield* ClockOffset
  const passed = yield* elapsed
  return { wall: (yield* Instant.now) - offset, elapsed: passed }
})

/** By how many milliseconds the clock is ahead of the store's, and by how many this may be wrong. */
export interface Measured {
  readonly off: number
  readonly uncertain: number
}

export interface ClockSkew {
  /** Measures when it is time to, and returns whether this node may claim work. */
  readonly isRight: Effect.Effect<boolean, StoreError>
  /** Returns whether the last measurement has found the clock off by more than is tolerated. */
  readonly isOff: () => boolean
}

/** Both clocks show whole milliseconds. */
const grain = 1

/** The store may have read its clock at any time between the question and the answer. */
const measure = (
  asked: { readonly wall: number; readonly elapsed: number },
  store: number,
  answered: { readonly elapsed: number }
): Measured => {
  const uncertain = (answered.elapsed - asked.elapsed) / 2
  return { off: asked.wall + uncertain - store, uncertain }
}

/** Returns by how much the clock is off, in milliseconds, when that is more than is tolerated for certain; else 0. */
export const beyond = ({ off, uncertain }: Measured): number =>
  Math.abs(off) > tolerated + uncertain ? Math.round(off) : 0

/** @param found is told of each measurement */
export const make = (store: Store["Service"], found: (measured: Measured) => void = () => {}): ClockSkew => {
  let last: { readonly wall: number; readonly elapsed: number } | null = null
  let isOff = false

  const measured = Effect.gen(function*() {
    const asked = yield* reading
    const now = yield* store.now
    const answered = yield* reading
    last = asked
    const measured = measure(asked, now, answered)
    const off = beyond(measured)
    found({ ...measured, uncertain: measured.uncertain + grain })
    if (off !== 0 && !isOff) {
      yield* Effect.logError("this node's clock is off, so it claims no work until it is right", { milliseconds: off })
    }
    if (off === 0 && isOff) yield* Effect.logInfo("this node's clock is right again")
    isOff = off !== 0
  })

  return {
    isOff: () => isOff,
    isRight: Effect.gen(function*() {
      const now = yield* reading
      const since = last === null ? Infinity : now.elapsed - last.elapsed
      const hasJumped = last !== null && Math.abs(now.wall - last.wall - since) > jump
      if (hasJumped || since >= (isOff ? every.off : every.right)) yield* measured
      return !isOff
    })
  }
}
