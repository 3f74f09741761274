/**
 * Erases events about a recipient with their deliveries, made or not. An event whose commit had no room for all deliveries
 * leads others to their webhooks, so it stays until it has done that.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { subject as about } from "../delivery/Attempt.ts"
import { deliveryId } from "../delivery/Fanout.ts"
import type { Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import type { Erased, Subject, Taken } from "./Erased.ts"
import { isIncluded, owners } from "./Erased.ts"

/** More webhooks than an account may have. */
const most = 1000

const webhooksOf = (account: AccountId): Needs.ListQuery => ({
  list: "webhooks",
  scope: account,
  offset: 0,
  limit: most
})

const own = (keys: ReadonlyArray<string>, subject: Subject, facts: Facts.Facts): ReadonlyArray<Event> =>
  keys.flatMap((key) => {
    const event = Facts.peek(facts, Events, key) ?? null
    return event !== null && about(event) === subject.phone ? [event] : []
  })

/** Of webhooks that were deleted no delivery is found. What those hold names nobody. */
const deliveriesOf = ({ account, id }: Event, facts: Facts.Facts): ReadonlyArray<string> =>
  (Facts.peekPage(facts, webhooksOf(account))?.rows ?? []).map(({ key }) => deliveryId(id, key as WebhookId))

const isLeading = ({ followers, subscribers }: Event): boolean => followers !== undefined || subscribers !== undefined

export const ErasedEvents: Erased = {
  kind: "event",
  most: Limit.recipientErasure.events,
  needs: (keys, subject, facts) => {
    const events = own(keys, subject, facts)
    const accounts = [...new Set(events.map(({ account }) => account))]
    return Needs.all(
      Needs.rows(Events, keys),
      owners(accounts),
      ...accounts.map((account) => Needs.list(webhooksOf(account))),
      Needs.rows(Deliveries, events.flatMap((event) => deliveriesOf(event, facts)))
    )
  },
  take: (keys, subject, { facts }): Taken => {
    const events = own(keys, subject, facts).filter(({ account }) => isIncluded(subject, account, facts))
    const ended = events.filter((event) => !isLeading(event))
    return {
      commit: {
        expects: ended.map(({ id }) => Facts.expected(facts, Events, id)),
        deletes: ended.flatMap((event) => [
          ref(Events, event.id),
          ...deliveriesOf(event, facts).flatMap((key) =>
            Facts.get(facts, Deliveries, key) === null ? [] : [ref(Deliveries, key)]
          )
        ])
      },
      isLeft: ended.length < events.length
    }
  }
}

/** An endpoint may have answered with the number that it was told. Nothing else of a delivery names anybody. */
export const ErasedDeliveries: Erased = {
  kind: "delivery",
  most: Limit.recipientErasure.messages,
  needs: (keys, _, facts) => {
    const deliveries = keys.flatMap((key) => Facts.peek(facts, Deliveries, key) ?? [])
    const events = deliveries.flatMap(({ event }) => Facts.peek(facts, Events, event) ?? [])
    return Needs.all(
      Needs.rows(Deliveries, keys),
      Needs.rows(Events, deliveries.map(({ event }) => event)),
      owners(events.map(({ account }) => account))
    )
  },
  take: (keys, subject, { facts }): Taken => ({
    commit: Commit.all(
      ...keys.flatMap((key): ReadonlyArray<Partial<Commit.Commit>> => {
        const delivery = Facts.get(facts, Deliveries, key)
        if (delivery === null) return []
        const expects = [Facts.expected(facts, Deliveries, key)]
        const event = Facts.get(facts, Events, delivery.event)
        if (event === null) return [{ expects, deletes: [ref(Deliveries, key)] }]
        if (!isIncluded(subject, event.account, facts)) return []
        const log = delivery.log?.map((attempt) => ({ ...attempt, responseBody: null }))
        return [{
          expects,
          puts: [Commit.put(Deliveries, { ...delivery, ...(log === undefined ? {} : { log }), responseBody: null })]
        }]
      })
    )
  })
}
