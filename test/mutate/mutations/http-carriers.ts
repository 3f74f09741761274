import type { Mutation } from "../Mutation.ts"

const of = (area: string, unit: string) => (file: string, find: string, replace: string, test: string): Mutation => ({
  area,
  file: `adapters/${unit}/src/${file}.ts`,
  find,
  replace,
  tests: [`${unit}/${test}`]
})

/** A mutation of the ground of carriers over HTTP, or of described ones. */
const http = of("http-carrier", "http-carrier")

/** A mutation of RCS. */
const rcs = of("rcs", "rcs")

export const mutations: ReadonlyArray<Mutation> = [
  http("HttpClient", "if (state.isGivenUp) return given.abort(interrupted)\n", "", "HttpClient"),
  http("HttpClient", "_tag: isWritten ? \"Lost\" : \"Unsent\"", "_tag: \"Unsent\"", "HttpClient"),
  http("Outcome", "Math.min(Math.max(until, now + 1), now + longestPause)", "until", "Outcome"),
  http("Outcome", ": \"unanswered\")", ": \"provider_unavailable\")", "Outcome"),
  http("Signature", "Math.abs(Number(seconds) * 1000 - now)", "now - Number(seconds) * 1000", "Signature"),
  http("HandOver", "if (before !== undefined) return Effect.succeed(before)\n", "", "HandOver"),
  http("HandOver", "entry.isWritten ? interrupted : Outcome.unreachable(now)", "Outcome.unreachable(now)", "HandOver"),
  http("Callback", "(isUnknown && unknownReceipts === \"again\")", "false", "Callback"),
  http("Callback", "stored.includes(false)", "false", "Callback"),
  http("HttpCarrier", "repeat: isIdempotent ? \"once\" : \"never\"", "repeat: \"once\"", "Description"),
  http("HttpCarrier", "if (isOptOut) yield* optedOut(submission)\n", "", "Telnyx"),
  http("internal/events", "receipts.codes?.[code ?? \"\"] ?? \"unknown\"", "\"unknown\"", "Telnyx"),
  rcs("Answer", "{ ...outcome, references: [attempt] }", "outcome", "Carrier"),
  rcs("AccessToken", "lifetime - margin", "lifetime", "AccessToken"),
  rcs("AccessToken", "Semaphore.withPermit(one, ask)", "ask", "AccessToken"),
  rcs("AccessToken", "until: now + refusedFor", "until: now", "AccessToken"),
  rcs("Capabilities", "if (oldest !== undefined) kept.delete(oldest)\n", "", "Capabilities"),
  rcs("Content", "Math.min(expiresAt - now, longestTtl)", "(expiresAt - now)", "Content"),
  rcs("Event", "TTL_EXPIRATION_REVOKED: {", "TTL_EXPIRATION_REVOKED_NOT: {", "Hook"),
  rcs("Webhook", "if (!isTheirs) return { _tag: \"Forged\" }\n", "", "Hook"),
  rcs("Options", "agents.find(({ id }) => id === from) ??\n", "", "Carrier")
]
