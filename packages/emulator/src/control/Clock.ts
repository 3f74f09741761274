/**
 * `/emulator/clock`: the service's time, and travel through it.
 */
import * as Instant from "@signalbox/core/Instant"
import { laneKinds } from "@signalbox/core/Jobs"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TimeTravel } from "../clock/TimeTravel.ts"
import { Network } from "../network/Network.ts"
import { Reviews } from "../review/Reviews.ts"
import * as Call from "./Call.ts"

const furthest = 3660 * Instant.day

interface Due {
  readonly name: string
  readonly at: Instant.Instant
}

/** Returns the name of what falls due next in the store: the kind of the lane in which it waits. */
const nextWork = Effect.gen(function*() {
  const operator = yield* Operator
  const lanes = yield* Effect.forEach(
    laneKinds,
    (name) =>
      Effect.map(operator.lanes(name), (waiting) =>
        waiting.map(({ firstAt, pausedUntil }): Due => ({
          name,
          at: Instant.latest(firstAt, pausedUntil ?? firstAt)
        })))
  )
  return lanes.flat()
})

const next = Effect.gen(function*() {
  const network = yield* Network
  const reviews = yield* Reviews
  const due = (name: string, at: Option.Option<Instant.Instant>): ReadonlyArray<Due> =>
    Option.isSome(at) ? [{ name, at: at.value }] : []
  const all = [
    ...yield* nextWork,
    ...due("receipt", yield* network.nextDue),
    ...due("review", yield* reviews.nextDue)
  ]
  return all.reduce<Due | null>((first, each) => first === null || each.at < first.at ? each : first, null)
})

const show = Effect.gen(function*() {
  const { clock, isIdle } = yield* TimeTravel
  const isQuiet = yield* isIdle
  // While something is in hand nobody knows what comes next, and whoever waits for its end asks often.
  const first = isQuiet ? yield* next : null
  return {
    now: Instant.toMillis(yield* Instant.now),
    offset_ms: clock.offset,
    idle: isQuiet,
    next: first === null ? null : { name: first.name, at: Instant.toMillis(first.at) }
  }
})

const Travel = Schema.Struct({
  advance_ms: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: furthest })).annotateKey({
    description: "How far, in milliseconds."
  })
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.said(
    "Reads the clock: the service's time, how far it has travelled, and what is due next when nothing is in hand.",
    Call.get("/emulator/clock", () => show)
  ),
  Call.said(
    "Travels in time: moves the service's clock on, stands still at each instant at which something is due until it is " +
      "done, and answers where the clock is then. It never goes back.",
    Call.send("POST", "/emulator/clock", Travel, ({ advance_ms: millis }) =>
      Effect.gen(function*() {
        const travel = yield* TimeTravel
        yield* travel.advance(millis)
        return yield* show
      }))
  )
]
