/**
 * The numbers of a WhatsApp Business Account as a carrier.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as RequestLog from "@signalbox/core/RequestLog"
import type { Verdicts } from "@signalbox/core/Verdicts"
import type { Ways } from "@signalbox/http-carrier/CarrierLayer"
import * as HandOver from "@signalbox/http-carrier/HandOver"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as GraphAnswer from "./GraphAnswer.ts"
import * as Graph from "./internal/Graph.ts"
import * as Hook from "./internal/Hook.ts"
import * as MessageRequest from "./MessageRequest.ts"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import * as Sender from "./Sender.ts"

const unwritable = (words: string): SubmissionOutcome =>
  Outcome.refused("content_not_acceptable", { code: "UNWRITABLE", text: words })

const noNumber = Outcome.refused("sender_refused", { code: "NO_NUMBER", text: "Meta's id of the sender is not known" })

/**
 * Makes a carrier, whose connections end with the scope.
 *
 * @throws TypeError for options that are not as they should be
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<Carrier, never, Ways | Verdicts | Scope.Scope> {
  const settings = check(options)
  const { answersWithin, id: carrier, pace, phoneNumberId } = settings
  const graph = Graph.make(
    yield* HttpClient.make({ timeout: Math.max(1, answersWithin - 500), ...settings.http }),
    settings
  )
  const consents = yield* ConsentSignals

  /** The recipient has told Meta, and Meta tells whoever sends all the same. */
  const optedOut = ({ account, from, to }: Submission) =>
    Effect.catchCause(
      consents.report({
        carrier: carrier as CarrierId,
        to: { _tag: "Account", account, sender: from ?? "" },
        phone: to,
        channel: "whatsapp",
        consent: "opt_out"
      }),
      (cause) => Effect.logError("an opt-out cannot be stored", { carrier, cause: RequestLog.origin(cause) })
    )

  const submit = Effect.fnUntraced(function*(submission: Submission, written: () => void) {
    const number = Sender.idOf(submission.from, settings)
    if (number === null) return noNumber
    const request = MessageRequest.of(submission, settings)
    if (Result.isFailure(request)) return unwritable(request.failure.words)
    const result = yield* graph.post(`${number}/messages`, request.success, written)
    const now = yield* Instant.now
    if (result._tag !== "Answered") return Outcome.withoutAnswer(result, now)!
    const error = GraphAnswer.errorOf(result)
    if (error !== null && GraphAnswer.isOptOut(error)) yield* optedOut(submission)
    return GraphAnswer.outcomeOf(result, now)
  })

  return {
    id: carrier as CarrierId,
    channels: ["whatsapp"],
    pace,
    answersWithin,
    choosesSender: phoneNumberId !== null,
    // There is no key by which Meta would know a request again.
    repeat: "never",
    submit: yield* HandOver.make({ carrier, submit }),
    hook: yield* Hook.make(settings, graph)
  }
})
