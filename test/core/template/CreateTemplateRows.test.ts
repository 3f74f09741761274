/** POST /v3/templates as rows: its name among those that are taken, further languages, and the sandbox (decisions 3.4, 15.3). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import type { Definition } from "@signalbox/core/Definition"
import * as Facts from "@signalbox/core/Facts"
import { minute, plus } from "@signalbox/core/Instant"
import type { Row } from "@signalbox/core/Row"
import type { Template } from "@signalbox/core/Template"
import { templateName, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const at = plus(Given.now, minute)
const create = operations["templates.create"]

type Body = Parameters<typeof create.decides.decide>[0]["body"]

const definition: Definition = { body: { multiChannel: { template: "Your parcel is here." } } }
const wordless: Definition = { body: { multiChannel: { template: "\u2713 {{0}}" } } }
const stored = { definitionVersion: "1.0", ...definition }

const command = (body: Body) => ({ path: {}, query: {}, body, caller, consulted: undefined })

const created = (rows: ReadonlyArray<Row>, body: Body, meanwhile?: (store: FactStore) => void) => {
  const store = new FactStore(rows)
  const answer = store.run(create.decides, command(body), at, Given.ids(), () => meanwhile?.(store))
  const made = store.values(Templates).find(({ createdAt }) => createdAt === at) ?? null
  return { answer, made, store }
}

const named = (...names: ReadonlyArray<string>): ReadonlyArray<Row> =>
  names.map((name, index) => put(Templates, Given.template({ id: Given.templateId(index + 1), name })))

const base = "your_parcel_is_here"
const numbered = Array.from({ length: 20 }, (_, index) => `${base}_${index + 2}`)

describe("the name of a new template", () => {
  it("is the first of twenty-one that is free, of which all are asked for together", () => {
    const nameOf = (...names: ReadonlyArray<string>) => created(named(...names), { definition }).made?.name
    expect(nameOf()).toBe(base)
    expect(nameOf(base)).toBe(`${base}_2`)
    expect(nameOf(base, `${base}_2`, `${base}_4`)).toBe(`${base}_3`)
    expect(nameOf(base, ...numbered.slice(0, 19))).toBe(`${base}_21`)
    expect(create.decides.needs(command({ definition }), Facts.empty)).toMatchObject({
      rows: [],
      uniques: [base, ...numbered].map((name) => templateName(account.id, name))
    })
  })

  it("ends as its id does where all are taken, or where it says no word", () => {
    const last = created(named(base, ...numbered), { definition }).made!
    expect(last.name).toBe(`${base}_${last.id.slice(-8)}`)
    const mute = created([], { definition: wordless }).made!
    expect(mute.name).toBe(`template_${mute.id.slice(-8)}`)
    expect(create.decides.needs(command({ definition: wordless }), Facts.empty).uniques).toEqual([])
  })
})

const whole = {
  account: account.id,
  name: base,
  category: "UTILITY",
  language: "en_US",
  status: "DRAFT",
  revision: 1,
  definition: stored,
  creationSource: "from-api",
  autoReplyAction: null,
  createdAt: at,
  updatedAt: null
}

const kept = ({ id, ...template }: Template) => ({
  template: id,
  revision: 1,
  category: template.category,
  language: template.language,
  definition: stored,
  madeAt: at
})

describe("a new template", () => {
  it("is a draft with its first revision, of which nothing is told", () => {
    const { answer, made, store } = created([], { definition })
    expect(made).toStrictEqual({ ...whole, id: made?.id })
    expect(store.values(TemplateRevisions)).toStrictEqual([kept(made!)])
    expect([store.work.size, store.events]).toEqual([0, []])
    expect(Result.getOrThrow(answer)).toStrictEqual({
      id: made!.id,
      customer_id: account.id,
      name: base,
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: ["sms", "whatsapp", "rcs"],
      variables: [],
      is_published: false,
      definition: stored,
      created_at: "2030-01-15T12:35:56.789Z",
      updated_at: null
    })
  })

  it("is as it was asked for, and in review when it is submitted", () => {
    const { made, store } = created([], {
      definition,
      category: "MARKETING",
      language: "de",
      creation_source: "x".repeat(50),
      translation_of: null,
      submit_for_review: true
    })
    expect(made).toStrictEqual({
      ...whole,
      id: made?.id,
      category: "MARKETING",
      language: "de",
      creationSource: "x".repeat(50),
      status: "PENDING"
    })
    expect(store.values(TemplateRevisions)).toStrictEqual([kept(made!)])
    expect([...store.work.values()]).toStrictEqual([
      { at, lane: `review:${account.id}`, work: { kind: "review", key: `${made!.id}/1` } }
    ])
    const legs = [{ channel: "sms" }, { channel: "whatsapp" }, { channel: "rcs" }, {}]
    expect(
      store.events.map(({ account: own, at, body, name }) => ({ own, at, name, body: JSON.parse(body) as unknown }))
    )
      .toStrictEqual(legs.map((leg) => ({
        own: account.id,
        at,
        name: "templates.pending",
        body: {
          field: "templates",
          event: "templates.pending",
          timestamp: "2030-01-15T12:35:56Z",
          payload: {
            account_id: account.id,
            template_id: made!.id,
            template_name: base,
            whatsapp_template_id: "",
            status: "PENDING",
            language: "de",
            category: "MARKETING",
            ...leg
          }
        }
      })))
  })
})

describe("a new template in a further language", () => {
  const first = Given.template({ category: "MARKETING" })
  const german = Given.template({ id: Given.templateId(2), language: "de", translationOf: first.id })
  const two: Template = { ...first, translations: [{ language: "de", template: german.id }] }
  const rows = [put(Templates, two), put(Templates, german)]

  it.each([["the first one", first.id], ["another translation", german.id]])(
    "has the name of the others, and their category unless it says another: of %s",
    (_, id) => {
      const { made, store } = created(rows, { definition, language: "fr", translation_of: id })
      expect(made).toStrictEqual({
        ...whole,
        id: made?.id,
        name: first.name,
        category: "MARKETING",
        language: "fr",
        translationOf: first.id
      })
      expect(store.get(Templates, first.id)).toStrictEqual({
        ...two,
        translations: [...two.translations ?? [], { language: "fr", template: made!.id }]
      })
      expect(store.values(TemplateRevisions)).toStrictEqual([kept(made!)])
      const own = created(rows, { definition, language: "fr", translation_of: id, category: "UTILITY" })
      expect(own.made?.category).toBe("UTILITY")
    }
  )

  it("is submitted as any other, and joins what the first one has become meanwhile", () => {
    const { made, store } = created(
      [put(Templates, first)],
      { definition, language: "fr", translation_of: first.id, submit_for_review: true },
      (store) => rows.forEach((row) => store.put(row))
    )
    expect(store.get(Templates, first.id)?.translations).toStrictEqual([
      { language: "de", template: german.id },
      { language: "fr", template: made!.id }
    ])
    expect(made?.status).toBe("PENDING")
    expect([store.work.size, store.events.length]).toEqual([1, 4])
  })

  it("is refused in a language that is there, and of a template that is not, or is somebody else's", () => {
    const refused = (body: Body, all = rows) => {
      const { answer, store } = created(all, body)
      expect(store.values(Templates)).toStrictEqual(all.map(({ value }) => value))
      return answer
    }
    expect(refused({ definition, language: "de", translation_of: first.id })).toMatchObject({
      failure: { code: "RESOURCE_007", details: { language: ["is a language that order_shipped has already"] } }
    })
    const other = put(Templates, { ...first, account: Given.accountId(2) })
    for (const all of [[], [other]]) {
      expect(refused({ definition, language: "fr", translation_of: first.id }, all)).toMatchObject({
        failure: { code: "RESOURCE_002", message: `There is no template with the id ${first.id}` }
      })
    }
  })
})

describe("in the sandbox", () => {
  const show = (body: Body) =>
    create.simulate!({ path: {}, query: {}, body, consulted: undefined }, caller, at, Given.ids())
  const shown = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    customer_id: account.id,
    name: base,
    category: "UTILITY",
    language: "en_US",
    status: "DRAFT",
    channels: ["sms", "whatsapp", "rcs"],
    variables: [],
    is_published: false,
    definition: stored,
    created_at: "2030-01-15T12:35:56.789Z",
    updated_at: null
  }

  it("a template is shown as it would be made, always as a draft", () => {
    expect(show({ definition })).toStrictEqual(shown)
    expect(show({ definition, translation_of: null, submit_for_review: true })).toStrictEqual(shown)
    const given = { category: "MARKETING", language: "de", translation_of: Given.templateId(3) } as const
    expect(show({ definition, ...given })).toStrictEqual({ ...shown, ...given })
  })

  it("a template without words has a name of its id", () => {
    const { id, name } = show({ definition: wordless })
    expect(name).toBe(`template_${id.slice(0, 8)}`)
  })
})

describe("what is wrong with a body", () => {
  const check = (body: Partial<Body>) =>
    create.check({ path: {}, query: {}, body: body as Body }, caller, body as never, Given.now)

  it("is said of each field in words", () => {
    const decode = Decoding.decoder(create.body)
    const said = (body: Readonly<Record<string, unknown>>) =>
      decode({ definition, ...body }).violations.map(({ code, field, message }) => [field, code, message])
    expect(said({ creation_source: "x".repeat(50), language: "en", category: "UTILITY" })).toEqual([])
    expect(said({ creation_source: "x".repeat(51), language: "English", category: "NEWS", translation_of: "x" }))
      .toEqual([
        ["category", "VALIDATION_006", "must be one of: MARKETING, UTILITY, AUTHENTICATION"],
        ["language", "VALIDATION_001", "must be a language code such as en or en_US"],
        ["translation_of", "VALIDATION_003", expect.any(String)],
        ["creation_source", "VALIDATION_001", "must have at most 50 characters"]
      ])
    for (const language of ["EN", "e", "engl", "en_us", "en_USA", "en-US", "aen_US x"]) {
      expect(said({ language }).map(([field]) => field)).toEqual(["language"])
    }
    for (const language of ["de", "fil", "en_US", "fil_PH"]) expect(said({ language })).toEqual([])
  })

  it("is what is wrong with its definition, in its category, and its size", () => {
    expect(check({})).toStrictEqual([])
    expect(check({ definition })).toStrictEqual([])
    expect(check({ definition, category: null })).toStrictEqual([])
    expect(check({ definition, category: "AUTHENTICATION" })).not.toEqual([])
    expect(check({ definition: SizedDefinitions.sized(65_536) })).toStrictEqual([])
    expect(check({ definition: SizedDefinitions.sized(65_537) })).toStrictEqual([{
      field: "definition",
      code: "VALIDATION_001",
      message: "must have at most 65536 bytes of JSON, not 65537"
    }])
  })
})
