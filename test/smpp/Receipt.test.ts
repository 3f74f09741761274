/**
 * Receipts of all shapes.
 */
import type * as Receipt from "@signalbox/smpp/Receipt"
import { canonical, outcomes, read } from "@signalbox/smpp/Receipt"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const texts: Receipt.IdForms = { answer: "text", tlv: "text", text: "text" }

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const tlvs = (id: string, state: number) => [
  { tag: 0x001e, value: octets(id) },
  { tag: 0x0427, value: Uint8Array.of(state) }
]

const usual = "id:4f2a sub:001 dlvrd:001 submit date:2611031200 done date:2611031205 stat:UNDELIV err:069 text:Hello"

describe("a receipt", () => {
  it("is read as the specification writes it", () => {
    expect(read([], usual, texts)).toEqual({ id: "4f2a", state: "UNDELIVERABLE", error: "069", doneAt: "2611031205" })
  })

  const fields = ["id:4f2a", "sub:001", "submit date:2611031200", "done date:2611031205", "stat:EXPIRED", "err:1"]
  prop("is read with its keys in any order and spelling", fc.shuffledSubarray(fields, { minLength: 6 }), (order) => {
    const told = { id: "4f2a", state: "EXPIRED", error: "1", doneAt: "2611031205" }
    expect(read([], order.join(" "), texts)).toEqual(told)
    expect(read([], `text:abc ${order.join(" ")}`, texts)).toEqual(told)
    expect(read([], order.map((each) => each.replace(/^\w/, (first) => first.toUpperCase())).join("  "), texts))
      .toEqual(told)
  })

  it("is not misled by what the message itself says", () => {
    const told = read([], `${usual} id:999 stat:DELIVRD`, texts)
    expect(told).toMatchObject({ id: "4f2a", state: "UNDELIVERABLE" })
  })

  it("is read by its TLVs first, with a NUL at the end or without", () => {
    expect(read(tlvs("77\0", 2), usual, texts)).toMatchObject({ id: "77", state: "DELIVERED" })
    expect(read(tlvs("77", 8), "", texts)).toEqual({ id: "77", state: "REJECTED", error: null, doneAt: null })
    expect(read(tlvs("", 99), usual, texts)).toMatchObject({ id: "4f2a", state: "UNDELIVERABLE" })
    expect(read([...tlvs("77", 5), { tag: 0x0423, value: Uint8Array.of(3, 0x01, 0x02) }], "", texts))
      .toMatchObject({ error: "258" })
  })

  it("is none without an id or a state", () => {
    for (const text of ["", "stat:DELIVRD", "id:1", "id: stat:DELIVRD", "id:1 stat:PERHAPS", "hello"]) {
      expect(read([], text, texts), text).toBeNull()
    }
  })

  it("knows the states in seven letters and spelt out", () => {
    const words = ["DELIVRD", "Delivered", "EXPIRED", "DELETED", "UNDELIV", "UNDELIVERABLE", "ACCEPTD", "UNKNOWN"]
    const states = [...words, "REJECTD", "REJECTED", "ENROUTE"].map((word) =>
      read([], `id:1 stat:${word}`, texts)?.state
    )
    expect(states.join(" ")).toBe(
      "DELIVERED DELIVERED EXPIRED DELETED UNDELIVERABLE UNDELIVERABLE ACCEPTED UNKNOWN REJECTED REJECTED ENROUTE"
    )
  })

  it("names in decimal what the answer named in hexadecimal, and the other way round", () => {
    const mixed: Receipt.IdForms = { answer: "hexadecimal", tlv: "hexadecimal", text: "decimal" }
    const answered = canonical("0ABC001", mixed.answer)
    expect(read([], "id:11255809 stat:DELIVRD", mixed)?.id).toBe(answered)
    expect(read(tlvs("abc001", 2), "", mixed)?.id).toBe(answered)
    expect(canonical("0011255809", "decimal")).toBe(answered)
  })

  it("keeps an id that is no number, and one that is longer than numbers are exact", () => {
    expect(canonical("b7-x", "hexadecimal")).toBe("b7-x")
    expect(canonical("ffffffffffffffffffff", "hexadecimal")).toBe("1208925819614629174706175")
    expect(canonical("0077", "text")).toBe("0077")
  })

  it("has the state of its TLV, and that of its text for a number that is none", () => {
    const told = Array.from({ length: 11 }, (_, state) => read(tlvs("77", state), "stat:ACCEPTD", texts)?.state)
    expect(told.join(" ")).toBe(
      "ACCEPTED ENROUTE DELIVERED EXPIRED DELETED UNDELIVERABLE ACCEPTED UNKNOWN REJECTED ACCEPTED ACCEPTED"
    )
  })

  it("has an outcome by its state, or none yet", () => {
    expect(outcomes).toEqual({
      ENROUTE: null,
      ACCEPTED: null,
      DELIVERED: "delivered",
      EXPIRED: "handset_unreachable",
      UNDELIVERABLE: "undeliverable_by_route",
      REJECTED: "carrier_filtered",
      DELETED: "unknown",
      UNKNOWN: "unknown"
    })
  })

  const spelt: Readonly<Record<Receipt.State, ReadonlyArray<string>>> = {
    DELIVERED: ["DELIVRD", "DELIVERED", "delivrd,", "DELIV-RD"],
    EXPIRED: ["EXPIRED", "Expired"],
    DELETED: ["DELETED"],
    UNDELIVERABLE: ["UNDELIV", "UNDELIVERABLE", "UNDELIVERED", "UNDELIVRD", "FAILED"],
    ACCEPTED: ["ACCEPTD", "ACCEPTED"],
    UNKNOWN: ["UNKNOWN"],
    REJECTED: ["REJECTD", "REJECTED"],
    ENROUTE: ["ENROUTE", "BUFFERED", "SENT", "en_route"]
  }

  it("knows each state in all of its spellings, and no word that is only like one", () => {
    for (const [state, words] of Object.entries(spelt)) {
      for (const word of words) {
        expect(read([], `id:1 stat:${word}`, texts)?.state, word).toBe(state)
        for (const other of [`X${word}`, `${word}X`]) expect(read([], `id:1 stat:${other}`, texts), other).toBeNull()
      }
    }
  })

  it("has its keys behind a blank, a comma or a semicolon, with a blank before the colon too", () => {
    const told = { id: "7", state: "EXPIRED", error: "2", doneAt: "2611031205" }
    expect(read([], "ID:7,STAT :EXPIRED;Err: 2\tdone date : 2611031205 05", texts)).toEqual(told)
    for (const text of ["xid:7 stat:EXPIRED", "id:7 xstat:EXPIRED", "id:7 stat=EXPIRED"]) {
      expect(read([], text, texts), text).toBeNull()
    }
  })

  it("says twice what it says, and means the first before its text, and the last behind it", () => {
    expect(read([], "id:1 id:2 stat:EXPIRED stat:DELIVRD", texts)).toMatchObject({ id: "1", state: "EXPIRED" })
    expect(read([], "text:x id:1 stat:EXPIRED id:2 stat:DELIVRD", texts)).toMatchObject({ id: "2", state: "DELIVERED" })
    expect(read([], "id:1 text:x id:2 err:3 stat:DELIVRD", texts)).toMatchObject({ id: "1", error: "3" })
  })

  it("has the error of its text before that of the network, which has three octets", () => {
    const error = (text: string, ...value: ReadonlyArray<number>) =>
      read([...tlvs("7", 5), { tag: 0x0423, value: Uint8Array.from(value) }], text, texts)?.error
    expect([error("err:9", 3, 1, 2), error("", 3, 1, 2), error("err:", 3, 0, 5)]).toEqual(["9", "258", "5"])
    expect([error("", 3, 1), error("", 3, 1, 2, 3), error("")]).toEqual([null, null, null])
  })

  it("reads each id in the form of its place, and none that is nothing but blanks", () => {
    const forms: Receipt.IdForms = { answer: "text", tlv: "hexadecimal", text: "decimal" }
    expect(read(tlvs("10", 2), "id:10", forms)?.id).toBe("16")
    expect(read(tlvs("", 2), "id:010", forms)?.id).toBe("10")
    expect(read(tlvs(" ", 2), "id:10", forms)).toBeNull()
    expect([" 7 ", "0x1F", "0X1f", "0x", "-1", ""].map((id) => canonical(id, "hexadecimal")))
      .toEqual(["7", "31", "31", "0x", "-1", ""])
    expect([" 007 ", "0x1f", "1.5"].map((id) => canonical(id, "decimal"))).toEqual(["7", "0x1f", "1.5"])
    expect(canonical(" 0Ab ", "text")).toBe("0Ab")
  })

  prop("of any text is read without a throw", fc.string({ unit: "binary" }), (text) => {
    expect(read([], `id:1 ${text} stat:DELIVRD`, texts)).not.toBeUndefined()
  })
})
