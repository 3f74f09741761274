/**
 * Tells when a template was last sent to a recipient, which allows free-form messages for a week (decisions 4.1). It is
 * a row of its own, so that a send does not make commits stale that expect the contact; and there is none before the
 * contact gets a second template, since it names the message that made it.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const ConversationOpening = Schema.Struct({
  account: AccountId,
  phone: PhoneNumber,
  at: Instant
})
export type ConversationOpening = typeof ConversationOpening.Type

export const openingKey = (account: AccountId, phone: PhoneNumber): string => `${account}/${phone}`

/** Its account and number are the key of the row. */
const stored: Kind.Stored = {
  encode: (opening) => ({ at: (opening as ConversationOpening).at }),
  decode: (kept, key) => {
    const slash = key.indexOf("/")
    return { account: key.slice(0, slash), phone: key.slice(slash + 1), ...kept as JsonObject }
  }
}

export const ConversationOpenings = Kind.make({
  name: "conversation_opening",
  schema: ConversationOpening,
  stored,
  key: (opening: ConversationOpening) => openingKey(opening.account, opening.phone)
})
