/**
 * Pools of numbers as the seed writes them, with the names of the other fields of its file.
 */
import { Channel } from "@signalbox/core/Channel"
import type { NumberPool } from "@signalbox/core/NumberPool"
import * as Terms from "@signalbox/core/Terms"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const SeedPool = Schema.Struct({
  channel: Channel,
  country: Schema.String,
  area_digits: optional(Schema.Int),
  pace: optional(Schema.Union([Schema.Literal("published"), Schema.Struct({ per_second: Schema.Int })])),
  when_paced: optional(Schema.Literals(["next", "wait"]))
})

const poolOf = (seed: typeof SeedPool.Type): NumberPool => ({
  channel: seed.channel,
  country: seed.country,
  ...(seed.area_digits === undefined ? {} : { areaDigits: seed.area_digits }),
  ...(seed.pace === undefined
    ? {}
    : { pace: seed.pace === "published" ? seed.pace : { perSecond: seed.pace.per_second } }),
  ...(seed.when_paced === undefined ? {} : { whenPaced: seed.when_paced })
})

/** Returns the pools of an account. */
export const numberPools = (seeds: ReadonlyArray<typeof SeedPool.Type>): ReadonlyArray<NumberPool> => seeds.map(poolOf)

export const SeedPools = Schema.Array(SeedPool).check(
  Schema.makeFilter(
    (seeds: ReadonlyArray<typeof SeedPool.Type>) =>
      Result.isSuccess(Schema.decodeUnknownResult(Terms.Settings.fields.numberPools)(numberPools(seeds))),
    { message: "must be one at most for each channel and country, with 1 to 7 area_digits and a pace above 0" }
  )
)
