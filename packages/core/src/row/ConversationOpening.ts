/**
 * When a template last went out to a recipient: what lets free-form messages follow for a week (decisions 4.1). It
 * stands beside the contact's row, so that a send does not disturb those who rely on that.
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
