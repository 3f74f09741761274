/** The faults that a platform has. */
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Reply } from "../http-carrier/Provider.ts"
import * as Bench from "./Bench.ts"
import * as Fake from "./FakePlatform.ts"

const { message, run, submit } = Bench

describe("RCS", () => {
  const faults = fc.constantFrom("busy", "lost", "taken and lost", "silent", "failing", "slow", "none", "no token")

  propWith({ runs: 4 })(
    "sends nothing twice, and never says that it sent what it did not, whatever goes wrong",
    fc.array(faults, { minLength: 1, maxLength: 12 }),
    (script) =>
      run((bench) =>
        Effect.gen(function*() {
          const { platform } = bench
          let next = 0
          platform.denies = () => script[next++ % script.length] === "no token" ? { status: 503 } : null
          platform.fault = async (request): Promise<Reply | null> => {
            const fault = script[next++ % script.length]
            // The fault is that time passes.
            if (fault === "slow") await new Promise((go) => setTimeout(go, 10))
            if (fault === "taken and lost") platform.take(request)
            switch (fault) {
              case "busy":
                return Fake.error(429, "RESOURCE_EXHAUSTED")
              case "lost":
              case "taken and lost":
                return "lost"
              case "silent":
                return "silent"
              case "failing":
                return Fake.error(503, "UNAVAILABLE")
              default:
                return null
            }
          }
          const batch = Array.from({ length: 8 }, (_, index) => message(index))
          for (let round = 0; round < 2; round++) {
            const outcomes = yield* submit(bench, ...batch)
            for (const [index, outcome] of outcomes.entries()) {
              const times = Bench.sent(platform, batch[index]!.attempt)
              expect(times).toBeLessThanOrEqual(1)
              if (outcome?._tag === "Accepted") expect(times).toBe(1)
              // What was once taken without an answer may be refused for being too much, and keeps its name.
              if (outcome?._tag === "Busy" && round === 0) expect(times).toBe(0)
            }
          }
        }), { answersWithin: 800, http: { headersTimeout: 100, timeout: 150 } })
  )

  it("a message to which no answer came goes out when it comes again, since the platform knows it by its name", () =>
    run((bench) =>
      Effect.gen(function*() {
        const { platform } = bench
        const one = message(0)
        platform.fault = () => Promise.resolve("lost")
        const [first] = yield* submit(bench, one)
        expect([first?._tag, Bench.sent(platform, one.attempt)]).toEqual(["Unanswered", 0])
        platform.fault = () => Promise.resolve(null)
        const [again] = yield* submit(bench, one)
        expect([again?._tag, Bench.sent(platform, one.attempt)]).toEqual(["Accepted", 1])
      }), { answersWithin: 400, http: { headersTimeout: 100, timeout: 150 } }))
})
