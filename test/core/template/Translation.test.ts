/** Templates that say the same in several languages under one name, as rows (decisions 15.3). */
import { operations } from "@signalbox/core/Catalogue"
import { empty, put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Translation from "@signalbox/core/internal/template/Translation"
import * as Needs from "@signalbox/core/Needs"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const [german, french] = [Given.templateId(2), Given.templateId(3)]
const single = Given.template()
const first = Given.template({
  translations: [{ language: "de", template: german }, { language: "fr", template: french }]
})
const translation = Given.template({ id: german, language: "de", translationOf: first.id, status: "DRAFT" })
const at = plus(Given.now, 1000)

/** Finds the template that has the name of another one. */
const Name: Decision<Template["id"], string | null> = {
  name: "test.naming",
  needs: Translation.namingNeeds,
  decide: (id, { facts }) => Result.succeed({ answer: Translation.naming(id, facts)?.id ?? null, commit: empty })
}

describe("a template in a further language", () => {
  it("is listed by the first one, behind the others", () => {
    const joining = { id: Given.templateId(4), language: "it" }
    expect(Translation.join(single, joining)).toEqual({
      ...single,
      translations: [{ language: "it", template: joining.id }]
    })
    expect(Translation.join(first, joining)).toEqual({
      ...first,
      translations: [...first.translations ?? [], { language: "it", template: joining.id }]
    })
  })

  const many = (count: number): Template => ({
    ...single,
    translations: Array.from({ length: count }, (_, index) => ({ language: `x${index}`, template: german }))
  })

  it.each<readonly [string, Template, string, object]>([
    ["of an automatic reply", { ...single, autoReplyAction: "OTHER" }, "it", {
      code: "VALIDATION_001",
      details: { translation_of: ["is the template of an automatic reply, which has one language"] }
    }],
    ["that the first one speaks", first, "en_US", {
      code: "RESOURCE_007",
      details: { language: ["is a language that order_shipped has already"] }
    }],
    ["that another one speaks", first, "fr", {
      code: "RESOURCE_007",
      details: { language: ["is a language that order_shipped has already"] }
    }],
    ["beyond the most", many(99), "it", {
      code: "VALIDATION_001",
      details: { translation_of: ["has 100 languages already, which is the most"] }
    }]
  ])("is refused %s", (_, template, language, refused) => {
    expect(Translation.join(template, { id: Given.templateId(4), language })).toMatchObject({
      _tag: "Refused",
      ...refused
    })
  })

  it("may be the hundredth language", () => {
    const joined = Translation.join(many(98), { id: Given.templateId(4), language: "it" })
    expect("translations" in joined && joined.translations?.length).toBe(99)
  })

  it("goes by the name of the first one, which goes by its own", () => {
    const store = new FactStore([put(Templates, first), put(Templates, translation)])
    const named = [first.id, german, french].map((id) => Result.getOrThrow(store.run(Name, id, at, Given.ids())))
    expect(named).toEqual([first.id, first.id, null])
  })

  it("is asked for with the first one, and with nothing when there is none", () => {
    expect(Translation.needs(translation)).toEqual(Needs.row(Templates, first.id))
    for (const other of [first, null, undefined]) expect(Translation.needs(other)).toEqual(Needs.none)
  })

  it("is unknown by its id", () => {
    expect(Translation.unknown(german)).toMatchObject({
      code: "RESOURCE_002",
      message: `There is no template with the id ${german}`
    })
  })
})

const remove = (store: FactStore, id: Template["id"], meanwhile?: () => void) =>
  store.run(
    operations["templates.delete"].decides,
    { path: { id }, query: {}, body: {}, caller, consulted: undefined },
    at,
    Given.ids(),
    meanwhile
  )

describe("a deleted translation", () => {
  it("leaves the list of the first one, of which the last leaves nothing", () => {
    const store = new FactStore([
      put(Templates, first),
      put(Templates, translation),
      put(Templates, { ...translation, id: french, language: "fr" })
    ])
    expect(remove(store, german)).toMatchObject({ success: null })
    expect(store.get(Templates, first.id)).toStrictEqual({
      ...first,
      translations: [{ language: "fr", template: french }]
    })
    expect(remove(store, french)).toMatchObject({ success: null })
    expect(store.get(Templates, first.id)).toStrictEqual(single)
    expect(remove(store, first.id)).toMatchObject({ success: null })
    expect(store.values(Templates)).toEqual([])
  })

  it("leaves what the first one has become meanwhile", () => {
    const store = new FactStore([put(Templates, first), put(Templates, translation)])
    const third = { language: "it", template: Given.templateId(4) }
    remove(store, german, () => {
      store.put(put(Templates, { ...first, translations: [...first.translations ?? [], third] }))
    })
    expect(store.get(Templates, first.id)?.translations).toEqual([{ language: "fr", template: french }, third])
  })

  it("may have lost its first one before, and one that is no translation leaves nothing behind", () => {
    for (const alone of [translation, single]) {
      const store = new FactStore([put(Templates, alone)])
      expect(remove(store, alone.id)).toMatchObject({ success: null })
      expect(store.values(Templates)).toEqual([])
    }
  })

  it("is never the one that has the name of others", () => {
    const store = new FactStore([put(Templates, first), put(Templates, translation)])
    expect(remove(store, first.id)).toMatchObject({
      failure: {
        code: "VALIDATION_001",
        details: { id: ["has the name of its translations, which must be deleted before it"] }
      }
    })
    expect(store.get(Templates, first.id)).toEqual(first)
  })
})

describe("a name in several languages", () => {
  const message = ["cannot change as long as the name has several languages"]

  it.each<readonly [Partial<Template>, object]>([
    [{ name: "other" }, { name: message }],
    [{ language: "it" }, { language: message }],
    [{ name: "other", language: "it" }, { name: message, language: message }]
  ])("binds each of its templates: %j", (wanted, details) => {
    for (const template of [first, translation]) {
      expect(Translation.bound(template, { ...template, ...wanted })).toMatchObject({ code: "VALIDATION_001" })
      expect(Translation.bound(template, { ...template, ...wanted })?.details).toEqual(details)
    }
    expect(Translation.bound(single, { ...single, ...wanted })).toBe(null)
  })

  it("binds nothing else", () => {
    for (const template of [first, translation]) {
      expect(Translation.bound(template, { name: template.name, language: template.language })).toBe(null)
    }
  })
})
