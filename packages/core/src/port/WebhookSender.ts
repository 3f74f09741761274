/**
 * Outbound webhooks: may a URL be called, and one attempt to call it. Every implementation guards against addresses
 * that an account must not reach (decisions 3.1); the checked address is the dialled one.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The whole time for the attempt, elapsed. */
  readonly timeoutMillis: number
}

export type WebhookResult =
  /** The endpoint answered; `body` is the leading part of what it said. */
  | { readonly _tag: "Answered"; readonly status: number; readonly body: string }
  /** It did not: time, network or a blocked address. */
  | { readonly _tag: "Failed"; readonly message: string }

export class WebhookSender extends Context.Service<WebhookSender, {
  /** Why the URL must not be called, or null. A name that does not resolve is no reason. */
  readonly refuse: (url: string) => Effect.Effect<string | null>
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResult>
}>()("@signalbox/core/port/WebhookSender") {}
