/** PUT /v3/templates/{id}: what it changes, each refusal in words, and what a sandbox call shows (decisions 3.4, 4.2). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import { plus } from "@signalbox/core/Instant"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const template = Given.template()
const other = Given.template({ id: Given.templateId(2), name: "taken" })
const at = plus(Given.now, 1000)
const update = operations["templates.update"]

type Body = Parameters<typeof update.decides.decide>[0]["body"]

const changed = (parts: Partial<Template>, body: Body, own: Template["account"] = account.id) => {
  const before = Given.template({ ...parts, account: own })
  const store = new FactStore([put(Templates, before), put(Templates, other)])
  const answer = store.run(
    update.decides,
    { path: { id: before.id }, query: {}, body, caller, consulted: undefined },
    at,
    Given.ids()
  )
  return { answer, before, after: store.get(Templates, before.id), store }
}

const long = SizedDefinitions.sized(65_537)

describe("an update", () => {
  it("changes what is given, and the name alone makes no revision", () => {
    const named = changed({}, { name: "renamed", category: null, definition: null })
    expect(named.after).toStrictEqual({ ...template, name: "renamed", updatedAt: at })
    const kept = changed({}, { category: "UTILITY", language: null, submit_for_review: true })
    expect(kept.after).toStrictEqual(template)
    const revised = changed({}, { language: "de", category: "MARKETING" })
    expect(revised.after).toStrictEqual({
      ...template,
      language: "de",
      category: "MARKETING",
      status: "DRAFT",
      revision: 2,
      revisedAt: at,
      updatedAt: at
    })
    expect(Result.getOrThrow(revised.answer)).toMatchObject({ language: "de", category: "MARKETING", status: "DRAFT" })
  })

  it("does not look at a definition that stays, which rules of an earlier version may have let in", () => {
    const definition = { body: { sms: { template: "" } } }
    expect(Result.isFailure(changed({ definition }, { language: "de" }).answer)).toBe(true)
    expect(changed({ definition }, { name: "renamed" }).after).toMatchObject({ name: "renamed", definition })
  })

  it("stores a definition as one that is created: what was sent goes before what goes without saying", () => {
    const sent = { body: { multiChannel: { template: "Other words." } } }
    expect(changed({}, { definition: sent }).after?.definition).toStrictEqual({ definitionVersion: "1.0", ...sent })
    const versioned = { ...sent, definitionVersion: "7" }
    expect(changed({}, { definition: versioned }).after?.definition).toStrictEqual(versioned)
  })

  it.each<readonly [string, Partial<Template>, Body, object]>([
    ["an archived template", { status: "ARCHIVED" }, { name: "renamed" }, {
      code: "VALIDATION_001",
      details: { status: ["is ARCHIVED, which nothing changes any more"] }
    }],
    ["a template in review", { status: "PENDING" }, { language: "de" }, { code: "CONFLICT_006" }],
    ["to the name of another one", {}, { name: "taken" }, {
      code: "RESOURCE_007",
      details: { name: ["is the name of another template"] }
    }],
    ["of one of several languages", { translations: [{ language: "fr", template: other.id }] }, { language: "de" }, {
      code: "VALIDATION_001",
      details: { language: ["cannot change as long as the name has several languages"] }
    }],
    ["to a definition that is too large", {}, { definition: long }, {
      code: "VALIDATION_001",
      details: { definition: [expect.stringMatching(/^must have at most 65536 bytes of JSON, not 65537$/)] }
    }]
  ])("is refused of %s", (_, parts, body, refused) => {
    const { after, answer, before } = changed(parts, body)
    expect(answer).toMatchObject({ failure: refused })
    expect(after).toEqual(before)
  })

  it("of the name is made while a template is in review, and to its own name always", () => {
    const pending = changed({ status: "PENDING" }, { name: "renamed" })
    expect(pending.after).toStrictEqual({ ...pending.before, name: "renamed", updatedAt: at })
    const own = changed({}, { name: template.name })
    expect(own.after).toStrictEqual(own.before)
  })

  it("does not judge again how large a definition is that stays", () => {
    expect(changed({ definition: long }, { language: "de" }).after).toMatchObject({ language: "de", revision: 2 })
  })

  it("judges a definition that stays by the category that is wanted", () => {
    const { after, answer, before } = changed({ definition: Given.definition("Hello \u{1f389}") }, {
      category: "AUTHENTICATION"
    })
    expect(answer).toMatchObject({ failure: { code: "VALIDATION_001" } })
    expect(after).toEqual(before)
  })

  it("of a template of another account finds none", () => {
    expect(changed({}, { name: "renamed" }, Given.accountId(2)).answer).toMatchObject({
      failure: { code: "RESOURCE_002" }
    })
  })

  it("shows in the sandbox what was given, of a template that nobody has", () => {
    const input = { path: { id: template.id }, query: {}, consulted: undefined }
    const show = (body: Body) => update.simulate!({ ...input, body }, caller, at, Given.ids())
    const shown = {
      id: template.id,
      customer_id: account.id,
      name: "sandbox",
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: ["sms", "whatsapp", "rcs"],
      variables: [],
      is_published: false,
      definition: { definitionVersion: "1.0", body: { multiChannel: { type: "text", template: "sandbox" } } },
      created_at: "2030-01-15T12:34:57.789Z",
      updated_at: "2030-01-15T12:34:57.789Z"
    }
    expect(show({})).toStrictEqual(shown)
    const given = { name: "mine", category: "MARKETING", language: "de" } as const
    expect(show(given)).toStrictEqual({ ...shown, ...given })
  })
})

describe("what is wrong with a body in itself", () => {
  it("is said of each field in words, and nothing need be given", () => {
    const decode = Decoding.decoder(update.body)
    const said = (body: Readonly<Record<string, unknown>>) =>
      decode(body).violations.map(({ code, field, message }) => [field, code, message])
    expect([said({}), said({ name: "x".repeat(255) }), said({ name: null, category: null, language: null })])
      .toEqual([[], [], []])
    const name = [["name", "VALIDATION_001", "must not be blank and must have at most 255 characters"]]
    expect([said({ name: " " }), said({ name: "x".repeat(256) })]).toEqual([name, name])
  })

  const check = (body: Body, raw = body) =>
    update.check({ path: { id: template.id }, query: {}, body }, caller, raw as never, Given.now)
  const code = { body: { multiChannel: { type: "text", template: "Hello to all." } } } as const

  it("is said by the category that is given, and without one only if it is wrong in every category", () => {
    expect(check({ definition: code })).toEqual([])
    expect(check({ definition: code, category: null })).toEqual([])
    expect(check({ definition: code, category: "UTILITY" })).toEqual([])
    expect(check({ definition: code, category: "AUTHENTICATION" })).not.toEqual([])
    const flaw = { field: "definition.body", code: "VALIDATION_001" }
    expect(check({ definition: {} })).toMatchObject([flaw])
    expect(check({ definition: {}, category: "UTILITY" })).toMatchObject([flaw])
    for (const body of [{}, { definition: null }]) expect(check(body)).toEqual([])
  })

  it("is its size only in the sandbox, where no stored definition is known", () => {
    expect(check({ definition: long })).toEqual([])
    const size = { field: "definition", code: "VALIDATION_001" }
    expect(check({ definition: long, sandbox: true })).toMatchObject([size])
    expect(check({ definition: long, sandbox: true, category: "UTILITY" })).toMatchObject([size])
  })
})
