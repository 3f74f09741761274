/**
 * The consent of a contact: the one flag for all messages, and what was said about single purposes (decisions 17.5).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Contact } from "../row/Contact.ts"
import type { Purpose, PurposeConsent } from "../row/Purpose.ts"

type Said = NonNullable<Contact["purposes"]>

/** Changes of consents by the names of their purposes; null takes one back. */
export type Changes = Readonly<Record<string, PurposeConsent | null>>

const withSaid = (contact: Contact, said: Said): Contact => {
  const { purposes: _, ...others } = contact
  return Object.keys(said).length === 0 ? others : { ...others, purposes: said }
}

/** Returns what a contact has said about a purpose, or null. */
export const saidOf = ({ purposes = {} }: Pick<Contact, "purposes">, name: string): PurposeConsent | null =>
  Object.hasOwn(purposes, name) ? purposes[name] ?? null : null

const filtered = (said: Said, keeps: (name: string, consent: PurposeConsent) => boolean): Said =>
  Object.fromEntries(Object.entries(said).filter(([name, consent]) => keeps(name, consent)))

/** Returns the contact with its flag. To opt out ends every opt-in; to opt in again brings none of them back. */
export const toAll = (contact: Contact, optOut: boolean): Contact => {
  const said = contact.purposes ?? {}
  const ends = optOut && Object.values(said).includes("opt_in")
  if (optOut === contact.optOut && !ends) return contact
  const flagged = { ...contact, optOut }
  return ends ? withSaid(flagged, filtered(said, (_, consent) => consent === "opt_out")) : flagged
}

/**
 * Returns the contact with these changes, or itself where nothing changes.
 *
 * @param purposes those that count for its account: when much was said, what is about others is forgotten
 */
export const toPurposes = (contact: Contact, changes: Changes, purposes: ReadonlyArray<Purpose>): Contact => {
  const changed = Object.entries(changes).filter(([name, consent]) => saidOf(contact, name) !== consent)
  if (changed.length === 0) return contact
  const names = new Set(changed.map(([name]) => name))
  const said: Said = {
    ...filtered(contact.purposes ?? {}, (name) => !names.has(name)),
    ...Object.fromEntries(changed.flatMap(([name, consent]) => consent === null ? [] : [[name, consent]]))
  }
  const isMuch = Object.keys(said).length > Limit.purposeConsents
  return withSaid(
    contact,
    isMuch ? filtered(said, (name) => purposes.some((purpose) => purpose.name === name)) : said
  )
}

/** Returns what a contact has said about the purposes of its account, or null when the account has none. */
export const shown = (contact: Contact, purposes: ReadonlyArray<Purpose>): Changes | null =>
  purposes.length === 0 ? null : Object.fromEntries(purposes.map(({ name }) => [name, saidOf(contact, name)]))
