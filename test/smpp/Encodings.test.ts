/**
 * Alphabets, headers of user data, times and statuses.
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import * as Segment from "@signalbox/core/Segment"
import * as CommandStatus from "@signalbox/smpp/CommandStatus"
import * as DataCoding from "@signalbox/smpp/DataCoding"
import * as GsmAlphabet from "@signalbox/smpp/GsmAlphabet"
import * as Time from "@signalbox/smpp/Time"
import * as UserDataHeader from "@signalbox/smpp/UserDataHeader"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as GsmTable from "../core/dispatch/GsmTable.ts"

const gsm = fc.array(fc.constantFrom(...Segment.basic, ...Segment.extended)).map((characters) => characters.join(""))

describe("GsmAlphabet", () => {
  prop("decodes what it has encoded", gsm, (text) => {
    expect(GsmAlphabet.decode(GsmAlphabet.encode(text)!)).toBe(text)
  })

  prop("has as many septets as core counts", gsm, (text) => {
    expect(GsmAlphabet.encode(text)!.length).toBe(Segment.count(text).units)
  })

  it("has the septets of GSM 03.38, each of them and no others", () => {
    for (const [character, septet] of GsmTable.basic) {
      expect([...GsmAlphabet.encode(character)!], character).toEqual([septet])
      expect(GsmAlphabet.decode(Uint8Array.of(septet))).toBe(character)
    }
    for (const [character, septet] of GsmTable.extended) {
      expect([...GsmAlphabet.encode(character)!], character).toEqual([GsmTable.escape, septet])
      expect(GsmAlphabet.decode(Uint8Array.of(GsmTable.escape, septet))).toBe(character)
    }
    const all = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit))
    expect(all.filter((character) => GsmAlphabet.encode(character) !== null).toSorted()).toEqual(
      [...GsmTable.basic.keys(), ...GsmTable.extended.keys()].toSorted()
    )
  })

  it("lacks what is not in its tables", () => {
    expect(GsmAlphabet.encode("\u{e7}")).toBeNull()
    expect(GsmAlphabet.encode("\u{1f600}")).toBeNull()
  })

  prop("reads a text that is cut anywhere, even behind an escape", gsm, fc.nat({ max: 40 }), (text, at) => {
    const encoded = GsmAlphabet.encode(text)!
    const [first, second] = [GsmAlphabet.decode(encoded.slice(0, at), true), GsmAlphabet.decode(encoded.slice(at))]
    const isCut = first.endsWith(Segment.escape)
    expect(isCut ? first.slice(0, -1) + Segment.escaped(second) : first + second).toBe(text)
    // What nothing follows is shown without it.
    expect(GsmAlphabet.decode(encoded.slice(0, at))).toBe(isCut ? first.slice(0, -1) : first)
  })

  prop("reads any octets", fc.uint8Array(), (octets) => {
    expect(typeof GsmAlphabet.decode(octets)).toBe("string")
  })
})

describe("DataCoding", () => {
  prop("keeps the units of UCS-2, surrogate pairs and halves among them", fc.string({ unit: "binary" }), (text) => {
    expect(DataCoding.decodeUcs2(DataCoding.encodeUcs2(text))).toBe(text)
  })

  it("names the alphabet", () => {
    const named = [0x00, 0x01, 0x02, 0x03, 0x04, 0x08, 0x10, 0x11, 0x18, 0x30, 0xc0, 0xe0, 0xf0, 0xf1, 0xf5, 0x06]
      .map((dataCoding) => DataCoding.alphabetOf(dataCoding))
    expect(named.join(" ")).toBe(
      "gsm ascii binary latin-1 binary ucs-2 gsm gsm ucs-2 binary gsm ucs-2 gsm gsm binary binary"
    )
    expect(DataCoding.alphabetOf(0, "latin-1")).toBe("latin-1")
  })

  it("reads Latin-1, and no text of what is binary", () => {
    expect(DataCoding.decode(Uint8Array.of(0x67, 0xfc, 0x6e), "latin-1")).toBe("g\u{fc}n")
    expect(DataCoding.decode(Uint8Array.of(1), "binary")).toBeNull()
  })
})

describe("UserDataHeader", () => {
  const part = fc.record({ width: fc.constantFrom(1 as const, 2 as const), count: fc.integer({ min: 2, max: 255 }) })
    .chain(({ count, width }) =>
      fc.record({
        width: fc.constant(width),
        count: fc.constant(count),
        index: fc.integer({ min: 1, max: count }),
        reference: fc.nat({ max: width === 1 ? 0xff : 0xffff })
      })
    )

  prop("reads the part that it has written", part, fc.uint8Array(), (part, rest) => {
    const octets = Uint8Array.from([...UserDataHeader.encode(part), ...rest])
    expect(UserDataHeader.read(octets)).toEqual({ part, isForPort: false, rest })
  })

  it("takes no part whose place cannot be right, and finds ports", () => {
    expect(UserDataHeader.read(Uint8Array.of(5, 0, 3, 7, 2, 3, 65)).part).toBeNull()
    expect(UserDataHeader.read(Uint8Array.of(5, 0, 3, 7, 0, 0, 65)).part).toBeNull()
    expect(UserDataHeader.read(Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0, 0, 1)))
      .toEqual({ part: null, isForPort: true, rest: Uint8Array.of(1) })
  })

  prop("reads any octets", fc.uint8Array(), (octets) => {
    expect(UserDataHeader.read(octets).rest.length).toBeLessThanOrEqual(octets.length)
  })
})

describe("Time", () => {
  it("is written absolutely in UTC, and relatively", () => {
    expect(Time.absolute(Instant.make(Date.UTC(2026, 10, 3, 4, 5, 6, 789)))).toBe("261103040506700+")
    expect(Time.relative(((2 * 24 + 3) * 60 + 4) * 60_000 + 5_999)).toBe("000002030405000R")
  })

  it("of receipts is read in its forms", () => {
    const at = Date.UTC(2026, 10, 3, 4, 5)
    expect(Time.ofReceipt("2611030405", 0)).toBe(at)
    expect(Time.ofReceipt("261103040507", 0)).toBe(at + 7000)
    expect(Time.ofReceipt("20261103040507", 60)).toBe(at + 7000 - 3_600_000)
    for (const text of ["", "2613030405", "2602300405", "2611032405", "26110304", "now"]) {
      expect(Time.ofReceipt(text, 0), text).toBeNull()
    }
  })
})

describe("CommandStatus", () => {
  it("has a class of failure for every status", () => {
    const own = ["accepted", "throttled", "full", "faulty"]
    const without = CommandStatus.table.filter(({ meaning }) =>
      !own.includes(meaning) && !FailureClass.literals.some((literal) => literal === meaning)
    )
    expect(without).toEqual([])
    expect(new Set(CommandStatus.table.map(({ code }) => code)).size).toBe(CommandStatus.table.length)
  })

  it("knows what makes a carrier busy, and takes a vendor's own status for an unknown failure", () => {
    const meanings = [0x00, 0x58, 0x14, 0x08, 0x0a, 0x0b, 0x45, 0x65, 0x01, 0x400].map((code) =>
      CommandStatus.of(code).meaning
    )
    expect(meanings.join(" ")).toBe(
      "accepted throttled full faulty sender_refused invalid_number undeliverable_by_route carrier_filtered " +
        "content_not_acceptable unknown"
    )
    expect(CommandStatus.of(0x400).name).toBe("0x00000400")
  })
})
