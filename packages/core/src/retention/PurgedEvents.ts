/**
 * Removes events with their deliveries, the log of one webhook after the other, those of deleted ones last. An event is one
 * for all webhooks of its account: it goes with all its deliveries when every one of them is over.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { isOver } from "../delivery/Attempt.ts"
import { deliveryId } from "../delivery/Fanout.ts"
import * as Places from "../privacy/Places.ts"
import { DeletedWebhooks } from "../row/DeletedWebhook.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId, EventId, WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Pass, Stage, Step } from "./Stage.ts"

/** The webhook whose log is looked through: the next one of its list. */
const webhookOf = ({ account, purge }: Pass): ListQuery => ({
  list: purge.ofDeleted === true ? "deleted_webhooks" : "webhooks",
  scope: account,
  ...(purge.webhook === undefined ? {} : { behind: purge.webhook }),
  isCounted: false,
  offset: 0,
  limit: 1
})

interface Current {
  readonly id: WebhookId
  readonly place: { readonly at: Instant.Instant; readonly key: string }
  readonly deletedAt: Instant.Instant | null
}

const currentIn = (page: Facts.Page | undefined): Current | null => {
  const [row] = page?.rows ?? []
  if (row?.kind === "webhook") {
    const { createdAt: at, id } = row.value
    return { id, place: { at, key: id }, deletedAt: null }
  }
  if (row?.kind !== "deleted_webhook") return null
  const { at, id } = row.value
  return { id, place: { at, key: id }, deletedAt: at }
}

const audienceOf = (account: AccountId): ListQuery => ({
  list: "webhooks",
  scope: account,
  isCounted: false,
  offset: 0,
  limit: Limit.webhooksPerAccount.most
})

/** The webhooks of the account, and this one, which may be deleted. */
const audience = ({ account }: Pass, { id }: Current, facts: Facts.Facts): ReadonlyArray<WebhookId> => [
  ...new Set([
    id,
    ...(Facts.peekPage(facts, audienceOf(account))?.rows ?? []).map(({ key }) => key as WebhookId)
  ])
]

const logOf = ({ id }: Current): ListQuery & { readonly list: "deliveries" } => ({
  list: "deliveries",
  scope: id,
  ahead: Places.beginning,
  isCounted: false,
  offset: 0,
  limit: 1
})

/** The oldest deliveries behind those that were looked at. The more webhooks an account has, the fewer a step takes. */
const pageOf = ({ before, purge }: Pass, current: Current, webhooks: number): ListQuery => ({
  ...logOf(current),
  ahead: purge.place ?? Places.beginning,
  before,
  limit: Math.max(1, Math.floor(Limit.redaction.deliveries / (20 + webhooks)))
})

const deliveriesIn = (page: Facts.Page | undefined): ReadonlyArray<Delivery> =>
  (page?.rows ?? []).flatMap((row) => row.kind === "delivery" ? [row.value] : [])

/** The log of an organization's webhook has the deliveries of its clones, too. Those are their profiles'. */
const eventsOf = (deliveries: ReadonlyArray<Delivery>, { id }: Current): ReadonlyArray<EventId> =>
  deliveries.flatMap(({ event, webhook }) => webhook === id ? [event] : [])

/** It leads others to their webhooks, or has webhooks that it has not reached. */
const isLeading = ({ followers, subscribers }: Event): boolean => followers !== undefined || subscribers !== undefined

/** Removes an event with its deliveries; nothing while one of them is not over. */
const gone = (
  id: EventId,
  webhooks: ReadonlyArray<WebhookId>,
  facts: Facts.Facts
): Partial<Commit.Commit> => {
  const event = Facts.get(facts, Events, id)
  const deliveries = webhooks.flatMap((webhook) => Facts.get(facts, Deliveries, deliveryId(id, webhook)) ?? [])
  if ((event !== null && isLeading(event)) || !deliveries.every(isOver)) return {}
  const keys = deliveries.map((delivery) => delivery.id)
  return {
    expects: [
      ...keys.map((key) => Facts.expected(facts, Deliveries, key)),
      Facts.expected(facts, Events, id)
    ],
    deletes: [...keys.map((key) => ref(Deliveries, key)), ...(event === null ? [] : [ref(Events, id)])]
  }
}

/** A webhook that was deleted is forgotten with the last delivery, a day after it: a fan-out may have had it in mind. */
const forgotten = ({ deletedAt, id }: Current, log: Facts.Page, now: Instant.Instant): Partial<Commit.Commit> =>
  deletedAt === null || log.rows.length > 0 || Instant.plus(deletedAt, Instant.day) > now
    ? {}
    : { deletes: [ref(DeletedWebhooks, id)] }

export const PurgedEvents: Stage = {
  needs: (pass, facts) => {
    const lists = Needs.all(Needs.list(webhookOf(pass)), Needs.list(audienceOf(pass.account)))
    const current = currentIn(Facts.peekPage(facts, webhookOf(pass)))
    if (current === null || Facts.peekPage(facts, audienceOf(pass.account)) === undefined) return lists
    const webhooks = audience(pass, current, facts)
    const page = pageOf(pass, current, webhooks.length)
    const events = eventsOf(deliveriesIn(Facts.peekPage(facts, page)), current)
    return Needs.all(
      lists,
      Needs.list(page),
      Needs.list(logOf(current)),
      Needs.rows(Events, events),
      Needs.rows(Deliveries, events.flatMap((event) => webhooks.map((webhook) => deliveryId(event, webhook))))
    )
  },
  step: (pass, { facts, now }): Step => {
    const { place: _, webhook: __, ...rest } = pass.purge
    const current = currentIn(Facts.page(facts, webhookOf(pass)))
    if (current === null) return { commit: {}, next: rest.ofDeleted === true ? null : { ...rest, ofDeleted: true } }
    const webhooks = audience(pass, current, facts)
    const query = pageOf(pass, current, webhooks.length)
    const deliveries = deliveriesIn(Facts.page(facts, query))
    const events = [...new Set(eventsOf(deliveries, current))]
    const parts = events.map((id) => gone(id, webhooks, facts))
    const place = Places.newest(deliveries.map(({ createdAt: at, id: key }) => ({ at, key })))
    return {
      commit: {
        expects: parts.flatMap(({ expects = [] }) => expects),
        deletes: [
          ...parts.flatMap(({ deletes = [] }) => deletes),
          ...forgotten(current, Facts.page(facts, logOf(current)), now).deletes ?? []
        ]
      },
      next: deliveries.length === query.limit && place !== undefined
        ? { ...pass.purge, place }
        : { ...rest, webhook: current.place }
    }
  }
}
