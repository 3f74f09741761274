/**
 * The sandbox of every operation: simulated answers need nothing stored, change nothing and look like real ones
 * (specification "Cross-cutting request rules").
 */
import type { Account } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import * as Decoding from "@signalbox/core/Decoding"
import { Executor } from "@signalbox/core/Executor"
import { Idempotency } from "@signalbox/core/Idempotency"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import * as DerivedIds from "@signalbox/core/internal/commit/DerivedIds"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Consultants, Operation } from "@signalbox/core/Operation"
import * as Operations from "@signalbox/core/Operations"
import { sandboxSecret } from "@signalbox/core/Secret"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type { Input } from "@signalbox/testing/generate/Inputs"
import { inputs } from "@signalbox/testing/generate/Inputs"
import { prop, propWith } from "@signalbox/testing/Prop"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

/** An operation whose slots are only known to fit each other. */
type Any = Operation<object, object, object, unknown, Json>

const names = Object.keys(operations) as ReadonlyArray<OperationName>
const all = names.map((name) => [name, operations[name] as unknown as Any] as const)
const simulated = all.filter(([, operation]) => operation.simulate !== null)

const caller = (account: Account): Caller => ({ account, keyAccount: account })
const callers = fc.constantFrom<Account["type"]>("organization", "profile", "user").map((type) =>
  caller(Given.account({ type, organization: type === "profile" ? Given.accountId(2) : null }))
)

/** Services that must not be asked. */
const nothing = Layer.mergeAll(
  Layer.succeed(Executor, {
    read: () => Effect.die("the sandbox looked something up"),
    remembered: () => Effect.die("the sandbox looked something up"),
    ask: () => Effect.die("the sandbox looked something up"),
    run: () => Effect.die("the sandbox looked something up"),
    runAll: () => Effect.die("the sandbox looked something up")
  }),
  Layer.succeed(Idempotency, {
    begin: () => Effect.die("the sandbox claimed a key"),
    abandon: () => Effect.die("the sandbox abandoned a key")
  }),
  Layer.succeed(WebhookSender, {
    refuse: () => Effect.succeed(null),
    send: () => Effect.die("the sandbox called an endpoint")
  }),
  Layer.succeed(IdGenerator, Given.ids()),
  LocalLeases.layer
)

const run = (operation: Any, as: Caller, { path, query }: Input, body: Json) =>
  Effect.flatMap(
    Operations.Operations,
    (service) => service.run(operation, as, { path, query, body, requestId: "req", idempotency: null })
  ).pipe(
    Effect.provide(Operations.layer.pipe(Layer.provide(nothing))),
    Effect.runPromise
  )

/**
 * Decodes what was generated for an operation and expects it to be right: otherwise its properties would be about
 * refusals.
 */
const decoded = (operation: Any, as: Caller, { body, path, query }: Input): object => {
  const { value, violations } = Decoding.decoder<object>(operation.body)(body)
  expect([...violations, ...operation.check({ path, query, body: value }, as, body, Given.now)]).toEqual([])
  expect(Result.isSuccess(Schema.decodeUnknownResult(operation.path)(path))).toBe(true)
  return value
}

/** Returns what an operation answers in sandbox to a caller, whose ids come from this seed. */
const simulate = (operation: Any, input: Input, as: Caller, seed: number): unknown => {
  const slots = { ...input, body: { ...decoded(operation, as, input), sandbox: true } }
  const consulted = Effect.runSync(
    Effect.contextWith((services: Context.Context<Consultants>) =>
      operation.consult(slots, as, { services, now: Given.now })
    ).pipe(Effect.provide(nothing))
  )
  return operation.simulate!({ ...slots, consulted }, as, Given.now, Given.ids(seed))
}

/** These operations make what has no id of its own and is found by what it is. */
const nameless = ["markets.create", "whatsapp.connect"]

describe.each(simulated)("%s in sandbox", (name, operation) => {
  propWith({ runs: 100 })(
    "looks nothing up and answers in its own status and shape [SBX-010, SBX-015]",
    inputs[name],
    callers,
    async (input, as) => {
      decoded(operation, as, input)
      const answer = await run(operation, as, input, { ...input.body, sandbox: true })
      expect(answer).toMatchObject({ status: operation.status, sandbox: true })
      expect(answer.outcome?.part).toBe(operation.status === 204 ? undefined : "data")
      if (answer.outcome === null) return
      // The Schema drops what it does not know, so an answer that passes unchanged has nothing else in it.
      const data = JSON.parse(answer.outcome.json) as Json
      expect(Schema.encodeUnknownSync(operation.data)(Schema.decodeUnknownSync(operation.data)(data))).toEqual(data)
    }
  )

  prop(
    "says the same for the same seed, and makes the ids of what is new anew for another one",
    inputs[name],
    callers,
    (input, as) => {
      const simulated = (seed: number) => JSON.stringify(simulate(operation, input, as, seed))
      expect(simulated(1)).toBe(simulated(1))
      // What the path names is answered under that name.
      if (Object.keys(input.path).length === 0 && !nameless.includes(name)) expect(simulated(1)).not.toBe(simulated(2))
    }
  )

  if (operation.isRemade === true) {
    prop(
      "is made again for a replay, whatever became of the account meanwhile",
      inputs[name],
      callers,
      (input, as) => {
        const slots = { ...input, body: { ...decoded(operation, as, input), sandbox: true }, consulted: undefined }
        const later: Account = {
          ...as.account,
          type: "user",
          name: "Other",
          email: "other@example.com",
          organization: null,
          channels: [],
          numbers: [],
          updatedAt: Given.now
        }
        const simulate = (from: Caller) => operation.simulate!(slots, from, Given.now, DerivedIds.of(name))
        expect(simulate(caller(later))).toEqual(simulate(as))
      }
    )
  }

  prop(
    "is on for the JSON boolean true only [SBX-003]",
    inputs[name],
    fc.constantFrom<Json>("true", 1, "", [true], {}),
    async (
      input,
      flag
    ) => {
      const answer = await run(operation, caller(Given.account()), input, { ...input.body, sandbox: flag })
      expect(answer).toMatchObject({ status: 400, sandbox: false, outcome: { part: "error" } })
      expect(answer.outcome!.json).toContain("sandbox")
    }
  )

  // A body that has the flag alone has nothing else to be refused for.
  const others = Object.keys(operation.body.fields).filter((field) => field !== "sandbox")
  if (others.length === 0) return
  it(
    "refuses what a real request would be refused for, and says that it is the sandbox [SBX-007]",
    async () => {
      const wrong = Object.fromEntries(others.map((field) => [field, 7]))
      const [as, input] = [caller(Given.account()), { path: {}, query: {}, body: {} }]
      const answer = await run(operation, as, input, { ...wrong, sandbox: true })
      expect(answer).toMatchObject({ status: 400, sandbox: true, outcome: { part: "error" } })
      const real = await run(operation, as, input, wrong)
      expect(answer.outcome).toEqual(real.outcome)
    }
  )
})

describe("operations", () => {
  it("that change something have a sandbox, those that read have none", () => {
    expect(all.filter(([, { simulate }]) => simulate === null).map(([name]) => name)).toEqual(
      names.filter((name) =>
        /\.(get|get_erasure|activities|list|lookup|telemetry|events|export|event_types|revisions|preview|preview_definition|explain)$/
          .test(name) ||
        // It always deletes, whatever its body says.
        name === "webhooks.delete"
      )
    )
  })

  it("are limited to ten a minute only where the specification says so, and for erasures [MSG-069, RTL-008]", () => {
    const sensitive = ["messages.resend", "privacy.erase", "webhooks.rotate_secret", "webhooks.test"]
    expect(all.filter(([, { tier }]) => tier === "sensitive").map(([name]) => name)).toEqual(
      names.filter((name) => sensitive.includes(name))
    )
  })

  it.each(all)("%s goes by its own name", (name, operation) => {
    expect([operation.name, operation.decides.name]).toEqual([name, name])
    // What deletes has a sandbox, but honours no Idempotency-Key. Telemetry is posted, but changes nothing.
    const isTelemetry = name === "voice.telemetry"
    expect(operation.idempotent).toBe(isTelemetry || operation.simulate !== null && operation.status !== 204)
  })
})

/** The larger an input, the more of its fields are there. What nobody can read is of no use. */
const sizeOf = (input: Input): number => {
  const text = JSON.stringify(input)
  return /^[ -~]{1,1000}$/.test(text) ? text.length : 0
}

describe("a simulated answer", () => {
  const data = async (name: OperationName, body: JsonObject, path: Input["path"] = {}) => {
    const input = { path, query: {}, body }
    const answer = await run(operations[name] as unknown as Any, caller(Given.account()), input, {
      ...body,
      sandbox: true
    })
    return JSON.parse(answer.outcome!.json) as { readonly [key: string]: Json }
  }
  const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string

  it("of a send is QUEUED with one recipient per entry and channel, whatever template it names [SBX-016, SBX-020, SBX-021]", async () => {
    const to = [Given.phone(1), Given.phone(2), Given.phone(1)]
    const body = { to, template: { id: Given.templateId(99) }, channel: ["sms", "rcs"] }
    expect(await data("messages.send", body)).toEqual({
      status: "QUEUED",
      template_id: Given.templateId(99),
      template_name: expect.any(String),
      recipients: [Given.phone(1), Given.phone(2)].flatMap((phone) =>
        ["sms", "rcs"].map((channel) => ({ message_id: uuid, to: phone, channel, body: null }))
      )
    })
  })

  it("of a text names no template, and shows the text", async () => {
    expect(await data("messages.send", { to: [Given.phone(1)], text: "Hello" })).toEqual({
      status: "QUEUED",
      template_id: null,
      template_name: null,
      recipients: [{ message_id: uuid, to: Given.phone(1), channel: "auto_detect", body: "Hello" }]
    })
  })

  it("of a resend is a send of one, under the id of the path", async () => {
    const id = Given.messageId(7)
    expect(await data("messages.resend", {}, { id })).toEqual({
      status: "QUEUED",
      template_id: uuid,
      template_name: expect.any(String),
      recipients: [{ message_id: id, to: "+15550000000", channel: "auto_detect", body: null }]
    })
  })

  it("of a cancellation is the message of the path, CANCELLED", async () => {
    const id = Given.messageId(7)
    expect(await data("messages.cancel", {}, { id })).toMatchObject({
      id,
      customer_id: Given.accountId(1),
      contact_id: uuid,
      phone: "+15550000000",
      status: "CANCELLED",
      channel: "auto",
      scheduled_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      events: [{ status: "SCHEDULED" }]
    })
  })

  it("of a template is a DRAFT, even when it is to be reviewed [SBX-025]", async () => {
    const definition = { body: { multiChannel: { template: "Hello there" } } }
    expect(await data("templates.create", { definition, submit_for_review: true })).toMatchObject({
      id: uuid,
      status: "DRAFT",
      name: "hello_there"
    })
  })

  it("of a webhook has the placeholder for a secret [SBX-028]", async () => {
    const body = { display_name: "a", endpoint_url: "https://example.com", event_types: ["message"] }
    expect(await data("webhooks.create", body)).toMatchObject({ id: uuid, signing_secret: sandboxSecret })
  })

  it("is this one, field by field, for each operation: clients are written against what a sandbox shows", async () => {
    const written: Array<string> = []
    for (const [name, operation] of simulated) {
      const drawn = fc.sample(inputs[name], { seed: 35, numRuns: 30 }).map((input) => ({ input, size: sizeOf(input) }))
      const { input } = drawn.toSorted((one, other) => other.size - one.size)[0]!
      const answer = simulate(operation, input, caller(Given.account()), 1)
      written.push(name, ...[input.path, input.body, answer].map((each) => `  ${JSON.stringify(each)}`), "")
    }
    await expect(written.join("\n")).toMatchFileSnapshot("sandbox.txt")
  })
})
