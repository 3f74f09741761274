/** Devices are asked what they can do only where that is wanted, and not again for a while. */
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Capabilities from "@signalbox/rcs/Capabilities"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const answered = (status: number, body: object = {}): HttpResult => ({
  _tag: "Answered",
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body))
})

const phone = "+12015550123" as PhoneNumber

const run = (
  test: (answers: { next: HttpResult; asked: number }, find: Capabilities.Capabilities["find"]) => Effect.Effect<void>
): Promise<void> => {
  const answers = { next: answered(404), asked: 0 }
  const { find } = Capabilities.make(() => Effect.sync(() => (answers.asked++, answers.next)))
  return test(answers, find).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
}

describe("Capabilities", () => {
  it("are kept for an hour, and that there is no RCS for five minutes", () =>
    run((answers, find) =>
      Effect.gen(function*() {
        expect((yield* find("a", phone))._tag).toBe("Unreachable")
        yield* TestClock.adjust("299 seconds")
        expect((yield* find("a", phone))._tag).toBe("Unreachable")
        expect(answers.asked).toBe(1)
        answers.next = answered(200, { features: ["RICHCARD_STANDALONE", 7] })
        expect((yield* find("b", phone))._tag).toBe("Reachable")
        yield* TestClock.adjust("1 second")
        expect(yield* find("a", phone)).toEqual({ _tag: "Reachable", features: new Set(["RICHCARD_STANDALONE"]) })
        yield* TestClock.adjust("59 minutes")
        yield* find("a", phone)
        expect(answers.asked).toBe(3)
        yield* TestClock.adjust("1 minute")
        yield* find("a", phone)
        expect(answers.asked).toBe(4)
      })
    ))

  it("are not kept when the platform does not say them", () =>
    run((answers, find) =>
      Effect.gen(function*() {
        for (const next of [answered(500), answered(403), { _tag: "Lost", why: "x" }] as const) {
          answers.next = next
          expect((yield* find("a", phone))._tag).toBe("Unknown")
        }
        expect(answers.asked).toBe(3)
      })
    ))

  it("are kept of so many devices, and no more", () =>
    run((answers, find) =>
      Effect.gen(function*() {
        const most = 10_000
        const asked = Effect.fnUntraced(function*(index: number) {
          const before = answers.asked
          yield* find("a", `+1201555${index}` as PhoneNumber)
          return answers.asked - before
        })
        for (let index = 0; index < most; index++) yield* asked(index)
        expect([yield* asked(0), yield* asked(most), yield* asked(1), yield* asked(most)]).toEqual([0, 1, 0, 0])
        expect([yield* asked(0), yield* asked(2), yield* asked(1)]).toEqual([1, 0, 1])
      })
    ))

  it("decide before a message is handed over, where that is wanted", () =>
    Bench.run((bench) =>
      Effect.gen(function*() {
        const { platform } = bench
        const picture = { type: "image", url: "https://acme.example/a.png" }
        const one = Bench.message(1)
        const card = { ...one, rendered: { ...one.rendered, headerMedia: picture } }
        yield* Bench.submit(bench, card)
        expect(platform.asked.map(({ method }) => method)).toEqual(["GET", "POST"])
        expect(platform.taken[0]?.message.contentMessage).toEqual({ text: `Message 1\n${picture.url}` })
        platform.features = null
        expect(yield* Bench.submit(bench, Bench.message(2))).toMatchObject([{
          _tag: "Refused",
          failure: "recipient_not_on_channel",
          detail: { code: "NOT_FOUND", text: "the recipient has no RCS" }
        }])
        platform.fault = ({ method }) => method === "GET" ? { status: 500 } : null
        expect(yield* Bench.submit(bench, Bench.message(3))).toMatchObject([{ _tag: "Accepted" }])
        expect(platform.taken.length).toBe(2)
      }), { checkFirst: true }))
})
