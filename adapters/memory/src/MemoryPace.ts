/**
 * The pace of carriers in memory: a log of what has begun in each pool in the last second, what is still to begin, and
 * how much is under way.
 * Pools that nobody asks for any more are dropped on the way.
 */
import type { Paced, PaceRequest } from "@signalbox/core/Pace"
import { fitting, Pace } from "@signalbox/core/Pace"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const second = 1000

/** The delay before asking again for parts that wait until something else is done, in milliseconds. */
const look = 100

interface Pool {
  /** The parts that began in the last second, oldest first. */
  readonly log: Array<{ readonly at: number; readonly parts: number }>
  recent: number
  /** The parts that were admitted and have not begun. */
  toBegin: number
  underWay: number
}

const forget = (pool: Pool, now: number): void => {
  while (pool.log.length > 0 && pool.log[0]!.at <= now - second) pool.recent -= pool.log.shift()!.parts
}

/** Returns after how many milliseconds so many parts more fit into the second. */
const wait = ({ log, recent, toBegin }: Pool, { perSecond }: PaceRequest, parts: number, now: number): number => {
  let left = recent + toBegin + Math.min(parts, perSecond) - perSecond
  for (const run of log) {
    if (left <= 0) break
    left -= run.parts
    if (left <= 0) return run.at + second - now
  }
  return look
}

const take = (pool: Pool, request: PaceRequest, now: number): Paced => {
  forget(pool, now)
  const { admitted, adds } = fitting(request, { recent: pool.recent + pool.toBegin, underWay: pool.underWay })
  pool.toBegin += adds.recent
  pool.underWay += adds.underWay
  const next = request.parts[admitted]
  return { admitted, again: next === undefined ? 0 : wait(pool, request, next, now) }
}

const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

export const make = (): Pace["Service"] => {
  const pools = new Map<string, Pool>()

  /** Checks one pool per request, in turn: an idle pool is dropped, any other one goes to the end of the queue. */
  const sweep = (now: number): void => {
    for (const [name, pool] of pools) {
      pools.delete(name)
      forget(pool, now)
      if (pool.recent > 0 || pool.toBegin > 0 || pool.underWay > 0) pools.set(name, pool)
      return
    }
  }

  return {
    take: (request) =>
      Effect.map(elapsed, (now) => {
        sweep(now)
        const pool = pools.get(request.pool) ?? { log: [], recent: 0, toBegin: 0, underWay: 0 }
        pools.set(request.pool, pool)
        return take(pool, request, now)
      }),
    begin: (name, parts) =>
      Effect.map(elapsed, (now) => {
        const pool = pools.get(name)
        const begun = Math.min(parts, pool?.toBegin ?? 0)
        if (pool === undefined || begun === 0) return
        pool.toBegin -= begun
        pool.recent += begun
        pool.log.push({ at: now, parts: begun })
      }),
    done: (name, parts) =>
      Effect.sync(() => {
        const pool = pools.get(name)
        if (pool !== undefined) pool.underWay = Math.max(0, pool.underWay - parts)
      })
  }
}

export const layer: Layer.Layer<Pace> = Layer.sync(Pace, make)
