/**
 * Changing templates: names, definitions, and what a change must not touch (specification "Templates", decisions 3.4,
 * 5.4). Then what repeats a request, and what only simulates one.
 */
import { describe, expect, it } from "vitest"
import { inputs } from "../generate/Inputs.ts"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, idempotencyKey, me, message, send, sendOne } from "./internal/actions.ts"
import { anInstant, failure, success, uuid } from "./internal/answers.ts"
import type { Flaws } from "./internal/flaws.ts"
import { flawed, single } from "./internal/flaws.ts"
import type { Given } from "./internal/given.ts"
import { eventually, server } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { aTemplate } from "./internal/resources.ts"
import { definition, greeting, phone, unknownId, wildText } from "./internal/samples.ts"
import { change, fresh, list, put, template, templateIn } from "./internal/templates.ts"

const other = definition("Goodbye {{0:variable}}!", "name")

let count = 0
const newName = (): string => `renamed_${++count}`

const changes = (given: () => Given): void => {
  it("give another name [TPL-011, TPL-091]", async () => {
    const { client } = given()
    const made = await createTemplate(client, greeting)
    const name = newName()
    const renamed = await change(client, made.id, { name })
    expect(renamed).toStrictEqual({ ...made, name, updated_at: anInstant })
    expect(await template(client, made.id)).toStrictEqual(renamed)
    const body = { to: [phone(1)], channel: ["sms"] }
    expect(await send(client, { ...body, template: { name } })).toMatchObject({ template_id: made.id })
    failure(await client.post("/v3/messages", { ...body, template: { name: made.name } }), 404, "RESOURCE_002")
    // The old one is free again, and the new one is taken.
    expect((await createTemplate(client, greeting)).name).toBe(made.name)
  })

  propWith({ runs: 30 })("give any name [TPL-011]", wildText, async (name) => {
    const { client } = given()
    const { id } = await createTemplate(client, greeting)
    const reply = await put(client, id, { name })
    // No store can hold halves of characters, nor U+0000.
    const isIll = /[\0\p{Surrogate}]/u.test(name)
    if (isIll || name.trim() === "") {
      failure(reply, 400, "VALIDATION_001", [isIll ? "body" : "name"])
      return
    }
    expect(success<Template>(reply, 200).name).toBe(name)
    expect((await template(client, id)).name).toBe(name)
    success(await put(client, id, { name: newName() }), 200)
  })

  it("replace the whole definition [TPL-050, TPL-091]", async () => {
    const { client } = given()
    const made = await createTemplate(client, { ...greeting, footer: { type: "text", template: "Bye" } }, {
      category: "UTILITY",
      language: "en_US"
    })
    const untyped = { body: { multiChannel: { template: "Hi" } }, definitionVersion: "2" }
    const changed = await change(client, made.id, { definition: untyped })
    expect(changed).toStrictEqual({ ...made, definition: untyped, variables: [], updated_at: anInstant })
    expect(await template(client, made.id)).toStrictEqual(changed)
    expect(await change(client, made.id, { definition: other })).toStrictEqual({
      ...changed,
      definition: { ...other, definitionVersion: "1.0" },
      variables: ["name"],
      updated_at: anInstant
    })
  })

  it("give another category and language [TPL-001, TPL-003, TPL-091]", async () => {
    const { client } = given()
    const made = await createTemplate(client, greeting, { category: "UTILITY", language: "en_US" })
    const changed = await change(client, made.id, { category: "MARKETING", language: "pt_BR" })
    expect(changed).toStrictEqual({ ...made, category: "MARKETING", language: "pt_BR", updated_at: anInstant })
    expect(await template(client, made.id)).toStrictEqual(changed)
  })

  it("leave what is left out, null or the same as it is", async () => {
    const { client } = given()
    const made = await createTemplate(client, greeting)
    const nothing = { name: null, category: null, language: null, definition: null, submit_for_review: null }
    const same = { name: made.name, category: made.category, language: made.language, definition: greeting }
    for (const body of [{}, nothing, same, { unknown_to_us: 1, creation_source: "x" }]) {
      expect(await change(client, made.id, body)).toStrictEqual(made)
    }
    expect(await template(client, made.id)).toStrictEqual(made)
  })

  propWith({ runs: 40 })(
    "take every right body and show it again [TPL-091]",
    inputs["templates.update"],
    async ({ body }) => {
      const { client } = given()
      const made = await createTemplate(client, greeting)
      const { name = null, ...rest } = body
      const asked = { ...rest, name: name === null ? null : newName() }
      const changed = await change(client, made.id, asked)
      const wanted = Object.fromEntries(
        (["name", "category", "language"] as const).map((field) => [field, asked[field as never] ?? made[field]])
      )
      expect(changed).toMatchObject({ ...wanted, id: made.id, created_at: made.created_at })
      expect(changed.status).toBe(asked["submit_for_review" as never] === true ? "PENDING" : "DRAFT")
      expect(await template(client, made.id)).toMatchObject({ ...wanted, definition: changed.definition })
    }
  )

  it("are for those whose template it is [ERR-013, SCP-003]", async () => {
    const { client, other, profile } = given()
    const made = await createTemplate(client, greeting)
    for (const stranger of [other, profile]) {
      failure(await put(stranger, made.id, { name: newName() }), 404, "RESOURCE_002")
    }
    failure(await put(client, unknownId, { name: newName() }), 404, "RESOURCE_002")
    failure(await put(client, "nonsense", { name: newName() }), 400, "VALIDATION_003", ["id"])
    expect(await template(client, made.id)).toStrictEqual(made)
  })

  it("do not reach what was sent before", async (context) => {
    const { client } = given()
    const approved = await templateIn(given(), context, "APPROVED", definition("As it was"))
    const sent = await sendOne(client, { to: [phone(1)], template: { id: approved.id }, channel: ["sms"] })
    await change(client, approved.id, { name: newName(), definition: other, category: "MARKETING" })
    expect(await message(client, sent.id)).toStrictEqual(sent)
    expect(sent).toMatchObject({ template_name: approved.name, message_body: { content: "As it was" } })
  })
}

const names = (given: () => Given): void => {
  it("are taken by one template of the account [ERR-018, TPL-011]", async () => {
    const { client, profile } = given()
    const [one, two] = [await createTemplate(client, greeting), await createTemplate(client, greeting)]
    const name = newName()
    await change(client, one.id, { name })
    failure(await put(client, two.id, { name }), 409, "RESOURCE_007", ["name"])
    failure(await put(client, two.id, { name, language: "nl", submit_for_review: true }), 409, "RESOURCE_007", ["name"])
    expect(await template(client, two.id)).toStrictEqual(two)
    await change(client, two.id, { name: name.toUpperCase() })
    const elsewhere = await createTemplate(profile, greeting)
    expect((await change(profile, elsewhere.id, { name })).name).toBe(name)
    await change(client, one.id, { name: newName() })
    expect((await change(client, two.id, { name })).name).toBe(name)
  })

  it("go to one of many that want one at the same time", async () => {
    const { client } = given()
    const made = await Promise.all(Array.from({ length: 8 }, () => createTemplate(client, greeting)))
    const name = newName()
    const replies = await Promise.all(made.map(({ id }) => put(client, id, { name })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const now = await Promise.all(made.map(({ id }) => template(client, id)))
    expect(now.filter((each) => each.name === name)).toHaveLength(1)
  })
}

const body = "definition.body.multiChannel"

const flaws: Flaws = {
  name: {
    right: undefined,
    wrong: ["", " \n", "x".repeat(256), 7, {}].map((value) => ({ value, fields: ["name"], code: "VALIDATION_001" }))
  },
  definition: {
    right: greeting,
    wrong: [
      { value: "Hello", fields: ["definition"], code: "VALIDATION_001" },
      { value: {}, fields: ["definition.body"], code: "VALIDATION_001" },
      { value: { body: { multiChannel: {} } }, fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: definition("x".repeat(1025)), fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: definition("{{0:variable}}"), fields: [`${body}.template`], code: "VALIDATION_001" }
    ]
  },
  category: {
    right: "UTILITY",
    wrong: ["PROMOTION", "utility", ""].map((value) => ({ value, fields: ["category"], code: "VALIDATION_006" }))
  },
  language: {
    right: "en_US",
    wrong: ["english", "EN", 7].map((value) => ({ value, fields: ["language"], code: "VALIDATION_001" }))
  },
  submit_for_review: {
    right: undefined,
    wrong: [{ value: "true", fields: ["submit_for_review"], code: "VALIDATION_001" }]
  },
  sandbox: { right: undefined, wrong: [{ value: "true", fields: ["sandbox"], code: "VALIDATION_001" }] }
}

const refusals = (given: () => Given): void => {
  it("name the field, and come before any look-up [TPL-001, TPL-003, TPL-092]", async () => {
    const { client } = given()
    const made = await createTemplate(client, greeting)
    for (const { body, code, fields } of single(flaws)) {
      for (const id of [made.id, unknownId]) failure(await put(client, id, body), 400, code, fields)
    }
    expect(await template(client, made.id)).toStrictEqual(made)
  })

  propWith({ runs: 40 })(
    "name all fields that are wrong, under the code that they share [ENV-027]",
    flawed(flaws),
    async ({ body, code, fields }) => {
      failure(await put(given().client, unknownId, body), 400, code, fields)
    }
  )

  const code = definition("Your code is {{0:variable}}", "code")
  const withHeader = { ...code, header: { type: "text", template: "Hello" } }

  it("are for what the category does not allow, whether it is sent or stored [TPL-030, TPL-034, TPL-092]", async () => {
    const { client } = given()
    const secret = await createTemplate(client, code, { category: "AUTHENTICATION" })
    const plain = await createTemplate(client, withHeader, { category: "UTILITY" })
    const wrong: ReadonlyArray<readonly [string, object, string]> = [
      [secret.id, { definition: withHeader }, "definition.header"],
      [secret.id, { definition: withHeader, category: "AUTHENTICATION" }, "definition.header"],
      [plain.id, { category: "AUTHENTICATION" }, "definition.header"],
      [plain.id, { category: "AUTHENTICATION", definition: greeting }, `${body}.variables`]
    ]
    for (const [id, asked, field] of wrong) failure(await put(client, id, asked), 400, "VALIDATION_001", [field])
    expect([await template(client, secret.id), await template(client, plain.id)]).toStrictEqual([secret, plain])
    await change(client, secret.id, { definition: withHeader, category: "UTILITY" })
    await change(client, plain.id, { definition: code, category: "AUTHENTICATION" })
  })
}

const repeated = (given: () => Given): void => {
  it("change once [IDM-007]", async () => {
    const { client } = given()
    const { id } = await createTemplate(client, greeting)
    const headers = { "idempotency-key": idempotencyKey() }
    const asked = { name: newName(), submit_for_review: true }
    const first = await put(client, id, asked, headers)
    success(await put(client, id, { name: newName() }), 200)
    const later = await eventually(() => template(client, id), ({ status }) => status === "APPROVED")
    const again = await put(client, id, asked, headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await template(client, id)).toStrictEqual(later)
    failure(await put(client, id, { name: "another" }, headers), 422, "CONFLICT_005")
    failure(await put(client, id, asked, { "idempotency-key": "a b" }), 400, "VALIDATION_007", ["Idempotency-Key"])
  })
}

const sandbox = (given: () => Given): void => {
  it("changes nothing, known or not [SBX-009, SBX-013, SBX-015, SBX-026]", async (context) => {
    const client = await fresh(given(), context)
    const made = await createTemplate(client, greeting)
    const taken = await createTemplate(client, greeting)
    const before = await list(client)
    const asked = {
      name: taken.name,
      definition: other,
      category: "MARKETING",
      language: "nl",
      submit_for_review: true,
      sandbox: true
    }
    for (const id of [made.id, unknownId]) {
      const reply = await put(client, id, asked)
      expect(success<Template>(reply, 200)).toStrictEqual({
        ...aTemplate,
        id,
        customer_id: (await me(client)).id,
        name: taken.name,
        category: "MARKETING",
        language: "nl",
        status: "DRAFT",
        variables: ["name"],
        updated_at: anInstant
      })
      expect(reply.headers.get("x-sandbox")).toBe("true")
      expect(success<Template>(await put(client, id, { sandbox: true }), 200).id).toMatch(uuid)
    }
    expect(await list(client)).toStrictEqual(before)
  })

  it("refuses what is wrong, and says that it is the sandbox [SBX-007, SBX-008]", async () => {
    for (const wrong of [{ name: "" }, { definition: {} }, { category: "X" }]) {
      const real = await put(given().client, unknownId, wrong)
      const reply = await put(given().client, unknownId, { ...wrong, sandbox: true })
      expect([reply.status, reply.headers.get("x-sandbox")]).toEqual([400, "true"])
      expect((reply.json as { readonly error: unknown }).error).toEqual(
        (real.json as { readonly error: unknown }).error
      )
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Changing templates (${name})`, () => {
    const given = server(start)
    describe("changes", () => changes(given))
    describe("names", () => names(given))
    describe("refusals", () => refusals(given))
    describe("repeated requests", () => repeated(given))
    describe("sandbox", () => sandbox(given))
  })
}
