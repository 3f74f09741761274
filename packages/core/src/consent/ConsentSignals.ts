/**
 * Carriers report here that recipients have opted out or in with them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
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
  const { channel, consent, phone, to } = signal
  if (!PhoneNumber.is(phone)) {
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
    to: to._tag === "Account" ? { ...to, sender: Text.clean(Text.truncate(to.sender, Limit.senderLength)) } : to
  })
}

export class ConsentSignals extends Context.Service<ConsentSignals, {
  /**
   * Takes a recipient's consent from a carrier. Each signal is reported to webhooks, also one that changes nothing.
   * Fails with Refused when the recipient is no E.164 number, or the channel or the consent is unknown.
   */
  readonly report: (signal: Command) => Effect.Effect<Answer, ExecutionError>
}>()("@signalbox/core/consent/ConsentSignals") {}

export const layer: Layer.Layer<ConsentSignals, never, Executor> = Layer.effect(
  ConsentSignals,
  Effect.map(Executor, (executor) => ({
    report: (signal) =>
      Effect.fromResult(legible(signal)).pipe(
        Effect.flatMap((command) => executor.run(CarrierConsent, command)),
        Effect.map(({ answer }) => answer)
      )
  }))
)
