/**
 * The scopes of API keys (decisions 17.8). Each operation says in `scope` which one a key needs for it; a key without
 * scopes may do everything. No scope contains another.
 */
import * as Schema from "effect/Schema"

export const KeyScope = Schema.Literals(["send", "read", "manage", "webhooks"])
export type KeyScope = typeof KeyScope.Type

/** The sentence that documents show of each scope. */
export const meanings: Readonly<Record<KeyScope, string>> = {
  send: "sends, resends and cancels messages, and runs verifications",
  read: "reads all but webhooks",
  manage: "changes all but messages, verifications and webhooks",
  webhooks: "reads and changes webhooks"
}
