/**
 * Takes out what a webhook was told when its account has kept it for long enough: the bodies of events, and what endpoints have
 * answered to them. An event is one for all webhooks of its account, so it goes when the last of its deliveries is over. A
 * webhook that was deleted is followed until none of its deliveries is left.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { isOver } from "../delivery/Attempt.ts"
import { deliveryId } from "../delivery/Fanout.ts"
import * as Job from "../engine/Job.ts"
import { DeletedWebhooks } from "../row/DeletedWebhook.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import { ref } from "../row/Kind.ts"
import type { Redaction } from "../row/Redaction.ts"
import { Redactions } from "../row/Redaction.ts"
import { Webhooks } from "../row/Webhook.ts"
import type { AccountId, EventId, WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import { BodyRedactionWork } from "./BodyRedactionWork.ts"
import * as Places from "./Places.ts"
import * as RedactedEvent from "./RedactedEvent.ts"
import * as RetentionOf from "./RetentionOf.ts"

const { pause } = Limit.redaction

const webhooksOf = (account: AccountId): ListQuery => ({
  list: "webhooks",
  scope: account,
  isCounted: false,
  offset: 0,
  limit: Limit.webhooksPerAccount.most
})

/** The webhooks of the account, and this one, which may be deleted. */
const audience = (account: AccountId, webhook: WebhookId, facts: Facts.Facts): ReadonlyArray<WebhookId> => [
  ...new Set([webhook, ...(Facts.peekPage(facts, webhooksOf(account))?.rows ?? []).map(({ key }) => key as WebhookId)])
]

const fromPlace = (webhook: WebhookId, redaction: Redaction | null, limit: number) => ({
  list: "deliveries" as const,
  scope: webhook,
  ahead: redaction?.bodies ?? Places.beginning,
  isCounted: false as const,
  offset: 0,
  limit
})

/** Those that are old enough. The more webhooks an account has, the fewer events a step takes. */
const dueOf = (
  webhook: WebhookId,
  webhooks: number,
  days: number,
  redaction: Redaction | null,
  { at }: Lease
): ListQuery => ({
  ...fromPlace(webhook, redaction, Math.max(1, Math.floor(Limit.redaction.deliveries / (20 + webhooks)))),
  before: RetentionOf.cutoff(days, at)
})

const deliveriesIn = (page: Facts.Page | undefined): ReadonlyArray<Delivery> =>
  (page?.rows ?? []).flatMap((row) => row.kind === "delivery" ? [row.value] : [])

/** The list of an organization's webhook has the deliveries of its clones, too. Those are their profiles'. */
const eventsOf = (deliveries: ReadonlyArray<Delivery>, webhook: WebhookId): ReadonlyArray<EventId> =>
  deliveries.flatMap((delivery) => delivery.webhook === webhook ? [delivery.event] : [])

const needsOf = (
  events: ReadonlyArray<EventId>,
  webhooks: ReadonlyArray<WebhookId>
): Needs.Needs =>
  Needs.all(
    Needs.rows(Events, events),
    Needs.rows(Deliveries, events.flatMap((event) => webhooks.map((webhook) => deliveryId(event, webhook))))
  )

const isLeading = ({ followers, subscribers }: Event): boolean => followers !== undefined || subscribers !== undefined

/** Takes out the answers of a delivery, unless there were none. */
const withoutAnswers = (delivery: Delivery, facts: Facts.Facts): Partial<Commit.Commit> => {
  const left = RedactedEvent.delivery(delivery)
  return left === delivery
    ? {}
    : { expects: [Facts.expected(facts, Deliveries, delivery.id)], puts: [Commit.put(Deliveries, left)] }
}

/**
 * Redacts one event, for one of the webhooks that get it. One that is still to be delivered to it gets an item of its own; as
 * long as only others wait for it, it is left to theirs.
 */
const redact = (
  id: EventId,
  account: AccountId,
  webhook: WebhookId,
  webhooks: ReadonlyArray<WebhookId>,
  { facts, now }: Grounds
): Partial<Commit.Commit> => {
  const event = Facts.get(facts, Events, id)
  const deliveries = webhooks.flatMap((each) => Facts.get(facts, Deliveries, deliveryId(id, each)) ?? [])
  const own = deliveries.find((delivery) => delivery.webhook === webhook)
  if ((event !== null && isLeading(event)) || (own !== undefined && !isOver(own))) {
    return { due: [BodyRedactionWork.due({ account, webhook, event: id }, account, Instant.plus(now, Instant.day))] }
  }
  const answers = own === undefined ? {} : withoutAnswers(own, facts)
  if (event === null || !deliveries.every(isOver)) return answers
  const left = RedactedEvent.event(event)
  return left === event
    ? answers
    : Commit.all(answers, { expects: [Facts.expected(facts, Events, id)], puts: [Commit.put(Events, left)] })
}

/** Returns whether nothing more will be delivered to a webhook: a fan-out may have had it among its subscribers. */
const isGone = (webhook: WebhookId, { facts, now }: Grounds): boolean => {
  const row = Facts.get(facts, Webhooks, webhook)
  const deletedAt = Facts.get(facts, DeletedWebhooks, webhook)?.at
  return (row === null || row.deletedAt !== undefined) &&
    (deletedAt === undefined || Instant.plus(deletedAt, Instant.day) < now)
}

export const RedactBodies = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "privacy.redact_bodies",
  needs: ({ lease }, facts) => {
    const { account, event, webhook } = BodyRedactionWork.target(lease)
    const known = Needs.all(RetentionOf.needs(account, facts), Needs.row(Redactions, webhook))
    const days = RetentionOf.of(account, facts)?.webhookBodies
    if (days === undefined) return known
    const live = Needs.all(known, Needs.list(webhooksOf(account)))
    if (Facts.peekPage(facts, webhooksOf(account)) === undefined) return live
    const webhooks = audience(account, webhook, facts)
    if (event !== null) return Needs.all(live, needsOf([event], webhooks))
    const redaction = Facts.peek(facts, Redactions, webhook)
    if (redaction === undefined) return live
    const query = dueOf(webhook, webhooks.length, days, redaction, lease)
    return Needs.all(
      live,
      Needs.row(Webhooks, webhook),
      Needs.row(DeletedWebhooks, webhook),
      Needs.list(query),
      Needs.list(fromPlace(webhook, redaction, 1)),
      needsOf(eventsOf(deliveriesIn(Facts.peekPage(facts, query)), webhook), webhooks)
    )
  },
  decide: ({ lease }, grounds) => {
    const { facts, now } = grounds
    const { account, event, webhook } = BodyRedactionWork.target(lease)
    const days = RetentionOf.of(account, facts)?.webhookBodies
    const before = Facts.get(facts, Redactions, webhook)
    const own = [Facts.expected(facts, Redactions, webhook)]
    const end = { expects: own, deletes: before === null ? [] : [ref(Redactions, webhook)] }
    if (days === undefined) return done(undefined, event === null ? end : {})
    // After an outage, fan-outs that are due have their turn first: an event does not tell that it follows another one.
    if (now > Instant.plus(lease.at, pause)) {
      return done(undefined, { due: [again(lease, Instant.plus(now, pause))] })
    }
    const webhooks = audience(account, webhook, facts)
    if (event !== null) return done(undefined, redact(event, account, webhook, webhooks, grounds))
    if (Facts.page(facts, fromPlace(webhook, before, 1)).rows.length === 0 && isGone(webhook, grounds)) {
      return done(undefined, end, {
        expects: [Facts.expected(facts, DeletedWebhooks, webhook)],
        deletes: Facts.get(facts, DeletedWebhooks, webhook) === null ? [] : [ref(DeletedWebhooks, webhook)]
      })
    }
    const query = dueOf(webhook, webhooks.length, days, before, lease)
    const deliveries = deliveriesIn(Facts.page(facts, query))
    const bodies = Places.newest(deliveries.map(({ createdAt: at, id: key }) => ({ at, key })))
    const next: Redaction = {
      ...before,
      account,
      webhook,
      ...(bodies === undefined ? {} : { bodies })
    }
    return done(
      undefined,
      ...eventsOf(deliveries, webhook).map((id) => redact(id, account, webhook, webhooks, grounds)),
      {
        expects: own,
        puts: [Commit.put(Redactions, next)],
        due: [again(lease, deliveries.length === query.limit ? now : Instant.plus(now, pause))]
      }
    )
  }
})

export const BodyRedactionJob = Job.make({
  work: BodyRedactionWork,
  decides: RedactBodies,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
