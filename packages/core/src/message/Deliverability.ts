/**
 * The deliverability rate: how many of the messages that could arrive did (specification "Message statuses"). What a
 * gate or the sender stopped counts neither for nor against.
 */
import type { Status } from "../row/Message.ts"

/** For, against, or not at all. A message that is still on its way is not judged. */
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

/** Between 0 and 1; null when there is nothing to judge by. */
export const rate = (statuses: ReadonlyArray<Status>): number | null => {
  const judged = statuses.filter((status) => counts[status] !== null)
  return judged.length === 0 ? null : judged.filter((status) => counts[status] === "for").length / judged.length
}
