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

  it("is a receipt by the kinds of receipts, or by both of its TLVs, and by nothing less", () => {
    const named = { tag: 0x001e, value: octets("4f") }
    const state = { tag: 0x0427, value: Uint8Array.of(3) }
    const tag = (esmClass: number, tlvs: ReadonlyArray<Tlv>) =>
      read({ esmClass, shortMessage: octets("id:4f stat:EXPIRED") }, tlvs)._tag
    const kinds = Array.from({ length: 16 }, (_, kind) => tag(kind << 2, []))
    expect(kinds.flatMap((kind, index) => kind === "Ignored" ? [] : [`${index << 2} ${kind}`]))
      .toEqual(["0 Message", "4 Receipt", "32 Receipt"])
    expect([[named], [state], [named, state]].map((tlvs) => tag(0, tlvs))).toEqual(["Message", "Message", "Receipt"])
    // The mode and the features are no kind.
    expect([tag(0x03, []), tag(0x83, []), tag(0x08, [named, state])]).toEqual(["Message", "Message", "Ignored"])
    // Nor do they say that there is a header.
    expect(read({ esmClass: 0x83, shortMessage: octets("Hello") })).toMatchObject({ text: "Hello", part: null })
  })

  it("says why it is ignored", () => {
    const why = (...given: Parameters<typeof read>): string => {
      const told = read(...given)
      return told._tag === "Ignored" ? told.why : told._tag
    }
    expect([
      why({ esmClass: 4, shortMessage: octets("what happened") }),
      why({ serviceType: "USSD" }),
      why({}, [{ tag: 0x0501, value: Uint8Array.of(1) }]),
      why({ esmClass: 0x08 }),
      why({ dataCoding: 4 }),
      why({ esmClass: 0x40, shortMessage: Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0, 0, 1) })
    ]).toEqual([
      "a receipt names no message, or no state",
      "it is USSD",
      "it is USSD",
      "it is an acknowledgement of a handset",
      "it is no text",
      "it is meant for a program of the handset"
    ])
  })

  it("is a receipt also behind a header, which says nothing of it", () => {
    const header = Uint8Array.of(2, 0x70, 0)
    const shortMessage = Uint8Array.from([...header, ...receipt("EXPIRED", "12")])
    expect(read({ esmClass: 0x44, shortMessage })).toEqual({
      _tag: "Receipt",
      reference: "4f",
      to: "+12015550123",
      outcome: "handset_unreachable",
      at: null,
      detail: { code: "12", text: "EXPIRED" }
    })
  })

  it("names the state as its code where there is no error, and no failure while it is on its way", () => {
    const told = (text: string, failures = {}) => {
      const content = read({ esmClass: 4, shortMessage: octets(`id:1 ${text}`) }, [], { failures })
      return content._tag === "Receipt" ? [content.outcome, content.detail] : []
    }
    const failures = { 7: "invalid_number" } as const
    expect(told("stat:REJECTD", failures)).toEqual(["carrier_filtered", { code: "REJECTED", text: "REJECTED" }])
    expect(told("stat:REJECTD err:7", failures)).toEqual(["invalid_number", { code: "7", text: "REJECTED" }])
    expect(told("stat:REJECTD err:8", failures)).toEqual(["carrier_filtered", { code: "8", text: "REJECTED" }])
    expect(told("stat:ENROUTE err:7", failures)).toEqual([null, null])
    expect(told("stat:DELIVRD err:7", failures)).toEqual(["delivered", null])
  })

  it("comes from a number where its type says so, and it has digits alone", () => {
    const numbers = [[1, "12015550123"], [0, "12015550123"], [2, "2015550123"], [1, "Acme"], [5, "Acme"]] as const
    const told = numbers.map(([ton, address]) => {
      const content = read({ sourceTon: ton, source: address, destinationTon: ton, destination: address })
      return content._tag === "Message" ? `${content.from} ${content.to}` : content._tag
    })
    expect(told).toEqual([
      "+12015550123 +12015550123",
      "12015550123 12015550123",
      "2015550123 2015550123",
      "Acme Acme",
      "Acme Acme"
    ])
  })

  it("is whole where the place of a part cannot be right, and its header counts before its TLVs", () => {
    const sar = (...places: ReadonlyArray<readonly [tag: number, value: number]>) =>
      places.map(([tag, value]) => ({ tag, value: Uint8Array.of(value) }))
    const part = (tlvs: ReadonlyArray<Tlv>, body = {}) => {
      const content = read({ shortMessage: octets("A"), ...body }, tlvs)
      return content._tag === "Message" ? content.part : content._tag
    }
    const [reference, count, index] = [0x020c, 0x020e, 0x020f] as const
    expect(part(sar([reference, 9], [count, 3], [index, 3]))).toEqual({ series: "16/9", count: 3, index: 3 })
    expect(part(sar([reference, 9], [count, 3], [index, 1]))).toEqual({ series: "16/9", count: 3, index: 1 })
    for (const [counted, place] of [[3, 0], [3, 4], [1, 1], [0, 0]] as const) {
      expect(part(sar([reference, 9], [count, counted], [index, place])), `${place} of ${counted}`).toBeNull()
    }
    for (const left of [reference, count, index]) {
      const places = [[reference, 9], [count, 3], [index, 1]] as const
      expect(part(sar(...places.filter(([tag]) => tag !== left))), `${left}`).toBeNull()
    }
    const header = { esmClass: 0x40, shortMessage: Uint8Array.of(5, 0, 3, 7, 2, 1, 0x41) }
    expect(part(sar([reference, 9], [count, 3], [index, 2]), header)).toEqual({ series: "8/7", count: 2, index: 1 })
    // Without its bit a header is text.
    expect(read({ ...header, esmClass: 0 })).toMatchObject({ text: "\u{e9}@\u{a5}\u{ec}$\u{a3}A" })
  })

  it("is read from message_payload where its short_message is empty, and there is one", () => {
    const payload = [{ tag: 0x0424, value: octets("long") }]
    expect(read({ shortMessage: octets("a") }, payload)).toMatchObject({ text: "a" })
    expect(read({}, payload)).toMatchObject({ text: "long" })
    expect(read({})).toMatchObject({ text: "" })
    const data: Pdu.PduOf<"data_sm"> = {
      command: "data_sm",
      status: 0,
      sequence: 1,
      tlvs: payload,
      serviceType: "",
      sourceTon: 1,
      sourceNpi: 0,
      source: "12015550123",
      destinationTon: 0,
      destinationNpi: 0,
      destination: "12345",
      esmClass: 0,
      registeredDelivery: 0,
      dataCoding: 0
    }
    expect(Incoming.read(data, settings))
      .toEqual({ _tag: "Message", from: "+12015550123", to: "12345", text: "long", part: null })
  })

  const delivery = Pdus.pdu.filter((each) => each.command === "deliver_sm" || each.command === "data_sm")
  const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", receiptOffset: 0 })
  prop("is read whatever it is", delivery, fc.constantFrom(0x00, 0x04, 0x40, 0x44), (pdu, esmClass) => {
    const given = { ...pdu, esmClass } as Pdu.PduOf<"deliver_sm">
    expect(["Receipt", "Message", "Ignored"]).toContain(Incoming.read(given, settings)._tag)
  })
})
