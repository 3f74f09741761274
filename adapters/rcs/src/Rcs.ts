/**
 * RCS Business Messaging as a carrier.
 */
import type { Carrier, CarrierRequest, CarrierResponse, Submission } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Callback from "@signalbox/http-carrier/Callback"
import type { CarrierLayer, Ways } from "@signalbox/http-carrier/CarrierLayer"
import * as CarrierLayers from "@signalbox/http-carrier/CarrierLayer"
import * as HandOver from "@signalbox/http-carrier/HandOver"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Retry from "@signalbox/http-carrier/Retry"
import { reveal } from "@signalbox/http-carrier/Settings"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as AccessToken from "./AccessToken.ts"
import * as Answer from "./Answer.ts"
import * as Capabilities from "./Capabilities.ts"
import * as Content from "./Content.ts"
import * as Event from "./Event.ts"
import type { Options } from "./Options.ts"
import { addresseeOf, agentFor, check, urlOf } from "./Options.ts"
import * as Platform from "./Platform.ts"
import * as ServiceAccount from "./ServiceAccount.ts"
import * as Webhook from "./Webhook.ts"

const illegible: CarrierResponse = { status: 400 }

const makeChecked = Effect.fnUntraced(
  function*(options: Options): Effect.fn.Return<Carrier, never, Ways | Scope.Scope> {
    const { agents, answersWithin, checkFirst = false, id = "rcs", pace, trafficTypes = false } = options
    const carrier = id as CarrierId
    const client = yield* HttpClient.make(options.http, id)
    // The settings were checked, and this one with them.
    const account = ServiceAccount.read(reveal(options.serviceAccount))!
    const platform = Platform.make(client, AccessToken.make(client, account), urlOf(options))
    const capabilities = Capabilities.make(platform.capabilities)
    const store = yield* Callback.make({ carrier: id, ...options })

    const once = Effect.fnUntraced(function*(submission: Submission, written: () => void) {
      const { attempt, to } = submission
      const agent = agentFor(agents, submission)
      if (agent === null) {
        return Outcome.refused("sender_refused", {
          code: "NO_AGENT",
          text: "no agent is set for this sender and account"
        })
      }
      const found: Capabilities.Capability = checkFirst
        ? yield* capabilities.find(agent.id, to)
        : { _tag: "Unknown" }
      if (found._tag === "Unreachable") {
        return Outcome.refused("recipient_not_on_channel", { code: "NOT_FOUND", text: "the recipient has no RCS" })
      }
      const features = found._tag === "Reachable" ? found.features : null
      const message = Content.message(submission, features, trafficTypes, yield* Instant.now)
      const sent = Retry.whileUnanswered(platform.send(to, agent.id, attempt, message, written), answersWithin)
      return Answer.named(yield* sent, attempt)
    })

    const hook = Effect.fnUntraced(function*(request: CarrierRequest) {
      const webhook = Webhook.read(request, reveal(options.clientToken))
      switch (webhook._tag) {
        case "Forged":
          return Callback.forged
        case "Illegible":
          return illegible
        case "Handshake":
          return {
            status: 200,
            headers: { "content-type": "text/plain" },
            body: webhook.secret
          } satisfies CarrierResponse
        case "Event":
          return yield* store(Event.read(webhook.event, carrier, (agent) => addresseeOf(agents, agent)))
      }
    })

    return {
      id: carrier,
      channels: ["rcs"],
      // The platform ignores a message whose name it knows.
      repeat: "once",
      choosesSender: true,
      ...(pace === undefined ? {} : { pace }),
      ...(answersWithin === undefined ? {} : { answersWithin }),
      submit: yield* HandOver.make({ carrier: id, isIdempotent: true, submit: once }),
      hook
    }
  }
)

/**
 * Makes the carrier, for services of Effect that have others beside it. Its connections end with the scope.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const make = (options: Options): Effect.Effect<Carrier, never, Ways | Scope.Scope> => makeChecked(check(options))

/**
 * RCS Business Messaging as a carrier: for `createSignalbox`, and by its `layer` for services of Effect.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const rcs = (options: Options): CarrierLayer => {
  const checked = check(options)
  return CarrierLayers.make({ id: checked.id ?? "rcs", channels: ["rcs"] }, makeChecked(checked))
}
