/**
 * A prefix of numbers to which an account sends nothing for a while, because too much of what it sent there has come to
 * nothing (decisions 17.3). The row stays for a day after the pause, so that the next one is longer.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** Why: verifications that nobody checked, messages that did not arrive, or the operator's word. */
export const PauseReason = Schema.Literals(["unchecked", "undelivered", "operator"])
export type PauseReason = typeof PauseReason.Type

export const PausedPrefix = Schema.Struct({
  account: AccountId,
  /** The calling code and the first digits of the national number, such as +447700. */
  prefix: Schema.String,
  reason: PauseReason,
  /** How many were counted, and how many of them came to nothing; null where the operator has paused it. */
  evidence: Schema.NullOr(Schema.Struct({ counted: Schema.Int, failed: Schema.Int })),
  since: Instant,
  /** When the pause ends, or has ended; null: when the operator lifts it. */
  until: Schema.NullOr(Instant),
  /** The number of pauses in a row, none more than a day after the one before; 0 after the operator has lifted one. */
  times: Schema.Int
})
export type PausedPrefix = typeof PausedPrefix.Type

export const prefixKey = (account: AccountId, prefix: string): string => `${account}/${prefix}`

export const PausedPrefixes = Kind.make({
  name: "paused_prefix",
  schema: PausedPrefix,
  key: ({ account, prefix }: PausedPrefix) => prefixKey(account, prefix),
  listings: ({ account, since: at }) => [{ list: "paused_prefixes", scope: account, at }]
})

/** Returns whether a text may be a prefix: the calling code of some country, and the first digits of a number there. */
export const isPrefix = (text: string): boolean => /^\+[1-9][0-9]{4,6}$/.test(text)

/** Returns whether nothing may be sent to the prefix at an instant. */
export const isPaused = (row: PausedPrefix | null, now: Instant): boolean =>
  row !== null && (row.until === null || row.until > now)
