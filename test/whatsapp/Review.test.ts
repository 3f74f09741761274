/**
 * Meta as the reviewer of templates.
 */
import type { Definition } from "@signalbox/core/Definition"
import * as Instant from "@signalbox/core/Instant"
import type { Review } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import type { Options } from "@signalbox/whatsapp/Options"
import * as Whatsapp from "@signalbox/whatsapp/Whatsapp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Reply } from "../http-carrier/Provider.ts"
import * as Bench from "./Bench.ts"
import * as Meta from "./Meta.ts"

const now = Instant.make(Date.UTC(2026, 10, 25))
const soon = Instant.plus(now, 60_000)
const later = Instant.plus(now, 15 * 60_000)

const definition: Definition = {
  body: {
    multiChannel: {
      template: "Hello {{0:variable}}",
      variables: [
        { id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ann" } }
      ]
    }
  }
}

const given = (parts: Partial<Template> = {}): Template =>
  Given.template({
    name: "Order Update",
    language: "en_US",
    category: "UTILITY",
    status: "PENDING",
    definition,
    ...parts
  })

interface Bed {
  readonly meta: Meta.Meta
  readonly log: Array<string>
  readonly review: (template: Template) => Effect.Effect<Review>
}

const withMeta = (test: (bed: Bed) => Effect.Effect<void>, options: Partial<Options> = {}) =>
  Bench.run(Effect.gen(function*() {
    const meta = yield* Meta.make
    const log: Array<string> = []
    const own = Whatsapp.reviewerLayer(Meta.options(meta, { businessAccount: Meta.businessAccount, ...options }))
    const logger = Logger.layer([Logger.make(({ message }) => void log.push(JSON.stringify(message)))])
    const context = yield* Layer.build(Layer.merge(own, logger))
    const review = (template: Template) =>
      Effect.provide(Effect.flatMap(Reviewer, (reviewer) => reviewer.review(template, now)), context)
    yield* test({ meta, log, review })
  }))

const others = { sms: { _tag: "Approved" }, rcs: { _tag: "Approved" }, mms: { _tag: "Approved" } }

const posts = ({ heard }: Meta.Meta) => heard.filter(({ method }) => method === "POST").length

describe("a template", () => {
  it("is handed in once, and asked about until Meta has decided", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        const undecided = { _tag: "Undecided", askAgainAt: later, channels: others }
        expect(yield* review(given())).toEqual(undecided)
        expect(meta.templates).toEqual([{
          id: "9000",
          name: `order_update_${given().id.replaceAll("-", "")}_r${given().revision}`,
          language: "en_US",
          category: "UTILITY",
          status: "PENDING",
          components: [{ type: "BODY", text: "Hello {{1}}", example: { body_text: [["Ann"]] } }]
        }])
        expect(yield* review(given())).toEqual(undecided)
        meta.templates[0]!.status = "APPROVED"
        expect(yield* review(given())).toEqual({ _tag: "Approved" })
        expect(posts(meta)).toBe(1)
      })
    ))

  it("is another one at Meta with each revision", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given({ revision: 1 }))
        yield* review(given({ revision: 2 }))
        yield* review(given({ id: Given.templateId(7) }))
        expect(new Set(meta.templates.map(({ name }) => name)).size).toBe(3)
      })
    ))

  it("is rejected on WhatsApp with Meta's reason, and approved elsewhere", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given())
        Object.assign(meta.templates[0]!, { status: "REJECTED", rejected_reason: "SCAM" })
        const verdict = { _tag: "Rejected", reason: "Meta takes the content for a scam (SCAM)" }
        expect(yield* review(given())).toEqual({ _tag: "Approved", channels: { whatsapp: verdict } })
      })
    ))

  it("is rejected, paused or approved on all channels, when Meta's verdict counts there", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        expect(yield* review(given())).toEqual({ _tag: "Undecided", askAgainAt: later })
        Object.assign(meta.templates[0]!, { status: "REJECTED", rejected_reason: "NONE" })
        expect(yield* review(given())).toEqual({ _tag: "Rejected", reason: "Meta gives no reason" })
      }), { reviews: "template" }))

  it("has the category that Meta gives it", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given())
        Object.assign(meta.templates[0]!, { status: "APPROVED", category: "MARKETING" })
        expect(yield* review(given())).toEqual({ _tag: "Approved", category: "MARKETING" })
      })
    ))

  it("that has nothing for WhatsApp is approved, and Meta is not asked", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        expect(yield* review(given({ definition: { body: { sms: { template: "Hi" } } } }))).toEqual({
          _tag: "Approved"
        })
        expect(meta.heard).toEqual([])
      })
    ))

  it("that Meta finds wrong is rejected with Meta's words", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        const more = {
          error_subcode: 2388072,
          error_user_title: "Bad place",
          error_user_msg: "It ends with a variable."
        }
        meta.templateFault = ({ method }) => method === "POST" ? Meta.failed(100, "Invalid parameter", 400, more) : null
        expect(yield* review(given())).toMatchObject({
          channels: { whatsapp: { _tag: "Rejected", reason: "Bad place: It ends with a variable." } }
        })
      })
    ))

  /** Each with the reason that the log tells: where nonsense answers a question, and where it answers what is handed in. */
  const faults: ReadonlyArray<readonly [fault: string, Reply, GET: string, POST: string]> = [
    ["is busy", Meta.failed(80008), "code 80008", "code 80008"],
    ["does not take the token", Meta.failed(190, "Malformed access token EAAtoken", 401), "code 190", "code 190"],
    ["fails", Meta.failed(2, "down", 500), "HTTP 500", "HTTP 500"],
    ["has a proxy that fails", { status: 502, body: "<html>" }, "HTTP 502", "HTTP 502"],
    ["answers nonsense", Meta.json(200, []), "the answer is no list of templates", "the answer has no id"],
    ["loses the answer", "lost", "UND_ERR_SOCKET", "UND_ERR_SOCKET"]
  ]

  for (const method of ["GET", "POST"]) {
    it.each(faults)(
      `is asked about again a minute later when Meta %s (${method})`,
      (_, reply, asked, handedIn) =>
        withMeta(({ log, meta, review }) =>
          Effect.gen(function*() {
            meta.templateFault = (request, when) => request.method === method && when === "after" ? reply : null
            expect(yield* review(given())).toEqual({ _tag: "Undecided", askAgainAt: soon, channels: others })
            expect(log).toEqual([
              JSON.stringify(["Meta cannot be asked about a template now", {
                carrier: "whatsapp",
                template: given().id,
                why: method === "GET" ? asked : handedIn
              }])
            ])
            expect(log.join()).not.toMatch(/EAA|Order|Hello|secret/)
            // Whatever was lost, nothing is handed in twice.
            meta.templateFault = () => null
            expect(yield* review(given())).toMatchObject({ _tag: "Undecided", askAgainAt: later })
            expect(meta.templates.length).toBe(1)
          })
        )
    )
  }

  it("that another node hands in at the same time is asked about again", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given())
        meta.templateFault = ({ method }) => method === "GET" ? Meta.json(200, { data: [] }) : null
        expect(yield* review(given())).toMatchObject({ _tag: "Undecided", askAgainAt: soon })
      })
    ))

  it("is found on a later page", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given())
        meta.templates[0]!.status = "APPROVED"
        meta.templateFault = ({ path }) =>
          new URL(path, "http://meta").searchParams.get("after") === "two"
            ? null
            : Meta.json(200, { data: [], paging: { next: "http://elsewhere", cursors: { after: "two" } } })
        expect(yield* review(given())).toEqual({ _tag: "Approved" })
        expect(posts(meta)).toBe(1)
      })
    ))

  it("is looked for on ten pages at most, and on none behind the last one", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        const asked = Effect.fnUntraced(function*(paging: object) {
          const before = meta.heard.length
          meta.templateFault = ({ method }) => method === "GET" ? Meta.json(200, { data: [], paging }) : null
          yield* review(given({ revision: before + 1 }))
          return meta.heard.slice(before).map(({ method }) => method)
        })
        const next = "http://elsewhere"
        const pages = (count: number) => [...Array.from({ length: count }, () => "GET"), "POST"]
        expect(yield* asked({ next, cursors: { after: "more" } })).toEqual(pages(10))
        expect(yield* asked({ cursors: { after: "more" } })).toEqual(pages(1))
        expect(yield* asked({ next, cursors: {} })).toEqual(pages(1))
        expect(yield* asked({ next })).toEqual(pages(1))
      })
    ))
})

describe("a file in a header", () => {
  const withFile: Definition = {
    ...definition,
    header: { type: "image", template: "https://files.example/cat.jpg" }
  }

  it("needs somebody who brings an example", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        expect(yield* review(given({ definition: withFile }))).toMatchObject({
          channels: { whatsapp: { _tag: "Rejected", reason: expect.stringContaining("headerHandle") } }
        })
        expect(posts(meta)).toBe(0)
      })
    ))

  it("is handed in with the handle of one", () => {
    const asked: Array<unknown> = []
    const headerHandle = async (media: object) => {
      asked.push(media)
      return "4::handle"
    }
    return withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        yield* review(given({ definition: withFile }))
        expect(asked).toEqual([{ type: "image", url: "https://files.example/cat.jpg" }])
        expect(meta.templates[0]?.components[0]).toEqual({
          type: "HEADER",
          format: "IMAGE",
          example: { header_handle: ["4::handle"] }
        })
      }), { headerHandle })
  })

  it("is tried again when that fails", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        expect(yield* review(given({ definition: withFile }))).toMatchObject({ _tag: "Undecided", askAgainAt: soon })
        expect(posts(meta)).toBe(0)
      }), { headerHandle: () => Promise.reject(new Error("no network")) }))
})

describe("plain names", () => {
  const plain = { templateNames: "plain" } as const

  it("are those of templates that Meta has already, when they say the same", () =>
    withMeta(({ meta, review }) =>
      Effect.gen(function*() {
        const components = [{ type: "BODY", text: "Hello {{1}}", example: { body_text: [["Bob"]] } }]
        const mine = { id: "1", name: "order_update", language: "en_US", category: "UTILITY", status: "APPROVED" }
        meta.templates.push(
          { ...mine, name: "order_update_old", components: [] },
          { ...mine, language: "de", components: [] },
          { ...mine, components }
        )
        expect(yield* review(given())).toEqual({ _tag: "Approved" })
        expect(posts(meta)).toBe(0)
        expect(yield* review(given({ definition: { body: { multiChannel: { template: "Bye" } } } }))).toMatchObject({
          channels: { whatsapp: { _tag: "Rejected", reason: expect.stringContaining("another template of this name") } }
        })
      }), plain))
})

it("needs the business account", () => {
  expect(() => Whatsapp.whatsappReview(Meta.options({ url: "http://127.0.0.1" }))).toThrow(/businessAccount is needed/)
})
