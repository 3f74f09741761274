/**
 * Derives the id of the conversation with a contact (specification "Message"): it spans all channels and all numbers of
 * the account. No response contains it; clients derive it themselves.
 */
import type { AccountId, ContactId, ConversationId } from "./Id.ts"
import * as Uuid from "./Uuid.ts"

const namespace = "9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99"

/** The ids that were derived last: a message is stored several times in its life. */
const known = new Map<string, ConversationId>()
const most = 1000

export const of = (account: AccountId, contact: ContactId): ConversationId => {
  const name = `${account.toLowerCase()}:${contact.toLowerCase()}`
  const before = known.get(name)
  if (before !== undefined) return before
  const id = Uuid.v5(name, namespace) as ConversationId
  if (known.size >= most) known.clear()
  known.set(name, id)
  return id
}
