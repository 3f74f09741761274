/**
 * The model test of a message's whole life: dispatch, carriers' answers, deadlines and receipts in any order and
 * repetition, as pure decisions over a tiny store, against a reference model written from the texts.
 */
import type { FailureClass } from "@signalbox/core/catalogue/FailureClass"
import type { Channel } from "@signalbox/core/value/Channel"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import type { Said, Told, World } from "./HistoryModel.ts"
import { HistoryModel } from "./HistoryModel.ts"
import { HistorySubject, reference } from "./HistorySubject.ts"

type Step =
  | { readonly do: "dispatch" }
  | { readonly do: "hand over"; readonly which: number }
  | {
    readonly do: "answer"
    readonly which: number
    readonly refusal: FailureClass | null
    readonly referenced: boolean
  }
  | { readonly do: "submission deadline" | "receipt deadline"; readonly which: number }
  | {
    readonly do: "receipt"
    readonly which: number
    readonly said: Said
    readonly failure: FailureClass
    readonly byReference: boolean
  }
  | { readonly do: "consent"; readonly optOut: boolean }
  | { readonly do: "money"; readonly amount: number }
  | { readonly do: "template"; readonly isApproved: boolean }

const which = fc.nat({ max: 3 })
const refusals = fc.constantFrom<FailureClass>("sender_refused", "provider_unavailable", "invalid_number")
/** Classes that do not reroute. */
const failures = fc.constantFrom<FailureClass>("invalid_number", "temporary_carrier_error", "carrier_filtered")

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

const before: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("consent"), optOut: fc.boolean() }),
  fc.record({ do: fc.constant("template"), isApproved: fc.boolean() })
)

const after = fc.array(
  fc.oneof(
    weighted(1, fc.record({ do: fc.constant("dispatch") })),
    weighted(8, fc.record({ do: fc.constant("hand over"), which })),
    weighted(
      8,
      fc.record({
        do: fc.constant("answer"),
        which,
        refusal: fc.option<FailureClass>(refusals, { freq: 2 }),
        referenced: fc.boolean()
      })
    ),
    weighted(5, fc.record({ do: fc.constantFrom("submission deadline", "receipt deadline"), which })),
    weighted(
      10,
      fc.record({
        do: fc.constant("receipt"),
        which,
        said: fc.constantFrom("DELIVERED", "READ", "FAILED"),
        failure: failures,
        byReference: fc.boolean()
      })
    ),
    weighted(1, fc.record({ do: fc.constant("consent"), optOut: fc.boolean() })),
    weighted(1, fc.record({ do: fc.constant("money"), amount: fc.integer({ min: -400, max: 400 }) })),
    weighted(1, fc.record({ do: fc.constant("template"), isApproved: fc.boolean() }))
  ),
  { maxLength: 24, size: "max" }
)

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: fc.constant<ReadonlyArray<Step>>([]) }, fc.array(before, { maxLength: 2 })),
  after
).map(([early, late]) => [...early, { do: "dispatch" }, ...late])

const carriers: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms", "rcs"] },
  { id: "three", channels: ["whatsapp"] },
  { id: "four", channels: ["sms"] },
  { id: "five", channels: ["sms", "whatsapp"] }
]

const world: fc.Arbitrary<World> = fc.record({
  requested: fc.oneof(
    { weight: 2, arbitrary: fc.constant("auto_detect" as const) },
    fc.constantFrom<Channel>("sms", "whatsapp", "rcs")
  ),
  channels: fc.oneof(
    { weight: 5, arbitrary: fc.constant<ReadonlyArray<Channel>>(["sms", "whatsapp", "rcs"]) },
    fc.subarray<Channel>(["sms", "whatsapp", "rcs"])
  ),
  carriers: fc.shuffledSubarray([...carriers], { minLength: 1 }),
  segments: fc.integer({ min: 1, max: 3 }),
  hasParameters: fc.oneof({ weight: 15, arbitrary: fc.constant(true) }, fc.constant(false)),
  balance: fc.oneof({ weight: 4, arbitrary: fc.constant(5000) }, fc.nat({ max: 600 }))
}).map((made) => made.hasParameters ? made : { ...made, segments: 1 })

/** What the webhooks were told. */
const told = (subject: HistorySubject): ReadonlyArray<Told> =>
  subject.store.events.map((event) => {
    const { event: name, payload } = JSON.parse(event.body) as {
      readonly event: string
      readonly payload: Readonly<Record<string, string | null>>
    }
    return {
      event: name,
      status: payload["message_status"] ?? "",
      channel: payload["channel"] ?? "",
      hasBody: payload["body"] !== null,
      code: payload["reason_code"] ?? null
    }
  })

const take = (step: Step, subject: HistorySubject, model: HistoryModel, named: Set<number>): void => {
  subject.tick()
  if (step.do === "dispatch") {
    subject.dispatch()
    return model.dispatch()
  }
  if (step.do === "consent") {
    subject.consent(step.optOut)
    model.optOut = step.optOut
    return
  }
  if (step.do === "template") {
    subject.template(step.isApproved)
    model.isApproved = step.isApproved
    return
  }
  if (step.do === "money") {
    model.balance = Math.max(0, model.balance + step.amount)
    return subject.setBalance(model.balance)
  }
  const count = subject.message.attempts.length
  if (count === 0) return
  const index = step.which % count
  switch (step.do) {
    case "hand over": {
      if (subject.due("submission", index) === undefined) return
      const isWanted = model.isWanted(index)
      expect(subject.handOver(index) !== null).toBe(isWanted)
      return isWanted ? undefined : model.withhold(index)
    }
    case "answer": {
      if (!subject.handed.has(index)) return
      if (step.refusal !== null) {
        subject.end(index, "submission", { _tag: "Refused", failure: step.refusal })
        return model.refuse(index, step.refusal)
      }
      if (step.referenced) named.add(index)
      subject.end(index, "submission", { _tag: "Accepted", reference: step.referenced ? reference(index) : null })
      return model.accept(index)
    }
    case "submission deadline": {
      if (subject.due("submission_deadline", index) === undefined) return
      subject.end(index, "submission_deadline", { _tag: "Refused", failure: "provider_timeout" })
      return model.refuse(index, "provider_timeout")
    }
    case "receipt deadline": {
      if (subject.due("receipt_deadline", index) === undefined) return
      subject.giveUp(index)
      return model.giveUp(index)
    }
    case "receipt": {
      const answer = subject.report(index, step.byReference, step.said, step.failure)
      if (step.byReference && !named.has(index)) return expect(answer).toBe("unknown")
      return expect(answer).toBe(model.report(index, step.said, step.failure) ? "applied" : "repeated")
    }
  }
}

const compare = (subject: HistorySubject, model: HistoryModel, made: World, named: ReadonlySet<number>): void => {
  const { message } = subject
  const { price } = model
  expect({
    status: message.status,
    code: message.code,
    channel: message.channel,
    price: message.price === null ? null : [message.price, message.activeContactPrice],
    balance: subject.balance,
    attempts: message.attempts.map(({ carrier, channel, charge, report }) => ({ carrier, channel, charge, report })),
    reached: message.history.filter(({ reached }) => reached).map(({ status }) => status),
    told: told(subject)
  }).toEqual({
    status: model.status,
    code: model.code,
    channel: model.channel,
    price,
    balance: model.balance,
    attempts: model.attempts.map(({ carrier, channel, charge }, index) => ({
      carrier,
      channel,
      charge,
      report: model.height(index)
    })),
    reached: model.reached.slice(1),
    told: model.told
  })
  expect(subject.balance).toBeGreaterThanOrEqual(0)
  // An attempt has the name that its carrier gave it, whenever it did.
  expect(message.attempts.map((attempt) => attempt.reference)).toEqual(
    message.attempts.map((_, index) => named.has(index) ? reference(index) : null)
  )
  // A status that needs no reason shows none.
  const unreasoned = message.history.filter(({ reached, status }) =>
    reached && !["FAILED", "FILTERED", "BLOCKED"].includes(status)
  )
  expect(unreasoned.map(({ code }) => code)).toEqual(unreasoned.map(() => null))
  // What activities show as charged is what was charged.
  const shown = message.history.reduce((sum, line) => sum + (line.price ?? 0), 0)
  expect(shown).toBe(price?.[0] ?? 0)
  // Each attempt waits for what it waits for, and for nothing else.
  for (const [index, { report }] of message.attempts.entries()) {
    expect(subject.due("submission_deadline", index) !== undefined).toBe(report === null)
    expect(subject.due("receipt_deadline", index) !== undefined).toBe(report === "SENT")
  }
  expect(message.attempts.length).toBeLessThanOrEqual(Math.min(3, made.carriers.length * 3))
}

describe("a message", () => {
  propWith({ runs: 2000, timeout: 60_000 })(
    "has the history of the texts, whatever carriers say and in whatever order",
    world,
    steps,
    (made, history) => {
      const subject = new HistorySubject(made)
      const model = new HistoryModel(made)
      const named = new Set<number>()
      for (const step of history) {
        take(step, subject, model, named)
        compare(subject, model, made, named)
      }
    }
  )
})
