/**
 * Sliding windows of one process: what it holds of each pool (`holding.ts`), and when it asks the table for more
 * (`shares.ts`), which is for every half hundredth of the limit.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instantOf } from "@signalbox/core/Instant"
import type { Take, Taken } from "@signalbox/core/RateWindow"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import { unstorable } from "../connection/failure.ts"
import { isStorableText } from "../statement/storable.ts"
import { half, Holding } from "./holding.ts"
import type { Shares } from "./shares.ts"
import type { Run } from "./window.ts"

const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** The time for which a reserve may be used without being confirmed, in elapsed milliseconds. */
const trust = 10_000

/** The delay after which the table is asked again after it had too little left, in milliseconds. */
const pause = 200

/**
 * The wait that is reported when other processes hold the whole pool in reserve, in milliseconds: nobody knows when they
 * will use it or give it up.
 */
const unknownWait = 1000

/** The number of calls that may ask at the same time; tidying up takes all permits. */
const permits = 1024

interface Pool {
  readonly holding: Holding
  readonly turn: Semaphore.Semaphore
  /** Nothing may be decided and forgotten while the table is asked. */
  isAsking: boolean
  confirmedAt: number
  /** The limit for which the table was asked last, and when it may be asked again: elapsed, and by requests' instants. */
  askedFor: number
  askAt: number
  askFrom: number
  /**
   * The instant at which others will have let go of what is worth asking for, by requests' instants; null when nobody
   * knows.
   */
  soon: number | null
  millis: number
  /** The latest instant of a request, and the elapsed time at which it came. */
  now: Instant
  nowAt: number
}

const admitted: Taken = { _tag: "Admitted" }

export interface SlidingWindows {
  readonly take: (take: Take) => Effect.Effect<Taken, SqlError>
  /** Confirms reserves and gives those up that nobody asks for. Must be called every other second. */
  readonly tidy: Effect.Effect<void, SqlError>
  /** Gives everything up but what windows still count. Nothing may be taken from here on. */
  readonly leave: Effect.Effect<void, SqlError>
}

export const make = (shares: Shares): Effect.Effect<SlidingWindows> =>
  Effect.gen(function*() {
    const pools = new Map<string, Pool>()
    const inFlight = yield* Semaphore.make(permits)
    let reports = 0
    const nextNumber = () => ++reports

    const poolOf = Effect.fnUntraced(function*(take: Take, at: number) {
      const found = pools.get(take.pool) ?? {
        holding: new Holding(),
        turn: yield* Semaphore.make(1),
        isAsking: false,
        confirmedAt: 0,
        askedFor: 0,
        askAt: 0,
        askFrom: 0,
        soon: null,
        millis: take.millis,
        now: take.now,
        nowAt: at
      }
      pools.set(take.pool, found)
      return Object.assign(found, { millis: take.millis, now: take.now, nowAt: at })
    })

    /** Returns whether it has used a whole reserve up since it has asked. */
    const hasUsedUp = ({ added }: Holding, limit: number): boolean => added >= half(limit)

    /**
     * Returns whether the table may have something to give: since it was asked last this process has used a whole
     * reserve up, or others will have let go of as much by now. Before that, a refusal is right without asking.
     */
    const mayAsk = ({ askAt, askFrom, askedFor, holding }: Pool, { limit, now }: Take, at: number): boolean =>
      limit > askedFor || at >= askAt || now >= askFrom || hasUsedUp(holding, limit)

    /**
     * Answers from what this process holds alone, or returns null when the table must be asked.
     *
     * @param hasAsked whether this request has asked it already
     */
    const alone = (pool: Pool, take: Take, at: number, hasAsked = false): Taken | null => {
      const { confirmedAt, holding, isAsking, soon } = pool
      const { limit, millis, now } = take
      if (isAsking) return null
      holding.forget(now - millis)
      const { log } = holding
      if (log.total >= limit) {
        return { _tag: "Exhausted", until: instantOf(log.until(limit, millis) ?? now + millis) }
      }
      const isTrusted = at - confirmedAt < trust
      if (isTrusted && holding.hasRoom) {
        holding.admit(now)
        return admitted
      }
      if (hasAsked ? hasUsedUp(holding, limit) : !isTrusted || mayAsk(pool, take, at)) return null
      const known = [holding.roomAt(millis), soon].filter((each) => each !== null)
      return {
        _tag: "Exhausted",
        until: instantOf(Math.ceil(known.length === 0 ? now + unknownWait : Math.min(...known)))
      }
    }

    /** Requests as the table is told of them: a window's worth later they have left, and a clock may have been set. */
    const report = (number: number, runs: ReadonlyArray<Run>, { millis, now, nowAt }: Pool, at: number) => ({
      number,
      waits: runs.map((run) => Math.min(millis, Math.max(0, Math.ceil(run.at + millis - now - (at - nowAt))))),
      counts: runs.map(({ count }) => count)
    })

    const grow = (pool: Pool, { limit, millis, pool: name }: Take) =>
      Effect.suspend(() => {
        const { holding } = pool
        pool.isAsking = true
        return shares.locked(
          name,
          Effect.gen(function*() {
            const askedAt = yield* elapsed
            const { held, wait } = yield* shares.look(name, millis, half(limit))
            const plan = holding.plan(limit, held, nextNumber)
            const at = yield* elapsed
            // Until the table has answered, nobody knows what it has heard.
            holding.lose()
            yield* shares.tell(name, {
              units: plan.reserve,
              live: plan.reports.map(({ number }) => number),
              reports: plan.newReports.map(({ number, runs }) => report(number, runs, pool, at))
            })
            return { askedAt, plan, wait }
          })
        ).pipe(
          Effect.map(({ askedAt, plan, wait }) => {
            const now = pool.now + askedAt - pool.nowAt
            const rest = Math.min(pause, wait ?? pause)
            holding.settle(plan)
            pool.confirmedAt = askedAt
            pool.askedFor = limit
            pool.askAt = askedAt + rest
            pool.askFrom = now + rest
            pool.soon = wait === null ? null : now + wait
          }),
          Effect.ensuring(Effect.sync(() => {
            pool.isAsking = false
          }))
        )
      })

    const sliding = Effect.fnUntraced(function*(take: Take) {
      // One statement tidies up all pools, and a name that cannot be stored would make it fail forever.
      if (!isStorableText(take.pool)) return yield* Effect.fail(unstorable())
      const at = yield* elapsed
      const pool = yield* poolOf(take, at)
      const first = alone(pool, take, at)
      if (first !== null) return first
      return yield* Semaphore.withPermit(
        inFlight,
        Semaphore.withPermit(
          pool.turn,
          Effect.gen(function*() {
            // A caller that came first may have obtained enough for the others, and others may take what this one obtains.
            let answer = alone(pool, take, yield* elapsed)
            while (answer === null) {
              yield* grow(pool, take)
              answer = alone(pool, take, yield* elapsed, true)
            }
            return answer
          })
        )
      )
    })

    const tidy = Effect.flatMap(elapsed, (at) => {
      if (pools.size === 0) return Effect.void
      const known = new Map<string, Pool>()
      const idle: Array<string> = []
      for (const [name, pool] of pools) {
        if (at - pool.nowAt >= pool.millis) {
          // All that it admitted has left its window.
          pools.delete(name)
          idle.push(name)
        } else if (pool.holding.isKnown) known.set(name, pool)
      }
      return Effect.gen(function*() {
        const kept = yield* shares.keep([...known.keys()], idle)
        for (const [name, pool] of known) {
          if (kept.has(name)) pool.confirmedAt = at
          else Object.assign(pool, { askAt: 0 }).holding.drop()
        }
        yield* shares.sweep
      })
    })

    const leave = Effect.flatMap(elapsed, (at) => {
      const held = [...pools].filter(([, { holding }]) => holding.isKnown)
        .map(([name, pool]) => ({ pool: name, ...report(nextNumber(), pool.holding.unreported, pool, at) }))
      pools.clear()
      return held.length === 0 ? Effect.void : shares.leave(held)
    })

    return {
      take: sliding,
      tidy: Semaphore.withPermits(inFlight, permits)(tidy),
      leave
    }
  })
