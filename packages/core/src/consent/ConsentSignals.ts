/**
 * Carriers report here that recipients have opted out or in with them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Addressee from "../account/Addressee.ts"
import * as Undeliverable from "../account/Undeliverable.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Refused } from "../commit/Refused.ts"
import { refused } from "../commit/Refused.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import { Channel } from "../value/Channel.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Text from "../value/Text.ts"
import type { Answer, Command } from "./CarrierConsent.ts"
import { CarrierConsent } from "./CarrierConsent.ts"

export type { Addressee } from "../account/Addressee.ts"
export type { Answer, Command as CarrierConsent } from "./CarrierConsent.ts"

/** Carriers are written by others, so nothing that a store cannot hold gets past this check. */
const legible = (signal: Command): Result.Result<Command, Refused> => {
  const { channel, consent } = signal
  const to = Addressee.spelt(signal.to)
  const phone = PhoneNumber.spelt(signal.phone)
  if (phone === null) {
    return Result.fail(refused("VALIDATION_002", { phone: ["must be a number in E.164 form"] }))
  }
  if (!Channel.literals.includes(channel)) {
    return Result.fail(refused("VALIDATION_001", { channel: [`must be one of ${Channel.literals.join(", ")}`] }))
  }
  if (consent !== "opt_in" && consent !== "opt_out") {
    return Result.fail(refused("VALIDATION_001", { consent: ["must be one of opt_in, opt_out"] }))
  }
  return Result.succeed({
    ...signal,
    phone,
    to: to._tag === "Account" ? { ...to, sender: Text.clean(Text.truncate(to.sender, Limit.senderLength)) } : to
  })
}

export class ConsentSignals extends Context.Service<ConsentSignals, {
  /**
   * Takes a recipient's consent from a carrier. Each signal is reported to webhooks, also one that changes nothing.
   * Numbers may be spelt in any way. What nobody owns is answered as `UnknownNumber`, logged and counted. Fails with
   * Refused when the recipient is no phone number, or the channel or the consent is unknown.
   */
  readonly report: (signal: Command) => Effect.Effect<Answer, ExecutionError>
}>()("@signalbox/core/consent/ConsentSignals") {}

export const layer: Layer.Layer<ConsentSignals, never, Executor> = Layer.effect(
  ConsentSignals,
  Effect.map(Executor, (executor) => ({
    report: (signal) =>
      Effect.fromResult(legible(signal)).pipe(
        Effect.flatMap((command) =>
          Effect.tap(
            Effect.map(executor.run(CarrierConsent, command), ({ answer }) => answer),
            ({ _tag }) => _tag === "UnknownNumber" ? Undeliverable.tell(command) : Effect.void
          )
        )
      )
  }))
)
