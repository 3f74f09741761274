/**
 * The deliverability rate: the share of delivered messages among those that could have been (specification "Message
 * statuses"). Messages that a gate or the sender stopped do not count.
 */
import type { Status } from "../row/Message.ts"

/** Each status counts for or against the rate, or not at all. Messages that are still under way do not count. */
const counts: Readonly<Record<Status, "for" | "against" | null>> = {
  QUEUED: null,
  PROCESSED: null,
  ROUTED: null,
  SENT: null,
  DELIVERED: "for",
  READ: "for",
  FAILED: "against",
  RECEIVED: null,
  SCHEDULED: null,
  CANCELLED: null,
  FILTERED: null,
  BLOCKED: null
}

/** Returns the rate between 0 and 1, or null when no message counts. */
export const rate = (statuses: ReadonlyArray<Status>): number | null => {
  const judged = statuses.filter((status) => counts[status] !== null)
  return judged.length === 0 ? null : judged.filter((status) => counts[status] === "for").length / judged.length
}
