/**
 * The simulated registry of numbers: what it was told of a number stands before what the numbering plans tell.
 */
import * as Port from "@signalbox/core/NumberLookup"
import * as NumberAnswers from "@signalbox/emulator/lookup/NumberAnswers"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const [told, other] = [Given.phone(1), Given.phone(2)]

const run = <A>(
  seed: NumberAnswers.Answers,
  test: (answers: NumberAnswers.NumberAnswers["Service"], port: Context.Context<never>) => Effect.Effect<A>
): Promise<A> =>
  Effect.scoped(Effect.flatMap(
    Layer.build(NumberAnswers.layer(seed)),
    (context) => test(Context.get(context, NumberAnswers.NumberAnswers), context)
  )).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

const plan = Port.fromPlan(told)
const unknown = { ...plan, isPorted: null, mobileCountryCode: null, mobileNetworkCode: null }

describe("the registry", () => {
  it.each<readonly [NumberAnswers.Answer, Partial<Port.Finding>]>([
    [{}, {}],
    [{ ported: true, network: "26201" }, { isPorted: true, mobileCountryCode: "262", mobileNetworkCode: "01" }],
    [{ ported: false, network: "310410" }, { isPorted: false, mobileCountryCode: "310", mobileNetworkCode: "410" }],
    [{ ported: null, network: null }, {}],
    [{ line_type: null, carrier_name: null }, { lineType: null, carrierName: null }],
    [{ carrier_name: "Acme" }, { carrierName: "Acme" }]
  ])(
    "that was told %j finds that, and of the rest what the plans tell",
    (answer, finding) =>
      run({ numbers: [{ phone: told, ...answer }] }, ({ answerOf, find, timesAsked }) =>
        Effect.gen(function*() {
          expect(answerOf(told)).toEqual(answer)
          expect(answerOf(other)).toBeNull()
          expect(yield* find(told)).toEqual({ ...unknown, ...finding })
          expect([timesAsked(told), timesAsked(other)]).toEqual([1, 0])
          yield* find(told)
          expect(timesAsked(told)).toBe(2)
        }))
  )

  it("fails, never answers, or answers late when it is told to, until the plans tell again", () =>
    run({}, ({ answerOf, find, set, timesAsked }) =>
      Effect.gen(function*() {
        set(told, { mode: "throw" })
        expect(Exit.isFailure(yield* Effect.exit(find(told)))).toBe(true)
        set(told, { mode: "hang" })
        const hanging = yield* Effect.forkChild(find(told), { startImmediately: true })
        set(told, { mode: "normal", delay_ms: 100 })
        const late = yield* Effect.forkChild(find(told), { startImmediately: true })
        yield* TestClock.adjust(99)
        expect(late.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(late)).toEqual(unknown)
        yield* TestClock.adjust("1 day")
        expect(hanging.pollUnsafe()).toBeUndefined()
        set(told, null)
        expect(answerOf(told)).toBeNull()
        expect(yield* find(told)).toEqual(unknown)
        expect(timesAsked(told)).toBe(4)
      })))

  it.each<readonly [NumberAnswers.Answers, object]>([
    [{}, {}],
    [{ cost: 0 }, { cost: 0 }],
    [{ cost: 0.5, keep_hours: 7 }, { cost: 0.5, keepHours: 7 }]
  ])("with the terms %j gives its answers on them", (seed, terms) =>
    run(seed, (answers, context) =>
      Effect.sync(() => {
        const port = Context.getOrUndefined(context, Port.NumberLookup)
        expect(port).toEqual({ ...terms, find: answers.find })
      })))
})
