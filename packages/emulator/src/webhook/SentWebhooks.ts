/**
 * The last attempts to call webhooks that this process made, byte for byte: the service itself keeps neither their
 * headers nor their bodies.
 */
import * as Instant from "@signalbox/core/Instant"
import type { WebhookRequest } from "@signalbox/core/WebhookSender"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface SentWebhook extends Pick<WebhookRequest, "url" | "headers" | "body"> {
  readonly at: Instant.Instant
}

export class SentWebhooks extends Context.Service<SentWebhooks, {
  /** Returns an attempt to deliver, or undefined when it is kept no more, or another process made it. */
  readonly find: (delivery: string, attempt: number) => SentWebhook | undefined
}>()("@signalbox/emulator/webhook/SentWebhooks") {}

/** So many attempts are kept, and so many characters of their bodies. */
const most = 1000
const mostCharacters = 16 << 20

const keyOf = (delivery: string, attempt: number | string): string => `${delivery}/${attempt}`

/** Wraps the sender, so that what it sends is kept. */
export const wrap = <E, R>(
  sender: Layer.Layer<WebhookSender, E, R>
): Layer.Layer<WebhookSender | SentWebhooks, E, R> =>
  Layer.effectContext(Effect.gen(function*() {
    const { refuse, send } = yield* WebhookSender
    /** In the order in which they were made. */
    const sent = new Map<string, SentWebhook>()
    let characters = 0

    const keep = ({ body, headers, url }: WebhookRequest, at: Instant.Instant): void => {
      const key = keyOf(headers["x-webhook-event-id"] ?? "", headers["x-webhook-attempt"] ?? "")
      characters += body.length - (sent.get(key)?.body.length ?? 0)
      sent.delete(key)
      sent.set(key, { url, headers, body, at })
      for (const [oldest, { body: old }] of sent) {
        if (sent.size <= most && characters <= mostCharacters) return
        sent.delete(oldest)
        characters -= old.length
      }
    }

    return Context.make(WebhookSender, {
      refuse,
      send: (request) =>
        Effect.flatMap(Instant.now, (now) => {
          keep(request, now)
          return send(request)
        })
    }).pipe(Context.add(SentWebhooks, { find: (delivery, attempt) => sent.get(keyOf(delivery, attempt)) }))
  })).pipe(Layer.provide(sender))
