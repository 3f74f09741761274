/**
 * Handles each event once, although the service delivers it at least once. An event whose handling failed is handled
 * again when it is delivered again.
 */
import type { Delivery } from "./Verification.ts"

/** Keeps the ids of the events that were handled: here, or in a database of one's own. */
export interface Seen {
  readonly has: (eventId: string) => boolean | Promise<boolean>
  readonly add: (eventId: string) => void | Promise<void>
}

export interface MemoryOptions {
  /** The number of ids that are kept for longer than `leastMillis`; 10,000 by default. The oldest ones go first. */
  readonly size?: number
  /**
   * The time for which an id is kept however many there are, in milliseconds; ten minutes by default. For twice the
   * tolerance of `verify` a delivery that somebody has captured still verifies.
   */
  readonly leastMillis?: number
  /**
   * The time for which an id is kept, in milliseconds; two hours by default, which is longer than all attempts of one
   * event.
   */
  readonly ttlMillis?: number
  /** The time now in milliseconds; `Date.now` by default. */
  readonly now?: () => number
}

const tenMinutes = 10 * 60 * 1000
const twoHours = 2 * 60 * 60 * 1000

/** Keeps ids in the memory of this process. */
export const memory = (
  { leastMillis = tenMinutes, now = Date.now, size = 10_000, ttlMillis = twoHours }: MemoryOptions = {}
): Seen => {
  const longest = Math.max(ttlMillis, leastMillis)
  /** By id, in the order in which they were added. */
  const ids = new Map<string, number>()
  return {
    has: (eventId) => {
      const at = ids.get(eventId)
      return at !== undefined && now() - at < longest
    },
    add: (eventId) => {
      ids.delete(eventId)
      ids.set(eventId, now())
      for (const [oldest, at] of ids) {
        const age = now() - at
        if (age < leastMillis || (ids.size <= size && age < longest)) break
        ids.delete(oldest)
      }
    }
  }
}

export type Once = (
  delivery: Delivery,
  handle: (delivery: Delivery) => void | Promise<void>
) => Promise<"handled" | "repeated">

/**
 * Returns a function that handles a delivery unless its event was handled before. Two deliveries of one event at the
 * same time are handled once in this process; the second one ends as the first one does.
 */
export const deduplicate = (seen: Seen = memory()): Once => {
  const running = new Map<string, Promise<void>>()
  return async (delivery, handle) => {
    const { eventId } = delivery
    const other = running.get(eventId)
    if (other !== undefined) {
      await other
      return "repeated"
    }
    let isNew = true
    const work = (async () => {
      isNew = !(await seen.has(eventId))
      if (!isNew) return
      await handle(delivery)
      await seen.add(eventId)
    })()
    running.set(eventId, work)
    try {
      await work
    } finally {
      running.delete(eventId)
    }
    return isNew ? "handled" : "repeated"
  }
}
