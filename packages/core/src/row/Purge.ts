/**
 * How far a pass of removal has come: that over what an account has kept for long enough, or that over all accounts.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** The kinds of things that a pass removes, one after the other. */
export const Stage = Schema.Literals(["messages", "webhookEvents", "usage", "contacts"])
export type Stage = typeof Stage.Type

const Place = Schema.Struct({ at: Instant, key: Schema.String })

export const Purge = Schema.Struct({
  /** The id of the account, or `all`. */
  of: Schema.String,
  /** Absent: the pass begins. */
  stage: Schema.optionalKey(Stage),
  /** The place in the list that is looked through; absent at its beginning. */
  place: Schema.optionalKey(Place),
  /** The webhook whose events were looked through last, and whether those are looked through that are deleted. */
  webhook: Schema.optionalKey(Place),
  ofDeleted: Schema.optionalKey(Schema.Boolean),
  /** When the contacts were looked through last, which costs more than the rest. */
  contactsAt: Schema.optionalKey(Instant),
  /** The pass over all accounts has found one that removes something. */
  isNeeded: Schema.optionalKey(Schema.Boolean)
})
export type Purge = typeof Purge.Type

export const Purges = Kind.make({ name: "purge", schema: Purge, key: ({ of }: Purge) => of })
