/**
 * How far the redaction of an account's messages has come, for each of what its retention names.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** A place in a list: everything that is older has been looked at. */
const Place = Schema.Struct({ at: Instant, key: Schema.String })

export const Redaction = Schema.Struct({
  account: AccountId,
  texts: Schema.optionalKey(Place),
  media: Schema.optionalKey(Place),
  numbers: Schema.optionalKey(Place),
  /** The profiles of an organization that were looked at; absent when they are looked at from the beginning. */
  profiles: Schema.optionalKey(Place)
})
export type Redaction = typeof Redaction.Type

export const Redactions = Kind.make({
  name: "redaction",
  schema: Redaction,
  key: ({ account }: Redaction) => account
})
