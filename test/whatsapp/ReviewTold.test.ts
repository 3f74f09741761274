/**
 * Reviews say to the author of a template and to the log, in whole words, why and when Meta is asked again.
 */
import type { Definition } from "@signalbox/core/Definition"
import * as Instant from "@signalbox/core/Instant"
import type { Review } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Options } from "@signalbox/whatsapp/Options"
import * as TemplateReviewer from "@signalbox/whatsapp/TemplateReviewer"
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

const plain: Definition = { body: { multiChannel: { template: "Hello" } } }

const template = Given.template({
  name: "Order",
  language: "en",
  category: "UTILITY",
  status: "PENDING",
  definition: plain
})

interface Reviewed {
  readonly review: Review
  readonly log: ReadonlyArray<unknown>
  readonly meta: Meta.Meta
}

interface Asked {
  readonly options?: Partial<Options>
  readonly definition?: Definition
  readonly get?: Reply
  readonly post?: Reply
  readonly there?: ReadonlyArray<Meta.Template>
}

/** Reviews one template where Meta answers so. */
const review = ({ definition = plain, get, options, post, there = [] }: Asked): Promise<Reviewed> =>
  Bench.run(Effect.gen(function*() {
    const meta = yield* Meta.make
    meta.templates.push(...there)
    meta.templateFault = ({ method }) => (method === "GET" ? get : post) ?? null
    const log: Array<unknown> = []
    const own = { businessAccount: Meta.businessAccount, id: "meta", ...options }
    const context = yield* Layer.build(Layer.merge(
      Whatsapp.reviewerLayer(Meta.options(meta, own)),
      Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
    ))
    const reviewer = yield* Effect.provide(Reviewer, context)
    const told = yield* Effect.provide(reviewer.review({ ...template, definition }, now), context)
    return { review: told, log, meta }
  }))

const approved = { _tag: "Approved" }
const others = { sms: approved, rcs: approved, mms: approved }

const undecided = (millis: number) => ({ _tag: "Undecided", askAgainAt: now + millis, channels: others })

const rejected = (reason: string) => ({ ...approved, channels: { whatsapp: { _tag: "Rejected", reason } } })

const warned = (why: string) => [
  ["Warn", ["Meta cannot be asked about a template now", { carrier: "meta", template: template.id, why }]]
]

const withFile: Definition = { ...plain, header: { type: "image", template: "https://files.example/cat.jpg" } }

describe("a template that Meta refuses", () => {
  const refused = (code: number, more: Meta.Json = {}, status = 400) =>
    review({ post: Meta.json(status, { error: { code, ...more } }) })

  it.each<[words: string, code: number, more: Meta.Json]>([
    ["Title: Message", 100, { error_user_title: "Title", error_user_msg: "Message", message: "no" }],
    ["Title: said", 132_000, { error_user_title: "Title", message: "said" }],
    ["Message", 100, { error_user_title: "", error_user_msg: "Message" }],
    ["said", 987_654, { message: "said" }],
    ["Meta answers 987654", 987_654, {}],
    ["Meta answers 100", 100, { error_user_title: "", error_user_msg: "" }]
  ])("is rejected in its words: %s", async (words, code, more) => {
    const { log, review } = await refused(code, more)
    expect([review, log]).toStrictEqual([rejected(words), []])
  })

  it("is rejected in a thousand characters at most", async () => {
    expect((await refused(100, { error_user_msg: "x".repeat(1001) })).review).toStrictEqual(rejected("x".repeat(1000)))
  })

  it("for what is no fault of its own is asked about again, and so is one that a failing Meta refuses", async () => {
    for (const [code, status, why] of [[131_026, 400, "code 131026"], [100, 500, "HTTP 500"]] as const) {
      const { log, review } = await refused(code, { error_user_msg: "Message" }, status)
      expect([review, log]).toStrictEqual([undecided(60_000), warned(why)])
    }
    expect((await refused(100, { error_user_msg: "Message" }, 499)).review).toStrictEqual(rejected("Message"))
  })

  it("because it is there already is asked about again", async () => {
    const { log, review } = await refused(100, { error_subcode: 2_388_024, error_user_msg: "Message" })
    expect([review, log]).toStrictEqual([undecided(60_000), warned("it is there already")])
  })
})

describe("Meta is asked again", () => {
  const usage = (minutes: number) => ({
    "x-business-use-case-usage": JSON.stringify({ 1: [{}, { estimated_time_to_regain_access: minutes }] })
  })
  const busy = (headers: Readonly<Record<string, string>>) => Meta.json(400, { error: { code: 80_008 } }, headers)

  it.each<[millis: number, reviewEvery: number | undefined, reply: Reply]>([
    [60_000, undefined, busy({})],
    [60_000, 60_001, busy({})],
    [1000, 1000, busy({})],
    [180_000, undefined, busy(usage(3))],
    [60_000, undefined, busy(usage(0.5))],
    [30_000, 1000, busy(usage(0.5))]
  ])("after %i ms where it is asked every %s ms", async (millis, reviewEvery, reply) => {
    const options = reviewEvery === undefined ? {} : { reviewEvery }
    for (const method of ["get", "post"] as const) {
      const { log, review: told } = await review({ options, [method]: reply })
      expect([told, log]).toStrictEqual([undecided(millis), warned("code 80008")])
    }
  })

  it("where it cannot find a template for a reason that nobody knows", async () => {
    const { log, review: told } = await review({ get: Meta.json(400, { error: { code: 100 } }) })
    expect([told, log]).toStrictEqual([undecided(60_000), warned("code 100")])
  })

  it("as often as it was set, about what it has taken, which is pending unless it says more", async () => {
    const options = { reviewEvery: 7000 }
    for (const id of ["9", 9]) {
      const { log, review: told } = await review({ options, post: Meta.json(200, { id }) })
      expect([told, log]).toStrictEqual([undecided(7000), []])
    }
    const said = { id: "9", status: "APPROVED", category: "MARKETING" }
    expect((await review({ options, post: Meta.json(200, said) })).review)
      .toStrictEqual({ ...approved, category: "MARKETING" })
    const { log, review: told } = await review({ options, post: Meta.json(200, { status: "APPROVED" }) })
    expect([told, log]).toStrictEqual([undecided(7000), warned("the answer has no id")])
  })

  it("where nothing can bring an example", async () => {
    const headerHandle = () => Promise.reject(new Error("a secret"))
    const { log, review: told } = await review({ definition: withFile, options: { headerHandle } })
    expect([told, log]).toStrictEqual([undecided(60_000), warned("headerHandle has failed")])
    // One that fails before it has a promise fails no less.
    const thrown = () => {
      throw new Error("a secret")
    }
    const { log: again } = await review({ definition: withFile, options: { headerHandle: thrown } })
    expect(again).toStrictEqual(warned("headerHandle has failed"))
  })
})

it("a template with a file in its header is rejected where nothing brings an example", async () => {
  const words = "Meta wants an example of the file in the header, and there is no headerHandle to bring it"
  expect((await review({ definition: withFile })).review).toStrictEqual(rejected(words))
  expect((await review({ definition: withFile, options: { reviews: "template" } })).review)
    .toStrictEqual({ _tag: "Rejected", reason: words })
})

it("a template of a plain name that Meta has in other words is rejected", async () => {
  const there = [{
    id: "1",
    name: "order",
    language: "en",
    category: "UTILITY",
    status: "APPROVED",
    components: [{ type: "BODY", text: "Bye" }]
  }]
  const { log, review: told } = await review({ there, options: { templateNames: "plain" } })
  expect([told, log]).toStrictEqual([
    rejected("Meta has another template of this name and language: choose another name"),
    []
  ])
})

it("the first of several templates that Meta has of a name and language counts", async () => {
  const components = [{ type: "BODY", text: "Hello" }]
  const one = { id: "1", name: "order", language: "en", category: "UTILITY", status: "APPROVED", components }
  const there = [{ ...one, language: "de" }, one, { ...one, status: "REJECTED" }]
  expect((await review({ there, options: { templateNames: "plain" } })).review).toStrictEqual(approved)
})

it("Meta is asked for the templates of a name, with the fields that are read, a hundred at a time", async () => {
  const { meta } = await review({ options: { templateNames: "plain" } })
  const [{ headers, method, path }] = meta.heard as [Meta.Meta["heard"][number]]
  expect([method, path, headers["authorization"], headers["accept"], headers["content-type"]]).toStrictEqual([
    "GET",
    `/v23.0/${Meta.businessAccount}/message_templates?name=order&limit=100&fields=` +
    "name%2Clanguage%2Cstatus%2Ccategory%2Ccomponents%2Crejected_reason",
    `Bearer ${Meta.secrets.accessToken}`,
    "application/json",
    undefined
  ])
})

describe("the review of a template", () => {
  const of = (status: string, category: string | null = null, reason: string | null = null) =>
    TemplateReviewer.reviewOf(template, { status, category, rejected_reason: reason }, now, "whatsapp")

  it("is that of where it stands at Meta, whose category counts where it is another one", () => {
    expect([of("APPROVED"), of("APPROVED", "UTILITY"), of("APPROVED", "ODD"), of("APPROVED", "MARKETING")])
      .toStrictEqual([approved, approved, approved, { ...approved, category: "MARKETING" }])
    for (const status of ["PENDING", "PAUSED", "FLAGGED", "odd"]) expect(of(status), status).toStrictEqual(undecided(0))
    expect(of("PENDING", "MARKETING")).toStrictEqual({ ...undecided(0), category: "MARKETING" })
    expect(of("REJECTED", "MARKETING", "SCAM")).toStrictEqual({
      ...rejected("Meta takes the content for a scam (SCAM)"),
      category: "MARKETING"
    })
  })

  it("needs a business account", () => {
    expect(() => Whatsapp.whatsappReview(Meta.options({ url: "http://127.0.0.1" })))
      .toThrow(new TypeError("whatsapp: businessAccount is needed where templates are reviewed"))
  })
})
