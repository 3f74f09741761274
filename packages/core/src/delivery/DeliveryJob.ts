/**
 * The job of an endpoint's lane: it attempts its deliveries one after the other, each signed with the webhook's current
 * secret.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { WebhookRequest, WebhookResult } from "../port/WebhookSender.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import { DeliveryWork } from "./DeliveryWork.ts"
import * as Retry from "./Retry.ts"
import * as Signature from "./Signature.ts"

/** A delivery with the event and the webhook that an attempt needs. */
interface Attempt {
  readonly delivery: Delivery
  readonly event: Event
  readonly webhook: Webhook
}

const isOver = (delivery: Delivery | null): boolean =>
  delivery === null || delivery.status === "DELIVERED" || delivery.status === "FAILED"

const needs = (id: string, facts: Facts.Facts): Needs.Needs => {
  const delivery = Facts.peek(facts, Deliveries, id)
  return delivery === undefined ? Needs.row(Deliveries, id) : delivery === null ? Needs.none : Needs.all(
    Needs.row(Events, delivery.event),
    Needs.row(Webhooks, delivery.webhook),
    Needs.row(Endpoints, delivery.webhook)
  )
}

const find = (id: string, facts: Facts.Facts): Attempt | null => {
  const delivery = Facts.get(facts, Deliveries, id)
  if (delivery === null || isOver(delivery)) return null
  const event = Facts.get(facts, Events, delivery.event)
  const webhook = Facts.get(facts, Webhooks, delivery.webhook)
  return event === null || webhook === null || !webhook.isActive ? null : { delivery, event, webhook }
}

const request = ({ delivery, event, webhook }: Attempt, at: Instant.Instant): WebhookRequest => ({
  owner: webhook.account,
  url: webhook.endpointUrl,
  headers: Signature.headers({
    secret: webhook.secret,
    webhook: webhook.id,
    eventId: delivery.id,
    number: delivery.attempts + 1,
    at,
    body: event.body
  }),
  body: event.body,
  timeoutMillis: webhook.timeoutSeconds * 1000
})

export interface Attempted {
  readonly lease: Lease
  /** Null when no attempt was made, because the webhook is deleted or switched off. */
  readonly result: WebhookResult | null
  readonly began: Instant.Instant
}

/**
 * Applies the result of an attempt to the delivery and to the health of its endpoint, and switches the webhook off
 * after too many failures.
 */
export const Settle = LeasedDecision.make<Attempted, void>({
  name: "delivery.settle",
  needs: ({ lease }, facts) => needs(DeliveryWork.target(lease), facts),
  decide: ({ began, lease, result }, facts, now) => {
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decided<void>>({ commit: Commit.all(...parts), answer: undefined })
    const delivery = Facts.get(facts, Deliveries, DeliveryWork.target(lease))
    if (delivery === null || isOver(delivery)) return ended()
    const webhook = Facts.get(facts, Webhooks, delivery.webhook)
    if (result === null || webhook === null) {
      return ended({ puts: [Commit.put(Deliveries, Retry.abandoned(delivery, "webhook disabled", now))] })
    }
    if (result._tag === "Unsent") return ended({ due: [again(lease, Instant.plus(now, Limit.webhookUnsent))] })
    const verdict = Retry.after(delivery, result, webhook.retryCount, began, now)
    const endpoint = Retry.health(
      Facts.get(facts, Endpoints, webhook.id) ?? Retry.newEndpoint(webhook.id),
      result,
      now
    )
    const switchedOff: Partial<Commit.Commit> = webhook.isActive && Retry.isExhausted(endpoint)
      ? {
        expects: [Facts.expected(facts, Webhooks, webhook.id)],
        puts: [Commit.put(Webhooks, { ...webhook, isActive: false, subscribes: [] })]
      }
      : {}
    return ended(switchedOff, {
      expects: [Facts.expected(facts, Deliveries, delivery.id), Facts.expected(facts, Endpoints, webhook.id)],
      puts: [Commit.put(Deliveries, verdict.delivery), Commit.put(Endpoints, endpoint)],
      due: verdict.retryAt === null ? [] : [again(lease, verdict.retryAt)]
    })
  }
})

export const DeliveryJob = Job.make({
  work: DeliveryWork,
  outside: WebhookSender,
  asks: {
    how: "in order",
    reads: needs,
    question: (id, facts, at) => {
      const attempt = find(id, facts)
      return attempt === null ? null : request(attempt, at)
    },
    ask: ({ send }, requests) => Effect.forEach(requests, (each) => send(each))
  },
  decides: Settle,
  command: (_, { at, lease, said }) => ({ lease, result: said, began: at })
})
