/**
 * Decides whether the address of a webhook may be called. The host name is looked up when the webhook is saved, and
 * again at every connection.
 */
import * as Effect from "effect/Effect"
import * as Refused from "../commit/Refused.ts"
import * as Caller from "../operation/Caller.ts"
import { WebhookSender } from "../port/WebhookSender.ts"

export const check = Effect.fnUntraced(function*(url: string, caller: Caller.Caller) {
  const sender = yield* WebhookSender
  const reason = yield* sender.refuse(url, Caller.organization(caller))
  if (reason !== null) return yield* Refused.refused("VALIDATION_001", { endpoint_url: [reason] })
})
