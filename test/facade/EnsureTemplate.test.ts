/**
 * A template that a host ensures is found, made or changed by the calls that anybody could make, in this order, and whatever
 * another process does meanwhile leaves one template of the name.
 */
import type { EnsureOptions, EnsureTemplateBody, Template, TemplatesCalls } from "signalbox"
import { SignalboxError } from "signalbox"
import { ensure } from "signalbox/internal/ensureTemplate"
import { describe, expect, it, vi } from "vitest"

type Calls = "create" | "delete" | "get" | "list" | "update"

/** Each call is answered by the next of its answers; a call more than there are answers is a mistake. */
type Answers = Partial<Readonly<Record<Calls, ReadonlyArray<unknown>>>>

const refused = (code: SignalboxError["code"]): SignalboxError =>
  new SignalboxError({ code, message: "no", status: 409 })

const made = (parts: Partial<Template> = {}): Template =>
  ({ id: "t1", name: "order", language: "en_US", status: "APPROVED", ...parts }) as Template

const page = (templates: ReadonlyArray<Template>, more = false): unknown => ({
  templates,
  pagination: { has_more: more }
})

/** Ensures a template, and returns what was called with it and what came of it. */
const ensured = async (given: EnsureTemplateBody, answers: Answers, options?: EnsureOptions) => {
  const called: Array<readonly [name: string, ...given: ReadonlyArray<unknown>]> = []
  const left = new Map(Object.entries(answers).map(([name, each]) => [name, [...each]]))
  const call = (name: Calls) => async (...given: ReadonlyArray<unknown>): Promise<never> => {
    called.push([name, ...given])
    const all = left.get(name) ?? []
    if (all.length === 0) throw new Error(`${name} is called once too often`)
    const answer = all.shift()
    if (answer instanceof Error) throw answer
    return answer as never
  }
  const templates = {
    create: call("create"),
    delete: call("delete"),
    get: call("get"),
    list: call("list"),
    update: call("update")
  } as unknown as TemplatesCalls
  const answer = await ensure(templates, given, options).catch((error: unknown) => error)
  expect(Object.fromEntries([...left].filter(([, each]) => each.length > 0))).toEqual({})
  return { answer, called }
}

const definition = { body: { multiChannel: { template: "On its way." } } }
const order = { name: "order", text: "On its way." }
const change = { definition, submit_for_review: true }
const asked = (page = 1) => ["list", { search: "order", page, page_size: 100 }] as const

describe("a template of the name", () => {
  it("is changed to what is given, and its review is waited for", async () => {
    const approved = made({ status: "REJECTED" })
    expect(await ensured(order, { list: [page([made()])], update: [made({ status: "PENDING" })], get: [approved] }))
      .toEqual({ answer: approved, called: [asked(), ["update", "t1", change], ["get", "t1"]] })
  })

  it("is looked for on all pages, and is no other one that the search finds, and no translation", async () => {
    const others = page([made({ id: "t2", name: "orders" }), made({ id: "t3", translation_of: "t1" })], true)
    expect(await ensured(order, { list: [others, page([made()])], update: [made()], get: [made()] })).toEqual({
      answer: made(),
      called: [asked(1), asked(2), ["update", "t1", change], ["get", "t1"]]
    })
  })

  it("is found on the first page that has it", async () => {
    expect((await ensured(order, { list: [page([made()], true)], update: [made()], get: [made()] })).answer).toEqual(
      made()
    )
  })

  it("keeps what only a new one is given", async () => {
    const given = {
      name: "order",
      definition,
      category: "MARKETING",
      creation_source: "from-api",
      translation_of: null
    } as const
    expect((await ensured(given, { list: [page([made()])], update: [made()], get: [made()] })).called[1]).toEqual([
      "update",
      "t1",
      { definition, category: "MARKETING", submit_for_review: true }
    ])
  })
})

describe("a template that there is not", () => {
  it("is made of its definition, named, and then submitted", async () => {
    const draft = made({ name: "On its way." })
    expect(await ensured(order, { list: [page([])], create: [draft], update: [made(), made()], get: [made()] }))
      .toEqual({
        answer: made(),
        called: [
          asked(),
          ["create", { definition }],
          ["update", "t1", { name: "order" }],
          ["update", "t1", change],
          ["get", "t1"]
        ]
      })
  })

  it("is named once where the service has named it so already", async () => {
    const { called } = await ensured(order, { list: [page([])], create: [made()], update: [made()], get: [made()] })
    expect(called.map(([name]) => name)).toEqual(["list", "create", "update", "get"])
  })

  it("is the one of another process that was quicker, by its name", async () => {
    const answers = {
      list: [page([]), page([made({ id: "t9" })])],
      create: [made({ name: "" })],
      update: [refused("RESOURCE_007"), made()],
      delete: [undefined],
      get: [made()]
    }
    expect((await ensured(order, answers)).called).toEqual([
      asked(),
      ["create", { definition }],
      ["update", "t1", { name: "order" }],
      // The draft would stay, and nobody would know it.
      ["delete", "t1"],
      asked(),
      ["update", "t9", change],
      ["get", "t1"]
    ])
  })

  it("is the one of another process that was quicker, as a translation", async () => {
    const answers = {
      list: [page([]), page([made({ id: "t9" })])],
      create: [refused("RESOURCE_007")],
      update: [made()],
      get: [made()]
    }
    expect((await ensured(order, answers)).called.map(([name, id]) => [name, id]).slice(1)).toEqual([
      ["create", { definition }],
      ["list", asked()[1]],
      ["update", "t9"],
      ["get", "t1"]
    ])
  })

  it.each<readonly [name: string, answers: Answers, code: string]>([
    ["its making is refused", { list: [page([])], create: [refused("VALIDATION_001")] }, "VALIDATION_001"],
    [
      "nobody has the name that is taken",
      { list: [page([]), page([])], create: [refused("RESOURCE_007")] },
      "RESOURCE_007"
    ],
    [
      "its name is refused",
      { list: [page([])], create: [made({ name: "" })], update: [refused("VALIDATION_001")], delete: [undefined] },
      "VALIDATION_001"
    ],
    ["its change is refused", { list: [page([made()])], update: [refused("VALIDATION_001")] }, "VALIDATION_001"]
  ])("stays so where %s", async (_, answers, code) => {
    expect((await ensured(order, answers)).answer).toMatchObject({ code })
  })
})

describe("a translation", () => {
  const german = { ...order, language: "de", translation_of: "t1" }
  const translated = { template_id: "t5", language: "de", status: "APPROVED" }

  it("is the one that the template has in its language", async () => {
    const first = made({ translations: [{ ...translated, template_id: "t4", language: "fr" }, translated] } as object)
    const found = made({ id: "t5", language: "de" })
    expect(await ensured(german, { list: [page([first])], get: [found, found], update: [found] })).toEqual({
      answer: found,
      called: [asked(), ["get", "t5"], ["update", "t5", { ...change, language: "de" }], ["get", "t5"]]
    })
  })

  it("is made where the template has none in its language, and has its name already", async () => {
    const found = made({ id: "t5", language: "de" })
    expect((await ensured(german, { list: [page([made()])], create: [found], update: [found], get: [found] })).called)
      .toEqual([
        asked(),
        ["create", { definition, language: "de", translation_of: "t1" }],
        ["update", "t5", { ...change, language: "de" }],
        ["get", "t5"]
      ])
  })

  it.each<readonly [name: string, given: object]>([
    ["is in the language of the template", { translation_of: "t1", language: "en_US" }],
    ["is none", { translation_of: null, language: "de" }]
  ])("that %s is the template itself", async (_, given) => {
    const { called } = await ensured({ ...order, ...given }, {
      list: [page([made()])],
      update: [made()],
      get: [made()]
    })
    expect(called.map(([name, id]) => [name, id]).slice(1)).toEqual([["update", "t1"], ["get", "t1"]])
  })
})

describe("a template in review", () => {
  it("is changed when that has ended", async () => {
    const pending = made({ status: "PENDING" })
    const answers = {
      list: [page([made()])],
      update: [refused("CONFLICT_006"), made()],
      get: [pending, made(), made()]
    }
    expect((await ensured(order, answers)).called.map(([name]) => name)).toEqual([
      "list",
      "update",
      "get",
      "get",
      "update",
      "get"
    ])
  })

  it("is waited for as long as the host says, and five seconds where it says nothing", async () => {
    const pending = made({ status: "PENDING" })
    const answers = { list: [page([made()])], update: [pending], get: [pending] }
    expect((await ensured(order, answers, { reviewedWithinMs: 0 })).answer).toEqual(pending)
    const now = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(5000)
    expect((await ensured(order, answers)).answer).toEqual(pending)
    now.mockReturnValueOnce(0).mockReturnValueOnce(4999).mockReturnValue(5000)
    expect((await ensured(order, { ...answers, get: [pending, made()] })).answer).toEqual(made())
    now.mockRestore()
  })
})

it.each<readonly [given: unknown, message: string]>([
  [{ text: "Hello" }, "templates.ensure needs the name of the template."],
  [{ name: "", text: "Hello" }, "templates.ensure needs the name of the template."],
  [{ name: 7, text: "Hello" }, "templates.ensure needs the name of the template."],
  [{ name: "a", text: 7 }, "text must be a text"],
  [{ name: "a", text: "b", definition }, "text must not stand beside a definition"],
  [["a"], "body must be an object"]
])("%j is refused: %s", async (given, message) => {
  const { answer, called } = await ensured(given as EnsureTemplateBody, {})
  expect([String(answer), called]).toEqual([expect.stringContaining(message), []])
})

it("an idempotency key is refused: the name says which template is meant", async () => {
  const { answer, called } = await ensured(order, {}, { idempotencyKey: "one" } as EnsureOptions)
  expect([String(answer), called]).toEqual([expect.stringContaining("idempotencyKey"), []])
})
