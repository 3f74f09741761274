/**
 * Receipts and messages that a message centre delivers, and what it is answered.
 */
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const receipt = (id: string, state = "DELIVRD") => ({
  source: "12015551001",
  sourceTon: 1,
  destination: "12015550100",
  esmClass: 4,
  shortMessage: octets(`id:${id} sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:${state} err:000`)
})

describe("a receipt", () => {
  it("is reported, and answered when it is stored", () =>
    Bench.run(Effect.gen(function*() {
      const { kept, smsc } = yield* Bench.make()
      const statuses = yield* Effect.promise(() =>
        Promise.all([
          smsc.deliver(receipt("a1")),
          smsc.deliver(receipt("a2", "REJECTD")),
          smsc.deliver(receipt("a3", "ENROUTE"))
        ])
      )
      expect(statuses).toEqual([0, 0, 0])
      expect(kept.receipts).toEqual([
        {
          subject: { _tag: "Reference", carrier: "smpp", reference: "a1" },
          reported: { _tag: "Delivered" },
          at: null,
          detail: null
        },
        {
          subject: { _tag: "Reference", carrier: "smpp", reference: "a2" },
          reported: { _tag: "Failed", failure: "carrier_filtered" },
          at: null,
          detail: { code: "000", text: "REJECTED" }
        }
      ])
    })))

  it("that cannot be stored now comes again", () =>
    Bench.run(Effect.gen(function*() {
      const { kept, smsc } = yield* Bench.make()
      const deliver = Effect.promise(() => smsc.deliver(receipt("a1")))
      kept.isBroken = true
      expect(yield* deliver).toBe(0x64)
      kept.isBroken = false
      kept.isDefective = true
      expect(yield* deliver).toBe(0x64)
      kept.isDefective = false
      expect(yield* deliver).toBe(0)
      expect(kept.receipts.length).toBe(1)
    })))

  it("about a message that nobody knows comes again, unless told otherwise", () =>
    Bench.run(Effect.gen(function*() {
      for (const [unknownReceipts, status] of [["again", 0x64], ["taken", 0]] as const) {
        const { kept, smsc } = yield* Bench.make({}, { unknownReceipts })
        kept.answer = () => "unknown"
        expect(yield* Effect.promise(() => smsc.deliver(receipt("a1")))).toBe(status)
      }
    })))

  it("that overtakes the answer to its submit_sm waits for it", () =>
    Bench.run(Effect.gen(function*() {
      const statuses: Array<number> = []
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          void smsc.deliver(receipt("abc001")).then((status) => statuses.push(status))
          // The answer comes well after the receipt.
          setTimeout(() => smsc.take(pdu, peer), 100)
        }
      })
      let isKnown = false
      bench.kept.answer = () => isKnown ? "applied" : "unknown"
      const outcome = yield* Bench.submitted(bench, Bench.sms(1))
      expect(outcome).toEqual({ _tag: "Accepted", references: ["abc001"] })
      expect(statuses).toEqual([])
      isKnown = true
      yield* Bench.until(() => statuses.length > 0)
      expect(statuses).toEqual([0])
      expect(bench.kept.receipts.length).toBe(1)
    })))

  it("names its recipient where ids come again", () =>
    Bench.run(Effect.gen(function*() {
      const { carrier, kept, smsc } = yield* Bench.make({}, { references: "with recipient", id: "acme-eu" })
      yield* Effect.promise(() => smsc.deliver(receipt("msg_id_not_implemented")))
      expect(carrier.references).toBe("with recipient")
      expect(kept.receipts[0]!.subject).toEqual({
        _tag: "Reference",
        carrier: "acme-eu",
        reference: "msg_id_not_implemented",
        to: "+12015551001" as PhoneNumber
      })
    })))

  it("finds its message by an id that is hexadecimal in one place and decimal in the other", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({}, { ids: { answer: "hexadecimal", tlv: "hexadecimal", text: "decimal" } })
      const outcome = yield* Bench.submitted(bench, Bench.sms(1))
      const tlvs = [{ tag: 0x001e, value: octets("ABC001\0") }, { tag: 0x0427, value: Uint8Array.of(2) }]
      yield* Effect.promise(() => bench.smsc.deliver(receipt(String(0xabc001))))
      yield* Effect.promise(() => bench.smsc.deliver(receipt("0"), tlvs))
      const named = bench.kept.receipts.map(({ subject }) => subject._tag === "Reference" ? subject.reference : "")
      expect(outcome).toEqual({ _tag: "Accepted", references: [named[0]] })
      expect(named[1]).toBe(named[0])
    })))

  it("comes by a session of its own where sessions do one thing", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({}, { bindAs: "transmitter and receiver" })
      expect([...bench.smsc.peers].map(({ boundAs }) => boundAs).toSorted()).toEqual([
        "bind_receiver",
        "bind_transmitter"
      ])
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
      expect(yield* Effect.promise(() => bench.smsc.deliver(receipt("abc001")))).toBe(0)
    })))
})

describe("a message of a recipient", () => {
  const text = (text: string) => ({
    source: "12015550123",
    sourceTon: 1,
    destination: "12015550100",
    shortMessage: octets(text)
  })

  it("is received, whole or in parts, on any session", () =>
    Bench.run(Effect.gen(function*() {
      const { kept, smsc } = yield* Bench.make({}, { binds: 2 })
      const part = (index: number, character: string) => ({
        ...text(""),
        esmClass: 0x40,
        shortMessage: Uint8Array.from([5, 0, 3, 9, 2, index, ...octets(character)])
      })
      const statuses = yield* Effect.promise(() =>
        Promise.all([smsc.deliver(text("STOP")), smsc.deliver(part(2, "b")), smsc.deliver(part(1, "a"))])
      )
      expect(statuses).toEqual([0, 0, 0])
      expect(kept.messages.map(({ from, part, text, to }) => ({ from, part, text, to }))).toEqual([
        { from: "+12015550123", to: { _tag: "Number", number: "12015550100" }, text: "STOP", part: undefined },
        ...[[2, "b"], [1, "a"]].map(([index, text]) => ({
          from: "+12015550123",
          to: { _tag: "Number", number: "12015550100" },
          text,
          part: { series: "8/9", count: 2, index }
        }))
      ])
    })))

  it("that cannot be stored now comes again", () =>
    Bench.run(Effect.gen(function*() {
      const { kept, smsc } = yield* Bench.make()
      kept.isBroken = true
      expect(yield* Effect.promise(() => smsc.deliver(text("STOP")))).toBe(0x64)
    })))

  it("is received with all that the service needs to know, and without a name", () =>
    Bench.run(Effect.gen(function*() {
      const { kept, smsc } = yield* Bench.make({}, { id: "acme-eu" })
      expect(yield* Effect.promise(() => smsc.deliver(text("Hello")))).toBe(0)
      expect(kept.messages).toEqual([{
        carrier: "acme-eu",
        reference: null,
        from: "+12015550123",
        to: { _tag: "Number", number: "12015550100" },
        channel: "sms",
        text: "Hello",
        media: []
      }])
    })))

  it("beyond those that may wait to be stored comes again, while answers to us are read", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({}, { enquireEvery: 60, responseTimeout: 80, answersWithin: 10_000 })
      const { kept, smsc } = bench
      const gate = yield* Latch.make(false)
      kept.gate = gate.await
      const statuses: Array<number> = []
      for (let index = 0; index < 600; index++) {
        void smsc.deliver(text(`Message ${index}`)).then((status) => statuses.push(status))
      }
      yield* Bench.until(() => statuses.length === 600 - 512)
      expect(new Set(statuses)).toEqual(new Set([0x64]))
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
      const asked = () => smsc.heard.filter(({ command }) => command === "enquire_link").length
      const before = asked()
      yield* Bench.until(() => asked() > before + 2)
      yield* gate.open
      yield* Bench.until(() => statuses.length === 600)
      expect(statuses.filter((status) => status === 0).length).toBe(512)
      expect(kept.messages.length).toBe(512)
      expect(smsc.heard.filter(({ command }) => command === "bind_transceiver").length).toBe(1)
    })))
})
