/**
 * The promises about webhooks.
 */
import type { Invariant } from "../../Invariant.ts"
import { deaths } from "../deaths.ts"

const minute = 60_000

/** Returns whether work of this kind is an attempt to deliver an event, whose key is that of the delivery. */
const isAttempt = (kind: string): boolean => kind === "delivery" || kind === "retry"

export const order: Invariant = {
  name: "first-attempts-in-order",
  promise: "The first attempts at an endpoint start in the order of the events.",
  watch: ({ mirror }) => {
    const begun = new Set<string>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Posted" || begun.has(sighting.delivery)) return null
        begun.add(sighting.delivery)
        const mine = mirror.deliveries.get(sighting.delivery)
        if (mine === undefined) return `${sighting.delivery} is posted, and was never committed`
        for (const { delivery, order } of mirror.deliveries.values()) {
          if (
            delivery.webhook === mine.delivery.webhook && order < mine.order && !begun.has(delivery.id) &&
            delivery.createdAt <= mine.delivery.createdAt && delivery.status === "PENDING"
          ) return `${sighting.delivery} was posted before ${delivery.id}, which comes first`
        }
        return null
      }
    }
  }
}

export const same: Invariant = {
  name: "a-delivery-never-changes",
  promise: "Every attempt to deliver an event carries the same bytes.",
  watch: () => {
    const bodies = new Map<string, string>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Posted") return null
        const first = bodies.get(sighting.delivery) ?? sighting.body
        bodies.set(sighting.delivery, first)
        return first === sighting.body ? null : `${sighting.delivery} was posted with other bytes`
      }
    }
  }
}

export const again: Invariant = {
  name: "posted-again-only-after-a-death",
  promise: "No attempt to deliver an event is made twice but for the death of a node, even when the store is away.",
  watch: ({ mirror }) => {
    const died = deaths()
    /**
     * The number of nodes that had died when an attempt was claimed for the first time, and the number of times that it
     * was made since.
     */
    const attempts = new Map<string, { readonly deaths: number; posts: number }>()
    const attemptOf = (delivery: string) => {
      const name = `${delivery}/${mirror.deliveries.get(delivery)?.delivery.attempts ?? 0}`
      const attempt = attempts.get(name) ?? { deaths: died.count(), posts: 0 }
      attempts.set(name, attempt)
      return { name, attempt }
    }
    return {
      see: (sighting) => {
        died.see(sighting)
        if (sighting._tag === "Claimed") {
          for (const { work } of sighting.leases) if (isAttempt(work.kind)) attemptOf(work.key)
        }
        if (sighting._tag !== "Posted") return null
        const { attempt, name } = attemptOf(sighting.delivery)
        // A node that was declared dead and lives makes the attempts that it has claimed before, and then those that it
        // claims again.
        return ++attempt.posts > 1 + died.count() - attempt.deaths ? `${name} was posted twice` : null
      }
    }
  }
}

export const told: Invariant = {
  name: "every-event-is-told",
  promise: "Every event reaches its webhook, or the webhook was tried as often as it says.",
  watch: ({ mirror }) => {
    const taken = new Set<string>()
    const tries = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag === "Posted") tries.set(sighting.delivery, (tries.get(sighting.delivery) ?? 0) + 1)
        if (sighting._tag === "PostEnded" && sighting.status === 200) taken.add(sighting.delivery)
        return null
      },
      atRest: () => {
        for (const { delivery } of mirror.deliveries.values()) {
          const { id, status } = delivery
          if (status === "DELIVERED") {
            if (!taken.has(id)) return `${id} counts as delivered, and its endpoint never said so`
          } else if (status !== "FAILED") return `${id} is ${status}, and nothing more happens`
          else {
            const webhook = mirror.webhooks.get(delivery.webhook)
            if (webhook?.isActive === true && (tries.get(id) ?? 0) <= webhook.retryCount) {
              return `${id} was given up after ${tries.get(id) ?? 0} tries`
            }
          }
        }
        return null
      }
    }
  }
}

export const restart: Invariant = {
  name: "a-restart-switches-nothing-off",
  promise: "An endpoint that failed for less than five minutes is not switched off.",
  watch: ({ mirror, now }) => {
    const failing = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag === "PostEnded") {
          const webhook = mirror.deliveries.get(sighting.delivery)?.delivery.webhook ?? ""
          if (sighting.status !== 200 && !failing.has(webhook)) failing.set(webhook, now())
        }
        if (sighting._tag !== "Committed") return null
        for (const row of sighting.commit.puts) {
          // A success counts from its commit on.
          if (row.kind === "endpoint" && row.value.consecutiveFailures === 0) failing.delete(row.key)
          if (row.kind !== "webhook" || row.value.isActive) continue
          const since = failing.get(row.key) ?? now()
          if (now() - since < 5 * minute) return `${row.key} was switched off after ${now() - since} ms of failures`
        }
        return null
      }
    }
  }
}
