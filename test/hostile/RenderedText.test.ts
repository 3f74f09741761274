/**
 * Values that blow a template up: what is rendered and what a message keeps is bounded, at acceptance and where a route
 * is chosen (decisions 9.4).
 */
import * as Commits from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import * as DispatchWork from "@signalbox/core/internal/dispatch/DispatchWork"
import type { Json } from "@signalbox/core/Json"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"

const rows = (definition: Definition) => {
  const template = { ...Scene.template, id: Given.templateId(2), name: "large", definition }
  return [
    Commits.put(Templates, template),
    Commits.put(TemplateRevisions, revisionOf(template))
  ]
}

/** The answer of a send of this definition, and the messages that are there afterwards. */
const send = (definition: Definition, parameters: Json, more: object = {}) =>
  Bench.run(
    Bench.layer({ carriers: [Scene.carrier("sms-a", ["sms", "whatsapp", "rcs", "mms"]).carrier] }),
    Effect.gen(function*() {
      yield* Scene.seed(1_000_000, ...rows(definition))
      const answer = yield* Scene.ask("messages.send", {
        to: [Given.phone(1)],
        channel: ["sms"],
        template: { name: "large", parameters },
        ...more
      } as Json)
      return { answer, messages: yield* Scene.messages }
    })
  )

const refused = async (...asked: Parameters<typeof send>) => {
  const { answer, messages } = await send(...asked)
  expect(messages).toEqual([])
  expect([answer.status, answer.error.code]).toEqual([400, "VALIDATION_008"])
  return answer.error.details
}

const framed: Definition = {
  header: { type: "text", template: "Head" },
  ...Given.definition("Body {{0}}{{0}}", "value"),
  footer: { type: "text", template: "Foot" }
}

describe("header, body and footer", () => {
  it("may have 4,096 units together, however many placeholders repeat a value", async () => {
    // 4 + 5 + 2 x 2,041 + 4 = 4,095; on SMS the two empty lines between the parts are not counted.
    const { answer } = await send(framed, { value: "x".repeat(2041) })
    expect(answer.status).toBe(202)
    expect(await refused(framed, { value: "x".repeat(2042) })).toEqual({
      "template.parameters": ["must make header, body and footer at most 4096 characters together, not 4097"]
    })
  })

  it("are judged on every channel that the message may take", async () => {
    const definition: Definition = {
      body: { ...Given.definition("Short").body, rcs: Given.definition("{{0}}{{0}}", "value").body.multiChannel! }
    }
    const parameters = { value: "x".repeat(3000) }
    expect((await send(definition, parameters)).answer.status).toBe(202)
    await refused(definition, parameters, { channel: ["rcs"] })
    await refused(definition, parameters, { channel: ["auto_detect"] })
  })

  it("cost nothing when 204 placeholders take 3,072 characters each for a thousand recipients", async () => {
    const definition = Given.definition("{{0}}".repeat(204), "value")
    const to = Array.from({ length: 1000 }, (_, index) => Given.phone(index))
    expect(await refused(definition, { value: "x".repeat(3072) }, { to })).toEqual({
      "template.parameters": ["must make header, body and footer at most 4096 characters together, not 626688"]
    })
  })

  const parts = fc.record({
    body: fc.array(fc.constantFrom("{{0}}", "{{1}}", "abc "), { minLength: 1, maxLength: 12 }),
    first: fc.nat(900).map((length) => "x".repeat(length)),
    second: fc.nat(900).map((length) => "é".repeat(length))
  })

  prop(
    "are rendered exactly when they fit, and their length is told without rendering",
    parts,
    ({ body, ...given }) => {
      const compiled = Renderer.compile(
        { ...Given.definition(body.join(""), "first", "second"), footer: { type: "text", template: "Foot" } },
        "en"
      )
      const text = body.map((part) => part === "{{0}}" ? given.first : part === "{{1}}" ? given.second : part).join(
        ""
      )
      expect(Renderer.length(compiled, "rcs", given)).toBe(text.length + 4)
      const rendered = Renderer.render(compiled, "rcs", given)
      expect(rendered?.content ?? null).toBe(text.length + 4 <= 4096 ? text : null)
    }
  )

  it("end the message with VALIDATION_008 when they are found too long later", async () => {
    const stored: Message = Given.message({
      requested: "sms",
      scheduledAt: Given.now,
      template: {
        ...Given.message().template!,
        id: Given.templateId(2),
        parameters: { value: "x".repeat(3000) }
      }
    })
    const messages = await Bench.run(
      Bench.layer({ carriers: [Scene.carrier("sms-a", ["sms"]).carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(1_000_000, ...rows(framed))
        const store = yield* Store
        yield* store.commit([Commits.make({
          puts: [Commits.put(Messages, stored)],
          due: [DispatchWork.due(stored, Given.now)]
        })])
        yield* Bench.idle
        return yield* Scene.messages
      })
    )
    expect(messages.map(({ code, status }) => [status, code])).toEqual([["FAILED", "VALIDATION_008"]])
  })
})

describe("an MMS subject", () => {
  it("is filled in no further than it is shown", () => {
    const mms = {
      template: "Hi",
      subject: "{{0}}".repeat(1000),
      variables: Given.definition("", "v").body.multiChannel!.variables!
    }
    const compiled = Renderer.compile({ body: { mms } }, "en")
    let asked = 0
    const value = {
      length: 3072,
      toString: () => {
        asked++
        return "x".repeat(3072)
      }
    } as unknown as string
    expect(Renderer.render(compiled, "mms", { v: value })?.subject?.length).toBe(80)
    expect(asked).toBe(1)
  })
})

describe("what a message keeps", () => {
  it("are the parameters that its template uses, and no others", async () => {
    const { messages } = await send(framed, { value: "a", other: "b".repeat(500_000), 0: "c" })
    expect(messages.map(({ template }) => template?.parameters)).toEqual([{ value: "a", 0: "c" }])
  })

  it("are at most 16,384 characters of them", async () => {
    // The variables of a subject are not part of the text.
    const names = ["a", "b", "c", "d", "e", "f"]
    const { variables } = Given.definition("", ...names).body.multiChannel!
    const definition: Definition = {
      body: {
        ...Given.definition("Hi").body,
        mms: { template: "Hi", subject: names.map((_, index) => `{{${index}}}`).join(""), variables: variables! }
      }
    }
    const values = (last: number) =>
      Object.fromEntries(names.map((name, index) => [name, "x".repeat(index < 5 ? 3072 : last)]))
    expect((await send(definition, values(1024))).answer.status).toBe(202)
    expect(await refused(definition, values(1025))).toEqual({
      "template.parameters": ["must have at most 16384 characters together, not 16385"]
    })
  })
})
