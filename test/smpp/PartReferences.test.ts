/**
 * The references by which handsets know the parts of a message.
 */
import * as PartReferences from "@signalbox/smpp/internal/PartReferences"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const octet = (reference: number): number => reference & 0xff

prop(
  "come again for one recipient only after 256 messages, however many go elsewhere",
  fc.nat({ max: 0xffff }),
  fc.array(fc.nat({ max: 3 }), { minLength: 300, maxLength: 1500 }),
  (seed, recipients) => {
    const references = PartReferences.make(seed)
    const seen = new Map<number, Array<number>>()
    for (const recipient of recipients) {
      const own = seen.get(recipient) ?? []
      seen.set(recipient, own)
      const next = octet(references.next(`+1201555100${recipient}`))
      expect(own.slice(-255)).not.toContain(next)
      own.push(next)
    }
  }
)

it("are forgotten of those recipients that had none for the longest time", () => {
  const references = PartReferences.make(7, 2)
  const [first, second] = [references.next("a"), references.next("b")]
  expect(references.next("a")).toBe(first + 1)
  references.next("c")
  expect(references.next("a")).toBe(first + 2)
  expect(references.next("b")).not.toBe(second + 1)
})

it("follow each other for one recipient, begin far away for the next one, and begin anew behind the last", () => {
  const references = PartReferences.make(0xffff - 0x9e37)
  const recipients = ["a", "a", "b", "a", "c", "b"]
  expect(recipients.map((recipient) => references.next(recipient))).toEqual([0xffff, 0, 0x9e36, 1, 0x3c6d, 0x9e37])
  expect(PartReferences.mostRecipients).toBe(100_000)
})

it("are for messages in parts alone", () =>
  Bench.run(Effect.gen(function*() {
    const bench = yield* Bench.make()
    const long = "0123456789".repeat(40)
    yield* Bench.submitted(bench, Bench.sms(1, long))
    for (let count = 0; count < 5; count++) yield* Bench.submitted(bench, Bench.sms(1 + 9000 * (count + 1)))
    yield* Bench.submitted(bench, Bench.sms(1 + 9000 * 9, long))
    const named = bench.smsc.submitted.filter(({ esmClass }) => esmClass === 0x40)
    expect(new Set(named.map(({ destination }) => destination)).size).toBe(1)
    const [first, , , second] = named.map(({ shortMessage }) => shortMessage[3]!)
    expect(second).toBe(octet(first! + 1))
  })))
