/**
 * `/emulator/clock`: the service's time, and travel through it.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TimeTravel } from "../clock/TimeTravel.ts"
import * as Call from "./Call.ts"

const furthest = 3660 * Instant.day

const show = Effect.gen(function*() {
  const { clock, isIdle } = yield* TimeTravel
  return {
    now: Instant.toMillis(yield* Instant.now),
    offset_ms: clock.offset,
    idle: yield* isIdle
  }
})

const Travel = Schema.Struct({
  advance_ms: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: furthest }))
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/clock", () => show),
  Call.send("POST", "/emulator/clock", Travel, ({ advance_ms: millis }) =>
    Effect.gen(function*() {
      const travel = yield* TimeTravel
      yield* travel.advance(millis)
      return yield* show
    }))
]
