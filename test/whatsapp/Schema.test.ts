/**
 * Meta's published schema as the judge, where `CARRIER_SCHEMAS` names the folder that has it: every example of messages,
 * templates and webhooks in it is a case, and what we write, and what the fixtures here say, is right by it.
 */
import type { Definition, Variable } from "@signalbox/core/Definition"
import * as Instant from "@signalbox/core/Instant"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import type { Button, Rendered } from "@signalbox/core/Rendered"
import * as Rendereds from "@signalbox/core/Rendered"
import { Reviewer } from "@signalbox/core/Reviewer"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { propWith } from "@signalbox/testing/Prop"
import * as FreeForm from "@signalbox/whatsapp/FreeForm"
import * as GraphAnswer from "@signalbox/whatsapp/GraphAnswer"
import * as MessageRequest from "@signalbox/whatsapp/MessageRequest"
import * as TemplateMessage from "@signalbox/whatsapp/TemplateMessage"
import * as TemplateRequest from "@signalbox/whatsapp/TemplateRequest"
import * as Webhook from "@signalbox/whatsapp/Webhook"
import * as Whatsapp from "@signalbox/whatsapp/Whatsapp"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Bench from "./Bench.ts"
import * as Meta from "./Meta.ts"
import type { Json, Schemas } from "./Schemas.ts"
import * as Published from "./Schemas.ts"

const paths = {
  messages: "/{Version}/{Phone-Number-ID}/messages",
  templates: "/{Version}/{WABA-ID}/message_templates",
  webhook: "/whatsapp/webhooks"
} as const

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

const place = { id: "whatsapp", api: "https://graph.facebook.com/v23.0", accounts: {}, reviews: "whatsapp" } as const

/** The schema of each type of message. */
const schemaOf: Readonly<Record<string, string>> = {
  text: "TextMessage",
  image: "ImageMessage",
  video: "VideoMessage",
  document: "DocumentMessage",
  audio: "AudioMessage",
  interactive: "InteractiveMessage",
  template: "TemplateMessage"
}

const rendered = (parts: Partial<Rendered>): Rendered => ({ ...Rendereds.fromText(""), ...parts })

const reply = (title: string): Button => ({ type: "QUICK_REPLY", value: title, text: title, postbackData: title })

/** Returns what we would send to have the message of an example; null for what no message of ours is. */
const contentOf = (example: Json): FreeForm.Content | null => {
  const { type = "text", context, text, interactive } = example as {
    readonly type?: string
    readonly context?: unknown
    readonly text?: { readonly body: string; readonly preview_url?: boolean }
    readonly interactive?: Json & {
      readonly type: string
      readonly body: { readonly text: string }
      readonly action: { readonly buttons?: ReadonlyArray<{ readonly reply: { readonly title: string } }> }
    }
  }
  if (context !== undefined) return null
  const content = (parts: Partial<Rendered>, previews = false) =>
    Result.getOrThrow(FreeForm.of(rendered(parts), previews))
  if (text !== undefined) return content({ plain: text.body }, text.preview_url === true)
  const file = example[type] as { readonly link?: string; readonly caption?: string } | undefined
  if (["image", "video", "document", "audio"].includes(type) && file?.link !== undefined) {
    return content({ headerMedia: { type, url: file.link }, plain: file.caption ?? "" })
  }
  if (interactive?.type === "button" && interactive["header"] === undefined) {
    const buttons = interactive.action.buttons!.map((each) => reply(each.reply.title))
    return content({ content: interactive.body.text, buttons })
  }
  return null
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => key === "id" ? undefined : each)) as unknown

const variablesOf = (samples: ReadonlyArray<string>): ReadonlyArray<Variable> =>
  samples.map((sample, id) => ({ id, name: `v${id}`, type: "variable", props: { variableType: "text", sample } }))

const ours = (text: string): string =>
  text.replaceAll(/\{\{(\d+)\}\}/g, (_, place) => `{{${Number(place) - 1}:variable}}`)

interface Part {
  readonly type: string
  readonly format?: string
  readonly text?: string
  readonly url?: string
  readonly phone_number?: string
  readonly example?: {
    readonly header_text?: ReadonlyArray<string>
    readonly body_text?: ReadonlyArray<ReadonlyArray<string>>
  }
  readonly buttons?: ReadonlyArray<Omit<Part, "example"> & { readonly example?: ReadonlyArray<string> }>
}

const kinds: ReadonlyArray<string> = ["QUICK_REPLY", "URL", "PHONE_NUMBER"]

/** Returns the definition that an example of a template is made of; null for what no template of ours has. */
const definitionOf = (parts: ReadonlyArray<Part>): Definition | null => {
  const of = (type: string) => parts.find((each) => each.type === type)
  const [header, body, footer, buttons] = [of("HEADER"), of("BODY"), of("FOOTER"), of("BUTTONS")]
  if (body?.text === undefined || (header !== undefined && header.format !== "TEXT")) return null
  if (buttons?.buttons?.some(({ type }) => !kinds.includes(type)) === true) return null
  return {
    ...(header === undefined
      ? {}
      : {
        header: {
          type: "text",
          template: ours(header.text!),
          variables: variablesOf(header.example?.header_text ?? [])
        }
      }),
    body: { multiChannel: { template: ours(body.text), variables: variablesOf(body.example?.body_text?.[0] ?? []) } },
    ...(footer?.text === undefined ? {} : { footer: { type: "text", template: footer.text } }),
    ...(buttons === undefined ? {} : {
      buttons: buttons.buttons!.map(({ example = [], phone_number: phone = "", text = "", type, url }, id) => ({
        id,
        type: type as "URL",
        props: {
          text,
          ...(url === undefined ? {} : { url: ours(url), variables: variablesOf(example) }),
          ...(phone === "" ? {} : { countryCode: "", phoneNumber: phone })
        }
      }))
    })
  }
}

/** An example may have the sample of a header's variable without the variable. */
const withoutSamples = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => key === "example" ? undefined : each)) as unknown

const judged = (schemas: Schemas): void => {
  const messages = schemas.requests(paths.messages, "post").map(({ name, value }) => [name, value as Json] as const)
  const written = messages.flatMap(([name, example]) => {
    const content = contentOf(example)
    return content === null ? [] : [[name, example, content] as const]
  })

  describe("messages", () => {
    it("are written for the examples of texts, files and reply buttons", () => {
      expect(written.map(([name]) => name)).toEqual(expect.arrayContaining([
        "Send Text Message",
        "Send Text Message with Preview URL",
        "Send Image Message by URL",
        "Send Video Message by URL",
        "Send Document Message by URL",
        "Send Audio Message by URL",
        "Send Reply Button"
      ]))
    })

    it.each(written)("%s is what we write", (_, example, content) => {
      const expected = { ...withoutIds(example) as object, type: content.type }
      expect(expected).toMatchObject(
        withoutIds({ type: content.type, [content.type]: content[content.type] }) as object
      )
    })

    // The schema knows no fields of flows, catalogues and orders, and some examples have places for what is to be put there.
    const isForeign = /flow|catalog|order|product|"index":\d|language-and-locale/i
    const described = messages.filter(([, example]) =>
      Object.hasOwn(schemaOf, String(example["type"])) && !isForeign.test(JSON.stringify(example))
    )

    it.each(described)("%s is one by the schema of its type", (_, example) => {
      expect(schemas.flaws(schemaOf[String(example["type"])]!, { recipient_type: "individual", ...example })).toEqual(
        []
      )
    })

    const parts = fc.record({
      plain: fc.string({ maxLength: 300 }),
      content: fc.string({ maxLength: 300 }),
      header: fc.option(fc.string({ maxLength: 60 })),
      footer: fc.option(fc.string({ maxLength: 60 })),
      headerMedia: fc.option(fc.record({ type: fc.constantFrom("image", "video", "document"), url: fc.webUrl() })),
      buttons: fc.option(fc.array(fc.string({ minLength: 1, maxLength: 20 }).map(reply), { maxLength: 10 }))
    })

    propWith({ runs: 100 })("without a template are right", parts, (given) => {
      const submission = Bench.message(1, { rendered: rendered(given) })
      const request = MessageRequest.of(submission, { previewsLinks: true, templateNames: "own" })
      const made = Result.getOrThrow(request)
      expect(schemas.flaws(schemaOf[made.type]!, made)).toEqual([])
    })

    propWith({ runs: 100 })("of templates are right", WholeDefinitions.whole({}), (definition) => {
      const compiled = Renderer.compiled(definition, "en")
      const parameters = Object.fromEntries(compiled.parameters.map((name) => [name, `value of ${name}`]))
      const shown = Renderer.render(compiled, "whatsapp", parameters)
      fc.pre(shown !== null)
      const values = Renderer.values(compiled, "whatsapp", parameters)
      const template = {
        id: Given.templateId(1),
        name: "order",
        revision: 1,
        language: "en",
        category: "UTILITY" as const,
        ...values
      }
      const submission = Bench.message(1, { rendered: shown, template })
      const made = Result.getOrThrow(MessageRequest.of(submission, { previewsLinks: false, templateNames: "own" }))
      // Coupons are younger than the schema.
      fc.pre(!JSON.stringify(made).includes("copy_code"))
      expect(schemas.flaws("TemplateMessage", made)).toEqual([])
      expect(TemplateMessage.of({ rendered: shown, template }, "own")).toEqual(made["template"])
    })

    it("that are read are marked by a right request", () => {
      expect(schemas.flaws("MarkMessageRequestPayload", MessageRequest.read("wamid.1"))).toEqual([])
    })

    it.each(schemas.answers(paths.messages, "post").map(({ name, ...answer }) => [name, answer] as const))(
      "%s is an answer that is understood",
      (_, { status, value }) => {
        const answer = { _tag: "Answered", status, headers: {}, body: bytes(value) } as const
        const outcome = GraphAnswer.outcomeOf(answer, Instant.make(1_764_000_000_000))
        const { messages: sent } = value as { readonly messages?: ReadonlyArray<{ readonly id: string }> }
        // Whoever has marked a message as read is told nothing more.
        if (sent === undefined) expect(value).toEqual({ success: true })
        else expect(outcome).toEqual({ _tag: "Accepted", references: [sent[0]!.id] })
      }
    )
  })

  const created = schemas.requests(paths.templates, "post").map(({ name, value }) =>
    [name, value as Json & { readonly category: "UTILITY"; readonly components: ReadonlyArray<Part> }] as const
  )
  const defined = created.flatMap(([name, example]) => {
    const definition = definitionOf(example.components)
    return definition === null ? [] : [[name, example, definition] as const]
  })

  describe("templates", () => {
    it.each(defined)("%s is what we hand in", (_, { category, components }, definition) => {
      expect(withoutSamples(TemplateRequest.components(definition, category, null))).toEqual(withoutSamples(components))
    })

    it.each(created.filter(([name]) => name.startsWith("Create authentication template")))(
      "%s is what we hand in",
      (_, { components }) => {
        const { autofill_text: fill, otp_type: otp, package_name: app, signature_hash: hash, text } = components.at(-1)!
          .buttons![0] as unknown as Readonly<Record<string, string>>
        const definition: Definition = {
          body: { multiChannel: { template: "{{0:variable}} is your code", variables: variablesOf(["1234"]) } },
          authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 10 },
          buttons: [{
            id: 1,
            type: "COPY_CODE",
            props: {
              text: text!,
              otpType: otp!,
              ...(fill === undefined ? {} : { autofillText: fill, packageName: app!, signatureHash: hash! })
            }
          }]
        }
        expect(TemplateRequest.components(definition, "AUTHENTICATION", null)).toEqual(components)
      }
    )

    const listed = schemas.answers(paths.templates, "get").flatMap(({ value }) =>
      (value as { readonly data: ReadonlyArray<Meta.Template> }).data.map((each) => [each.name, each, value] as const)
    )

    it.each(listed)(
      "%s is found, and approved",
      (_, { category, components, language, name }, list) =>
        Bench.run(Effect.gen(function*() {
          const meta = yield* Meta.make
          meta.templateFault = () => Meta.json(200, list)
          const options = Meta.options(meta, { businessAccount: Meta.businessAccount, templateNames: "plain" })
          const definition = definitionOf(components as unknown as ReadonlyArray<Part>)!
          const template = Given.template({ name, language, category: category as "MARKETING", definition })
          const review = Effect.flatMap(Reviewer, (reviewer) => reviewer.review(template, Instant.make(0)))
          expect(yield* Effect.provide(review, Whatsapp.reviewerLayer(options))).toEqual({ _tag: "Approved" })
        }))
    )

    it.each(schemas.answers(paths.templates, "post").map(({ name, value }) => [name, value] as const))(
      "%s is an answer to one that is handed in",
      (_, value) =>
        Bench.run(Effect.gen(function*() {
          const meta = yield* Meta.make
          meta.templateFault = ({ method }) => Meta.json(200, method === "GET" ? { data: [] } : value)
          const options = Meta.options(meta, { businessAccount: Meta.businessAccount })
          const { category, status = "PENDING" } = value as { readonly category?: string; readonly status?: string }
          const template = Given.template({ category: "UTILITY" })
          const review = Effect.flatMap(Reviewer, (reviewer) => reviewer.review(template, Instant.make(0)))
          const found = yield* Effect.provide(review, Whatsapp.reviewerLayer(options))
          expect([found._tag, found.category]).toEqual([
            status === "APPROVED" ? "Approved" : "Undecided",
            category === "UTILITY" ? undefined : category
          ])
        }))
    )
  })

  describe("webhooks", () => {
    const examples = schemas.requests(paths.webhook, "post").map(({ name, value }) => [name, value] as const)

    it.each(examples)("%s is read", (name, value) => {
      const news = Webhook.read(bytes(value), place)!
      expect(news.strange).toBe(0)
      expect(news.inbound.length).toBe(/^(System|Group)/.test(name) ? 0 : 1)
      if (name.startsWith("Image")) expect(news.inbound[0]?.media.length).toBe(1)
      else if (news.inbound.length > 0 && name !== "Unsupported Message") expect(news.inbound[0]?.text).not.toBeNull()
      if (!name.startsWith("Group")) expect(schemas.flaws("WebhookPayload", value)).toEqual([])
    })

    const sent = { id: "wamid.1", number: Meta.numberId, message: { to: "+16505551234", type: "text" } }

    it.each([
      ["statuses", Meta.statuses(...["sent", "delivered", "read", "failed"].map((each) => Meta.statusOf(sent, each)))],
      ["a text", Meta.messages(Meta.text("wamid.2", "Hi"))]
    ])("of the stand-in with %s are right", (_, change) => {
      expect(schemas.flaws("WebhookPayload", Meta.webhook(change))).toEqual([])
    })
  })
}

const schemas = Published.read()

describe("Meta's published schema", () => {
  if (schemas === null) {
    it("judges nothing here, because CARRIER_SCHEMAS names no folder that has it", () => {
      expect(process.env["CARRIER_SCHEMAS"] ?? "").toBe("")
    })
  } else judged(schemas)
})
