/**
 * An accident as a line of a log tells it: what kind of failure it was and what it says of itself, with the failures
 * that brought it about. The other fields of an error stay out, since databases put rows there.
 */
import * as Cause from "effect/Cause"

/** How many failures of one accident are told, and how much each may say. */
const mostFailures = 5
const mostCharacters = 300

/**
 * What messages of carriers, databases and hosts may quote: signing secrets, API keys (UUIDs of version 4, which ids of
 * rows are not), phone numbers, and quoted texts that are no names.
 */
const secrets = [
  /whsec_[A-Za-z0-9+/=]+/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\+?\d{7,}/g,
  /"(?![\w.$:/-]*")(?:[^"\\\n]|\\.)*"/g
]

const withoutSecrets = (text: string): string => secrets.reduce((left, secret) => left.replace(secret, "***"), text)

const nameOf = (error: object): string =>
  "_tag" in error && typeof error._tag === "string" ? error._tag : error instanceof Error ? error.name : "object"

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : ""

const one = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return String(error)
  const message = messageOf(error)
  return message === "" ? nameOf(error) : `${nameOf(error)}: ${message}`
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

/** An error that repeats the words of its cause tells of it once. */
const told = (error: unknown): string =>
  chain(error).filter((each, index, all) => {
    const before = index === 0 ? "" : messageOf(all[index - 1])
    return messageOf(each) === "" || !before.includes(messageOf(each))
  }).map((each) => withoutSecrets(one(each).slice(0, mostCharacters))).join(", because of ")

/** Such as "StoreError: the store failed, because of SqlError: invalid byte sequence". */
export const text = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.slice(0, mostFailures).map((reason) =>
    reason._tag === "Fail" ? told(reason.error) : reason._tag === "Die" ? told(reason.defect) : "interrupted"
  ).join("; ")

/** With stack traces, for what should not happen at all. */
export const fullText = (cause: Cause.Cause<unknown>): string => withoutSecrets(Cause.pretty(cause))
