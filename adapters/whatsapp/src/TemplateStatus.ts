/**
 * Where a template stands at Meta, and what that means here.
 */

/** `pause` keeps an approved template from being sent until it is approved again. */
export type Standing = "pending" | "approved" | "rejected" | "paused"

/** The statuses of templates, and the events that tell of them. An event that is not here changes nothing. */
export const table: Readonly<Record<string, Standing>> = {
  PENDING: "pending",
  IN_APPEAL: "pending",
  APPROVED: "approved",
  REINSTATED: "approved",
  UNARCHIVED: "approved",
  REJECTED: "rejected",
  LIMIT_EXCEEDED: "rejected",
  PAUSED: "paused",
  DISABLED: "paused",
  ARCHIVED: "paused",
  PENDING_DELETION: "paused",
  DELETED: "paused"
}

/** Returns null for a status that changes nothing, such as FLAGGED, or that is not known. */
export const of = (status: string): Standing | null => Object.hasOwn(table, status) ? table[status]! : null

/** Meta's reasons for a rejection in words for the author of a template. Others are told as they are. */
export const reasons: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: "Meta finds the content abusive",
  CATEGORY_NOT_AVAILABLE: "Meta does not offer the category here",
  INCORRECT_CATEGORY: "Meta finds the category wrong",
  INVALID_FORMAT: "Meta finds the format wrong",
  PROMOTIONAL: "Meta finds the content promotional",
  SCAM: "Meta takes the content for a scam",
  TAG_CONTENT_MISMATCH: "Meta finds that the content does not fit its category or language"
}

/** Returns the words for a rejection. */
export const reasonOf = (reason: string | null | undefined, more: ReadonlyArray<string | undefined> = []): string => {
  const known = reason !== null && reason !== undefined && Object.hasOwn(reasons, reason)
  const first = known
    ? `${reasons[reason]} (${reason})`
    : (reason ?? "NONE") === "NONE"
    ? "Meta gives no reason"
    : reason!
  return [first, ...more.filter((each) => each !== undefined && each !== "")].join(": ").slice(0, 1000)
}
