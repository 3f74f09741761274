/** The carrier contract beside a platform as Google describes it. */
import type { AccountId } from "@signalbox/core/Id"
import { rcs } from "@signalbox/rcs"
import type { Options } from "@signalbox/rcs/Options"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as CheckCarrier from "@signalbox/testing/CheckCarrier"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Fake from "./FakePlatform.ts"

CarrierContract.suite("RCS", {
  make: Effect.map(Bench.make(), ({ carrier, platform }) => ({
    carrier,
    sent: (attempt) => Effect.sync(() => Bench.sent(platform, attempt))
  })),
  submission: (number) => Bench.message(number)
})

const { message, run, submit } = Bench

describe("RCS", () => {
  it("keeps what carriers promise, as a carrier of the facade", () =>
    Effect.gen(function*() {
      const platform = yield* Fake.make
      yield* Effect.promise(() =>
        CheckCarrier.checkCarrier(rcs(Fake.options(platform)), {
          sent: ({ attempt }) => platform.taken.filter(({ messageId }) => messageId === attempt).length,
          knowsAttempts: true,
          runs: 2
        })
      )
      expect(platform.taken.length).toBeGreaterThan(10)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is known to choose its sender itself, and is handed a message once", () =>
    run(({ carrier }) =>
      Effect.sync(() => {
        const { channels, choosesSender, repeat } = carrier
        expect({ channels, choosesSender, repeat }).toEqual({ channels: ["rcs"], choosesSender: true, repeat: "once" })
      })
    ))

  it("has the pace and the patience that its settings give it, and none of its own", async () => {
    const given = { pace: { perSecond: 80, inFlight: 100 }, answersWithin: 1500 }
    const terms = (settings: Partial<Options>) =>
      run(({ carrier: { answersWithin, pace } }) => Effect.succeed({ pace, answersWithin }), settings)
    expect(await terms(given)).toEqual(given)
    expect(await terms({})).toEqual({})
  })

  it("names each message by its attempt, and says how long it is worth something", () =>
    run((bench) =>
      Effect.gen(function*() {
        const one = message(1)
        expect(yield* submit(bench, one)).toEqual([{ _tag: "Accepted", references: [one.attempt] }])
        expect(bench.platform.taken).toEqual([{
          messageId: one.attempt,
          agentId: Fake.agent,
          to: one.to,
          message: { contentMessage: { text: "Message 1" }, ttl: `${15 * 86_400}s` }
        }])
      })
    ))

  it.each([
    [404, "NOT_FOUND", { _tag: "Refused", failure: "recipient_not_on_channel" }],
    [400, "INVALID_ARGUMENT", { _tag: "Refused", failure: "content_not_acceptable" }],
    [403, "PERMISSION_DENIED", { _tag: "Refused", failure: "sender_refused" }],
    [401, "UNAUTHENTICATED", { _tag: "Refused", failure: "sender_refused" }]
  ])("reads %i", (status, word, outcome) =>
    run((bench) =>
      Effect.gen(function*() {
        bench.platform.fault = () => Fake.error(status, word)
        const detail = { code: word, text: `The meaning of ${word}` }
        expect(yield* submit(bench, message(1))).toEqual([{ ...outcome, detail }])
      })
    ))

  it("leaves the line alone after 429, as long as the platform says", () =>
    run((bench) =>
      Effect.gen(function*() {
        bench.platform.fault = () => Fake.error(429, "RESOURCE_EXHAUSTED", { "retry-after": "7" })
        const before = Date.now()
        const [outcome] = yield* submit(bench, message(1))
        expect(outcome).toMatchObject({ _tag: "Busy", holds: "lane" })
        expect(outcome?._tag === "Busy" && outcome.until >= before + 7000).toBe(true)
      })
    ))

  it.each(["ignored", "already exists"] as const)(
    "asks again by the same name after a lost answer and a 5xx; a name that is known (%s) was taken",
    (repeats) =>
      run((bench) =>
        Effect.gen(function*() {
          const { platform } = bench
          platform.repeats = repeats
          platform.fault = (request) => {
            if (platform.asked.length > 1) return null
            platform.take(request)
            return repeats === "ignored" ? "lost" : Fake.error(503, "UNAVAILABLE")
          }
          const one = message(1)
          expect(yield* submit(bench, one)).toEqual([{ _tag: "Accepted", references: [one.attempt] }])
          expect([platform.asked.length, platform.taken.length]).toEqual([2, 1])
        })
      )
  )

  it("leaves open what became of a message without an answer, whose receipts have its name", () =>
    run((bench) =>
      Effect.gen(function*() {
        bench.platform.fault = () => Fake.error(500, "INTERNAL")
        const one = message(1)
        expect(yield* submit(bench, one)).toMatchObject([{
          _tag: "Unanswered",
          references: [one.attempt],
          detail: { code: "INTERNAL" }
        }])
        bench.platform.fault = () => null
        expect(yield* submit(bench, one)).toEqual([{ _tag: "Accepted", references: [one.attempt] }])
      }), { answersWithin: 1000 }))

  it("leaves messages to other nodes while it reaches nobody", () =>
    run((bench) =>
      Effect.gen(function*() {
        bench.platform.stop()
        expect(yield* submit(bench, message(1))).toMatchObject([{ _tag: "Busy", holds: "node" }])
      })
    ))

  it("finds the agent of a message by its sender or its account, else one that is everybody's", async () => {
    const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
    const agents = [{ id: "by_number", number: "+1 (201) 555-0177" }, { id: "by_account", account }]
    const from = (sender: string | null, owner = account) => message(1, { from: sender, account: owner })
    const other = "aaaaaaaa-0000-7000-8000-000000000002" as AccountId
    const cases = [
      [from("by_number"), "by_number"],
      [from("+12015550177"), "by_number"],
      [from(null), "by_account"],
      [from(null, other), null],
      [from("+12015550199", other), null]
    ] as const
    for (const [submission, agent] of cases) {
      await run((bench) =>
        Effect.gen(function*() {
          const outcomes = yield* submit(bench, submission)
          expect(bench.platform.taken.map(({ agentId }) => agentId)).toEqual(agent === null ? [] : [agent])
          if (agent === null) {
            expect(outcomes).toMatchObject([{ failure: "sender_refused", detail: { code: "NO_AGENT" } }])
          }
        }), { agents })
    }
    await run((bench) =>
      Effect.gen(function*() {
        yield* submit(bench, from(null, other))
        expect(bench.platform.taken[0]?.agentId).toBe("everybodys")
      }), { agents: [...agents, { id: "everybodys" }] })
  })

  it("has nothing secret in its log, its outcomes and its errors", () =>
    run((bench) =>
      Effect.gen(function*() {
        const { kept, platform } = bench
        const outcomes: Array<unknown> = []
        for (
          const reply of ["lost", Fake.error(401, "UNAUTHENTICATED"), Fake.error(403, "PERMISSION_DENIED")] as const
        ) {
          platform.fault = () => reply
          outcomes.push(...(yield* submit(bench, message(outcomes.length))))
        }
        platform.stop()
        outcomes.push(...(yield* submit(bench, message(9))))
        kept.isBroken = true
        yield* bench.carrier.hook!(Fake.webhook(Fake.event("READ", message(1).attempt)))
        expect(kept.log.join()).toMatch(/cannot be reached[^]*cannot be stored/)
        const told = JSON.stringify([kept.log, outcomes, rcs(Fake.options(platform))])
        for (const secret of ["s3cret", "t0ken", "PRIVATE KEY", "assertion"]) expect(told).not.toContain(secret)
      }), { answersWithin: 1500 }))

  it("names the settings that are not as they should be", () => {
    const right = Fake.options({ url: "https://rcs.example", heard: [], answer: () => "lost", stop: () => {} })
    const wrong = (given: object) => () => rcs({ ...right, ...given })
    expect(wrong({ serviceAccount: "{\"client_email\":\"s3cret\"}" })).toThrow(/^rcs: serviceAccount must be the JSON/)
    expect(wrong({ serviceAccount: "{\"client_email\":\"s3cret\"}" })).not.toThrow(/s3cret/)
    expect(wrong({ agents: [] })).toThrow(/agents must name an agent/)
    expect(wrong({ agents: [{ id: "a b", number: "12" }] })).toThrow(
      /agents\[0\].id must be[^]*agents\[0\].number must/
    )
    expect(wrong({ region: "mars", clientToken: "" })).toThrow(/clientToken must not be empty[^]*region/)
    expect(wrong({ agent: "a" })).toThrow(/agent/)
    expect(rcs(right)).toMatchObject({ kind: "carrier-layer", id: "rcs", channels: ["rcs"] })
  })
})
