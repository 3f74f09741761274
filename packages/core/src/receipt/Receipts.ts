/**
 * Where carriers bring their receipts.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DecideError } from "../engine/Decider.ts"
import { Decider } from "../engine/Decider.ts"
import type { Answer, Command } from "./Report.ts"
import { Report } from "./Report.ts"

export class Receipts extends Context.Service<Receipts, {
  /** Takes a receipt in, in any order and as often as it comes. `unknown`: try again later. */
  readonly report: (receipt: Command) => Effect.Effect<Answer, DecideError>
}>()("@signalbox/core/receipt/Receipts") {}

export const layer: Layer.Layer<Receipts, never, Decider> = Layer.effect(
  Receipts,
  Effect.map(Decider, (decider) => ({
    report: (receipt) => Effect.map(decider.run(Report, receipt), ({ answer }) => answer)
  }))
)
