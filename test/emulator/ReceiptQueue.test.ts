/** The receipt that falls due first comes first, however many there are. */
import * as Instant from "@signalbox/core/Instant"
import type { OwedReceipts } from "@signalbox/emulator/network/ReceiptQueue"
import { dueAt, ReceiptQueue } from "@signalbox/emulator/network/ReceiptQueue"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Given from "../core/Given.ts"
import { attemptId } from "./Submissions.ts"

const debt = (id: number, at: number): OwedReceipts => ({
  receipts: [{
    id: String(id),
    dueAt: Instant.make(at),
    receipt: {
      subject: { _tag: "Reference", carrier: Given.carrierId("sms-a"), reference: "a" },
      reported: { _tag: "Delivered" }
    },
    attempt: attemptId(id),
    message: Given.messageId(id)
  }]
})

const turn = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.integer({ min: 0, max: 50 }) }) },
  fc.record({ now: fc.integer({ min: 0, max: 50 }), limit: fc.integer({ min: 0, max: 10 }) })
)

describe("the agenda", () => {
  prop(
    "gives what is due in its order, of the same instant the older one first",
    fc.array(turn, { maxLength: 200, size: "max" }),
    (turns) => {
      const agenda = new ReceiptQueue()
      let model: ReadonlyArray<{ readonly id: string; readonly at: number }> = []
      for (const [index, each] of turns.entries()) {
        if ("add" in each) {
          agenda.add(debt(index, each.add))
          model = [...model, { id: String(index), at: each.add }].toSorted((a, b) => a.at - b.at)
        } else {
          const due = model.filter(({ at }) => at <= each.now).slice(0, each.limit)
          model = model.slice(due.length)
          const taken = agenda.take(Instant.make(each.now), each.limit)
          expect(taken.map(({ receipts: [{ id }] }) => id)).toEqual(due.map(({ id }) => id))
        }
        expect(agenda.first === undefined ? undefined : dueAt(agenda.first)).toBe(model[0]?.at)
      }
    }
  )
})
