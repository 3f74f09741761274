/**
 * The operations of legacy v2, by name, and each by itself. They ask for the same decisions as those of v3.
 */
import { FindLegacyContact, GetLegacyContact, ListLegacyContacts } from "../legacy/LegacyContacts.ts"
import { GetLegacyMessage } from "../legacy/LegacyMessages.ts"
import { SendToContact, SendToPhone } from "../legacy/LegacySends.ts"
import { GetLegacyTemplate, ListLegacyTemplates } from "../legacy/LegacyTemplates.ts"
import { QuickMessage } from "../legacy/QuickMessage.ts"

export { FindLegacyContact, GetLegacyContact, ListLegacyContacts } from "../legacy/LegacyContacts.ts"
export { GetLegacyMessage } from "../legacy/LegacyMessages.ts"
export { SendToContact, SendToPhone } from "../legacy/LegacySends.ts"
export { GetLegacyTemplate, ListLegacyTemplates } from "../legacy/LegacyTemplates.ts"
export { QuickMessage } from "../legacy/QuickMessage.ts"

export const operations = {
  "v2.contacts.find": FindLegacyContact,
  "v2.contacts.get": GetLegacyContact,
  "v2.contacts.list": ListLegacyContacts,
  "v2.messages.contact": SendToContact,
  "v2.messages.get": GetLegacyMessage,
  "v2.messages.phone": SendToPhone,
  "v2.messages.quick_message": QuickMessage,
  "v2.templates.get": GetLegacyTemplate,
  "v2.templates.list": ListLegacyTemplates
} as const
