/**
 * Making templates: what is stored and shown, what is found out about a text, and what is refused (specification
 * "Template", decisions 3.4 and 5.4). So far of one body for all channels.
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, me, send } from "./internal/actions.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import type { Flaws } from "./internal/flaws.ts"
import { flawed, single } from "./internal/flaws.ts"
import type { Given } from "./internal/given.ts"
import { account, server, withKey } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { aTemplate } from "./internal/resources.ts"
import { definition, greeting, phone, variable } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const making = (given: () => Given): void => {
  const create = (body: object): Promise<Reply> => given().client.post("/v3/templates", body)

  it(
    "answers with all of it [ENV-033, TPL-009, TPL-010, TPL-012, TPL-014, TPL-016, TPL-035, TPL-087]",
    async () => {
      const body = { category: "UTILITY", language: "de", definition: { ...greeting, definitionVersion: "2.5" } }
      const template = success<Template>(await create(body), 201)
      expect(template).toStrictEqual({
        ...aTemplate,
        customer_id: (await me(given().client)).id,
        name: expect.stringMatching(/^hello_order_is_ready(_\d+)?$/) as unknown,
        category: "UTILITY",
        language: "de",
        status: "DRAFT",
        variables: ["name", "order"],
        definition: body.definition
      })
      const sent = await send(given().client, { to: [phone(1)], template: { id: template.id } })
      expect(sent.template_id).toBe(template.id)
    }
  )

  it("needs nothing but a body [TPL-007, TPL-017, TPL-019, TPL-020, TPL-021, TPL-082]", async () => {
    const template = success<Template>(
      await create({ definition: { body: { multiChannel: { template: "Hi" } } } }),
      201
    )
    expect(template).toStrictEqual({ ...aTemplate, status: "DRAFT", variables: [] })
    for (const nothing of [false, null]) {
      expect(await createTemplate(given().client, greeting, { submit_for_review: nothing })).toMatchObject({
        status: "DRAFT",
        is_published: false
      })
    }
  })

  it("begins its review immediately, when asked to [TPL-008, TPL-082]", async () => {
    const template = await createTemplate(given().client, greeting, { submit_for_review: true })
    expect(template).toMatchObject({ status: "PENDING", is_published: false, updated_at: null })
  })

  it("keeps the definition as it came, with a version [ENV-033, TPL-049, TPL-050]", async () => {
    const typed = { body: { multiChannel: { type: "text", template: "Hi {{a}}", variables: [variable(0, "a")] } } }
    const untyped = { body: { multiChannel: { template: "Hi {{a}}", variables: [variable(0, "a")] } } }
    for (const definition of [typed, untyped]) {
      const template = await createTemplate(given().client, definition)
      expect(template.definition).toStrictEqual({ ...definition, definitionVersion: "1.0" })
    }
  })

  it("names each variable once, in order", async () => {
    const text = "{{1}} {{0:variable}} {{third}} {{1:variable}}"
    const template = await createTemplate(given().client, definition(text, "first", "second", "third"))
    expect(template.variables.toSorted()).toEqual(["first", "second", "third"])
  })

  it("takes a source, which it does not show", async () => {
    const template = await createTemplate(given().client, greeting, { creation_source: "x".repeat(50) })
    expect(Object.keys(template)).not.toContain("creation_source")
  })

  propWith({ runs: 40 })(
    "keeps any text as it is [TPL-050]",
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 })
      .filter((text) => text.trim() !== "" && !text.includes("{{") && text.length <= 1024),
    async (text) => {
      const template = await createTemplate(given().client, { body: { multiChannel: { template: text } } })
      expect(template.definition).toStrictEqual({
        body: { multiChannel: { template: text } },
        definitionVersion: "1.0"
      })
    }
  )
}

const derived = (given: () => Given): void => {
  it.each([
    ["Hello {{0:variable}}, your order is ready!", "hello_your_order_is_ready"],
    ["One two three four five six seven eight {{0:variable}}", "one_two_three_four_five_six"],
    ["Crème brûlée à Zürich {{0:variable}}", "creme_brulee_a_zurich"],
    ["See https://example.com/sale?a=b now {{0:variable}}", "see_now"],
    [
      "{{0:variable}} abcdefghijklm abcdefghijklm abcdefghijklm abcdefghijklm abcdefghijklm",
      "abcdefghijklm_abcdefghijklm_abcdefghijklm_abcdefghijklm_abcd"
    ]
  ])("is a name: %s -> %s [TPL-010]", async (text, name) => {
    expect((await createTemplate(given().client, definition(text, "a"))).name).toBe(name)
  })

  it("is a name of its own for each template of the account [TPL-010]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const names: Array<string> = []
    for (let time = 0; time < 4; time++) {
      names.push((await createTemplate(client, { body: { multiChannel: { template: "Same again" } } })).name)
    }
    expect(names).toEqual(["same_again", "same_again_2", "same_again_3", "same_again_4"])
    const elsewhere = await createTemplate(given().client, { body: { multiChannel: { template: "Same again" } } })
    expect(elsewhere.name).toBe("same_again")
  })

  it("is a name of its own for each of many that come at the same time [TPL-010]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const made = await Promise.all(
      Array.from({ length: 10 }, () => createTemplate(client, { body: { multiChannel: { template: "All together" } } }))
    )
    const names = ["all_together", ...Array.from({ length: 9 }, (_, index) => `all_together_${index + 2}`)]
    expect(made.map((each) => each.name).toSorted()).toEqual(names.toSorted())
  })

  it("is a name even where there are no words [TPL-010]", async () => {
    for (const text of ["{{0:variable}}", "{{0:variable}}…!", "{{0:variable}} https://example.com"]) {
      expect((await createTemplate(given().client, definition(text, "a"))).name).toMatch(/^template_[0-9a-f]{8}$/)
    }
  })

  it.each([
    ["Your code is {{0:variable}}", "AUTHENTICATION"],
    ["Verify with {{0:variable}}, please", "AUTHENTICATION"],
    ["Your code is on its way", "UTILITY"],
    ["Use code {{0:variable}} at https://example.com", "UTILITY"],
    ["Big sale for you, {{0:variable}}", "MARKETING"],
    ["Everything 20% off, {{0:variable}}", "MARKETING"],
    ["A limited time only, {{0:variable}}", "MARKETING"],
    ["Your order {{0:variable}} has left", "UTILITY"],
    ["Freedom for wholesalers, {{0:variable}}", "UTILITY"],
    // It would break a rule of AUTHENTICATION.
    ["Your code is {{0:variable}} 🔑", "UTILITY"]
  ])("is a category: %s -> %s [TPL-002]", async (text, category) => {
    const body = text.includes("{{") ? definition(text, "a") : definition(text)
    expect((await createTemplate(given().client, body)).category).toBe(category)
    expect((await createTemplate(given().client, body, { category: null })).category).toBe(category)
  })

  it.each([
    ["Your order is ready for you", "en_US"],
    ["Ihre Bestellung ist für Sie bereit und wurde verpackt", "de"],
    ["Votre commande est avec vous dans une heure et pour la vie", "fr"],
    ["El pedido de su hijo ha sido enviado y es para la familia con una nota", "es"],
    ["Ваш заказ готов", "ru"],
    ["Η παραγγελία σας", "el"],
    ["طلبك جاهز", "ar"],
    ["ההזמנה שלך", "he"],
    ["주문이 준비되었습니다", "ko"],
    ["ご注文の準備ができました", "ja"],
    ["您的订单已准备好", "zh_CN"],
    ["คำสั่งซื้อพร้อมแล้ว", "th"],
    ["आपका ऑर्डर तैयार है", "hi"],
    ["Ok", "en_US"]
  ])("is a language: %s -> %s [TPL-003, TPL-004]", async (text, language) => {
    expect((await createTemplate(given().client, definition(text))).language).toBe(language)
  })

  it("gives way to what the author says [TPL-001, TPL-003]", async () => {
    for (const category of ["MARKETING", "UTILITY"]) {
      const template = await createTemplate(given().client, definition("Ваш заказ: sale"), { category, language: "nl" })
      expect(template).toMatchObject({ category, language: "nl" })
    }
    for (const language of ["en", "en_US", "zh_CN", "fil", "pt_BR"]) {
      expect((await createTemplate(given().client, greeting, { language })).language).toBe(language)
    }
  })
}

const body = "definition.body.multiChannel"

const flaws: Flaws = {
  definition: {
    right: greeting,
    wrong: [
      { fields: ["definition"], code: "VALIDATION_001" },
      { value: null, fields: ["definition"], code: "VALIDATION_001" },
      { value: "Hello", fields: ["definition"], code: "VALIDATION_001" },
      { value: {}, fields: ["definition.body"], code: "VALIDATION_001" },
      { value: { body: "Hello" }, fields: ["definition.body"], code: "VALIDATION_001" },
      { value: { body: { multiChannel: {} } }, fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: { body: { multiChannel: { template: 7 } } }, fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: definition("x".repeat(1025)), fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: definition("{{0:variable}}"), fields: [`${body}.template`], code: "VALIDATION_001" },
      { value: { ...greeting, definitionVersion: 1 }, fields: ["definition.definitionVersion"], code: "VALIDATION_001" }
    ]
  },
  category: {
    right: "UTILITY",
    wrong: [
      { value: "PROMOTION", fields: ["category"], code: "VALIDATION_006" },
      { value: "utility", fields: ["category"], code: "VALIDATION_006" },
      { value: "", fields: ["category"], code: "VALIDATION_006" }
    ]
  },
  language: {
    right: "en_US",
    wrong: [
      { value: "english", fields: ["language"], code: "VALIDATION_001" },
      { value: "en-US", fields: ["language"], code: "VALIDATION_001" },
      { value: "EN", fields: ["language"], code: "VALIDATION_001" },
      { value: 7, fields: ["language"], code: "VALIDATION_001" }
    ]
  },
  creation_source: {
    right: "from-test",
    wrong: [
      { value: "x".repeat(51), fields: ["creation_source"], code: "VALIDATION_001" },
      { value: 7, fields: ["creation_source"], code: "VALIDATION_001" }
    ]
  },
  submit_for_review: {
    right: undefined,
    wrong: [{ value: "true", fields: ["submit_for_review"], code: "VALIDATION_001" }]
  },
  sandbox: { right: undefined, wrong: [{ value: "true", fields: ["sandbox"], code: "VALIDATION_001" }] }
}

const refusals = (given: () => Given): void => {
  const post = (body: unknown): Promise<Reply> => given().client.post("/v3/templates", body)

  it(
    "name the field [ERR-003, TPL-001, TPL-003, TPL-005, TPL-018, TPL-021, TPL-051, TPL-052, TPL-054]",
    async () => {
      for (const { body, code, fields } of single(flaws)) failure(await post(body), 400, code, fields)
    }
  )

  propWith({ runs: 60 })(
    "name all fields that are wrong, under the code that they share [ENV-027]",
    flawed(flaws),
    async ({ body, code, fields }) => {
      failure(await post(body), 400, code, fields)
    }
  )

  it("list the categories that there are [ERR-008, ERR-009]", async () => {
    const { details } = failure(await post({ definition: greeting, category: "X" }), 400, "VALIDATION_006", [
      "category"
    ])
    for (const category of ["MARKETING", "UTILITY", "AUTHENTICATION"]) {
      expect(details?.["category"]?.join()).toContain(category)
    }
  })

  const text = { type: "text", template: "Hello" }
  const bodies = [
    { name: "none [TPL-046]", body: {} },
    { name: "of sms alone [TPL-037]", body: { sms: text } },
    { name: "of whatsapp alone [TPL-038]", body: { whatsapp: text } },
    { name: "of one for all and one for sms [TPL-039]", body: { multiChannel: text, sms: text } },
    { name: "of one for all and both [TPL-039]", body: { multiChannel: text, sms: text, whatsapp: text } },
    { name: "of rcs alone [TPL-043]", body: { rcs: text } },
    { name: "of mms alone [TPL-044]", body: { mms: text } },
    { name: "of rcs and mms [TPL-045]", body: { rcs: text, mms: text } }
  ]
  for (const { body, name } of bodies) {
    it(`are for bodies ${name}`, async () => {
      const { details } = failure(await post({ definition: { body } }), 400, "VALIDATION_001", anyFields)
      for (const field of Object.keys(details ?? {})) expect(field).toMatch(/^definition\.body/)
    })
  }

  it("are for the 1,025th character, not for the 1,024th [LIM-001, TPL-052]", async () => {
    await createTemplate(given().client, definition("x".repeat(1024)))
    await createTemplate(given().client, definition(`${"ж".repeat(1010)}{{0:variable}}`, "a"))
    failure(await post({ definition: definition("ж".repeat(1025)) }), 400, "VALIDATION_001", [`${body}.template`])
  })

  it(
    "are for one more than every other bound, not for the bound itself " +
      "[LIM-002, LIM-003, LIM-005, LIM-006, LIM-007, LIM-008, LIM-009]",
    async () => {
      const bounds = { rcs: 3072, mms: 1600, header: 60, footer: 60, buttons: 10, label: 25, url: 2000 }
      const parts = ({ buttons, footer, header, label, mms, rcs, url }: typeof bounds) => ({
        header: { type: "text", template: "h".repeat(header) },
        body: {
          multiChannel: text,
          rcs: { type: "text", template: "r".repeat(rcs) },
          mms: { type: "text", template: "m".repeat(mms) }
        },
        footer: { type: "text", template: "f".repeat(footer) },
        buttons: [
          {
            id: 1,
            type: "URL",
            props: { text: "l".repeat(label), urlType: "static", url: "https://example.com/".padEnd(url, "u") }
          },
          ...Array.from({ length: buttons - 1 }, (_, index) => ({
            id: index + 2,
            type: "QUICK_REPLY",
            props: { text: `Reply ${index}`, quickReplyType: "custom" }
          }))
        ]
      })
      const { definition } = await createTemplate(given().client, parts(bounds))
      expect(definition).toMatchObject(parts(bounds))
      const fields: { readonly [Bound in keyof typeof bounds]: string } = {
        rcs: "definition.body.rcs.template",
        mms: "definition.body.mms.template",
        header: "definition.header.template",
        footer: "definition.footer.template",
        buttons: "definition.buttons",
        label: "definition.buttons[0].props.text",
        url: "definition.buttons[0].props.url"
      }
      for (const [bound, field] of Object.entries(fields) as ReadonlyArray<[keyof typeof bounds, string]>) {
        const beyond = parts({ ...bounds, [bound]: bounds[bound] + 1 })
        failure(await post({ definition: beyond }), 400, "VALIDATION_001", [field])
      }
    }
  )
}

const sample = { variableType: "text", sample: "x" }

const variables = (given: () => Given): void => {
  const post = (template: string, variables: unknown): Promise<Reply> =>
    given().client.post("/v3/templates", { definition: { body: { multiChannel: { template, variables } } } })
  const one = (variable: object): readonly [string, unknown] => ["Hi {{0:variable}}", [variable]]

  // Not it.each: it cuts long titles, and the rules with them.
  const wrong: ReadonlyArray<{ readonly name: string; readonly sent: readonly [string, unknown] }> = [
    { name: "a placeholder that is not declared [TPL-054]", sent: ["Hi {{0:variable}}", []] },
    { name: "a name that is not declared [TPL-054]", sent: ["Hi {{name}}", [variable(0, "other")]] },
    { name: "a declaration that is not used [TPL-054]", sent: ["Hi {{0}}", [variable(0, "a"), variable(1, "b")]] },
    { name: "a type that a placeholder cannot have [VAR-006]", sent: ["Hi {{0:text}}", [variable(0, "a")]] },
    { name: "a placeholder with an empty type [VAR-006]", sent: ["Hi {{0:}}", [variable(0, "a")]] },
    { name: "ids that begin with 1 [VAR-007]", sent: ["Hi {{1:variable}}", [variable(1, "a")]] },
    { name: "a gap in the ids [VAR-007]", sent: ["{{0}} {{2}}", [variable(0, "a"), variable(2, "b")]] },
    { name: "an id twice [TPL-055, VAR-008]", sent: ["{{a}} {{b}}", [variable(0, "a"), variable(0, "b")]] },
    { name: "an id that is a text [VAR-010]", sent: one({ ...variable(0, "a"), id: "0" }) },
    { name: "an id that is no whole number [VAR-007, VAR-010]", sent: one({ ...variable(0, "a"), id: 0.5 }) },
    { name: "no id [VAR-007, VAR-010]", sent: one({ name: "a", type: "variable", props: sample }) },
    { name: "no name [VAR-011]", sent: one({ id: 0, type: "variable", props: sample }) },
    { name: "no type [VAR-012]", sent: one({ id: 0, name: "a", props: sample }) },
    { name: "a type that nobody knows [VAR-013]", sent: one({ ...variable(0, "a"), type: "text" }) },
    { name: "no props [VAR-014]", sent: one({ id: 0, name: "a", type: "variable" }) },
    { name: "no variableType [VAR-015]", sent: one({ ...variable(0, "a"), props: { sample: "x" } }) },
    {
      name: "a variableType that nobody knows [VAR-016]",
      sent: one({ ...variable(0, "a"), props: { ...sample, variableType: "number" } })
    },
    { name: "no sample [VAR-017]", sent: one({ ...variable(0, "a"), props: { variableType: "text" } }) },
    { name: "a sample that is no text [VAR-018]", sent: one({ ...variable(0, "a"), props: { ...sample, sample: 7 } }) },
    { name: "variables that are no list", sent: ["Hi {{0}}", { 0: variable(0, "a") }] }
  ]
  for (const { name, sent: [template, variables] } of wrong) {
    it(`are refused with ${name}`, async () => {
      const { details } = failure(await post(template, variables), 400, "VALIDATION_001", anyFields)
      const fields = Object.keys(details ?? {})
      expect(fields).not.toEqual([])
      for (const field of fields) expect(field).toMatch(/^definition\.body\.multiChannel\./)
    })
  }

  it("keep their pattern", async () => {
    const patterned = { ...variable(0, "a"), props: { ...sample, regex: "^[0-9]+$" } }
    const { definition } = success<Template>(await post(...one(patterned)), 201)
    expect(definition).toMatchObject({ body: { multiChannel: { variables: [patterned] } } })
  })

  it("are accepted in every form [VAR-019]", async () => {
    const text = "{{0:variable}} {{b}} {{2}} {{_c1}}"
    success(await post(text, [variable(0, "a"), variable(1, "b"), variable(2, "_c1")]), 201)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Templates (${name})`, () => {
    const given = server(start)
    describe("making one", () => making(given))
    describe("what is derived", () => derived(given))
    describe("refusals", () => refusals(given))
    describe("variables", () => variables(given))
  })
}
