/**
 * Adds every few seconds what this node has counted of carriers to what all nodes share. A node that dies takes its last
 * counts with it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CarrierTally from "../engine/CarrierTally.ts"
import { Executor } from "../engine/Executor.ts"
import * as HealthTerms from "../engine/HealthTerms.ts"
import * as Restriction from "../engine/Restriction.ts"
import { Carriers } from "../port/Carrier.ts"
import * as Instant from "../value/Instant.ts"
import { ReviewCarriers } from "./ReviewCarriers.ts"
import * as Telemetry from "./Telemetry.ts"

/** Does nothing where no health of carriers is judged. */
export const layer: Layer.Layer<never, never, Carriers | Executor> = Layer.effectDiscard(Effect.gen(function*() {
  const terms = yield* HealthTerms.Terms
  const tally = yield* CarrierTally.CarrierTally
  if (terms === null || tally === null) return
  const executor = yield* Executor
  const carriers = (yield* Carriers).map(({ channels, id }) => ({ channels, id }))
  const ids = carriers.map(({ id }) => id)
  let shown: Effect.Success<ReturnType<typeof Telemetry.weights>> = []

  const report = Effect.gen(function*() {
    const counted = tally.take()
    if (counted.length > 0) {
      yield* Effect.onError(
        executor.run(ReviewCarriers, { carriers, counted, terms }),
        () => Effect.sync(() => tally.giveBack(counted))
      )
    }
    const { marks = [] } = Restriction.row(yield* executor.read(() => Restriction.needs))
    shown = yield* Telemetry.weights(ids, marks, shown, yield* Instant.now)
  })

  // A store that is away leaves it to the next step.
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(terms.reportSeconds * Instant.second), Effect.ignore(report)))
  )
}))
