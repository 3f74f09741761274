/**
 * Chooses the template that a send names, in the language that it names, else in that of each recipient's contact, else in
 * the first one of the name (decisions 15.3).
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Template } from "../row/Template.ts"
import { templateName, Templates } from "../row/Template.ts"
import type { AccountId, TemplateId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface Wanted {
  readonly account: AccountId
  /** Goes before the name. */
  readonly id: TemplateId | null
  readonly name: string | null
  /** Null: that of the template that an id names, and for a name that of each contact. */
  readonly language: string | null
}

const own = (template: Template | null | undefined, { account }: Wanted): Template | null | undefined =>
  template === null || template === undefined || template.account === account ? template : null

/** Returns the template that is named; undefined when it is not loaded yet. */
const named = (wanted: Wanted, facts: Facts.Facts): Template | null | undefined => {
  const { account, id, name } = wanted
  return own(
    id === null
      ? name === null ? null : Facts.peekFound(facts, Templates, templateName(account, name))
      : Facts.peek(facts, Templates, id),
    wanted
  )
}

/** A step on the way to the language: the template that is next, or the row that tells it. */
type Step = { readonly found: Template | null } | { readonly load: TemplateId }

const at = (id: TemplateId, facts: Facts.Facts, next: (template: Template) => Step): Step => {
  const template = Facts.peek(facts, Templates, id)
  return template === undefined ? { load: id } : template === null ? { found: null } : next(template)
}

const inLanguage = (template: Template, language: string | null, facts: Facts.Facts): Step => {
  if (language === null || template.language === language) return { found: template }
  if (template.translationOf !== undefined) {
    return at(template.translationOf, facts, (first) => inLanguage(first, language, facts))
  }
  const translation = template.translations?.find((each) => each.language === language)
  return translation === undefined ? { found: null } : at(translation.template, facts, (found) => ({ found }))
}

/** Returns what must be loaded to choose. */
export const needs = (wanted: Wanted, facts: Facts.Facts): Needs.Needs => {
  const { account, id, language, name } = wanted
  const template = named(wanted, facts)
  const step = template === null || template === undefined ? null : inLanguage(template, language, facts)
  return Needs.all(
    id === null ? name === null ? Needs.none : Needs.unique(templateName(account, name)) : Needs.row(Templates, id),
    step !== null && "load" in step ? Needs.row(Templates, step.load) : Needs.none
  )
}

/** Returns the chosen template, null when there is none, or undefined when that is not loaded yet. */
export const peek = (wanted: Wanted, facts: Facts.Facts): Template | null | undefined => {
  const template = named(wanted, facts)
  if (template === null || template === undefined) return template
  const step = inLanguage(template, wanted.language, facts)
  return "found" in step ? own(step.found, wanted) : undefined
}

/** Tells the language and why it was chosen; null for a template in a single language that nobody asked for. */
const told = ({ language, translationOf, translations }: Template, wanted: Wanted): string | null => {
  if (wanted.language !== null) return `in ${language}, which the send asks for`
  if (translationOf !== undefined) return `in ${language}, the language of the template that the send names`
  return translations === undefined ? null : `in ${language}, the first language of the name`
}

/** The template of a recipient's messages. */
export interface Choice {
  readonly template: Template
  /** The language and why it was chosen, where there was a choice. */
  readonly spoken: string | null
}

/** Returns whether the contacts' languages decide: the send names several languages by their name, and none of them. */
const isOpen = (first: Template, { id, language }: Wanted): boolean =>
  id === null && language === null && first.translations !== undefined

const baseOf = (language: string): string => language.split("_", 1)[0]!

/** Returns the templates of the name that suit a language, the best first: the same, its base, and others of its base. */
const suiting = ({ id, language: own, translations = [] }: Template, language: string): ReadonlyArray<TemplateId> => {
  const base = baseOf(language)
  const rank = (other: string): number => other === language ? 0 : other === base ? 1 : 2
  return [{ language: own, template: id }, ...translations]
    .filter((each) => baseOf(each.language) === base)
    .toSorted((one, other) => rank(one.language) - rank(other.language))
    .map(({ template }) => template)
}

const contactLanguage = (phone: PhoneNumber, { account }: Wanted, facts: Facts.Facts): string | null | undefined => {
  const contact = Facts.peekFound(facts, Contacts, contactNumber(account, phone))
  return contact === undefined ? undefined : contact?.language ?? null
}

/** Returns what must be loaded, besides the contacts, to choose for each recipient. */
export const needsOfContacts = (
  wanted: Wanted,
  phones: ReadonlyArray<PhoneNumber>,
  facts: Facts.Facts
): Needs.Needs => {
  const first = peek(wanted, facts)
  if (first === null || first === undefined || !isOpen(first, wanted)) return Needs.none
  const languages = new Set(phones.map((phone) => contactLanguage(phone, wanted, facts) ?? null))
  const ids = new Set([...languages].flatMap((language) => language === null ? [] : suiting(first, language)))
  return Needs.rows(Templates, [...ids].filter((id) => id !== first.id))
}

/**
 * Returns the choice for one recipient, or undefined when what it depends on is not loaded yet. A contact's language
 * that is not approved is passed over: nobody has asked for a text that may not go out.
 *
 * @param named the template that `peek` returns
 */
export const forRecipient = (
  named: Template,
  phone: PhoneNumber,
  wanted: Wanted,
  facts: Facts.Facts
): Choice | undefined => {
  const byDefault = told(named, wanted)
  const language = isOpen(named, wanted) ? contactLanguage(phone, wanted, facts) : null
  if (language === undefined) return undefined
  if (language === null) return { template: named, spoken: byDefault }
  for (const id of suiting(named, language)) {
    const template = id === named.id ? named : own(Facts.peek(facts, Templates, id), wanted)
    if (template === undefined) return undefined
    if (template?.status !== "APPROVED") continue
    const spoken = template.language === language
      ? `in ${language}, the contact's language`
      : `in ${template.language}, which is close to the contact's language ${language}`
    return { template, spoken }
  }
  return { template: named, spoken: `${byDefault}, of which none is approved in the contact's language ${language}` }
}
