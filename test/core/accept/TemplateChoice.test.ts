/**
 * The template that a send names, in the language that it names, else in that of each recipient's contact, else in the
 * first one of the name (decisions 15.3).
 */
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId, TemplateId } from "@signalbox/core/Id"
import * as TemplateChoice from "@signalbox/core/internal/accept/TemplateChoice"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import type { Template } from "@signalbox/core/Template"
import { templateName, Templates } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

interface Written {
  readonly language: string
  readonly isApproved: boolean
}

/** The templates of one name, in the order of their languages. */
const templatesOf = (name: ReadonlyArray<Written>): ReadonlyArray<Template> =>
  name.map(({ isApproved, language }, index) => {
    const { translationOf: _, translations: __, ...bare } = Given.template({
      id: Given.templateId(index + 1),
      language,
      status: isApproved ? "APPROVED" : "DRAFT"
    })
    const others = name.slice(1).map((each, place) => ({
      language: each.language,
      template: Given.templateId(place + 2)
    }))
    if (index > 0) return { ...bare, translationOf: Given.templateId(1) }
    return others.length === 0 ? bare : { ...bare, translations: others }
  })

const phone = Given.phone(1)

interface Asked {
  readonly by: { readonly name: string } | { readonly id: TemplateId }
  readonly language?: string
  /** The language of the contact; null when it has none, absent when there is no contact. */
  readonly contact?: string | null
  readonly account?: ReturnType<typeof Given.accountId>
}

/** Returns the choice as a send makes it, once all that it needs is loaded; null when there is no such template. */
const choose = (templates: ReadonlyArray<Template>, { account, by, contact, language }: Asked) => {
  const wanted: TemplateChoice.Wanted = {
    account: account ?? Given.accountId(1),
    id: "id" in by ? by.id : null,
    name: "name" in by ? by.name : null,
    language: language ?? null
  }
  const store = new FactStore(templates.map((each) => put(Templates, each)))
  if (contact !== undefined) {
    const own = Given.contact({ id: Given.messageId(1) as string as ContactId, phone })
    store.put(put(Contacts, contact === null ? own : { ...own, language: contact }))
  }
  let facts = store.load(Needs.unique(contactNumber(wanted.account, phone)))
  for (;;) {
    const needs = Needs.all(
      TemplateChoice.needs(wanted, facts),
      TemplateChoice.needsOfContacts(wanted, [phone], facts)
    )
    const missing = Facts.missing(facts, needs)
    if (Needs.isEmpty(missing)) break
    facts = Facts.merge(facts, store.load(missing))
  }
  const named = TemplateChoice.peek(wanted, facts)
  if (named === null || named === undefined) return named
  const choice = TemplateChoice.forRecipient(named, phone, wanted, facts)
  return choice === undefined ? undefined : [choice.template.language, choice.spoken]
}

const languages = ["en", "en_US", "en_GB", "de", "de_AT", "pt_BR"]
const name = fc.subarray(languages, { minLength: 1 }).chain((all) =>
  fc.shuffledSubarray(all, { minLength: all.length }).chain((order) =>
    fc.tuple(...order.map((language) => fc.record({ language: fc.constant(language), isApproved: fc.boolean() })))
  )
)
const byName = { name: Given.template().name }

const baseOf = (language: string): string => language.slice(0, 2)

describe("a send that names a template by its name", () => {
  prop(
    "goes in the contact's language, in its base, in another one of that, or in the first one of the name",
    name,
    fc.option(fc.constantFrom(...languages, "pt", "fr"), { nil: undefined }),
    (written, contact) => {
      const first = written[0]!.language
      const found = choose(templatesOf(written), contact === undefined ? { by: byName } : { by: byName, contact })
      const byDefault = `in ${first}, the first language of the name`
      const approved = written.filter(({ isApproved }) => isApproved).map(({ language }) => language)
      const near = contact === undefined ? [] : approved.filter((language) => baseOf(language) === baseOf(contact))
      const own = near.find((language) => language === contact) ??
        near.find((language) => language === baseOf(contact!)) ?? near[0]
      const none = `${byDefault}, of which none is approved in the contact's language ${contact}`
      const expected = written.length === 1
        ? [first, null]
        : contact === undefined
        ? [first, byDefault]
        : own === undefined
        ? [first, none]
        : [
          own,
          own === contact
            ? `in ${own}, the contact's language`
            : `in ${own}, which is close to the contact's language ${contact}`
        ]
      expect(found).toEqual(expected)
    }
  )

  prop("goes in the language that it names, whatever the contact's, or not at all", name, (written) => {
    for (const language of languages) {
      const there = written.some((each) => each.language === language)
      expect(choose(templatesOf(written), { by: byName, language, contact: "de" }))
        .toEqual(there ? [language, `in ${language}, which the send asks for`] : null)
    }
  })

  it("loads the templates that suit the contacts, and none where their languages decide nothing", () => {
    const all = templatesOf(["en", "de", "de_AT", "fr"].map((language) => ({ language, isApproved: true })))
    const [first] = all as [Template]
    const store = new FactStore(all.map((each) => put(Templates, each)))
    for (const [number, language] of [[1, "de_AT"], [2, "en_GB"], [3], [4, "pt"]] as const) {
      const id = `cccccccc-0000-7000-8000-00000000000${number}` as ContactId
      store.put(
        put(
          Contacts,
          Given.contact({ id, phone: Given.phone(number), ...(language === undefined ? {} : { language }) })
        )
      )
    }
    const phones = [1, 2, 3, 4, 5].map(Given.phone)
    const needsOf = (wanted: Partial<TemplateChoice.Wanted>, to = phones) => {
      const whole = { account: Given.accountId(1), id: null, name: first.name, language: null, ...wanted }
      const facts = store.load(Needs.all(
        Needs.row(Templates, first.id),
        Needs.unique(templateName(whole.account, first.name)),
        ...phones.map((phone) => Needs.unique(contactNumber(whole.account, phone)))
      ))
      return TemplateChoice.needsOfContacts(whole, to, facts)
    }
    expect(needsOf({})).toEqual(Needs.rows(Templates, [Given.templateId(3), Given.templateId(2)]))
    expect(needsOf({}, phones.slice(1))).toEqual(Needs.none)
    expect(needsOf({ language: "en" })).toEqual(Needs.none)
    expect(needsOf({ id: first.id, name: null })).toEqual(Needs.none)
    expect(needsOf({ name: "another" })).toEqual(Needs.none)
  })

  it("finds nothing by another name, or for another account", () => {
    const templates = templatesOf([{ language: "en", isApproved: true }])
    expect(choose(templates, { by: { name: "another" } })).toBeNull()
    expect(choose(templates, { by: byName, account: Given.accountId(2) })).toBeNull()
    expect(choose(templates, { by: byName, contact: null })).toEqual(["en", null])
  })
})

describe("a send that names a template by its id", () => {
  prop("goes in its language, or in the one that the send names, whatever the contact's", name, (written) => {
    const templates = templatesOf(written)
    for (const { id, language, translationOf, translations } of templates) {
      const spoken = translationOf !== undefined
        ? `in ${language}, the language of the template that the send names`
        : translations === undefined
        ? null
        : `in ${language}, the first language of the name`
      expect(choose(templates, { by: { id }, contact: "de" })).toEqual([language, spoken])
      for (const other of languages) {
        const there = written.some((each) => each.language === other)
        expect(choose(templates, { by: { id }, language: other, contact: "de" }))
          .toEqual(there ? [other, `in ${other}, which the send asks for`] : null)
      }
    }
    expect(choose(templates, { by: { id: Given.templateId(99) } })).toBeNull()
    expect(choose(templates, { by: { id: Given.templateId(1) }, account: Given.accountId(2) })).toBeNull()
  })
})
