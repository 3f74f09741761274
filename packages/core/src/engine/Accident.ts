/**
 * An accident as a line of a log tells it: what kind of failure it was and what it says of itself, with the failures
 * that brought it about. Stack traces stay out, and so do the other fields of an error, where databases put rows.
 */
import type * as Cause from "effect/Cause"

/** How many failures of one accident are told, and how much each may say. */
const mostFailures = 5
const mostCharacters = 300

/** What carriers and databases quote may hold the phone number of a recipient. */
const withoutNumbers = (text: string): string => text.replace(/\d{7,}/g, "…")

const nameOf = (error: object): string =>
  "_tag" in error && typeof error._tag === "string" ? error._tag : error instanceof Error ? error.name : "object"

const one = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return String(error)
  const reason = "reason" in error && typeof error.reason === "string" ? ` ${error.reason}` : ""
  const message = "message" in error && typeof error.message === "string" && error.message !== ""
    ? `: ${error.message}`
    : ""
  return `${nameOf(error)}${reason}${message}`
}

const chain = (error: unknown): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  let at = error
  while (at !== undefined && at !== null && !found.includes(at) && found.length < mostFailures) {
    found.push(at)
    at = typeof at === "object" && "cause" in at ? at.cause : undefined
  }
  return found
}

const told = (error: unknown): string =>
  chain(error).map((each) => withoutNumbers(one(each).slice(0, mostCharacters))).join(", because of ")

/** Such as "StoreError failed, because of SqlError: invalid byte sequence". */
export const text = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.slice(0, mostFailures).map((reason) =>
    reason._tag === "Fail" ? told(reason.error) : reason._tag === "Die" ? told(reason.defect) : "interrupted"
  ).join("; ")
