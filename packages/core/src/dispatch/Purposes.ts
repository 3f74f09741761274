/**
 * The purpose that a message is sent for, and whether its recipient has consented to it (decisions 17.5).
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import type { Purpose } from "../row/Purpose.ts"
import type { Recipient } from "./Recipient.ts"

/** A purpose as far as the gate asks about it. */
export type Asked = Pick<Purpose, "name" | "requiresOptIn">

/**
 * Returns the purposes that count for an account.
 *
 * @param accounts the account and, when it is a profile, its organization
 */
export const known = (accounts: ReadonlyArray<Pick<Account, "purposes">>): ReadonlyArray<Purpose> =>
  accounts.find(({ purposes }) => purposes !== undefined)?.purposes ?? []

/** Returns what must be loaded to know the purposes of an account, besides the account: nothing, or its organization. */
export const needs = ({ organization, purposes }: Account): Needs.Needs =>
  purposes !== undefined || organization === null ? Needs.none : Needs.row(Accounts, organization)

/** Returns the purposes that count for an account, as far as its organization is loaded. */
export const ofAccount = (account: Account, facts: Facts.Facts): ReadonlyArray<Purpose> => {
  const { organization } = account
  const parent = organization === null ? null : Facts.peek(facts, Accounts, organization) ?? null
  return known(parent === null ? [account] : [account, parent])
}

/**
 * Returns the purpose of a message: the one that its send has named, or else the first one of its template's category. A
 * named one counts even after its account has taken it away: whoever has opted out of it stays out.
 */
export const of = (
  { purpose, template }: Pick<Message, "purpose" | "template">,
  accounts: ReadonlyArray<Pick<Account, "purposes">>
): Asked | null => {
  const all = known(accounts)
  if (purpose !== undefined) return all.find(({ name }) => name === purpose) ?? { name: purpose }
  return template === null || all.length === 0
    ? null
    : all.find(({ categories = [] }) => categories.includes(template.category)) ?? null
}

/** Returns what is wrong with the name of a purpose, or null. */
export const flaw = (name: string, purposes: ReadonlyArray<Purpose>): string | null => {
  const names = purposes.map((each) => each.name)
  if (names.includes(name)) return null
  return `is no purpose of this account${names.length === 0 ? "" : `: it has ${names.join(", ")}`}`
}

const hasSaid = (purposes: Readonly<Record<string, unknown>> | undefined, name: string): boolean =>
  purposes !== undefined && Object.hasOwn(purposes, name)

/** Returns whether the recipient must not be written to for this purpose. Nobody is known to have opted in who has no contact. */
export const isRefused = (
  { name, requiresOptIn }: Asked,
  { contact, remembered }: Pick<Recipient, "remembered"> & { readonly contact: Pick<Contact, "purposes"> | null }
): boolean => {
  if (contact === null && hasSaid(remembered?.purposes, name)) return true
  const said = hasSaid(contact?.purposes, name) ? contact?.purposes?.[name] : null
  return said === "opt_out" || (requiresOptIn === true && said !== "opt_in")
}
