/**
 * The turns of messages at senders that have a pace (decisions 18.6). All nodes keep the pace together, by the same port as
 * that of carriers.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Limit from "../catalogue/Limit.ts"
import type { PacedSender } from "../dispatch/SenderPace.ts"
import { Pace } from "../port/Pace.ts"
import * as Instant from "../value/Instant.ts"

/** A message that waits for one of these senders, best first. */
export interface Waiting {
  readonly senders: ReadonlyArray<PacedSender>
  readonly parts: number
}

export interface Admitted<Each> {
  readonly waiting: Each
  /** Has room for it now. */
  readonly sender: string
  /** Says that it was handed over now, or never will be. It may be said again. */
  readonly over: Effect.Effect<void>
}

export interface Admission<Each> {
  readonly admitted: ReadonlyArray<Admitted<Each>>
  /** The others, in their order. */
  readonly rest: ReadonlyArray<Each>
}

export class SenderQueue extends Context.Service<SenderQueue, {
  /** Waits until one of the messages at least has a sender with room for it. The first of the line comes first. */
  readonly take: <Each extends Waiting>(line: ReadonlyArray<Each>) => Effect.Effect<Admission<Each>>
}>()("@signalbox/core/carrier/SenderQueue") {}

const pool = (sender: string): string => `sender:${sender}`

/** Any number of parts may be under way: the pace counts what leaves in a second. */
const unlimited = Number.MAX_SAFE_INTEGER

/** How long a line waits at least and at most until it asks again, in milliseconds. */
const look = { least: 20, most: Instant.second }

const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

const nothing = Effect.void

const make: Effect.Effect<SenderQueue["Service"], never, Pace> = Effect.gen(function*() {
  const pace = yield* Pace
  /** Until when a sender that had no room is not asked again, by elapsed time. */
  const full = new Map<string, number>()

  const over = (sender: string, parts: number, counted: number): Effect.Effect<void> => {
    let isOver = false
    return Effect.suspend(() => {
      if (isOver) return nothing
      isOver = true
      return Effect.andThen(pace.begin(pool(sender), counted), pace.done(pool(sender), parts))
    })
  }

  /** Asks one sender, and returns what is to be said when the message has left, or null when there is no room. */
  const ask = Effect.fnUntraced(function*({ from, perSecond }: PacedSender, parts: number) {
    if (perSecond === null) return nothing
    if (full.has(from)) return null
    const asked = pace.take({ pool: pool(from), perSecond, inFlight: unlimited, parts: [parts] })
    // While the store is away nobody can hand over anything.
    const { admitted, again } = yield* Effect.retry(asked, Schedule.spaced(Instant.second)).pipe(Effect.orDie)
    if (admitted > 0) return over(from, parts, Math.min(parts, perSecond))
    full.set(from, (yield* elapsed) + Math.max(look.least, again))
    return null
  })

  const round = Effect.fnUntraced(function*<Each extends Waiting>(line: ReadonlyArray<Each>) {
    const now = yield* elapsed
    for (const [sender, until] of full) if (until <= now) full.delete(sender)
    const admitted: Array<Admitted<Each>> = []
    const rest: Array<Each> = []
    for (const waiting of line) {
      let found: Admitted<Each> | null = null
      for (const sender of waiting.senders.slice(0, Limit.sendersTried)) {
        const left = yield* ask(sender, waiting.parts)
        if (left === null) continue
        found = { waiting, sender: sender.from, over: left }
        break
      }
      if (found === null) rest.push(waiting)
      else admitted.push(found)
    }
    return { admitted, rest }
  })

  return {
    take: Effect.fnUntraced(function*(line) {
      while (true) {
        const turn = yield* round(line)
        if (turn.admitted.length > 0) return turn
        const now = yield* elapsed
        const next = Math.min(...line.flatMap(({ senders }) => senders.map(({ from }) => full.get(from) ?? now)))
        yield* Effect.sleep(Math.min(look.most, Math.max(look.least, next - now)))
      }
    })
  }
})

/** The turns of one worker. */
export const layer: Layer.Layer<SenderQueue, never, Pace> = Layer.effect(SenderQueue, make)
