/**
 * Tests hold how deliveries of operators are read: receipts, messages and parts of them in their alphabets, and what nobody asked for.
 */
import * as Incoming from "@signalbox/smpp/Incoming"
import * as Options from "@signalbox/smpp/Options"
import * as Pdu from "@signalbox/smpp/Pdu"
import type { Tlv } from "@signalbox/smpp/Tlv"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Pdus from "./Pdus.ts"

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const read = (
  body: Partial<Pdu.Body<"deliver_sm">>,
  tlvs: ReadonlyArray<Tlv> = [],
  options: Partial<Options.Options> = {}
): Incoming.Content => {
  const whole = Pdu.messageBody({ source: "12015550123", sourceTon: 1, destination: "12015550100", ...body })
  const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", ...options })
  return Incoming.read({ command: "deliver_sm", status: 0, sequence: 1, tlvs, ...whole }, settings)
}

const receipt = (state: string, error = "000") =>
  octets(`id:4f sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:${state} err:${error} text:`)

describe("what comes in", () => {
  it("is a receipt by its kind", () => {
    expect(read({ esmClass: 4, shortMessage: receipt("DELIVRD") }, [], { receiptOffset: 60 })).toEqual({
      _tag: "Receipt",
      reference: "4f",
      to: "+12015550123",
      outcome: "delivered",
      at: Date.UTC(2026, 10, 3, 11, 5),
      detail: null
    })
  })

  it("is a receipt by its TLVs where its kind is left out, with its text in message_payload", () => {
    const tlvs = [
      { tag: 0x001e, value: octets("4f\0") },
      { tag: 0x0427, value: Uint8Array.of(2) },
      { tag: 0x0424, value: receipt("EXPIRED") }
    ]
    expect(read({}, tlvs)).toMatchObject({ reference: "4f", outcome: "delivered", at: null })
    expect(read({ esmClass: 4 }, tlvs.slice(2))).toMatchObject({ reference: "4f", outcome: "handset_unreachable" })
  })

  it("fails by the class of its state, or by the operator's own table", () => {
    const outcomes = ["ENROUTE", "ACCEPTD", "EXPIRED", "UNDELIV", "REJECTD", "DELETED", "UNKNOWN"].map((state) => {
      const told = read({ esmClass: 4, shortMessage: receipt(state) })
      return told._tag === "Receipt" ? String(told.outcome) : told._tag
    })
    expect(outcomes.join(" ")).toBe(
      "null null handset_unreachable undeliverable_by_route carrier_filtered unknown unknown"
    )
    const failures = { "069": "invalid_number" } as const
    expect(read({ esmClass: 4, shortMessage: receipt("UNDELIV", "069") }, [], { failures }))
      .toMatchObject({ outcome: "invalid_number", detail: { code: "069", text: "UNDELIVERABLE" } })
    expect(read({ esmClass: 4, shortMessage: receipt("DELIVRD", "069") }, [], { failures }))
      .toMatchObject({ outcome: "delivered" })
  })

  it("is a message in the alphabet of its data_coding", () => {
    const texts: ReadonlyArray<readonly [number, ReadonlyArray<number>, string]> = [
      [0x00, [0x00, 0x1b, 0x65], "@\u{20ac}"],
      [0x03, [0x67, 0xfc, 0x6e], "g\u{fc}n"],
      [0x08, [0xd8, 0x3d, 0xde, 0x00], "\u{1f600}"],
      [0x18, [0x00, 0x41], "A"]
    ]
    for (const [dataCoding, written, text] of texts) {
      expect(read({ dataCoding, shortMessage: Uint8Array.from(written) })).toEqual({
        _tag: "Message",
        from: "+12015550123",
        to: "12015550100",
        text,
        part: null
      })
    }
    const latin1 = { defaultAlphabet: "latin-1" } as const
    expect(read({ shortMessage: Uint8Array.of(0xfc) }, [], latin1)).toMatchObject({ text: "\u{fc}" })
  })

  it("is a part by its header, or by its TLVs", () => {
    expect(read({ esmClass: 0x40, shortMessage: Uint8Array.of(5, 0, 3, 9, 3, 2, 0x41) }))
      .toMatchObject({ text: "A", part: { series: "8/9", count: 3, index: 2 } })
    expect(read({ esmClass: 0x40, shortMessage: Uint8Array.of(6, 8, 4, 1, 9, 3, 2, 0x41) }))
      .toMatchObject({ text: "A", part: { series: "16/265", count: 3, index: 2 } })
    const sar = [
      { tag: 0x020c, value: Uint8Array.of(1, 9) },
      { tag: 0x020e, value: Uint8Array.of(3) },
      { tag: 0x020f, value: Uint8Array.of(2) }
    ]
    expect(read({ shortMessage: octets("A") }, sar))
      .toMatchObject({ text: "A", part: { series: "16/265", count: 3, index: 2 } })
  })

  it("keeps an escape that a part ends with for the next one, and no other", () => {
    const cut = (index: number) =>
      read({ esmClass: 0x40, shortMessage: Uint8Array.of(5, 0, 3, 9, 2, index, 0x41, 0x1b) })
    expect(cut(1)).toMatchObject({ text: "A\u001b" })
    expect(cut(2)).toMatchObject({ text: "A" })
    expect(read({ shortMessage: Uint8Array.of(0x41, 0x1b) })).toMatchObject({ text: "A" })
  })

  it("is nothing to us when it is USSD, a handset's acknowledgement, binary or for a port", () => {
    const told = [
      read({ serviceType: "USSD", shortMessage: octets("*100#") }),
      read({ shortMessage: octets("*100#") }, [{ tag: 0x0501, value: Uint8Array.of(1) }]),
      read({ esmClass: 0x08 }),
      read({ dataCoding: 4, shortMessage: octets("abc") }),
      read({ esmClass: 0x40, shortMessage: Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0, 0, 1) }),
      read({ esmClass: 4, shortMessage: octets("what happened") })
    ]
    expect(told.map(({ _tag }) => _tag)).toEqual(told.map(() => "Ignored"))
  })

  const delivery = Pdus.pdu.filter((each) => each.command === "deliver_sm" || each.command === "data_sm")
  const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", receiptOffset: 0 })
  prop("is read whatever it is", delivery, fc.constantFrom(0x00, 0x04, 0x40, 0x44), (pdu, esmClass) => {
    const given = { ...pdu, esmClass } as Pdu.PduOf<"deliver_sm">
    expect(["Receipt", "Message", "Ignored"]).toContain(Incoming.read(given, settings)._tag)
  })
})
