/**
 * Work that has failed so often that it is not tried again by itself. An operator sees it and may put it back.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

export const DeadLetter = Schema.Struct({
  /** The kind and the key of the work. */
  kind: Schema.String,
  key: Schema.String,
  lane: Schema.TemplateLiteral([Schema.String, ":", Schema.String]),
  /** How often in a row it failed. */
  failures: Schema.Int,
  /** The last failure, without secrets and data of accounts. */
  cause: Schema.String,
  at: Instant
})
export type DeadLetter = typeof DeadLetter.Type

export const deadLetterKey = (kind: string, key: string): string => `${kind}:${key}`

export const DeadLetters = Kind.make({
  name: "dead_letter",
  schema: DeadLetter,
  key: ({ key, kind }: DeadLetter) => deadLetterKey(kind, key),
  listings: ({ at }) => [{ list: "dead_letters", scope: "", at }]
})
