/**
 * The emulator's own receivers of webhooks: what they were told to answer, and what they got, as much as there is room for.
 */
import * as Receivers from "@signalbox/emulator/webhook/Receivers"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const run = <A>(test: (receivers: Receivers.Receivers["Service"]) => Effect.Effect<A>): Promise<A> =>
  Effect.flatMap(Receivers.Receivers, test).pipe(
    Effect.provide(Receivers.layer),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )

const request = (body: string) => ({ path: `/emulator/receivers/a?${body.length}`, headers: { "x-a": "1" }, body })

describe("a receiver", () => {
  it("answers 204 until it is told, and keeps what it answered to each request", () =>
    run((receivers) =>
      Effect.gen(function*() {
        expect(yield* receivers.take("b", request("1"))).toBe(204)
        expect(yield* receivers.set("b", { status: 500, delay_ms: 1 })).toMatchObject({
          name: "b",
          got: [{ answer: 204 }]
        })
        yield* TestClock.adjust(5)
        expect(yield* receivers.take("b", request("22"))).toEqual({ status: 500, delay_ms: 1 })
        expect(yield* receivers.set("a", "hang")).toEqual({ name: "a", answer: "hang", got: [] })
        expect(yield* receivers.all).toEqual([
          { name: "a", answer: "hang", got: [] },
          {
            name: "b",
            answer: { status: 500, delay_ms: 1 },
            got: [
              {
                at: 5,
                path: "/emulator/receivers/a?2",
                headers: { "x-a": "1" },
                body: "22",
                answer: { status: 500, delay_ms: 1 }
              },
              { at: 0, path: "/emulator/receivers/a?1", headers: { "x-a": "1" }, body: "1", answer: 204 }
            ]
          }
        ])
      })
    ))

  it("keeps its last hundred requests, and of each the beginning of its body", () =>
    run((receivers) =>
      Effect.gen(function*() {
        const long = `${"x".repeat(65_535)}yz`
        for (let index = 0; index < 101; index++) yield* receivers.take("a", request(`${index} ${long}`.slice(2)))
        for (let index = 0; index < 100; index++) yield* receivers.take("a", request(long))
        const [{ got } = { got: [] }] = yield* receivers.all
        expect(got.map(({ body }) => body)).toEqual(Array.from({ length: 100 }, () => `${"x".repeat(65_535)}y`))
      })
    ))

  it("is one of fifty: there is no room for more, but for what the others are told and get", () =>
    run((receivers) =>
      Effect.gen(function*() {
        for (let index = 0; index < 49; index++) yield* receivers.take(`a${index}`, request("1"))
        expect(yield* receivers.set("b", 500)).not.toBeNull()
        expect(yield* receivers.set("c", 500)).toBeNull()
        expect(yield* receivers.take("c", request("1"))).toBeNull()
        expect(yield* receivers.set("a0", 501)).toMatchObject({ answer: 501 })
        expect(yield* receivers.take("b", request("1"))).toBe(500)
        expect((yield* receivers.all).length).toBe(50)
      })
    ))

  it.each([
    ["a", true],
    ["A-z_09", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["", false],
    ["a.b", false],
    ["a b", false],
    ["é", false]
  ])("may be called %j: %j", (name, expected) => {
    expect(Receivers.isName(name)).toBe(expected)
  })
})
