/**
 * Receipts that come together: each is answered in its own place, whatever the others are, and what is wrong with one is
 * logged with its carrier and without a word of its text.
 */
import type { Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { accepted, answering, begin, carrierId, plain, run, states } from "../carrier/Submitting.ts"

const about = (reference: string, parts: object = {}): Receipt => ({
  subject: { _tag: "Reference", carrier: carrierId, reference },
  reported: { _tag: "Delivered" },
  ...parts
})

/** Names no attempt that there can be. */
const nothing = (subject: object) => ({ subject, reported: { _tag: "Delivered" } }) as unknown as Receipt

it("receipts that come together are answered each in its place, and what is wrong with one is logged", async () => {
  const { carrier } = answering((batch) => batch.map((_, index) => accepted(`r-${index}`)))
  const lines: Array<unknown> = []
  const logging = Logger.layer([Logger.make(({ message }) => {
    lines.push(message)
  })])
  await run(
    { carriers: [carrier] },
    Effect.gen(function*() {
      yield* begin(plain(3))
      // Each has its answer.
      while (!(yield* states).every(([status]) => status === "SENT")) yield* Effect.sleep(1)
      const { reportAll } = yield* Receipts
      const answers = yield* reportAll([
        nothing({ _tag: "Reference", carrier: carrierId, reference: "" }),
        about("r-1", { pricing: { amount: -1, currency: "EUR" }, at: "soon", detail: { code: "7", text: "Secret" } }),
        about("r-9"),
        nothing({ _tag: "Attempt" }),
        about("r-0", { reported: { _tag: "Failed", failure: "invalid_number" } }),
        about("r-1")
      ]).pipe(Effect.provide(logging))
      expect(answers).toEqual(
        ["unknown", "applied", "unknown", "unknown", "applied", "repeated"].map((each) => Exit.succeed(each))
      )
      expect(yield* states).toEqual([["FAILED", "invalid_number"], ["DELIVERED", "r-1"], ["SENT", "r-2"]])
    })
  )
  expect(lines).toEqual([
    ["A receipt names nothing that could be an attempt", { carrier: "sms-a" }],
    ["A receipt says more than can be kept", { carrier: "sms-a", dropped: ["at", "pricing"] }],
    ["A receipt names nothing that could be an attempt", { carrier: null }]
  ])
})
