/**
 * Bounds how many attempts this node makes at the same time. One attempt at each endpoint has a place, as long as its
 * customer has not very many; further ones share what the customer may have beside that. So neither a dead endpoint nor
 * a customer with much to deliver keeps others waiting.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"

export interface Bounds {
  /** How many attempts at one endpoint this node makes at the same time. */
  readonly endpoint: number
  /** How many attempts of one customer, beside one at each of its endpoints. */
  readonly customer: number
  /** At how many endpoints of one customer this node makes attempts at the same time; at all of them unless given. */
  readonly endpoints?: number
}

/** The bounds are a setting of the operator's. */
export const Bounds = Context.Reference<Bounds>("@signalbox/core/delivery/DeliveryPlaces/Bounds", {
  defaultValue: () => Limit.deliveryPlaces
})

export interface Granted {
  /** How many places, at least one. They are to be given back one by one. */
  readonly places: number
  /** Whether time has passed until there was one. */
  readonly hasWaited: boolean
}

export interface Places {
  /** Takes as many places as are wanted and free; when none is, it waits in line for one. */
  readonly take: (customer: AccountId, webhook: WebhookId, wanted: number) => Effect.Effect<Granted>
  readonly give: (customer: AccountId, webhook: WebhookId) => Effect.Effect<void>
}

interface Waiting {
  readonly webhook: WebhookId
  readonly grant: () => void
}

export const make = (bounds: Bounds): Places => {
  const endpoints = new KeyedCounter<WebhookId>()
  const shared = new KeyedCounter<AccountId>()
  const busy = new KeyedCounter<AccountId>()
  const lines = new Map<AccountId, Set<Waiting>>()
  const { endpoints: most = Number.POSITIVE_INFINITY } = bounds

  const room = (customer: AccountId, webhook: WebhookId): number => {
    const mine = endpoints.of(webhook)
    if (mine === 0 && busy.of(customer) >= most) return 0
    const own = mine === 0 ? 1 : 0
    return Math.min(Math.max(bounds.endpoint, 1) - mine, own + bounds.customer - shared.of(customer))
  }

  /** The first attempt at an endpoint takes nothing of what is shared. */
  const occupy = (customer: AccountId, webhook: WebhookId, places: number): void => {
    const mine = endpoints.of(webhook)
    endpoints.add(webhook, places)
    if (mine === 0) busy.add(customer, 1)
    shared.add(customer, mine === 0 ? places - 1 : places)
  }

  /** Serves who has waited longest among those for whom there is room. */
  const serve = (customer: AccountId): void => {
    const line = lines.get(customer)
    let begun: WebhookId | null = null
    for (const waiting of line ?? []) {
      const { grant, webhook } = waiting
      if ((begun !== null && webhook !== begun) || room(customer, webhook) < 1) continue
      line!.delete(waiting)
      if (line!.size === 0) lines.delete(customer)
      const isFirst = endpoints.of(webhook) === 0
      occupy(customer, webhook, 1)
      grant()
      if (!isFirst && begun === null) return
      // Those behind it at the same endpoint may have one of the shared places now.
      begun = webhook
    }
  }

  const release = (customer: AccountId, webhook: WebhookId): void => {
    if (endpoints.of(webhook) > 1) shared.add(customer, -1)
    else busy.add(customer, -1)
    endpoints.add(webhook, -1)
    serve(customer)
  }

  return {
    take: (customer, webhook, wanted) =>
      Effect.callback<Granted>((resume) => {
        // Nobody is overtaken: who waits is served as soon as there is room for it.
        const places = Math.min(wanted, room(customer, webhook))
        if (places > 0) {
          occupy(customer, webhook, places)
          resume(Effect.succeed({ places, hasWaited: false }))
          return
        }
        const waiting: Waiting = {
          webhook,
          grant: () => resume(Effect.succeed({ places: 1, hasWaited: true }))
        }
        const line = lines.get(customer) ?? new Set()
        lines.set(customer, line.add(waiting))
        return Effect.sync(() => {
          // The place that it got meanwhile is the next one's.
          if (!line.delete(waiting)) release(customer, webhook)
          else if (line.size === 0) lines.delete(customer)
        })
      }),

    give: (customer, webhook) => Effect.sync(() => release(customer, webhook))
  }
}
