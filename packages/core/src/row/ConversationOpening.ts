/**
 * When a template was last sent to a recipient, which allows free-form messages for a week (decisions 4.1). It is a row
 * of its own, so that a send does not make commits stale that expect the contact.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const ConversationOpening = Schema.Struct({
  account: AccountId,
  phone: PhoneNumber,
  at: Instant
})
export type ConversationOpening = typeof ConversationOpening.Type

export const openingKey = (account: AccountId, phone: PhoneNumber): string => `${account}/${phone}`

export const ConversationOpenings = Kind.make({
  name: "conversation_opening",
  schema: ConversationOpening,
  key: (opening: ConversationOpening) => openingKey(opening.account, opening.phone)
})
