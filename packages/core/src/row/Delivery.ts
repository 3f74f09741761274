/**
 * An event and its deliveries. The store creates one delivery for each webhook that subscribes to the event, in the
 * same commit. An event without subscribers is not stored.
 */
import { Delivery, Event } from "./DeliveryRow.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"
import * as StoredDelivery from "./StoredDelivery.ts"
import * as StoredEvent from "./StoredEvent.ts"

export { Delivery, DeliveryStatus, Event, LoggedAttempt } from "./DeliveryRow.ts"
export type { Followers } from "./DeliveryRow.ts"
export { encodeState } from "./StoredDelivery.ts"
export { encodeRest } from "./StoredEvent.ts"

export const Events = Kind.make({
  name: "event",
  schema: Event,
  stored: { encode: (event) => StoredEvent.encode(event as Event), decode: StoredEvent.decode },
  key: (event: Event) => event.id
})

export const Deliveries = Kind.make({
  name: "delivery",
  schema: Delivery,
  stored: { encode: (delivery) => StoredDelivery.encode(delivery as Delivery), decode: StoredDelivery.decode },
  key: (delivery: Delivery) => delivery.id,
  listings: ({ createdAt, parent, webhook }) => {
    const own = { list: "deliveries", scope: webhook, at: createdAt } as const
    return parent === undefined ? [own] : [own, { ...own, scope: parent }]
  },
  filters: ({ ids = [], name, status }) =>
    Filters.make({ event: name, status }, [name, status, ...ids].map(Filters.folded))
})
