/**
 * Carriers deliver the messages that recipients write here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Priority from "../engine/Priority.ts"
import * as Legible from "./Legible.ts"
import type { Answer, Command } from "./Receive.ts"
import { Receive } from "./Receive.ts"

export type { Addressee, Answer, Command as InboundMessage } from "./Receive.ts"

export class Inbound extends Context.Service<Inbound, {
  /**
   * Receives a message. A carrier may repeat it: messages with one reference are one. U+0000 is removed from texts,
   * lone surrogates are replaced, and texts that are too long are cut. Fails with Refused when the sender is no E.164
   * number, or the channel is unknown.
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
    }, Priority.request)
  }))
)
