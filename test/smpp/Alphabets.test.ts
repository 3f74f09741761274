/**
 * The alphabets of all data_codings, headers of user data, and times: whole, as the specifications have them.
 */
import * as Instant from "@signalbox/core/Instant"
import * as DataCoding from "@signalbox/smpp/DataCoding"
import * as GsmAlphabet from "@signalbox/smpp/GsmAlphabet"
import * as Time from "@signalbox/smpp/Time"
import * as Tlv from "@signalbox/smpp/Tlv"
import * as UserDataHeader from "@signalbox/smpp/UserDataHeader"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** The alphabet by the bits of GSM 03.38, 4, as a row of sixteen letters for each group. */
const rows: ReadonlyArray<string> = [
  // SMPP's own: GSM, ASCII, binary, Latin-1, and UCS-2.
  "gablb___u_______",
  // An alphabet in two bits, and none of it where the text is compressed.
  "ggggbbbbuuuugggg",
  "________________",
  "________________",
  "ggggbbbbuuuugggg",
  "ggggbbbbuuuugggg",
  "________________",
  "________________",
  "________________",
  "________________",
  "________________",
  "________________",
  // Messages that wait.
  "gggggggggggggggg",
  "gggggggggggggggg",
  "uuuuuuuuuuuuuuuu",
  // A class, and either of two alphabets.
  "ggggbbbbggggbbbb"
]

const letters: Readonly<Record<string, DataCoding.Alphabet>> = {
  g: "gsm",
  a: "ascii",
  l: "latin-1",
  u: "ucs-2",
  b: "binary",
  _: "binary"
}

describe("the alphabet", () => {
  it("of each data_coding is that of the specification", () => {
    const found = rows.map((row, group) => Array.from(row, (_, low) => DataCoding.alphabetOf(group * 16 + low)))
    expect(found).toEqual(rows.map((row) => Array.from(row, (letter) => letters[letter])))
  })

  it("of data_coding 0 alone is the operator's own", () => {
    expect([0, 1, 0x10].map((coding) => DataCoding.alphabetOf(coding, "ucs-2"))).toEqual(["ucs-2", "ascii", "gsm"])
  })

  it("reads octets in its way", () => {
    const octets = Uint8Array.of(0x00, 0x41, 0xe4)
    const all = ["gsm", "ascii", "latin-1", "ucs-2", "binary"] as const
    expect(all.map((alphabet) => DataCoding.decode(octets, alphabet))).toEqual([
      "@A\ufffd",
      "\0A\u{e4}",
      "\0A\u{e4}",
      "A",
      null
    ])
    const cut = Uint8Array.of(0x41, 0x1b)
    expect([DataCoding.decode(cut, "gsm", true), DataCoding.decode(cut, "gsm")]).toEqual(["A\u{1b}", "A"])
  })

  it("of GSM shows a character of the basic table behind an escape that begins nothing, and a blank for another one", () => {
    expect(GsmAlphabet.decode(Uint8Array.of(0x1b, 0x41, 0x1b, 0x1b, 0x42))).toBe("A B")
    expect(GsmAlphabet.decode(Uint8Array.of(0x7f, 0x80, 0x1b, 0x80))).toBe("\u{e0}\ufffd\ufffd")
    expect([GsmAlphabet.septetsOf("A"), GsmAlphabet.septetsOf("\u{20ac}"), GsmAlphabet.septetsOf("\u{e7}")])
      .toEqual([[0x41], [0x1b, 0x65], null])
  })
})

describe("a header of user data", () => {
  const read = (...octets: ReadonlyArray<number>) => UserDataHeader.read(Uint8Array.from(octets))
  const part = { reference: 7, width: 1, count: 3, index: 2 } as const

  it("is written with a reference of 8 bits or of 16", () => {
    const given = { reference: 0x1234, count: 3, index: 2 }
    expect(UserDataHeader.encode({ ...given, width: 1 })).toEqual(Uint8Array.of(5, 0, 3, 0x34, 3, 2))
    expect(UserDataHeader.encode({ ...given, width: 2 })).toEqual(Uint8Array.of(6, 8, 4, 0x12, 0x34, 3, 2))
  })

  it("names the first place that can be right, among other elements", () => {
    expect(read(7, 0x24, 0, 0, 3, 7, 3, 2, 65)).toEqual({ part, isForPort: false, rest: Uint8Array.of(65) })
    expect(read(10, 0, 3, 9, 0, 1, 0, 3, 7, 3, 2, 65).part).toEqual(part)
    expect(read(10, 0, 3, 7, 3, 2, 0, 3, 9, 3, 1, 65).part).toEqual(part)
    expect(read(6, 8, 4, 1, 7, 3, 3).part).toEqual({ reference: 0x107, width: 2, count: 3, index: 3 })
    for (const [count, index] of [[0, 1], [3, 0], [3, 4]] as const) {
      expect(read(5, 0, 3, 7, count, index).part).toBeNull()
    }
    // The lengths of the two kinds are their own.
    for (const [id, length] of [[0, 4], [8, 3], [1, 3]] as const) {
      expect(read(2 + length, id, length, 7, 3, 2, 1).part, `${id}`).toBeNull()
    }
  })

  it("is for a port by 8 bits or 16, and by nothing else", () => {
    const ports = Array.from({ length: 256 }, (_, id) => id).filter((id) => read(4, id, 2, 1, 1, 65).isForPort)
    expect(ports).toEqual([0x04, 0x05])
    expect(read(9, 4, 2, 1, 1, 0, 3, 7, 3, 2, 0)).toEqual({ part, isForPort: true, rest: Uint8Array.of(0) })
  })

  it("that reaches beyond the end is taken as far as it goes", () => {
    expect(read()).toEqual({ part: null, isForPort: false, rest: new Uint8Array() })
    expect(read(0, 65)).toEqual({ part: null, isForPort: false, rest: Uint8Array.of(65) })
    expect(read(9, 0, 3, 7, 3, 2)).toEqual({ part, isForPort: false, rest: new Uint8Array() })
    expect(read(4, 0, 3, 7, 3, 2)).toEqual({ part: null, isForPort: false, rest: Uint8Array.of(2) })
    expect(read(1, 4, 65)).toEqual({ part: null, isForPort: false, rest: Uint8Array.of(65) })
    // An element of no octets is one all the same.
    expect(read(2, 4, 0, 65)).toEqual({ part: null, isForPort: true, rest: Uint8Array.of(65) })
  })
})

describe("a time", () => {
  const instant = fc.date({
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date("2099-12-31T23:59:59Z"),
    noInvalidDate: true
  })
  const digits = (date: Date): string => date.toISOString().replaceAll(/\D/g, "")

  prop("is written as the digits of UTC, to the tenth of a second", instant, (date) => {
    expect(Time.absolute(Instant.make(date.getTime()))).toBe(`${digits(date).slice(2, 15)}00+`)
  })

  prop(
    "is read as it is written, in each of its forms",
    instant,
    fc.integer({ min: -1440, max: 1440 }),
    (date, offset) => {
      const seconds = Math.floor(date.getTime() / 1000) * 1000
      const text = digits(date)
      const told = [text.slice(0, 14), text.slice(2, 14), text.slice(2, 12)].map((each) => Time.ofReceipt(each, offset))
      const minutes = Math.floor(seconds / 60_000) * 60_000
      expect(told).toEqual([seconds, seconds, minutes].map((millis) => millis - offset * 60_000))
    }
  )

  it("that cannot be is none", () => {
    const wrong = ["0000000000", "2611000405", "2600030405", "2611310405", "2611032460", "2611030460", "26110304051"]
    for (const text of [...wrong, "2611030405077", "261103040507x", " 2611030405"]) {
      expect(Time.ofReceipt(text, 0), text).toBeNull()
    }
  })

  it("is written relatively by its days, hours, minutes and seconds, and one second at least", () => {
    const second = 1000
    const texts = [-1, 0, second, 59_999, 60 * second, 3599 * second, 3600 * second, 86_399 * second, 86_400 * second]
      .map(Time.relative)
    expect(texts).toEqual([
      "000000000001000R",
      "000000000001000R",
      "000000000001000R",
      "000000000059000R",
      "000000000100000R",
      "000000005959000R",
      "000000010000000R",
      "000000235959000R",
      "000001000000000R"
    ])
  })
})

describe("a parameter", () => {
  const tlvs = (
    ...value: ReadonlyArray<number>
  ) => [{ tag: 1, value: Uint8Array.of(9) }, { tag: 2, value: Uint8Array.from(value) }]

  it("is a number of one to four octets", () => {
    expect(
      [[], [7], [1, 2], [1, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], [1, 2, 3, 4, 5]].map((value) =>
        Tlv.number(tlvs(...value), 2)
      )
    )
      .toEqual([null, 7, 258, 0x100_0000, 0xffff_ffff, null])
    expect(Tlv.number(tlvs(7), 3)).toBeNull()
  })

  it("is a text up to its NUL, or to its end", () => {
    expect([[], [65], [65, 0], [65, 0, 66], [0]].map((value) => Tlv.text(tlvs(...value), 2))).toEqual([
      "",
      "A",
      "A",
      "A",
      ""
    ])
    expect(Tlv.text(tlvs(65), 3)).toBeNull()
  })
})
