/**
 * The clock of the service, as the control shows it: what falls due next is named after what waits, and nobody looks for it
 * while something is in hand.
 */
import * as Instant from "@signalbox/core/Instant"
import { laneKinds } from "@signalbox/core/Jobs"
import type { WaitingLane } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import { TimeTravel } from "@signalbox/emulator/clock/TimeTravel"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import { Network } from "@signalbox/emulator/network/Network"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import * as Asked from "./Asked.ts"

const instant = Instant.make
const text = (millis: number): string => new Date(millis).toISOString()

/** Work that waits in a lane, from an instant on, or until it is paused no more. */
const waiting = (firstAt: number, pausedUntil: number | null = null): WaitingLane => ({
  lane: "a:b",
  firstAt: instant(firstAt),
  pausedUntil: pausedUntil === null ? null : instant(pausedUntil),
  waiting: 1,
  held: 0,
  ageMillis: 0,
  restrictions: []
})

interface Waiting {
  readonly lanes?: Readonly<Record<string, ReadonlyArray<WaitingLane>>>
  readonly receipt?: number
  readonly review?: number
  readonly isIdle?: boolean
}

const due = (at: number | undefined) =>
  Effect.succeed(at === undefined ? Option.none<Instant.Instant>() : Option.some(instant(at)))

const services = (
  { isIdle = true, lanes = {}, receipt, review }: Waiting,
  travelled: Array<number> = []
): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.effect(
      TimeTravel,
      Effect.map(Clock.Clock, (live) => {
        const clock = new TravelClock(live)
        clock.stand(instant(7))
        return {
          clock,
          isIdle: Effect.succeed(isIdle),
          advance: (millis: number) => Effect.sync(() => void travelled.push(millis))
        }
      })
    ),
    isIdle
      ? Layer.mergeAll(
        Layer.mock(Operator, { lanes: (kind) => Effect.succeed(lanes[kind] ?? []) }),
        Layer.mock(Network, { nextDue: due(receipt) }),
        Layer.mock(Reviews, { nextDue: due(review) })
      )
      : Layer.empty
  )

const [first, second, last] = [laneKinds[0]!, laneKinds[1]!, laneKinds.at(-1)!]

describe("the clock", () => {
  it.each<readonly [string, Waiting, next: { readonly name: string; readonly at: number } | null]>([
    ["nothing", {}, null],
    ["nothing while something is in hand", { isIdle: false }, null],
    ["the work of a lane", { lanes: { [second]: [waiting(9)] }, receipt: 10, review: 11 }, { name: second, at: 9 }],
    ["the earliest lane of a kind", { lanes: { [last]: [waiting(9), waiting(8)] } }, { name: last, at: 8 }],
    ["the work that waits for nobody", { lanes: { [first]: [waiting(8, 20)], [second]: [waiting(9)] } }, {
      name: second,
      at: 9
    }],
    ["the end of a pause", { lanes: { [first]: [waiting(8, 20)] }, receipt: 21 }, { name: first, at: 20 }],
    ["work whose pause is over", { lanes: { [first]: [waiting(8, 5)] } }, { name: first, at: 8 }],
    ["the first of what is due together", { lanes: { [second]: [waiting(9)], [first]: [waiting(9)] }, review: 9 }, {
      name: first,
      at: 9
    }],
    ["a receipt", { lanes: { [first]: [waiting(9)] }, receipt: 8, review: 8 }, { name: "receipt", at: 8 }],
    ["a review", { lanes: { [first]: [waiting(9)] }, receipt: 8, review: 7 }, { name: "review", at: 7 }]
  ])("tells as what is due next %s", (_, given, next) =>
    Asked.run(Effect.gen(function*() {
      expect(yield* Asked.ask("GET /emulator/clock", services(given))).toStrictEqual({
        now: text(0),
        offset_ms: 7,
        idle: given.isIdle ?? true,
        next: next === null ? null : { name: next.name, at: text(next.at) }
      })
    })))

  it("travels as far as it is told, and tells where it is then", () => {
    const travelled: Array<number> = []
    return Asked.run(Effect.gen(function*() {
      const answer = yield* Asked.ask("POST /emulator/clock", services({ receipt: 8 }, travelled), {
        body: { advance_ms: 3 }
      })
      expect(travelled).toEqual([3])
      expect(answer).toEqual({ now: text(0), offset_ms: 7, idle: true, next: { name: "receipt", at: text(8) } })
    }))
  })
})
