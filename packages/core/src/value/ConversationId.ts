/**
 * Derives the id of the conversation with a contact (specification "Message"): it spans all channels and all numbers of
 * the account. No response contains it; clients derive it themselves.
 */
import type { AccountId, ContactId, ConversationId } from "./Id.ts"
import * as Uuid from "./Uuid.ts"

const named = Uuid.within("9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99")

export const of = (account: AccountId, contact: ContactId): ConversationId =>
  named(`${account.toLowerCase()}:${contact.toLowerCase()}`) as ConversationId
