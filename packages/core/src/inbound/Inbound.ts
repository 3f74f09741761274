/**
 * Where carriers bring what recipients write.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DecideError } from "../engine/Decider.ts"
import { Decider } from "../engine/Decider.ts"
import type { Answer, Command } from "./Receive.ts"
import { Receive } from "./Receive.ts"

export class Inbound extends Context.Service<Inbound, {
  /** Takes a message in, as often as it comes: with the same reference it is one. */
  readonly receive: (message: Command) => Effect.Effect<Answer, DecideError>
}>()("@signalbox/core/inbound/Inbound") {}

export const layer: Layer.Layer<Inbound, never, Decider> = Layer.effect(
  Inbound,
  Effect.map(Decider, (decider) => ({
    receive: (message) => Effect.map(decider.run(Receive, message), ({ answer }) => answer)
  }))
)
