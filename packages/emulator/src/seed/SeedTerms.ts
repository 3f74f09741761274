/**
 * The terms of the service that a seed sets: the prices of carriers and the registry of numbers.
 */
import { Costs } from "@signalbox/core/CarrierCost"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NumberAnswers from "../lookup/NumberAnswers.ts"
import type { SeedFile } from "./SeedFile.ts"
import { costs } from "./SeedRoutes.ts"

export type SeedTerms = Pick<SeedFile, "costs" | "lookups">

/** The terms of the lives that follow. Without any nobody has said what carriers charge, and the plans tell of numbers. */
export const Terms = Context.Reference<SeedTerms>("@signalbox/emulator/seed/SeedTerms", { defaultValue: () => ({}) })

export const layer: Layer.Layer<NumberAnswers.NumberAnswers> = Layer.unwrap(
  Effect.map(
    Terms,
    ({ costs: seeds = [], lookups = {} }) =>
      Layer.merge(Layer.succeed(Costs, costs(seeds)), NumberAnswers.layer(lookups))
  )
)
