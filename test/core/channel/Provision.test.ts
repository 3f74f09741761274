/**
 * A provisioner that has not decided yet is asked again, but never all the time.
 */
import { operations } from "@signalbox/core/Catalogue"
import { plus } from "@signalbox/core/Instant"
import { Operations } from "@signalbox/core/Operations"
import { Provisioner } from "@signalbox/core/Provisioner"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

it.each([-60_000, 0, Number.NaN])(
  "a provisioner that wants to be asked again in %d ms is asked once a second",
  async (ms) => {
    let asked = 0
    const provisioner = Layer.succeed(Provisioner, {
      advance: () =>
        Effect.sync(() => {
          asked++
          return { reports: [], askAgainAt: plus(Given.now, ms) }
        })
    })
    await Bench.run(
      Bench.layer().pipe(Layer.provide(provisioner)),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        const { run } = yield* Operations
        const body = { country: "DE", number_type: "LOCAL" }
        const { status } = yield* run(operations["markets.create"], Scene.caller, Scene.request(body))
        expect(status).toBe(202)
        yield* Bench.idle
        expect(asked).toBe(1)
        yield* Bench.travel(plus(Given.now, 999))
        expect(asked).toBe(1)
        yield* Bench.travel(plus(Given.now, 1000))
        expect(asked).toBe(2)
      })
    )
  },
  20_000
)
