/**
 * The next step in the same commit: decided on the facts as the commit before leaves them, and joined with it such that
 * each row is written once, and checked once.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commit_ from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { ContactId } from "@signalbox/core/Id"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { refText } from "@signalbox/core/Kind"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import type { Due } from "@signalbox/core/Work"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const message = Given.message({})
const contact = Given.contact({})

const ref = { kind: Messages.name, key: message.id }
const contactRef = { kind: Contacts.name, key: contact.id }

const facts: Facts.Facts = {
  ...Facts.empty,
  rows: fromEntries([[ref, { version: 3, row: Commit_.put(Messages, Given.message({ status: "FAILED" })) }]])
}

const due = (key: string): Due => ({ work: { kind: "step", key }, lane: "step:one", at: Given.now })

const first = Commit_.make({
  expects: [{ ref, version: 3 }],
  puts: [Commit_.put(Contacts, contact), Commit_.put(Messages, message)],
  due: [due("one"), due("two"), { ...due("one"), work: { kind: "other", key: "one" } }]
})

/** A step that takes the message on by one send, and expects what it has read. */
const sendOnce = (known: Facts.Facts): Commit => {
  const before = Facts.get(known, Messages, message.id)!
  const next: Message = { ...before, send: before.send + 1 }
  return Commit_.make({
    expects: [Facts.expected(known, Messages, message.id), { ref: contactRef, version: 0 }],
    puts: [Commit_.put(Messages, next)]
  })
}

const isStep = ({ work }: Due): boolean => work.kind === "step"

describe("a continuation", () => {
  it("is decided on what the commit leaves, and writes and checks each row once", () => {
    const seen: Array<string> = []
    const { answers, commit } = Continuation.take(first, facts, ({ work }) => work.key === "two", (each, known) => {
      seen.push(Facts.get(known, Messages, message.id)!.status)
      return { answer: each.work.key, commit: sendOnce(known) }
    })
    expect([seen, answers]).toEqual([[message.status], ["two"]])
    expect(commit.expects).toEqual([{ ref, version: 3 }])
    expect(commit.puts.map(refText)).toEqual([contactRef, ref].map(refText))
    expect(commit.puts.at(-1)?.value).toMatchObject({ status: message.status, send: message.send + 1 })
    expect(commit.due.map(({ work }) => work)).toEqual([{ kind: "step", key: "one" }, { kind: "other", key: "one" }])
  })

  it("takes rows of two kinds with one key for two", () => {
    const purge: Row = { kind: "purge", key: message.id, value: { of: message.id } }
    const { commit } = Continuation.take(first, facts, ({ work }) => work.key === "two", () => ({
      answer: null,
      commit: Commit_.make({ expects: [{ ref: { kind: "purge", key: message.id }, version: 0 }], puts: [purge] })
    }))
    expect(commit.puts).toEqual([...first.puts, purge])
    expect(commit.expects).toEqual([{ ref, version: 3 }, { ref: { kind: "purge", key: message.id }, version: 0 }])
    // Another row of the same kind is another one as well.
    const other = Given.contact({ id: ContactId.make("00000000-0000-7000-8000-0000000000c2") })
    const next = Continuation.take(first, facts, ({ work }) => work.key === "two", () => ({
      answer: null,
      commit: Commit_.make({ puts: [Commit_.put(Contacts, other)] })
    }))
    expect(next.commit.puts.map(({ key }) => key)).toEqual([contact.id, message.id, other.id])
  })

  it("goes on from the steps before it", () => {
    const { commit } = Continuation.take(
      first,
      facts,
      isStep,
      (_, known) => ({ answer: null, commit: sendOnce(known) })
    )
    expect(commit.puts.at(-1)?.value).toMatchObject({ send: message.send + 2 })
    expect(commit.due.map(({ work }) => work.kind)).toEqual(["other"])
  })

  it("has of each counter the ceiling that its last step has found, since that one knows of all [XPR-021]", () => {
    const counts = (...given: ReadonlyArray<readonly [by: number, ceiling: number | null]>) =>
      given.map(([by, ceiling]) => ({ counter: "spent", by, ceiling, once: null }))
    const steps = [counts([3, 7]), counts([3, 10], [-1, null])]
    const { commit } = Continuation.take(
      { ...first, counts: counts([1, 2]) },
      facts,
      isStep,
      (_, known) => ({ answer: null, commit: { ...sendOnce(known), counts: steps.shift()! } })
    )
    // The first commit was decided without them.
    expect(commit.counts).toEqual(counts([1, 2], [3, 10], [3, 10], [-1, 10]))
    const joined = (...all: ReadonlyArray<typeof commit.counts>) => {
      const left = [...all]
      return Continuation.take(first, facts, isStep, (_, known) => ({
        answer: null,
        commit: { ...sendOnce(known), counts: left.shift()! }
      })).commit.counts
    }
    // What raises nothing has found none, and what is alone stays as it is.
    expect(joined(counts([1, 5]), counts([0, null]))).toEqual(counts([1, 5], [0, 5]))
    expect(joined(counts([1, 5]), counts([1, 7]))).toEqual(counts([1, 7], [1, 7]))
    expect(joined(counts([-1, 5]), [])).toEqual(counts([-1, 5]))
  })

  it("leaves work due for which it has no step, and a commit as it is without any", () => {
    const { answers, commit } = Continuation.take(
      first,
      facts,
      isStep,
      (each, known) => each.work.key === "one" ? null : { answer: "two", commit: sendOnce(known) }
    )
    expect([answers, commit.due.map(({ work }) => work.key)]).toEqual([["two"], ["one", "one"]])
    const none = Continuation.take(first, facts, isStep, () => null)
    expect([none.commit === first, none.answers]).toEqual([true, []])
  })
})
