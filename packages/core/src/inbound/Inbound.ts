/**
 * Carriers deliver the messages that recipients write here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Undeliverable from "../account/Undeliverable.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Priority from "../engine/Priority.ts"
import type { Brought } from "./InboundInput.ts"
import * as InboundInput from "./InboundInput.ts"
import { Receive } from "./Receive.ts"
import type { Answer } from "./ReceivePart.ts"
import { ReceivePart } from "./ReceivePart.ts"

export type { Addressee } from "../account/Addressee.ts"
export type { Brought as InboundMessage, BroughtPart as InboundPart } from "./InboundInput.ts"
export type { Answer } from "./ReceivePart.ts"

export class Inbound extends Context.Service<Inbound, {
  /**
   * Receives a message, or a part of a long one. A carrier may repeat it: messages with one reference are one. U+0000 is
   * removed from texts, lone surrogates are replaced, and texts that are too long are cut. Parts of one message may come
   * in any order and to any node; the last one makes the message, and after some minutes it is made of those that came. The
   * text of a part that was cut within a character ends with what it has of it: a surrogate, or U+001B for the escape of GSM.
   * Numbers may be spelt in any way, such as `12015550111` for `+12015550111`; a short code is none. What nobody owns is
   * answered as `UnknownNumber`, logged and counted. Fails with Refused when the sender is no phone number, or the channel
   * is unknown.
   */
  readonly receive: (message: Brought) => Effect.Effect<Answer, ExecutionError>
}>()("@signalbox/core/inbound/Inbound") {}

export const layer: Layer.Layer<Inbound, never, Executor> = Layer.effect(
  Inbound,
  Effect.map(Executor, (executor) => ({
    receive: Effect.fnUntraced(function*(message) {
      const { command, mended, part } = yield* Effect.fromResult(InboundInput.read(message))
      if (mended.length > 0) {
        yield* Effect.logWarning("What a carrier brought cannot be kept as it is", { carrier: message.carrier, mended })
      }
      const received: Effect.Effect<{ readonly answer: Answer }, ExecutionError> = part === null
        ? executor.run(Receive, command)
        : executor.run(ReceivePart, { ...command, part })
      const { answer } = yield* received
      if (answer._tag === "UnknownNumber") yield* Undeliverable.tell(command)
      return answer
    }, Priority.request)
  }))
)
