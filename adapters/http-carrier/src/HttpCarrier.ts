/**
 * A provider that is described, as a carrier.
 */
import type { Carrier, CarrierRequest, CarrierResponse, Submission } from "@signalbox/core/Carrier"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Callback from "./Callback.ts"
import type { CarrierLayer, Ways } from "./CarrierLayer.ts"
import * as CarrierLayers from "./CarrierLayer.ts"
import { Description } from "./Description.ts"
import * as HandOver from "./HandOver.ts"
import * as HttpClient from "./HttpClient.ts"
import * as Answers from "./internal/answers.ts"
import * as Events from "./internal/events.ts"
import * as Requests from "./internal/requests.ts"
import * as Signatures from "./internal/signatures.ts"
import * as Outcome from "./Outcome.ts"
import * as Retry from "./Retry.ts"
import { check } from "./Settings.ts"

/** Makes the carrier of a description that was checked. Its connections end with the scope. */
const makeChecked = Effect.fnUntraced(function*(
  description: Description
): Effect.fn.Return<Carrier, never, Ways | Scope.Scope> {
  const { answersWithin, channels, choosesSender, id, isIdempotent = false, pace, publicUrl = null } = description
  const client = yield* HttpClient.make(description.http, id)
  const consents = yield* ConsentSignals
  const store = yield* Callback.make({ carrier: id, ...description })

  /** A recipient who has opted out with the provider has done so with us. */
  const optedOut = ({ account, channel, from, to }: Submission) =>
    Effect.ignore(consents.report({
      carrier: id as CarrierId,
      to: { _tag: "Account", account, sender: from ?? "" },
      phone: to,
      channel,
      consent: "opt_out"
    }))

  const once = Effect.fnUntraced(function*(submission: Submission, written: () => void) {
    const around = { now: yield* Instant.now, callback: publicUrl }
    const result = yield* client.request(Requests.of(description, submission, around), written)
    const now = yield* Instant.now
    if (result._tag !== "Answered") return Outcome.withoutAnswer(result, now)
    const { isOptOut, outcome } = Answers.read(description, result, now)
    if (isOptOut) yield* optedOut(submission)
    return outcome
  })

  const submit = yield* HandOver.make({
    carrier: id,
    isIdempotent,
    submit: (submission, written) =>
      isIdempotent ? Retry.whileUnanswered(once(submission, written), answersWithin) : once(submission, written)
  })

  const hook = Effect.fnUntraced(function*(request: CarrierRequest) {
    const now = yield* Instant.now
    if (!Signatures.isTheirs(description, request, now)) return Callback.forged
    const brought = Events.read(description, request)
    if (brought === null) return { status: 400 } satisfies CarrierResponse
    const answer = yield* store(brought)
    return answer.status === 200 ? { status: 200, ...description.callbacks?.response } : answer
  })

  const hears = description.receipts !== undefined || description.inbound !== undefined
  return {
    id: id as CarrierId,
    channels,
    // A message that may have gone out is handed over again only where the provider knows it again.
    repeat: isIdempotent ? "once" : "never",
    ...(pace === undefined ? {} : { pace }),
    ...(answersWithin === undefined ? {} : { answersWithin }),
    ...(choosesSender === undefined ? {} : { choosesSender }),
    submit,
    ...(hears ? { hook } : {})
  }
})

/**
 * Makes the carrier of a description, for services of Effect that have others beside it.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const make = (description: Description): Effect.Effect<Carrier, never, Ways | Scope.Scope> =>
  makeChecked(check("httpCarrier", Description, description))

/**
 * A provider that is described, as a carrier: for `createSignalbox`, and by its `layer` for services of Effect.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const httpCarrier = (description: Description): CarrierLayer => {
  const checked = check("httpCarrier", Description, description)
  return CarrierLayers.make(checked, makeChecked(checked))
}
