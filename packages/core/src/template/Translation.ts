/**
 * Templates that say the same in several languages under one name (decisions 15.3). The first one has the name, and its
 * row lists the others: whatever joins or leaves changes that row, so two that do so at the same time are put in an order.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Template } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { TemplateId } from "../value/Id.ts"

export const unknown = (id: TemplateId): Refused.Refused =>
  new Refused.Refused({ code: "RESOURCE_002", message: `There is no template with the id ${id}` })

/** Needs the template that has the name, besides one of its translations. */
export const needs = (template: Template | null | undefined): Needs.Needs =>
  template?.translationOf === undefined ? Needs.none : Needs.row(Templates, template.translationOf)

/** Needs a template and the one that has its name. */
export const namingNeeds = (id: TemplateId, facts: Facts.Facts): Needs.Needs =>
  Needs.all(Needs.row(Templates, id), needs(Facts.peek(facts, Templates, id)))

/** Returns the template that has the name of this one, which may be itself. */
export const naming = (id: TemplateId, facts: Facts.Facts): Template | null => {
  const template = Facts.get(facts, Templates, id)
  return template?.translationOf === undefined ? template : Facts.get(facts, Templates, template.translationOf)
}

/** Returns the first template with a further language, or why it takes none. */
export const join = (
  first: Template,
  { id, language }: Pick<Template, "id" | "language">
): Template | Refused.Refused => {
  const { autoReplyAction, translations = [] } = first
  if (autoReplyAction !== null) {
    return Refused.refused("VALIDATION_001", {
      translation_of: ["is the template of an automatic reply, which has one language"]
    })
  }
  if (first.language === language || translations.some((each) => each.language === language)) {
    return Refused.refused("RESOURCE_007", { language: [`is a language that ${first.name} has already`] })
  }
  return translations.length + 1 >= Limit.templateLanguages
    ? Refused.refused("VALIDATION_001", {
      translation_of: [`has ${Limit.templateLanguages} languages already, which is the most`]
    })
    : { ...first, translations: [...translations, { language, template: id }] }
}

/** Refuses to delete the template that has the name of others. */
export const isNeeded: Refused.Refused = Refused.refused("VALIDATION_001", {
  id: ["has the name of its translations, which must be deleted before it"]
})

/** Returns the commit by which a deleted translation leaves its name; nothing for any other template. */
export const left = ({ id, translationOf }: Template, facts: Facts.Facts): Partial<Commit.Commit> => {
  const first = translationOf === undefined ? null : Facts.get(facts, Templates, translationOf)
  if (first === null) return {}
  const { translations = [], ...others } = first
  const kept = translations.filter(({ template }) => template !== id)
  return {
    expects: [Facts.expected(facts, Templates, first.id)],
    puts: [Commit.put(Templates, kept.length === 0 ? others : { ...others, translations: kept })]
  }
}

/** Returns why a template with translations, or one of them, keeps its name and its language; null when it may change. */
export const bound = (template: Template, wanted: Pick<Template, "name" | "language">): Refused.Refused | null => {
  if (template.translationOf === undefined && template.translations === undefined) return null
  const message = "cannot change as long as the name has several languages"
  const fields = [
    ...(wanted.name === template.name ? [] : ["name"]),
    ...(wanted.language === template.language ? [] : ["language"])
  ]
  return fields.length === 0
    ? null
    : Refused.refused("VALIDATION_001", Object.fromEntries(fields.map((field) => [field, [message]])))
}
