/**
 * Look-ups of numbers as the seed writes them: the answers of the simulated registry, and its terms.
 */
import * as Limit from "@signalbox/core/Limit"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Schema from "effect/Schema"
import { Answer } from "../lookup/NumberAnswers.ts"

const { maximum, minimum } = Limit.lookupHours

export const SeedLookUps = Schema.Struct({
  cost: Schema.optionalKey(
    Schema.Finite.check(Schema.makeFilter((cost: number) => cost >= 0, { message: "must be at least 0" }))
  ),
  keep_hours: Schema.optionalKey(
    Schema.Int.check(
      Schema.makeFilter((hours: number) => hours >= minimum && hours <= maximum, {
        message: `must be between ${minimum} and ${maximum}`
      })
    )
  ),
  numbers: Schema.optionalKey(Schema.Array(Schema.Struct({ phone: PhoneNumber, ...Answer.fields })))
})
export type SeedLookUps = typeof SeedLookUps.Type
