/**
 * Formats an unexpected failure. Logs are told where it came from, and no message but a store's: whoever else fails,
 * such as a carrier or a reviewer, may quote anything in it. Other fields of an error are left out everywhere, since
 * databases put row data there.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { StoreError } from "../port/Store.ts"

/** How many failures one line contains, how many characters of each message, and how many of it are looked at for secrets. */
const mostFailures = 5
const mostCharacters = 300
const mostMasked = 30_000

/**
 * Data that error messages may quote and that is masked: signing secrets, API keys (UUIDs of version 4; ids of rows are
 * version 7), phone numbers, and quoted texts that are not identifiers.
 */
const secrets = [
  /whsec_[A-Za-z0-9+/=]+/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\+?\d{7,}/g,
  /"(?:[^"\\\n]|\\.)*"/g
]

/** A quoted identifier is taken whole, so that no text begins with its last quote. */
const identifier = /^"[\w.$:/-]*"$/

const withoutSecrets = (text: string): string =>
  secrets.reduce((left, secret) => left.replace(secret, (found) => identifier.test(found) ? found : "***"), text)

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
const causes = (error: unknown): ReadonlyArray<unknown> =>
  chain(error).filter((each, index, all) => {
    const before = index === 0 ? "" : messageOf(all[index - 1])
    return messageOf(each) === "" || !before.includes(messageOf(each))
  })

/** The end that is cut off may be what tells a secret, so a text is masked before. */
const masked = (error: unknown): string => withoutSecrets(one(error).slice(0, mostMasked)).slice(0, mostCharacters)

const told = (error: unknown): string => causes(error).map(masked).join(", because of ")

/**
 * Returns a line such as "StoreError: the store failed, because of SqlError: invalid byte sequence", for rows that only
 * the operator reads.
 */
export const text = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.slice(0, mostFailures).map((reason) =>
    reason._tag === "Fail" ? told(reason.error) : reason._tag === "Die" ? told(reason.defect) : "interrupted"
  ).join("; ")

const mostFrames = 3

/** A name that is no sentence. */
const plain = /^[\w$.:/@-]{1,80}$/

/** The lines of a stack that are places in code. The message stands before them, and may look like one. */
const frames = ({ message, stack = "" }: Error): ReadonlyArray<string> =>
  stack.includes(message)
    ? stack.slice(stack.indexOf(message) + message.length).split("\n")
      .flatMap((line) => /^ {4}at (\S.*:\d+:\d+\)?)$/.exec(line)?.[1] ?? [])
    : []

/** Returns the places in code that an error came through, the innermost first. */
export const places = (error: unknown): ReadonlyArray<string> => {
  // A partner's error may be any object, even one that throws when it is looked at.
  try {
    return error instanceof Error ? frames(error) : []
  } catch {
    return []
  }
}

const kindOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return typeof error
  const name = nameOf(error)
  return plain.test(name) ? name : "object"
}

/** Describes an error without its message. */
const originOf = (error: unknown): string => {
  try {
    const found = places(error).slice(0, mostFrames)
    return `${kindOf(error)}${found.length === 0 ? "" : ` at ${found.join(", ")}`}`
  } catch {
    return "object"
  }
}

/** Returns the store's own message, and the kinds of its causes. */
const storeText = (error: StoreError): string =>
  causes(error).map((each, index) => index === 0 ? masked(each) : kindOf(each)).join(", because of ")

/** Returns a line such as "TypeError at submit (acme.ts:12:7)" for the log. Only a store's errors show their messages. */
export const origin = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.slice(0, mostFailures).map((reason) => {
    if (reason._tag === "Interrupt") return "interrupted"
    if (reason._tag === "Die") return originOf(reason.defect)
    return reason.error instanceof StoreError ? storeText(reason.error) : originOf(reason.error)
  }).join("; ")

/** Logs the whole failure at the level Debug, where messages may hold anything. */
export const inFull = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logDebug("the failure in full", cause)

/** Warns that something has failed, with where it came from; the rest stands at the level Debug. */
export const warn = (words: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.andThen(Effect.logWarning(words, origin(cause)), inFull(cause))
