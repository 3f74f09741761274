/**
 * POST /v3/templates and the review that follows, without HTTP (specification "Template", decisions 3.4, 4.2, 7.5).
 */
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Review } from "@signalbox/core/Reviewer"
import { Store } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import type { WebhookRequest } from "@signalbox/core/WebhookSender"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const body = (template: Json, variables?: Json): JsonObject => ({
  multiChannel: variables === undefined ? { template } : { template, variables }
})

const definition: JsonObject = {
  body: body("Your parcel {{0:variable}} is here.", [
    { id: 0, name: "parcel", type: "variable", props: { variableType: "text", sample: "P-1" } }
  ])
}

const templates = Effect.flatMap(Store, (store) =>
  Effect.map(
    store.list({ list: "templates", scope: Scene.account.id, offset: 0, limit: 100 }),
    ({ rows }) => rows.map(({ value }) => value as Template).filter(({ id }) => id !== Scene.template.id)
  ))

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>, world: Bench.World = {}): Promise<A> =>
  Bench.run(Bench.layer(world), Effect.andThen(Scene.seed(0), program))

const create = (asked: Json) => scene(Scene.ask("templates.create", asked))

const refusal = async (asked: Json) => {
  const { error, status } = await create(asked)
  return [status, error.code, Object.keys(error.details ?? {})] as const
}

describe("a new template", () => {
  it("is answered 201 as decisions 3.4 show it [TPL-010, TPL-012, TPL-014, TPL-021]", async () => {
    const { data, status } = await create({ definition: { ...definition, definitionVersion: "7" }, name: "ignored" })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      customer_id: Scene.account.id,
      name: "your_parcel_is_here",
      category: "UTILITY",
      language: "en_US",
      status: "DRAFT",
      channels: ["sms", "whatsapp", "rcs"],
      variables: ["parcel"],
      is_published: false,
      definition: { ...definition, definitionVersion: "7" },
      created_at: "2030-01-15T12:34:56.789Z",
      updated_at: null
    })
  })

  it("has category, language and source as they were given, else as found out [TPL-002, TPL-004, TPL-006]", async () => {
    await scene(
      Effect.gen(function*() {
        yield* Scene.ask("templates.create", { definition })
        yield* Scene.ask("templates.create", {
          definition: { body: body("Große Freude: die Ware ist auf dem Weg und wird mit der Post geliefert. Sale!") },
          creation_source: null
        })
        yield* Scene.ask("templates.create", {
          definition: { body: body("Other words") },
          category: "MARKETING",
          language: "nl",
          creation_source: "import"
        })
        const made = (yield* templates).map((each) => [each.category, each.language, each.creationSource])
        expect(made.toSorted()).toEqual([
          ["MARKETING", "de", "from-api"],
          ["MARKETING", "nl", "import"],
          ["UTILITY", "en_US", "from-api"]
        ])
      })
    )
  })

  it.each([[undefined, "DRAFT"], [null, "DRAFT"], [false, "DRAFT"], [true, "PENDING"]])(
    "with submit_for_review %j is %s [TPL-007, TPL-008]",
    async (submit, status) => {
      const { data } = await create({ definition, ...(submit === undefined ? {} : { submit_for_review: submit }) })
      expect(data["status"]).toBe(status)
    }
  )

  it("gets no type key that its author did not write [TPL-050]", async () => {
    await scene(
      Effect.gen(function*() {
        yield* Scene.ask("templates.create", { definition })
        yield* Scene.ask("templates.create", {
          definition: { body: { multiChannel: { type: "text", template: "With a type" } } }
        })
        const bodies = (yield* templates).map((each) => each.definition.body.multiChannel!)
        expect(bodies.map((body) => Object.hasOwn(body, "type") ? body.type : "(no key)").toSorted()).toEqual([
          "(no key)",
          "text"
        ])
      })
    )
  })

  it("of the same words gets the next free name, also when several come at the same time", async () => {
    await scene(
      Effect.gen(function*() {
        yield* Effect.all(Array.from({ length: 5 }, () => Scene.ask("templates.create", { definition })), {
          concurrency: "unbounded"
        })
        expect((yield* templates).map(({ name }) => name).toSorted()).toEqual([
          "your_parcel_is_here",
          "your_parcel_is_here_2",
          "your_parcel_is_here_3",
          "your_parcel_is_here_4",
          "your_parcel_is_here_5"
        ])
      })
    )
  })

  it("without words gets a name from its id", async () => {
    const { data } = await create({ definition: { body: body("🎉") } })
    expect(data["name"]).toMatch(/^template_[0-9a-f]{8}$/)
    expect(String(data["id"]).replaceAll("-", "")).toContain(String(data["name"]).slice("template_".length))
  })

  it("can be sent by its name once it is approved", async () => {
    await scene(
      Effect.gen(function*() {
        const { data } = yield* Scene.ask("templates.create", { definition, submit_for_review: true })
        yield* Bench.idle
        const answer = yield* Scene.ask("messages.send", {
          to: [Given.phone(1)],
          template: { name: "your_parcel_is_here", parameters: { parcel: "P-9" } }
        })
        expect(answer.data).toMatchObject({
          template_id: data["id"],
          recipients: [{ body: "Your parcel P-9 is here." }]
        })
      })
    )
  })
})

describe("a template is refused", () => {
  const path = "definition.body.multiChannel"
  const variable = { id: 0, name: "a", type: "variable", props: { variableType: "text", sample: "s" } }
  const without = (key: string): Json => Object.fromEntries(Object.entries(variable).filter(([name]) => name !== key))

  it.each<readonly [string, Json, string, string]>([
    ["without a definition [TPL-005]", {}, "VALIDATION_001", "definition"],
    ["without a body [TPL-018]", { definition: {} }, "VALIDATION_001", "definition.body"],
    ["with an empty body [TPL-046]", { definition: { body: {} } }, "VALIDATION_001", "definition.body"],
    ["without a text [TPL-051]", { definition: { body: { multiChannel: {} } } }, "VALIDATION_001", `${path}.template`],
    ["of another category [TPL-001]", { definition, category: "NEWS" }, "VALIDATION_006", "category"],
    ["of a category in lower case [TPL-001]", { definition, category: "utility" }, "VALIDATION_006", "category"],
    ["of a language that is none [TPL-003]", { definition, language: "English" }, "VALIDATION_001", "language"],
    [
      "of a source that is too long",
      { definition, creation_source: "x".repeat(51) },
      "VALIDATION_001",
      "creation_source"
    ],
    [
      "with a variable without name [VAR-011]",
      { definition: { body: body("{{0}}", [without("name")]) } },
      "VALIDATION_001",
      `${path}.variables[0].name`
    ],
    [
      "with a variable without type [VAR-012]",
      { definition: { body: body("{{0}}", [without("type")]) } },
      "VALIDATION_001",
      `${path}.variables[0].type`
    ],
    [
      "with a variable without props [VAR-014]",
      { definition: { body: body("{{0}}", [without("props")]) } },
      "VALIDATION_001",
      `${path}.variables[0].props`
    ],
    [
      "with a variable of an unknown type [VAR-013]",
      { definition: { body: body("{{0}}", [{ ...variable, type: "number" }]) } },
      "VALIDATION_001",
      `${path}.variables[0].type`
    ],
    [
      "with a variable whose id is no number [VAR-010]",
      { definition: { body: body("{{0}}", [{ ...variable, id: "0" }]) } },
      "VALIDATION_001",
      `${path}.variables[0].id`
    ],
    [
      "with a variable without variableType [VAR-015]",
      { definition: { body: body("{{0}}", [{ ...variable, props: { sample: "s" } }]) } },
      "VALIDATION_001",
      `${path}.variables[0].props.variableType`
    ],
    [
      "with a variable without sample [VAR-017]",
      { definition: { body: body("{{0}}", [{ ...variable, props: { variableType: "text" } }]) } },
      "VALIDATION_001",
      `${path}.variables[0].props.sample`
    ],
    [
      "with a sample that is no text [VAR-018]",
      { definition: { body: body("{{0}}", [{ ...variable, props: { variableType: "text", sample: 5 } }]) } },
      "VALIDATION_001",
      `${path}.variables[0].props.sample`
    ]
  ])("%s", async (_, asked, code, field) => {
    expect(await refusal(asked)).toEqual([400, code, [field]])
  })

  it("with all that is wrong in one answer, shape and content", async () => {
    const [status, code, fields] = await refusal({
      definition: { body: body("{{x}} {{0:y}}", [variable]), header: { type: "text", template: "a_b" } },
      category: "NEWS"
    })
    expect([status, code]).toEqual([400, "VALIDATION_001"])
    expect([...fields].toSorted()).toEqual(["category", `${path}.template`, "definition.header.template"])
  })
})

describe("a review", () => {
  /** Submits a template, and returns what the account's webhook hears of it. */
  const heard = async (review: Review) => {
    const got: Array<WebhookRequest> = []
    const send = (request: WebhookRequest) =>
      Effect.sync(() => {
        got.push(request)
        return { _tag: "Answered" as const, status: 200, body: "" }
      })
    const status = await scene(
      Effect.gen(function*() {
        const store = yield* Store
        const webhook = Given.webhook({ subscribes: ["templates.pending", "templates.approved", "templates.rejected"] })
        yield* store.commit([Commits.make({ puts: [Commits.put(Webhooks, FixedSecrets.kept(webhook))] })])
        yield* Scene.ask("templates.create", { definition, submit_for_review: true })
        yield* Bench.idle
        return (yield* templates)[0]!.status
      }),
      { review, send }
    )
    const events = got.map((request) =>
      JSON.parse(request.body) as { readonly event: string; readonly payload: object }
    )
    return { status, events }
  }

  const payload = (status: string) => ({
    account_id: Scene.account.id,
    template_id: expect.any(String) as string,
    template_name: "your_parcel_is_here",
    whatsapp_template_id: "",
    status,
    language: "en_US",
    category: "UTILITY"
  })

  it("that approves is told, with no key that does not apply [EVT-015, EVT-052, EVT-053]", async () => {
    const { events, status } = await heard({ _tag: "Approved" })
    expect(status).toBe("APPROVED")
    const legs = [{ channel: "sms" }, { channel: "whatsapp" }, { channel: "rcs" }, {}]
    expect(events).toEqual(["PENDING", "APPROVED"].flatMap((each) =>
      legs.map((leg) => ({
        field: "templates",
        event: `templates.${each.toLowerCase()}`,
        timestamp: "2030-01-15T12:34:56Z",
        event_id: expect.any(String) as string,
        payload: { ...payload(each), ...leg }
      }))
    ))
  })

  it("that rejects is told with its reason", async () => {
    const { events, status } = await heard({ _tag: "Rejected", reason: "too loud" })
    expect(status).toBe("REJECTED")
    expect(events.at(-1)).toMatchObject({
      event: "templates.rejected",
      payload: { ...payload("REJECTED"), reason: "too loud" }
    })
  })

  it("that takes its time is asked for again, and only then", async () => {
    const later = plus(Given.now, 3_600_000)
    let review: Review = { _tag: "Undecided", askAgainAt: later }
    await scene(
      Effect.gen(function*() {
        yield* Scene.ask("templates.create", { definition, submit_for_review: true })
        yield* Bench.travel(plus(later, -1))
        expect((yield* templates).map(({ status, updatedAt }) => [status, updatedAt])).toEqual([["PENDING", null]])
        review = { _tag: "Approved" }
        yield* Bench.travel(later)
        expect((yield* templates).map(({ status, updatedAt }) => [status, updatedAt])).toEqual([["APPROVED", later]])
      }),
      {
        get review() {
          return review
        }
      }
    )
  })
})
