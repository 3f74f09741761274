/**
 * How far this node's clock is off the store's, by which work falls due. What `ClockOffset` declares is no drift. A node
 * that is off by more than two seconds would decide at the wrong time, so it claims nothing until it is back.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { Store, StoreError } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"

/** By how many milliseconds a clock may be off. */
export const tolerated = 2 * Instant.second

/** How often drift is measured, in milliseconds of elapsed time: while the clock is right, and while it is off. */
const every = { right: 10 * Instant.second, off: Instant.second }

/** When the clock has gone so much faster or slower than time has passed, somebody has set it. */
const jump = Instant.second

const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** This node's clock without the declared offset, and the time that has passed; both in milliseconds. */
const reading = Effect.gen(function*() {
  const offset = yield* yield* ClockOffset
  return { wall: (yield* Instant.now) - offset, elapsed: yield* elapsed }
})

export interface Drift {
  /** Measures when it is time to, and returns whether this node may claim work. */
  readonly isRight: Effect.Effect<boolean, StoreError>
}

/**
 * Returns by how much the clock is off, in milliseconds, when that is more than the measurement can be wrong: the store
 * may have read its clock at any time between the question and the answer.
 */
export const beyond = (
  asked: { readonly wall: number; readonly elapsed: number },
  store: number,
  answered: { readonly elapsed: number }
): number => {
  const uncertain = (answered.elapsed - asked.elapsed) / 2
  const off = asked.wall + uncertain - store
  return Math.abs(off) > tolerated + uncertain ? Math.round(off) : 0
}

export const make = (store: Store["Service"]): Drift => {
  let last: { readonly wall: number; readonly elapsed: number } | null = null
  let isOff = false

  const measured = Effect.gen(function*() {
    const asked = yield* reading
    const now = yield* store.now
    const answered = yield* reading
    last = asked
    const off = beyond(asked, now, answered)
    if (off !== 0 && !isOff) {
      yield* Effect.logError("this node's clock is off, so it claims no work until it is right", { milliseconds: off })
    }
    if (off === 0 && isOff) yield* Effect.logInfo("this node's clock is right again")
    isOff = off !== 0
  })

  return {
    isRight: Effect.gen(function*() {
      const now = yield* reading
      const since = last === null ? Infinity : now.elapsed - last.elapsed
      const hasJumped = last !== null && Math.abs(now.wall - last.wall - since) > jump
      if (hasJumped || since >= (isOff ? every.off : every.right)) yield* measured
      return !isOff
    })
  }
}
