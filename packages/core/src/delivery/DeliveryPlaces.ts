/**
 * How many attempts this node makes at the same time. One attempt at each endpoint always has a place; further ones
 * share what its customer may have beside that. So neither a dead endpoint nor a customer with much to deliver keeps
 * others waiting.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"

export interface Bounds {
  /** How many attempts at one endpoint this node makes at the same time, and how much of its work it holds. */
  readonly endpoint: number
  /** How many attempts of one customer, beside one at each of its endpoints. */
  readonly customer: number
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
  const endpoints = new Map<WebhookId, number>()
  const shared = new Map<AccountId, number>()
  const lines = new Map<AccountId, Set<Waiting>>()

  const add = <Key>(counts: Map<Key, number>, key: Key, by: number): void => {
    const count = (counts.get(key) ?? 0) + by
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }

  const room = (customer: AccountId, webhook: WebhookId): number => {
    const mine = endpoints.get(webhook) ?? 0
    const own = mine === 0 ? 1 : 0
    return Math.min(Math.max(bounds.endpoint, 1) - mine, own + bounds.customer - (shared.get(customer) ?? 0))
  }

  /** The first attempt at an endpoint takes nothing of what is shared. */
  const occupy = (customer: AccountId, webhook: WebhookId, places: number): void => {
    const mine = endpoints.get(webhook) ?? 0
    add(endpoints, webhook, places)
    add(shared, customer, mine === 0 ? places - 1 : places)
  }

  /** Serves who has waited longest among those for whom there is room. */
  const serve = (customer: AccountId): void => {
    const line = lines.get(customer)
    for (const waiting of line ?? []) {
      if (room(customer, waiting.webhook) < 1) continue
      line!.delete(waiting)
      if (line!.size === 0) lines.delete(customer)
      occupy(customer, waiting.webhook, 1)
      waiting.grant()
      return
    }
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
          line.delete(waiting)
          if (line.size === 0 && lines.get(customer) === line) lines.delete(customer)
        })
      }),

    give: (customer, webhook) =>
      Effect.sync(() => {
        if (endpoints.get(webhook)! > 1) add(shared, customer, -1)
        add(endpoints, webhook, -1)
        serve(customer)
      })
  }
}
