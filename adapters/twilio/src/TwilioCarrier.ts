/**
 * An account with Twilio as a carrier: its connections are open as long as the scope is.
 */
import type { Carrier, CarrierRequest, CarrierResponse, Submission } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Stored from "@signalbox/http-carrier/Callback"
import type { Ways } from "@signalbox/http-carrier/CarrierLayer"
import * as HandOver from "@signalbox/http-carrier/HandOver"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Callback from "./Callback.ts"
import * as MessageAnswer from "./MessageAnswer.ts"
import * as MessageRequest from "./MessageRequest.ts"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import * as Signature from "./Signature.ts"

/** The answer to a message: no TwiML, so Twilio answers nothing. */
const noReply: CarrierResponse = {
  status: 200,
  headers: { "content-type": "text/xml" },
  body: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response/>"
}

/** The code of what this adapter itself refuses. */
const own = "TWILIO"

/**
 * Makes the carrier.
 *
 * @throws TypeError for options that are not as they should be
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<Carrier, never, Ways | Scope.Scope> {
  const settings = check(options)
  const { accountSid, baseUrl, failures, id, messagingServiceSid, unknownReceipts } = settings
  const carrier = id as CarrierId
  const url = `${baseUrl.replace(/\/$/, "")}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const client = yield* HttpClient.make(settings.http)
  const store = yield* Stored.make({ carrier: id, unknownReceipts })

  const handOver = Effect.fnUntraced(function*(submission: Submission, written: () => void) {
    const parameters = MessageRequest.of(submission, settings, yield* Instant.now)
    if (Result.isFailure(parameters)) {
      const { failure, words } = parameters.failure
      return Outcome.refused(failure, { code: own, text: words })
    }
    const result = yield* client.request({
      method: "POST",
      url,
      headers: {
        accept: "application/json",
        authorization: settings.authorization(),
        "content-type": "application/x-www-form-urlencoded; charset=utf-8"
      },
      body: MessageRequest.body(parameters.success)
    }, written)
    const { isOptedOut, outcome } = MessageAnswer.of(result, yield* Instant.now, failures)
    if (isOptedOut) {
      // A refusal goes on to the next carrier, which must not be asked: the signal is stored before it is told.
      const { account, channel, from, to } = submission
      const consent = { _tag: "Account", account, sender: from ?? "" } as const
      yield* store({ consents: [{ carrier, to: consent, phone: to, channel, consent: "opt_out" }] })
    }
    return outcome
  })

  const hook = (request: CarrierRequest): Effect.Effect<CarrierResponse> =>
    Effect.suspend(() => {
      const called = Callback.called(request, settings.publicUrl)
      if (!Signature.isValid(called.signed, settings.authTokens())) return Effect.succeed(Stored.forged)
      const told = Callback.read(called, settings)
      if (told._tag === "Nothing") return Effect.succeed({ status: 200 })
      return Effect.map(
        store(told.brought),
        (answer) => told._tag === "Message" && answer.status === 200 ? noReply : answer
      )
    })

  return {
    id: carrier,
    channels: settings.channels,
    pace: settings.pace,
    answersWithin: settings.answersWithin,
    choosesSender: messagingServiceSid !== null,
    // Twilio has no key by which it would know a message again.
    repeat: "never",
    submit: yield* HandOver.make({ carrier: id, submit: handOver }),
    hook
  }
})
