/**
 * Serves what Meta sends: the question whether the webhook is ours, and what it tells.
 */
import type { Carrier, CarrierRequest, CarrierResponse } from "@signalbox/core/Carrier"
import * as RequestLog from "@signalbox/core/RequestLog"
import { Verdicts } from "@signalbox/core/Verdicts"
import * as Callback from "@signalbox/http-carrier/Callback"
import type { Ways } from "@signalbox/http-carrier/CarrierLayer"
import { reveal } from "@signalbox/http-carrier/Settings"
import * as Signature from "@signalbox/http-carrier/Signature"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import * as MessageRequest from "../MessageRequest.ts"
import type { Settings } from "../Options.ts"
import * as Webhook from "../Webhook.ts"
import type { Graph } from "./Graph.ts"

const prefix = "sha256="

/** Returns whether one of the app's secrets has signed the body, as it came. Each of them is tried, whichever it is. */
const isSigned = ({ body, headers }: CarrierRequest, { appSecrets }: Settings): boolean => {
  const given = headers["x-hub-signature-256"] ?? ""
  const signature = given.startsWith(prefix) ? given.slice(prefix.length) : undefined
  return appSecrets
    .map((secret) => Signature.isHmac({ algorithm: "sha256", encoding: "hex", key: reveal(secret), signature }, body))
    .includes(true)
}

/** Answers Meta's question with its own challenge. */
const introduced = ({ url }: CarrierRequest, { verifyToken }: Settings): CarrierResponse => {
  const { searchParams } = new URL(url, "http://localhost")
  const challenge = searchParams.get("hub.challenge") ?? ""
  const isKnown = Signature.isSame(searchParams.get("hub.verify_token") ?? "", reveal(verifyToken))
  if (!isKnown || searchParams.get("hub.mode") !== "subscribe" || !/^[\w-]{1,256}$/.test(challenge)) {
    return { status: 403 }
  }
  return { status: 200, headers: { "content-type": "text/plain" }, body: challenge }
}

/** So many messages are marked as read at the same time; those beyond stay unread. */
const mostMarked = 100

export const make = Effect.fnUntraced(function*(
  settings: Settings,
  graph: Graph
): Effect.fn.Return<NonNullable<Carrier["hook"]>, never, Ways | Verdicts | Scope.Scope> {
  const verdicts = yield* Verdicts
  const marking = yield* FiberSet.make<void>()
  const { id: carrier } = settings
  // An attempt is stored before it is handed over: one that is unknown when its status comes will not become known.
  const store = yield* Callback.make({ carrier, unknownReceipts: "taken" })

  /** Returns whether all verdicts are kept. */
  const judge = Effect.fnUntraced(function*(all: Webhook.WebhookContent["verdicts"]) {
    let isKept = true
    // In their order, since a later one may be about the same template.
    for (const verdict of all) {
      const told = yield* Effect.exit(verdicts.report(verdict))
      if (Exit.isFailure(told)) {
        isKept = false
        yield* Effect.logError("what Meta says of a template cannot be stored", {
          carrier,
          template: verdict.template,
          cause: RequestLog.origin(told.cause)
        })
      }
    }
    return isKept
  })

  const mark = Effect.fnUntraced(function*(unread: Webhook.WebhookContent["unread"]) {
    for (const { number, reference } of unread) {
      if (!settings.marksRead || (yield* FiberSet.size(marking)) >= mostMarked) return
      yield* FiberSet.run(marking, Effect.asVoid(graph.post(`${number}/messages`, MessageRequest.read(reference))))
    }
  })

  const told = Effect.fnUntraced(function*(request: CarrierRequest) {
    const news = Webhook.read(request.body, settings)
    if (news === null) return { status: 400 } satisfies CarrierResponse
    if (news.strange > 0) {
      yield* Effect.logWarning("Meta tells of what cannot be read, or of templates that are not ours", {
        carrier,
        count: news.strange
      })
    }
    const isJudged = yield* judge(news.verdicts)
    const answer = yield* store(news)
    if (answer.status === 200) yield* mark(news.unread)
    return isJudged ? answer : Callback.again
  })

  return (request) =>
    Effect.suspend(() => {
      if (request.method === "GET") return Effect.succeed(introduced(request, settings))
      if (request.method !== "POST") return Effect.succeed({ status: 405, headers: { allow: "GET, POST" } })
      return isSigned(request, settings) ? told(request) : Effect.succeed(Callback.forged)
    })
})
