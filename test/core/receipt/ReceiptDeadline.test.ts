/**
 * An attempt of which no final receipt has come by its deadline has failed (decisions 4.1), unless it has ended meanwhile.
 */
import * as Commit from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { ReceiptDeadlineWork } from "@signalbox/core/internal/message/AttemptWork"
import { ReceiptDeadline } from "@signalbox/core/internal/receipt/ReceiptDeadline"
import { Report } from "@signalbox/core/internal/receipt/Report"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import { Messages } from "@signalbox/core/Message"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const sent = Given.attempt({ report: "SENT", charge: "taken", reference: "r-1", startedAt: Given.now })
const now = plus(Given.now, 72 * 3_600_000)
const id = Given.messageId(1)

/** A message whose one attempt has come so far, after its deadline, and something that happens meanwhile. */
const late = (attempts: ReadonlyArray<Attempt>, meanwhile: (store: FactStore) => void = () => {}) => {
  const before = Given.message({ id, status: "SENT", channel: "sms", attempts })
  const store = new FactStore([Commit.put(Messages, before)])
  const lease = store.hold(ReceiptDeadlineWork.due({ message: id, attempt: sent.id }, Given.accountId(1), now))
  store.run(ReceiptDeadline, { lease }, now, Given.ids(), () => meanwhile(store))
  return { before, after: store.get(Messages, id)! }
}

describe("the deadline of receipts", () => {
  it("ends a message whose handset nobody has reached", () => {
    const { after } = late([sent])
    expect([after.status, after.attempts[0]?.report, after.attempts[0]?.failure])
      .toEqual(["FAILED", "FAILED", "handset_unreachable"])
    expect(after.attempts[0]).not.toHaveProperty("receipt")
    expect(after.history.at(-1)).toMatchObject({ at: now, status: "FAILED", code: "DELIVERY_006", from: sent.from })
  })

  it.each(
    [
      ["was delivered", [{ ...sent, report: "DELIVERED" }]],
      ["has failed", [{ ...sent, report: "FAILED", failure: "unknown" }]],
      ["is another one", [{ ...sent, id: Given.attemptId(7) }]],
      ["is none", []]
    ] as const
  )("changes nothing where the attempt %s", (_, attempts) => {
    const { after, before } = late(attempts)
    expect(after).toEqual(before)
  })

  it("sees all that comes at the same moment: a receipt counts, and nothing that is written is lost", () => {
    const heard = late([sent], (store) => {
      const subject = { _tag: "Attempt", message: id, attempt: sent.id } as const
      Result.getOrThrow(store.run(Report, { subject, reported: { _tag: "Delivered" } }, now, Given.ids(5)))
    })
    expect([heard.after.status, heard.after.attempts[0]?.report]).toEqual(["DELIVERED", "DELIVERED"])
    const written = late([sent], (store) => {
      store.put(Commit.put(Messages, { ...heard.before, attempts: [{ ...sent, reference: "r-2" }] }))
    })
    expect(written.after).toMatchObject({ status: "FAILED", attempts: [{ reference: "r-2", report: "FAILED" }] })
  })
})
