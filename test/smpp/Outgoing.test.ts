/**
 * Messages as parts that a handset puts together again.
 */
import type { Submission } from "@signalbox/core/Carrier"
import * as Instant from "@signalbox/core/Instant"
import * as Segment from "@signalbox/core/Segment"
import * as DataCoding from "@signalbox/smpp/DataCoding"
import * as Incoming from "@signalbox/smpp/Incoming"
import * as Options from "@signalbox/smpp/Options"
import * as Outgoing from "@signalbox/smpp/Outgoing"
import { submission } from "@signalbox/testing/CarrierContract"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const settings = (given: Partial<Options.Options> = {}): Options.Settings =>
  Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", ...given })

const now = Instant.make(Date.UTC(2026, 10, 3, 12))

const sms = (text: string, parts: Partial<Submission> = {}): Submission =>
  submission(1, {
    sms: { encoding: Segment.count(text).encoding, parts: Segment.parts(text) },
    expiresAt: Instant.plus(now, 3_600_000),
    ...parts
  })

const partsOf = (given: Submission, options: Partial<Options.Options> = {}): ReadonlyArray<Outgoing.Part> =>
  Result.getOrThrow(Outgoing.of(given, settings(options), () => 0x1234, now))

/** The text that a handset shows of a part, and its place, as what comes in is read. */
const shown = ({ body, tlvs }: Outgoing.Part): Incoming.OriginatedMessage => {
  const told = Incoming.read({ command: "deliver_sm", status: 0, sequence: 1, ...body, tlvs }, settings())
  if (told._tag !== "Message") throw new Error(told._tag)
  return told
}

const text = fc.oneof(
  fc.array(fc.constantFrom(...Segment.basic, ...Segment.extended), { maxLength: 700 }).map((each) => each.join("")),
  fc.string({ unit: "grapheme", maxLength: 300 }).filter((each) => !/\p{Surrogate}/u.test(each))
)

describe("the parts of a message", () => {
  prop("are as many as core counts, and joined they are the text", text, (text) => {
    const parts = partsOf(sms(text)).map(shown)
    expect(parts.map((part) => part.text).join("")).toBe(text)
    expect(parts.length).toBe(Segment.count(text).count)
    const places = parts.map(({ part }) => part)
    expect(places).toEqual(
      parts.length === 1 ? [null] : parts.map((_, index) => ({ series: "8/52", count: parts.length, index: index + 1 }))
    )
  })

  prop("with a reference of 16 bits fit into 140 octets on the air", text, (text) => {
    const parts = partsOf(sms(text), { parts: "16-bit" })
    expect(parts.map((part) => shown(part).text).join("")).toBe(text)
    if (parts.length === 1) return
    for (const { body: { dataCoding, shortMessage } } of parts) {
      expect(shortMessage.length).toBeLessThanOrEqual(dataCoding === 8 ? 140 : 7 + 152)
      expect(shortMessage.slice(0, 5)).toEqual(Uint8Array.of(6, 8, 4, 0x12, 0x34))
    }
  })

  prop("are one message_payload where that is set", text, (text) => {
    const parts = partsOf(sms(text), { parts: "message_payload" })
    expect(parts.length).toBe(1)
    expect(shown(parts[0]!).text).toBe(text)
    expect(parts[0]!.tlvs.length).toBe(Segment.count(text).count > 1 ? 1 : 0)
  })

  it("say whether they are GSM or UCS-2, ask each for a receipt, and have the vendor's TLVs", () => {
    const vendors = [{ tag: 0x1400, value: Uint8Array.of(7) }]
    const [long] = [partsOf(sms("a".repeat(200)), { tlvs: vendors })]
    expect(long.map(({ body, tlvs }) => [body.dataCoding, body.esmClass, body.registeredDelivery, tlvs])).toEqual([
      [0, 0x40, 1, vendors],
      [0, 0x40, 1, vendors]
    ])
    const [emoji] = partsOf(sms("\u{1f600}"), { receipts: false })
    expect(emoji!.body).toMatchObject({ dataCoding: 8, esmClass: 0, registeredDelivery: 0 })
    expect(DataCoding.decodeUcs2(emoji!.body.shortMessage)).toBe("\u{1f600}")
  })

  it("name the sender by its kind", () => {
    const senders = ["+12015550100", "12345", "Acme", null].map((from) => {
      const { source, sourceNpi, sourceTon } = partsOf(sms("Hi", { from }))[0]!.body
      return [source, sourceTon, sourceNpi]
    })
    expect(senders).toEqual([["12015550100", 1, 1], ["12345", 3, 0], ["Acme", 5, 0], ["", 0, 0]])
    const { destination, destinationNpi, destinationTon } = partsOf(sms("Hi"))[0]!.body
    expect([destination, destinationTon, destinationNpi]).toEqual(["12015551001", 1, 1])
  })

  it("end with the message's worth, at the latest when the operator takes it [XMS-024]", () => {
    const until = (options: Partial<Options.Options>, expiresAt = Instant.plus(now, 3_600_000)) =>
      partsOf(sms("Hi", { expiresAt }), options)[0]!.body.validityPeriod
    expect(until({})).toBe("261103130000000+")
    expect(until({ validity: "relative" })).toBe("000000010000000R")
    expect(until({ validity: "none" })).toBe("")
    expect(until({ longestValidity: 60_000 })).toBe("261103120100000+")
    expect(until({}, Instant.plus(now, -5))).toBe("261103120001000+")
    // A second from 99 ms on is still within the first tenth of the next one.
    const [late] = Result.getOrThrow(
      Outgoing.of(sms("Hi", { expiresAt: now }), settings(), () => 1, Instant.plus(now, 99))
    )
    expect(late?.body.validityPeriod).toBe("261103120001000+")
  })

  it("are none for a sender that SMPP has no room for, and for what is no SMS", () => {
    const refusals = [{ from: "\u{c4}cme" }, { from: "a".repeat(21) }, { from: "" }, { sms: null }].map((parts) =>
      Result.getOrThrow(Result.flip(Outgoing.of(sms("Hi", parts), settings(), () => 1, now))).failure
    )
    expect(refusals).toEqual(["sender_refused", "sender_refused", "sender_refused", "content_not_acceptable"])
  })
})

describe("a message", () => {
  const refusal = (given: Submission) => Result.getOrThrow(Result.flip(Outgoing.of(given, settings(), () => 1, now)))
  const of = (given: Partial<Submission>, options: Partial<Options.Options> = {}) => partsOf(sms("Hi", given), options)
  const written = (texts: ReadonlyArray<string>, encoding: "GSM-7" | "UCS-2" = "GSM-7"): Partial<Submission> => ({
    sms: { encoding, parts: texts }
  })

  it("that goes out in one part is written whole, each field as it is set", () => {
    const senders = { number: { ton: 6, npi: 7 }, shortCode: { ton: 4, npi: 2 }, name: { ton: 3, npi: 8 } }
    const options = { senders, recipient: { ton: 2, npi: 9 }, serviceType: "CMT", validity: "relative" } as const
    const kinds = ["+12015550100", "12345678", "123456789", "Acme"].map((from) => {
      const { source, sourceNpi, sourceTon } = of({ from }, options)[0]!.body
      return [source, sourceTon, sourceNpi]
    })
    expect(kinds).toEqual([["12015550100", 6, 7], ["12345678", 4, 2], ["123456789", 3, 8], ["Acme", 3, 8]])
    expect(of({ from: "Acme" }, options)).toEqual([{
      body: {
        serviceType: "CMT",
        sourceTon: 3,
        sourceNpi: 8,
        source: "Acme",
        destinationTon: 2,
        destinationNpi: 9,
        destination: "12015551001",
        esmClass: 0,
        protocolId: 0,
        priority: 0,
        scheduleDeliveryTime: "",
        validityPeriod: "000000010000000R",
        registeredDelivery: 1,
        replaceIfPresent: 0,
        dataCoding: 0,
        defaultMessageId: 0,
        shortMessage: Uint8Array.of(0x48, 0x69)
      },
      tlvs: []
    }])
  })

  it("has a sender of at most 20 characters of ASCII", () => {
    for (const from of ["a".repeat(20), " ~", "+".padEnd(20, "1")]) expect(of({ from }).length, from).toBe(1)
    for (const from of ["a".repeat(21), "+".padEnd(22, "1"), "a\n", "\u{7f}"]) {
      expect(refusal(sms("Hi", { from })), from)
        .toEqual({ failure: "sender_refused", words: "SMPP has no room for this sender" })
    }
    expect(refusal(sms("Hi", { sms: null })))
      .toEqual({ failure: "content_not_acceptable", words: "the message is no SMS" })
  })

  it("has at most 255 parts, of characters that its alphabet has", () => {
    const many = (count: number) => written(Array.from({ length: count }, () => "a"))
    const places = of(many(255)).map(({ body }) => Array.from(body.shortMessage.slice(4)))
    expect([places[0], places.at(-1)]).toEqual([[255, 1, 0x61], [255, 255, 0x61]])
    const cannot = { failure: "content_not_acceptable", words: "SMPP cannot express the text" }
    expect(refusal(sms("Hi", many(256)))).toEqual(cannot)
    expect(refusal(sms("Hi", written(["a", "\u{e7}"])))).toEqual(cannot)
    expect(of(written(["\u{e7}"], "UCS-2"))[0]!.body.shortMessage).toEqual(Uint8Array.of(0, 0xe7))
  })

  it("that is alone and longer than short messages may be goes out as a message_payload, behind the other TLVs", () => {
    const tlvs = [{ tag: 0x1400, value: Uint8Array.of(7) }]
    const [short] = of(written(["a".repeat(254)]), { tlvs })
    expect([short!.body.shortMessage.length, short!.tlvs]).toEqual([254, tlvs])
    const [long] = of(written(["a".repeat(255)]), { tlvs })
    expect([long!.body.shortMessage.length, long!.tlvs]).toEqual([
      0,
      [...tlvs, { tag: 0x0424, value: new Uint8Array(255).fill(0x61) }]
    ])
    const [joined, ...none] = of(written(["a", "b"]), { tlvs, parts: "message_payload" })
    expect(none).toEqual([])
    expect(of(written(["a".repeat(153), "b"]), { parts: "message_payload" })[0]!.tlvs[0]!.value.length).toBe(154)
    expect([joined!.body.esmClass, joined!.body.shortMessage.length, joined!.tlvs]).toEqual([
      0,
      0,
      [...tlvs, { tag: 0x0424, value: Uint8Array.of(0x61, 0x62) }]
    ])
  })

  it("with references of 16 bits is split anew, where its characters end, into as few parts as there may be", () => {
    const sizes = (given: Partial<Submission>) =>
      of(given, { parts: "16-bit" }).map(({ body }) => body.shortMessage.length - 7)
    const gsm = (text: string) => sizes(written([text.slice(0, 9), text.slice(9)]))
    const texts = [153, 304, 305, 457].map((length) => gsm("a".repeat(length)))
    expect([...texts, gsm(`${"a".repeat(151)}\u{20ac}b`)])
      .toEqual([[152, 1], [152, 152], [152, 152, 1], [152, 152, 152, 1], [151, 3]])
    const wide = (text: string) => sizes(written([text.slice(0, 9), text.slice(9)], "UCS-2"))
    expect([wide("\u{e7}".repeat(67)), wide(`${"\u{e7}".repeat(65)}\u{1f600}b`)]).toEqual([[132, 2], [130, 6]])
    // One that fits is left as it is, and so is one that comes in parts and need not.
    const whole = [written(["a".repeat(160)]), written(["a".repeat(140), "a".repeat(12)])]
    expect(
      whole.map((given) => of(given, { parts: "16-bit" }).map(({ body }) => [body.esmClass, body.shortMessage.length]))
    )
      .toEqual([[[0, 160]], [[0, 152]]])
    expect(of(written(["\u{e7}"], "UCS-2"), { parts: "16-bit" })[0]!.body.esmClass).toBe(0)
  })

  it("asks for the reference of its parts once, and for none where it is alone", () => {
    const asked = (texts: ReadonlyArray<string>): number => {
      let count = 0
      Outgoing.of(sms("Hi", written(texts)), settings(), () => ++count, now)
      return count
    }
    expect([asked(["a"]), asked(["a", "b", "c"])]).toEqual([0, 1])
  })

  it("is worth a second at least, and as long as the operator takes at most", () => {
    const until = (left: number, longestValidity = 60_000) =>
      of({ expiresAt: Instant.plus(now, left) }, { validity: "relative", longestValidity })[0]!.body.validityPeriod
    expect([-9, 999, 2000, 60_000, 61_000].map((left) => until(left))).toEqual(
      ["000000000001000R", "000000000001000R", "000000000002000R", "000000000100000R", "000000000100000R"]
    )
  })
})

describe("the settings", () => {
  it("are refused with all of their flaws together", () => {
    expect(() => settings({ password: "123456789", window: 0, host: "", answersWithin: 5 })).toThrow(
      /host must.*\n.*password must.*\n.*window must.*\n.*answersWithin must/
    )
  })

  it.each<[object, RegExp]>([
    [{ sytemType: "x" }, /there is no setting sytemType/],
    [{ bindAs: "both" }, /bindAs must be one of transceiver, transmitter and receiver/],
    [{ ids: { text: "octal" } }, /ids.text must be one of/],
    [{ tlvs: [{ tag: 65_536, value: new Uint8Array() }] }, /tlvs must/],
    [{ recipient: { ton: 256, npi: 1 } }, /ton and npi must/],
    [{ failures: { "001": "lost" } }, /failures must be among/],
    [{ reconnect: { shortest: 10, longest: 5 } }, /reconnect must/],
    [{ receiptOffset: 0.5 }, /receiptOffset must/],
    [{ pauses: { full: 0 } }, /pauses must/],
    [{ pace: { perSecond: 0, inFlight: 1 } }, /pace must/]
  ])("%j is refused", (given, words) => {
    expect(() => settings(given)).toThrow(words)
  })
})
