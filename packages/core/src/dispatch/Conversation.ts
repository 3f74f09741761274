/**
 * Free-form windows: when a recipient may be written to without a template (specification "Limits", decisions 4.1).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Contact } from "../row/Contact.ts"
import type { Instant } from "../value/Instant.ts"

export interface Conversation {
  readonly contact: Contact | null
  /** When a template was last sent to the recipient; null means never. */
  readonly openedAt: Instant | null
  readonly now: Instant
}

const within = (at: Instant | null, window: number, now: Instant): boolean => at !== null && now - at <= window

/**
 * Returns whether free-form messages may be sent on SMS, RCS, MMS and auto-detect: the recipient has ever written, or
 * was sent a template within the window.
 */
export const isOpen = ({ contact, now, openedAt }: Conversation): boolean =>
  contact?.lastInboundAt !== undefined || within(openedAt, Limit.freeFormWindow.template, now)

/** Returns whether free-form messages may be sent on WhatsApp: the recipient has written there within the window. */
export const isOpenOnWhatsapp = ({ contact, now }: Conversation): boolean =>
  within(contact?.lastWhatsappInboundAt ?? null, Limit.freeFormWindow.whatsapp, now)
