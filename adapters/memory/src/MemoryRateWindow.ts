/**
 * Rate windows in memory. A sliding window is exact: a log of what was admitted, by millisecond. A fixed window starts
 * with its first request. Pools that nobody asks for any more are dropped on the way.
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { Take, Taken } from "@signalbox/core/RateWindow"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SlidingLog } from "./internal/slidingLog.ts"

class FixedWindow {
  private start: Instant | null = null
  private count = 0

  take({ limit, millis, now }: Take): Taken {
    if (this.start === null || now - this.start >= millis) {
      this.start = now
      this.count = 0
    }
    if (this.count >= limit) return { _tag: "Exhausted", until: plus(this.start, millis) }
    this.count++
    return { _tag: "Admitted" }
  }

  isIdle(millis: number, now: Instant): boolean {
    return this.start === null || now - this.start >= millis
  }
}

interface Pool {
  readonly shape: Take["shape"]
  readonly window: SlidingLog | FixedWindow
  millis: number
}

const pool = ({ millis, shape }: Take): Pool => ({
  shape,
  window: shape === "sliding" ? new SlidingLog() : new FixedWindow(),
  millis
})

export const make = (): RateWindow["Service"] => {
  const pools = new Map<string, Pool>()

  /** Checks one pool per request, in turn: an idle pool is dropped, any other one goes to the end of the queue. */
  const sweep = (now: Instant): void => {
    for (const [name, pool] of pools) {
      pools.delete(name)
      if (!pool.window.isIdle(pool.millis, now)) pools.set(name, pool)
      return
    }
  }

  return {
    take: (take) =>
      Effect.sync(() => {
        sweep(take.now)
        const found = pools.get(take.pool)
        const mine = found === undefined || found.shape !== take.shape ? pool(take) : found
        mine.millis = take.millis
        pools.set(take.pool, mine)
        return mine.window.take(take)
      })
  }
}

export const layer: Layer.Layer<RateWindow> = Layer.sync(RateWindow, make)
