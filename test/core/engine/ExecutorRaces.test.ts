/**
 * Decisions that race: money, consent and time, through the whole engine.
 */
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

/** One SMS of one segment costs this by the rates of the service: 0.0079 and 0.001. */
const price = 89

describe("money", () => {
  it("for ten lets ten of a hundred concurrent sends pass and blocks ninety [STM-022, MSG-055]", async () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    const balances: Array<number> = []
    const watched: Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.gen(function*() {
          const outcomes = yield* store.commit(batch)
          const { balances: after } = yield* store.load(Needs.balance(Scene.account.id))
          balances.push(after.get(Scene.account.id)!)
          return outcomes
        })
    })
    await Bench.run(
      Bench.layer({ carriers: [carrier], tap: watched }),
      Effect.gen(function*() {
        yield* Scene.seed(10 * price)
        const answers = yield* Effect.forEach(
          Array.from({ length: 100 }, (_, index) => Given.phone(index)),
          (phone) => Scene.ask("messages.send", Scene.send(phone)),
          { concurrency: "unbounded" }
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
        yield* Bench.idle
        const messages = yield* Scene.messages
        const ended = messages.map(({ code, status }) => `${status} ${code}`)
        expect(ended.filter((each) => each === "SENT null")).toHaveLength(10)
        expect(ended.filter((each) => each === "BLOCKED BUSINESS_003")).toHaveLength(90)
        expect(asked).toHaveLength(10)
        expect(yield* Scene.balance).toBe(0)
        expect(Math.min(...balances)).toBe(0)
      })
    )
  })

  it("that is refunded by one carrier pays for the next", async () => {
    const first = Scene.carrier(
      "sms-a",
      ["sms"],
      () => ({ _tag: "Refused", failure: "provider_unavailable", detail: null })
    )
    const second = Scene.carrier("sms-b", ["sms"])
    await Bench.run(
      Bench.layer({ carriers: [first.carrier, second.carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(price)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.idle
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["SENT"])
        expect([first.asked.length, second.asked.length]).toEqual([1, 1])
        expect(yield* Scene.balance).toBe(0)
      })
    )
  })
})

/** Opts the recipient out right after the engine has read its contact for the nth time, before it can commit. */
const optOutAfterRead = (nth: number): { readonly tap: Tap; readonly done: () => boolean } => {
  let reads = 0
  let isDone = false
  const tap: Tap = (store) => ({
    ...store,
    load: (needs) =>
      Effect.gen(function*() {
        const facts = yield* store.load(needs)
        // Routing asks for the balance beside the contact; acceptance does not.
        const key = needs.balances.length > 0
          ? needs.uniques.find(({ index }) => index === "contact_number")
          : undefined
        const owner = key === undefined ? null : facts.owners.get(uniqueText(key)) ?? null
        const row = owner === null ? undefined : facts.rows.get(owner)?.row
        if (row?.kind === "contact" && ++reads === nth) {
          const contact: Contact = { ...row.value, optOut: true }
          expect(yield* store.commit([Commits.make({ puts: [Commits.put(Contacts, contact)] })])).toEqual([
            { _tag: "Done" }
          ])
          isDone = true
        }
        return facts
      })
  })
  return { tap, done: () => isDone }
}

describe("an opt-out", () => {
  it("between dispatch's load and its commit is not overrun [STM-001]", async () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    const { done, tap } = optOutAfterRead(1)
    await Bench.run(
      Bench.layer({ carriers: [carrier], tap }),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.idle
        expect(done()).toBe(true)
        expect(yield* Scene.messages).toMatchObject([{ status: "FILTERED", code: "BUSINESS_004", attempts: [] }])
        expect(asked).toEqual([])
        expect(yield* Scene.balance).toBe(1000)
      })
    )
  })

  it("between a refusal's load and its commit is not overrun: no further carrier is asked", async () => {
    const first = Scene.carrier("sms-a", ["sms"], () => ({ _tag: "Refused", failure: "sender_refused", detail: null }))
    const second = Scene.carrier("sms-b", ["sms"])
    const { done, tap } = optOutAfterRead(2)
    await Bench.run(
      Bench.layer({ carriers: [first.carrier, second.carrier], tap }),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.idle
        expect(done()).toBe(true)
        expect(yield* Scene.messages).toMatchObject([{ status: "FILTERED", code: "BUSINESS_004" }])
        expect([first.asked.length, second.asked.length]).toEqual([1, 0])
        expect(yield* Scene.balance).toBe(1000)
      })
    )
  })

  it("stops every message to the number, on every channel [CNT-002]", async () => {
    const { asked, carrier } = Scene.carrier("all", ["sms", "whatsapp", "rcs"])
    await Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(1000, Commits.put(Contacts, Given.contact({ optOut: true })))
        yield* Scene.ask("messages.send", {
          to: [Given.phone(1)],
          template: { id: Scene.template.id, parameters: { order: "A-1" } },
          channel: ["sms", "whatsapp", "rcs", "auto_detect"]
        })
        yield* Bench.idle
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(Array(4).fill("FILTERED"))
        expect(asked).toEqual([])
      })
    )
  })
})

describe("time", () => {
  it("of a carrier that never answers is up when the carrier's time is", async () => {
    // Elapsed time is real, so the service soon stops waiting; the deadline is an instant of the still clock.
    const stuck = { ...Scene.carrier("sms-a", ["sms"]).carrier, submit: () => Effect.never, answersWithin: 40 }
    const second = Scene.carrier("sms-b", ["sms"])
    await Bench.run(
      Bench.layer({ carriers: [stuck, second.carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.travel(plus(Given.now, 39))
        expect(second.asked).toEqual([])
        yield* Bench.travel(plus(Given.now, 40))
        expect((yield* Scene.messages)[0]!.attempts.map(({ carrier, failure }) => [carrier, failure])).toEqual([
          ["sms-a", "provider_timeout"],
          ["sms-b", null]
        ])
        expect(yield* Scene.balance).toBe(1000 - price)
      })
    )
  })

  it("without a final receipt is up after 72 hours", async () => {
    const { carrier } = Scene.carrier("sms-a", ["sms"])
    await Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.travel(plus(Given.now, 72 * 3_600_000 - 1))
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["SENT"])
        yield* Bench.travel(plus(Given.now, 72 * 3_600_000))
        expect(yield* Scene.messages).toMatchObject([{ status: "FAILED", code: "DELIVERY_006" }])
      })
    )
  })
})
