/**
 * The jobs of an endpoint: first attempts of its deliveries, one after the other, and retries. Each attempt is signed
 * with the webhook's current secret.
 */
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
import { Accounts } from "../row/Account.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import { DeliveryWork, RetryWork } from "./DeliveryWork.ts"
import * as Health from "./Health.ts"
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

/** Puts an attempt off that this service could not make. First attempts stay in line, in front of those behind them. */
const unsent = (lease: Lease, delivery: Delivery, endpoint: Endpoint, now: Instant.Instant): Partial<Commit.Commit> => {
  const until = Instant.plus(now, Limit.webhookUnsent)
  return delivery.attempts > 0 ? { due: [again(lease, until)] } : {
    puts: [Commit.put(Endpoints, { ...endpoint, waitsUntil: until })],
    releases: [LeasedDecision.fence(lease)],
    pauses: [{ lane: lease.lane, until }]
  }
}

/** Closes the lane of first attempts while they wait, and opens it again. */
const paused = (before: Endpoint, after: Endpoint): Partial<Commit.Commit> => {
  const until = after.waitsUntil ?? null
  return until === null && (before.waitsUntil ?? null) === null
    ? {}
    : { pauses: [{ lane: DeliveryWork.lane.of(after.webhook), until }] }
}

/**
 * Applies the result of an attempt to the delivery and to the health of its endpoint, and switches the webhook off
 * after too many failures.
 */
export const Settle = LeasedDecision.make<Attempted, void>({
  name: "delivery.settle",
  needs: ({ lease, result }, facts) => {
    const id = DeliveryWork.target(lease)
    const delivery = Facts.peek(facts, Deliveries, id)
    const webhook = delivery === undefined || delivery === null
      ? null
      : Facts.peek(facts, Webhooks, delivery.webhook) ?? null
    return Needs.all(
      needs(id, facts),
      webhook === null || result === null || Retry.succeeded(result)
        ? Needs.none
        : Needs.row(Accounts, webhook.account)
    )
  },
  decide: ({ began, lease, result }, facts, now) => {
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decided<void>>({ commit: Commit.all(...parts), answer: undefined })
    const delivery = Facts.get(facts, Deliveries, DeliveryWork.target(lease))
    if (delivery === null || isOver(delivery)) return ended()
    const webhook = Facts.get(facts, Webhooks, delivery.webhook)
    if (result === null || webhook === null) {
      return ended({ puts: [Commit.put(Deliveries, Retry.abandoned(delivery, "webhook disabled", now))] })
    }
    const before = Facts.get(facts, Endpoints, webhook.id) ?? Health.newEndpoint(webhook.id)
    const expects = [Facts.expected(facts, Deliveries, delivery.id), Facts.expected(facts, Endpoints, webhook.id)]
    if (result._tag === "Unsent") return ended({ expects }, unsent(lease, delivery, before, now))
    const minutes = Retry.succeeded(result)
      ? Limit.webhookDisableMinutes
      : Facts.get(facts, Accounts, webhook.account)?.webhookDisableMinutes ?? Limit.webhookDisableMinutes
    const verdict = Retry.after(delivery, result, webhook.retryCount, began, now)
    const health = Health.after(before, result, now, minutes)
    const isOff = webhook.isActive && Health.isExhausted(health, now, minutes)
    // What still waits for the webhook is given up at once.
    const endpoint = isOff ? { ...health, waitsUntil: null } : health
    return ended(
      isOff
        ? {
          expects: [Facts.expected(facts, Webhooks, webhook.id)],
          puts: [Commit.put(Webhooks, { ...webhook, isActive: false, subscribes: [] })]
        }
        : {},
      paused(before, endpoint),
      {
        expects,
        puts: [Commit.put(Deliveries, verdict.delivery), Commit.put(Endpoints, endpoint)],
        due: verdict.retryAt === null ? [] : [RetryWork.due(delivery.id, webhook.id, verdict.retryAt)]
      }
    )
  }
})

const asks = {
  reads: needs,
  question: (id: string, facts: Facts.Facts, at: Instant.Instant) => {
    const attempt = find(id, facts)
    return attempt === null ? null : request(attempt, at)
  },
  ask: ({ send }: WebhookSender["Service"], request: WebhookRequest) => send(request)
}

const command = (_: unknown, { at, lease, said }: Job.Piece<WebhookResult>): Attempted => ({
  lease,
  result: said,
  began: at
})

/** First attempts. */
export const DeliveryJob = Job.make({
  work: DeliveryWork,
  outside: WebhookSender,
  asks: {
    ...asks,
    how: "in order",
    waits: (id, facts) => {
      const attempt = find(id, facts)
      // Earlier versions scheduled retries in this lane.
      return attempt === null || attempt.delivery.attempts > 0
        ? null
        : Facts.get(facts, Endpoints, attempt.webhook.id)?.waitsUntil ?? null
    }
  },
  decides: Settle,
  command
})

export const RetryJob = Job.make({
  work: RetryWork,
  outside: WebhookSender,
  asks: { ...asks, how: "side by side" },
  decides: Settle,
  command
})
