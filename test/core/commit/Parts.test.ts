/**
 * Messages of several parts (decisions 4.1 "Several parts", "Late, repeated, reordered receipts"): FAILED as soon as one
 * part failed, DELIVERED when all are, READ when all are; a late success of a failed part counts.
 */
import type { Channel } from "@signalbox/core/Channel"
import * as Commit from "@signalbox/core/Commit"
import type { MessageId } from "@signalbox/core/Id"
import * as AttemptStep from "@signalbox/core/internal/message/AttemptStep"
import * as Progress from "@signalbox/core/internal/message/Progress"
import type { Reported, Subject } from "@signalbox/core/internal/receipt/Report"
import { Report } from "@signalbox/core/internal/receipt/Report"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Receipts } from "@signalbox/core/Receipts"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const carrier = Given.carrierId("carrier-a")

const of = (reference: string, to?: Message["phone"]): Subject => ({
  _tag: "Reference",
  carrier,
  reference,
  ...(to === undefined ? {} : { to })
})

const failed: Reported = { _tag: "Failed", failure: "invalid_number" }
const delivered: Reported = { _tag: "Delivered" }
const read: Reported = { _tag: "Read" }

/** A message that its carrier has accepted under these references. */
const accepted = (
  store: FactStore,
  references: ReadonlyArray<string>,
  { by = "alone", ...parts }: Partial<Message> & { readonly by?: "alone" | "with recipient" } = {},
  channel: Channel = "sms"
): Message => {
  const ids = Given.ids(7)
  const number = Number(parts.id?.slice(-4) ?? 1)
  const attempt = Given.attempt({ id: Given.attemptId(number), carrier, channel })
  const routed = Given.message({ status: "ROUTED", channel, attempts: [attempt], ...parts })
  store.put(Commit.put(Messages, routed))
  const step = AttemptStep.accepted(routed, attempt, references, by, Given.now)!
  const progress = AttemptStep.submitted(step, { now: Given.now, ids })
  const expects = [{ ref: { kind: "message", key: routed.id }, version: store.version(Messages, routed.id) }]
  expect(store.commit(Commit.all({ expects }, step.commit, Progress.kept(progress)))).toMatchObject({ _tag: "Done" })
  return progress.message
}

const world = (count: number, channel: Channel = "sms") => {
  const store = new FactStore([])
  store.give(Given.accountId(1), 1000)
  const references = Array.from({ length: count }, (_, index) => `part-${index}`)
  const { id } = accepted(store, references, {}, channel)
  const message = () => store.get(Messages, id)!
  const told: Array<string> = []
  return {
    store,
    message,
    attempt: (): Attempt => message().attempts[0]!,
    events: () => store.events.map(({ name }) => name),
    answers: told,
    hear: (part: number | "all", reported: Reported) => {
      const subject: Subject = part === "all"
        ? { _tag: "Attempt", message: id, attempt: message().attempts[0]!.id }
        : of(references[part]!)
      const answer = Result.getOrThrow(store.run(Report, { subject, reported }, Given.now, Given.ids(9)))
      told.push(answer)
      return answer
    }
  }
}

type Said = readonly [part: number | "all", report: "FAILED" | "DELIVERED" | "READ"]

const reportedAs = { FAILED: failed, DELIVERED: delivered, READ: read } as const

/** Only some channels tell that something was read. */
const heardOn = (channel: Channel, report: Said[1]): Said[1] =>
  report === "READ" && channel === "sms" ? "DELIVERED" : report

const order = ["", "FAILED", "DELIVERED", "READ"]

/** The status after all that was said, from the texts: what each part came to at best, and whether one has failed. */
const expected = (count: number, channel: Channel, said: ReadonlyArray<Said>): string => {
  const best = Array.from({ length: count }, () => "")
  let hasFailed = false
  for (const [part, report] of said) {
    for (let index = 0; index < count; index++) {
      if (part !== "all" && part !== index) continue
      const heard = heardOn(channel, report)
      if (order.indexOf(heard) > order.indexOf(best[index]!)) best[index] = heard
    }
    if (best.includes("FAILED")) hasFailed = true
  }
  if (best.every((each) => each === "READ")) return "READ"
  if (best.every((each) => each === "DELIVERED" || each === "READ")) return "DELIVERED"
  return hasFailed ? "FAILED" : "SENT"
}

const saidOf = (count: number) =>
  fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.nat({ max: count - 1 }) },
        { weight: 1, arbitrary: fc.constant("all" as const) }
      ),
      fc.constantFrom("FAILED", "DELIVERED", "READ")
    ),
    { maxLength: 10 }
  ) as fc.Arbitrary<ReadonlyArray<Said>>

const histories = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc.record({ count: fc.constant(count), channel: fc.constantFrom<Channel>("sms", "rcs"), said: saidOf(count) })
)

const events: Readonly<Record<string, string>> = {
  SENT: "message.sent",
  FAILED: "message.failed",
  DELIVERED: "message.delivered",
  READ: "message.read"
}

describe("a message of several parts", () => {
  propWith({ runs: 500 })(
    "is after each receipt what the texts say, in any order and however often",
    histories,
    ({ channel, count, said }) => {
      const subject = world(count, channel)
      const statuses = ["SENT"]
      for (const [index, [part, report]] of said.entries()) {
        subject.hear(part, reportedAs[report])
        const status = expected(count, channel, said.slice(0, index + 1))
        expect([subject.attempt().report, subject.message().status]).toEqual([status, status])
        if (status !== statuses.at(-1)) statuses.push(status)
      }
      // Each change is told once, and leaves one line.
      expect(subject.events()).toEqual(statuses.map((status) => events[status]))
      expect(subject.message().history.map(({ status }) => status)).toEqual(statuses)
      const waits = [...subject.store.work.values()].filter(({ work }) => work.kind === "receipt_deadline")
      expect(waits.length).toBe(statuses.at(-1) === "SENT" ? 1 : 0)
      expect(subject.message().price).toBe(Given.attempt().price)
    }
  )

  const complete = fc.integer({ min: 2, max: 4 }).chain((count) =>
    fc.array(fc.constantFrom("FAILED", "DELIVERED", "READ"), { minLength: count, maxLength: count }).chain(
      (reports) => {
        const said = reports.map((report, part) => [part, report] as Said)
        return fc.record({
          count: fc.constant(count),
          said: fc.constant(said),
          shuffled: fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })
        })
      }
    )
  )

  propWith({ runs: 300 })(
    "ends the same in every order once each part has been reported on",
    complete,
    ({ count, said, shuffled }) => {
      const [one, other] = [world(count, "rcs"), world(count, "rcs")]
      for (const [part, report] of said) one.hear(part, reportedAs[report])
      for (const [part, report] of shuffled) other.hear(part, reportedAs[report])
      expect(other.message().status).toBe(one.message().status)
      expect(other.attempt().parts).toEqual(one.attempt().parts)
    }
  )

  propWith({ runs: 200 })("hears nothing new in what it has heard before", histories, ({ channel, count, said }) => {
    const subject = world(count, channel)
    for (const [part, report] of said) subject.hear(part, reportedAs[report])
    const before = subject.message()
    for (const [part, report] of said) expect(subject.hear(part, reportedAs[report])).toBe("repeated")
    expect(subject.message()).toEqual(before)
  })

  it("has the first reference, and its parts only when there are several", () => {
    expect(world(1).attempt()).toMatchObject({ reference: "part-0" })
    expect(world(1).attempt()).not.toHaveProperty("parts")
    expect(world(2).attempt()).toMatchObject({
      reference: "part-0",
      parts: [{ reference: "part-0", report: null }, { reference: "part-1", report: null }]
    })
  })

  it("names the part that failed in its history", () => {
    const subject = world(3)
    subject.hear(1, failed)
    const line = subject.message().history.at(-1)!
    expect(line).toMatchObject({ status: "FAILED", code: "DELIVERY_005" })
    expect(line.description).toMatch(/, part 2 of 3$/)
  })

  it("leaves no line for a part while others are awaited", () => {
    const subject = world(2)
    expect(subject.hear(0, delivered)).toBe("applied")
    expect(subject.message().history.map(({ status }) => status)).toEqual(["SENT"])
    subject.hear(1, delivered)
    expect(subject.message().history.map(({ status }) => status)).toEqual(["SENT", "DELIVERED"])
  })
})

describe("a reference that counts with its recipient only", () => {
  const scene = () => {
    const store = new FactStore([])
    const message = (number: number, phone: number, reference: string) =>
      accepted(store, [reference], {
        by: "with recipient",
        id: Given.messageId(number),
        phone: Given.phone(phone)
      }).id
    const hear = (subject: Subject) =>
      Result.getOrThrow(store.run(Report, { subject, reported: delivered }, Given.now, Given.ids(9)))
    const status = (id: MessageId) => store.get(Messages, id)!.status
    return { message, hear, status }
  }

  it("means the message to that recipient, and nothing without it", () => {
    const { hear, message, status } = scene()
    const [one, two] = [message(1, 1, "7"), message(2, 2, "7")]
    expect(hear(of("7"))).toBe("unknown")
    expect(hear(of("7", Given.phone(3)))).toBe("unknown")
    expect([status(one), status(two)]).toEqual(["SENT", "SENT"])
    expect(hear(of("7", Given.phone(1)))).toBe("applied")
    expect([status(one), status(two)]).toEqual(["DELIVERED", "SENT"])
  })

  it("means the newest message when it comes again", () => {
    const { hear, message, status } = scene()
    const [old, young] = [message(1, 1, "7"), message(2, 1, "7")]
    expect(hear(of("7", Given.phone(1)))).toBe("applied")
    expect([status(old), status(young)]).toEqual(["SENT", "DELIVERED"])
  })

  it("is no name of another one that is spelled alike", () => {
    const { hear, message, status } = scene()
    const id = message(1, 1, "7")
    expect(hear(of(`${Given.phone(1)}/7`))).toBe("unknown")
    expect(status(id)).toBe("SENT")
  })
})

describe("what a carrier declares of its references", () => {
  it("goes from the port to its receipts, for each part", async () => {
    const { carrier: made } = Scene.carrier("sms-a", ["sms"], () => ({ _tag: "Accepted", references: ["1", "2"] }))
    const answer = await Bench.run(
      Bench.layer({ carriers: [{ ...made, references: "with recipient" }] }),
      Effect.gen(function*() {
        yield* Scene.seed(100_000)
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1), Given.phone(2)))
        yield* Bench.idle
        const { report } = yield* Receipts
        const hear = (reference: string, to?: Message["phone"]) =>
          report({
            subject: { _tag: "Reference", carrier: made.id, reference, ...(to === undefined ? {} : { to }) },
            reported: delivered
          })
        const answers = [
          yield* hear("1"),
          yield* hear("1", Given.phone(2)),
          yield* hear("2", Given.phone(2)),
          yield* hear("1", Given.phone(1))
        ]
        return { answers, statuses: (yield* Scene.messages).map(({ phone, status }) => [phone, status]).toSorted() }
      })
    )
    expect(answer).toEqual({
      answers: ["unknown", "applied", "applied", "applied"],
      statuses: [[Given.phone(1), "SENT"], [Given.phone(2), "DELIVERED"]]
    })
  })
})
