/**
 * Where carriers bring what recipients write.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Legible from "./Legible.ts"
import type { Answer, Command } from "./Receive.ts"
import { Receive } from "./Receive.ts"

export type { Addressee, Answer, Command as InboundMessage } from "./Receive.ts"

export class Inbound extends Context.Service<Inbound, {
  /**
   * Takes a message in, as often as it comes: with the same reference it is one. U+0000 and half characters are taken
   * out of texts, and what is longer than the service keeps is cut. Refused when it comes from no number in E.164 form.
   */
  readonly receive: (message: Command) => Effect.Effect<Answer, ExecutionError>
}>()("@signalbox/core/inbound/Inbound") {}

export const layer: Layer.Layer<Inbound, never, Executor> = Layer.effect(
  Inbound,
  Effect.map(Executor, (executor) => ({
    receive: Effect.fnUntraced(function*(message) {
      const { command, mended } = yield* Effect.fromResult(Legible.read(message))
      if (mended.length > 0) {
        yield* Effect.logWarning("What a carrier brought cannot be kept as it is", { carrier: message.carrier, mended })
      }
      const { answer } = yield* executor.run(Receive, command)
      return answer
    })
  }))
)
