/**
 * Outbound webhooks: whether a URL may be called, and one attempt to call it. Every implementation must block addresses
 * that an account must not reach (decisions 3.1), and must dial the address that it has checked.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export interface WebhookRequest {
  /** The account that it is sent for. */
  readonly owner?: string
  /** The organization of the account: what one may use of what all share, look-ups and connections, is bounded. */
  readonly organization?: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The time limit of the whole attempt, in elapsed milliseconds. */
  readonly timeoutMillis: number
}

export type WebhookResult =
  /** The endpoint answered; `body` is the beginning of its answer. */
  | { readonly _tag: "Answered"; readonly status: number; readonly body: string }
  /** The endpoint did not answer: the time was over, the network failed, or the address is blocked. */
  | { readonly _tag: "Failed"; readonly message: string }
  /** Nothing was sent, for a reason of this service's own, such as a full resolver. It counts as no attempt. */
  | { readonly _tag: "Unsent"; readonly message: string }

export class WebhookSender extends Context.Service<WebhookSender, {
  /**
   * Returns why the URL must not be called, or null. A host name that does not resolve is not refused.
   *
   * @param organization that of the account that asks
   */
  readonly refuse: (url: string, organization?: string) => Effect.Effect<string | null>
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResult>
}>()("@signalbox/core/port/WebhookSender") {}
