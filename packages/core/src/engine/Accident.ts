/**
 * Formats an unexpected failure for the log: its type, its message and the chain of its causes. Other fields of an
 * error are left out, since databases put row data there.
 */
import * as Cause from "effect/Cause"

/** How many failures one line contains, and how many characters of each message. */
const mostFailures = 5
const mostCharacters = 300

/**
 * Data that error messages may quote and that is masked: signing secrets, API keys (UUIDs of version 4; ids of rows are
 * version 7), phone numbers, and quoted texts that are not identifiers.
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

/** Leaves an error out when the one before it already quotes its message. */
const told = (error: unknown): string =>
  chain(error).filter((each, index, all) => {
    const before = index === 0 ? "" : messageOf(all[index - 1])
    return messageOf(each) === "" || !before.includes(messageOf(each))
  }).map((each) => withoutSecrets(one(each).slice(0, mostCharacters))).join(", because of ")

/** Returns a line such as "StoreError: the store failed, because of SqlError: invalid byte sequence". */
export const text = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.slice(0, mostFailures).map((reason) =>
    reason._tag === "Fail" ? told(reason.error) : reason._tag === "Die" ? told(reason.defect) : "interrupted"
  ).join("; ")

/** Returns the text with stack traces, for defects. */
export const fullText = (cause: Cause.Cause<unknown>): string => withoutSecrets(Cause.pretty(cause))
