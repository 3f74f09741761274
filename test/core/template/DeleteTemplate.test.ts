/**
 * A template may be deleted before its messages are sent (decisions 3.4): they were promised to a template that is
 * nobody's any more.
 */
import { operations } from "@signalbox/core/Catalogue"
import { day, plus } from "@signalbox/core/Instant"
import { Operations } from "@signalbox/core/Operations"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const remove = Effect.gen(function*() {
  const { run } = yield* Operations
  const path = { id: Scene.template.id }
  const answer = yield* run(operations["templates.delete"], Scene.caller, { ...Scene.request({}), path })
  expect(answer.status).toBe(204)
})

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>) => {
  const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
  return Bench.run(Bench.layer({ carriers: [carrier] }), Effect.andThen(Scene.seed(100_000), program)).then(
    (result) => ({ result, asked })
  )
}

describe("a message whose template is deleted", () => {
  it("is BLOCKED at its release, when it was held", async () => {
    const at = plus(Given.now, day)
    const { asked, result } = await scene(Effect.gen(function*() {
      yield* Scene.ask("messages.send", {
        ...Scene.send(Given.phone(1)) as object,
        scheduled_at: new Date(at).toISOString()
      })
      yield* Bench.idle
      yield* remove
      yield* Bench.travel(plus(at, -1))
      const [held] = yield* Scene.messages
      yield* Bench.travel(at)
      yield* Bench.idle
      return { held: held!, messages: yield* Scene.messages, balance: yield* Scene.balance }
    }))
    expect(result.held.status).toBe("SCHEDULED")
    expect(result.messages).toMatchObject([{
      id: result.held.id,
      status: "BLOCKED",
      code: "BUSINESS_005",
      attempts: []
    }])
    expect(result.messages[0]?.template).toEqual(result.held.template)
    expect([asked, result.balance]).toEqual([[], 100_000])
  })

  it("shows what it was, when it was sent before", async () => {
    const { asked, result } = await scene(Effect.gen(function*() {
      yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
      yield* Bench.idle
      const before = yield* Scene.messages
      yield* remove
      return { before, after: yield* Scene.messages }
    }))
    expect(asked).toHaveLength(1)
    expect(result.before).toMatchObject([{ status: "SENT", rendered: { content: "Your order A-1 has been shipped." } }])
    expect(result.after).toEqual(result.before)
  })
})
