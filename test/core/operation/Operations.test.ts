/** Callers in this process get typed data from an operation, or a refusal with its code. */
import { CancelMessage } from "@signalbox/core/internal/accept/CancelMessage"
import { GetMessage } from "@signalbox/core/internal/message/GetMessage"
import { CreateTemplate } from "@signalbox/core/internal/template/CreateTemplate"
import { DeleteTemplate } from "@signalbox/core/internal/template/DeleteTemplate"
import type { TemplateResource } from "@signalbox/core/internal/template/TemplateResource"
import { CreateWebhook } from "@signalbox/core/internal/webhook/CreateWebhook"
import { Operations } from "@signalbox/core/Operations"
import * as Effect from "effect/Effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { hook, keyed, template } from "../Keyed.ts"
import * as Scene from "../Scene.ts"

describe("the result of an operation", () => {
  it("is its data, of the operation's own type, as its JSON text shows it", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations
        const answer = yield* run(CreateTemplate, Scene.caller, Scene.request(template))
        const made = yield* answer.result
        expectTypeOf(made).toEqualTypeOf<TemplateResource>()
        expect(made.status).toBe("DRAFT")
        expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(answer.outcome!.json))
      })
    ))

  it("is a refusal with its code and its fields", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations
        const wrong = yield* run(CreateTemplate, Scene.caller, Scene.request({}))
        expect(yield* Effect.flip(wrong.result)).toMatchObject({
          _tag: "Refused",
          code: "VALIDATION_001",
          details: { definition: ["is required"] }
        })
        const unknown = { ...Scene.request({}), path: { id: Given.messageId(7) } }
        const missing = yield* run(GetMessage, Scene.caller, unknown)
        expect(yield* Effect.flip(missing.result)).toMatchObject({ code: "RESOURCE_003" })
      })
    ))

  it("is nothing where there is no data", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations
        const made = yield* run(CreateTemplate, Scene.caller, Scene.request(template))
        const { id } = yield* made.result
        const path = { id: id as ReturnType<typeof Given.templateId> }
        const answer = yield* run(DeleteTemplate, Scene.caller, { ...Scene.request({}), path })
        expect({ status: answer.status, outcome: answer.outcome }).toEqual({ status: 204, outcome: null })
        expect(yield* answer.result).toBe(null)
      })
    ))

  it("is the same in a replay: data, and refusals that were kept", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations
        const first = yield* run(CreateWebhook, Scene.caller, keyed(hook))
        const again = yield* run(CreateWebhook, Scene.caller, keyed(hook))
        expect(again.replayed).toBe(true)
        expect(yield* again.result).toEqual(yield* first.result)

        const gone = {
          ...keyed({}),
          path: { id: Given.messageId(7) },
          idempotency: { key: "another", fingerprint: "" }
        }
        const refused = yield* run(CancelMessage, Scene.caller, gone)
        const refusedAgain = yield* run(CancelMessage, Scene.caller, gone)
        expect(refusedAgain.replayed).toBe(true)
        expect(yield* Effect.flip(refusedAgain.result)).toEqual(yield* Effect.flip(refused.result))
        expect((yield* Effect.flip(refused.result)).code).toBe("RESOURCE_003")
      })
    ))
})
