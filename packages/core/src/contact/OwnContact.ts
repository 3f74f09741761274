/**
 * The contact that a path names, if the caller may see it. A contact of another account is treated as absent, so that
 * the answer does not reveal that it exists.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Command } from "../operation/Operation.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts, isVisible } from "../row/Contact.ts"
import type { ContactPath } from "./ContactPath.ts"

/** Any request for one contact. */
export type Asked = Command<ContactPath, unknown, unknown, unknown>

export const needs = ({ path }: Asked): Needs.Needs => Needs.row(Contacts, path.id)

const own = ({ caller }: Asked, contact: Contact | null): Contact | null =>
  contact !== null && contact.account === caller.account.id && isVisible(contact) ? contact : null

export const find = (asked: Asked, facts: Facts.Facts): Contact | null =>
  own(asked, Facts.get(facts, Contacts, asked.path.id))

/** Returns the contact as far as it is loaded. For use in `needs`. */
export const peek = (asked: Asked, facts: Facts.Facts): Contact | null =>
  own(asked, Facts.peek(facts, Contacts, asked.path.id) ?? null)
