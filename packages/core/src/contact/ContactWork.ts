/**
 * The work items of the contacts of an account.
 */
import type { AccountId, ContactId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

const contacts = LaneKind.make("contact", 4, (account: AccountId) => account)

/** Deletes the consent records of a deleted contact that its deletion has left. */
export const ErasureWork = WorkName.make({
  kind: "consent_erasure",
  lane: contacts,
  key: {
    write: ({ account, contact }: { readonly account: string; readonly contact: string }) => [account, contact],
    read: ([account = "", contact = ""]) => ({ account: account as AccountId, contact: contact as ContactId })
  }
})

/** Makes a contact available on WhatsApp again, some time after WhatsApp could not reach it. */
export const WhatsappReturnWork = WorkName.make({
  kind: "whatsapp_return",
  lane: contacts,
  key: { write: (contact: ContactId) => [contact], read: ([contact = ""]) => contact as ContactId }
})
