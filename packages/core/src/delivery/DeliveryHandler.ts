/**
 * Work of an endpoint's lane: one attempt to deliver each event, in order, signed with what the webhook has now.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { Decider } from "../engine/Decider.ts"
import type { Handler } from "../engine/Worker.ts"
import type { WebhookResult, WebhookSender } from "../port/WebhookSender.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Retry from "./Retry.ts"
import * as Signature from "./Signature.ts"

/** A delivery with what it takes to make an attempt; null when there is nothing to attempt any more. */
interface Job {
  readonly delivery: Delivery
  readonly event: Event
  readonly webhook: Webhook
}

const isOver = (delivery: Delivery | null): boolean =>
  delivery === null || delivery.status === "DELIVERED" || delivery.status === "FAILED"

const needs = (lease: Lease, facts: Facts.Facts): Needs.Needs => {
  const delivery = Facts.peek(facts, Deliveries, lease.work.key)
  return delivery === undefined ? Needs.row(Deliveries, lease.work.key) : delivery === null ? Needs.none : Needs.all(
    Needs.row(Events, delivery.event),
    Needs.row(Webhooks, delivery.webhook),
    Needs.row(Endpoints, delivery.webhook)
  )
}

const find = (lease: Lease, facts: Facts.Facts): Job | null => {
  const delivery = Facts.get(facts, Deliveries, lease.work.key)
  if (delivery === null || isOver(delivery)) return null
  const event = Facts.get(facts, Events, delivery.event)
  const webhook = Facts.get(facts, Webhooks, delivery.webhook)
  return event === null || webhook === null || !webhook.isActive ? null : { delivery, event, webhook }
}

/** Reads what an attempt needs; changes nothing. */
const Prepare: Use<Lease, Job | null> = {
  name: "delivery.prepare",
  needs,
  decide: (lease, facts) => Result.succeed({ answer: find(lease, facts), commit: Commit.empty })
}

export interface Attempted {
  readonly lease: Lease
  /** Null when no attempt was made: the webhook is gone or switched off. */
  readonly result: WebhookResult | null
  readonly began: Instant.Instant
}

/** What an attempt makes of a delivery, of its endpoint's health, and in the end of the webhook. */
export const Settle: Use<Attempted, void> = {
  name: "delivery.settle",
  needs: ({ lease }, facts) => needs(lease, facts),
  decide: ({ began, lease, result }, facts, now) => {
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(settled, ...parts), answer: undefined })
    const delivery = Facts.get(facts, Deliveries, lease.work.key)
    if (delivery === null || isOver(delivery)) return ended()
    const webhook = Facts.get(facts, Webhooks, delivery.webhook)
    if (result === null || webhook === null) {
      return ended({ puts: [Commit.put(Deliveries, Retry.abandoned(delivery, "webhook disabled", now))] })
    }
    const verdict = Retry.after(delivery, result, webhook.retryCount, began, now)
    const endpoint = Retry.health(
      Facts.get(facts, Endpoints, webhook.id) ?? Retry.newEndpoint(webhook.id),
      result,
      now
    )
    const switchedOff: Partial<Commit.Commit> = webhook.isActive && Retry.isExhausted(endpoint)
      ? {
        relied: [Facts.relied(facts, Webhooks, webhook.id)],
        puts: [Commit.put(Webhooks, { ...webhook, isActive: false, subscribes: [] })]
      }
      : {}
    return ended(switchedOff, {
      relied: [Facts.relied(facts, Deliveries, delivery.id), Facts.relied(facts, Endpoints, webhook.id)],
      puts: [Commit.put(Deliveries, verdict.delivery), Commit.put(Endpoints, endpoint)],
      due: verdict.retryAt === null ? [] : [{ work: lease.work, lane: lease.lane, at: verdict.retryAt }]
    })
  }
}

export const make = (decider: Decider["Service"], sender: WebhookSender["Service"]): Handler => {
  const attempt = Effect.fnUntraced(function*(lease: Lease) {
    const { answer: job, at: began } = yield* decider.run(Prepare, lease)
    const result = job === null ? null : yield* sender.send({
      url: job.webhook.endpointUrl,
      headers: Signature.headers({
        secret: job.webhook.secret,
        webhook: job.webhook.id,
        eventId: job.delivery.id,
        number: job.delivery.attempts + 1,
        at: began,
        body: job.event.body
      }),
      body: job.event.body,
      timeoutMillis: job.webhook.timeoutSeconds * 1000
    })
    yield* decider.run(Settle, { lease, result, began })
  })
  return (leases) =>
    Effect.forEach(leases, (lease) => Effect.catchTag(attempt(lease), "Superseded", () => Effect.void), {
      discard: true
    })
}
