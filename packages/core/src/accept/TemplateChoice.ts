/**
 * Chooses the template that a send names, in the language that it names (decisions 15.3): a name's first template unless
 * the send asks for another language.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Template } from "../row/Template.ts"
import { templateName, Templates } from "../row/Template.ts"
import type { AccountId, TemplateId } from "../value/Id.ts"

export interface Wanted {
  readonly account: AccountId
  /** Goes before the name. */
  readonly id: TemplateId | null
  readonly name: string | null
  /** Null: that of the template that is named. */
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
export const told = ({ language, translationOf, translations }: Template, wanted: Wanted): string | null => {
  if (wanted.language !== null) return `in ${language}, which the send asks for`
  if (translationOf !== undefined) return `in ${language}, the language of the template that the send names`
  return translations === undefined ? null : `in ${language}, the first language of the name`
}
