/**
 * The settings of an operator: what stands for those that are not given, and how far each may go.
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Options from "@signalbox/smpp/Options"
import { describe, expect, it } from "vitest"

const own = { host: "127.0.0.1", systemId: "us", password: "secret" }

const check = (given: object): Options.Settings => Options.check({ ...own, ...given })

/** Returns the flaws of settings, or none. */
const flaws = (given: object): ReadonlyArray<string> => {
  try {
    check(given)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message.replace(/^smpp: /, "").split("\n  ")
  }
}

const text = (length: number): string => "x".repeat(length)

const day = 86_400_000
const longest = 0x7fff_ffff
const octets = (length: number): Uint8Array => new Uint8Array(length)

describe("settings", () => {
  it("have these values unless others are given", () => {
    const whole: Options.Settings = {
      ...own,
      id: "smpp",
      port: 2775,
      systemType: "",
      addressRange: "",
      binds: 1,
      bindAs: "transceiver",
      window: 10,
      responseTimeout: 30_000,
      answersWithin: 60_000,
      enquireEvery: 30_000,
      connectTimeout: 10_000,
      reconnect: { shortest: 1000, longest: 60_000 },
      longestPdu: 66_560,
      parts: "8-bit",
      receipts: true,
      validity: "absolute",
      longestValidity: 7 * day,
      serviceType: "",
      senders: { number: { ton: 1, npi: 1 }, shortCode: { ton: 3, npi: 0 }, name: { ton: 5, npi: 0 } },
      recipient: { ton: 1, npi: 1 },
      choosesSender: false,
      tlvs: [],
      references: "alone",
      failures: {},
      defaultAlphabet: "gsm",
      unknownReceipts: "again",
      ids: { answer: "text", tlv: "text", text: "text" },
      pauses: { throttled: 1000, full: 5000 },
      pace: null,
      tls: null,
      receiptOffset: null
    }
    expect(check({})).toEqual(whole)
    // One that is undefined counts as left out.
    expect(check({ port: undefined, tls: undefined })).toEqual(whole)
  })

  it("keep the values beside one that is given in part", () => {
    const some = check({ ids: { tlv: "decimal" }, pauses: { full: 7 }, senders: { name: { ton: 2, npi: 3 } } })
    expect([some.ids, some.pauses, some.senders]).toEqual([
      { answer: "text", tlv: "decimal", text: "text" },
      { throttled: 1000, full: 7 },
      { number: { ton: 1, npi: 1 }, shortCode: { ton: 3, npi: 0 }, name: { ton: 2, npi: 3 } }
    ])
    expect([check({ tls: true }).tls, check({ tls: false }).tls, check({ tls: { ca: "x" } }).tls])
      .toEqual([{}, null, { ca: "x" }])
  })

  const wait = (name: string, shortest = 1) =>
    [`${name} must be milliseconds`, (value: unknown) => ({ [name]: value }), [shortest, longest], [
      0,
      longest + 1,
      1.5
    ]] as const

  it.each<readonly [string, (value: never) => object, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    ["host must be a name or an address", (host) => ({ host }), ["a"], ["", 7]],
    ["port must be between 1 and 65535", (port) => ({ port }), [1, 65_535], [0, 65_536, 1.5]],
    [
      "systemId must have 1 to 15 ASCII characters",
      (systemId) => ({ systemId }),
      ["a", text(15)],
      ["", text(16), "\u{e4}"]
    ],
    [
      "password must have at most 8 ASCII characters",
      (password) => ({ password }),
      ["", text(8), " ~"],
      [text(9), "\n", 7]
    ],
    ["systemType must have at most 12 ASCII characters", (systemType) => ({ systemType }), [text(12)], [text(13)]],
    [
      "addressRange must have at most 40 ASCII characters",
      (addressRange) => ({ addressRange }),
      [text(40)],
      [text(41)]
    ],
    ["serviceType must have at most 5 ASCII characters", (serviceType) => ({ serviceType }), [text(5)], [text(6)]],
    [
      "id must be 1 to 64 small letters, digits and hyphens",
      (id) => ({ id }),
      ["a", "9-", text(64)],
      ["", "-a", "A", text(65)]
    ],
    ["binds must be between 0 and 100", (binds) => ({ binds }), [0, 100], [-1, 101]],
    ["window must be between 1 and 10000", (window) => ({ window }), [1, 10_000], [0, 10_001]],
    [
      "responseTimeout must be milliseconds",
      (responseTimeout) => ({ responseTimeout, answersWithin: longest }),
      [1, longest - 1],
      [0, 0.5]
    ],
    [
      "answersWithin must be milliseconds, and longer than responseTimeout",
      (answersWithin) => ({ answersWithin, responseTimeout: 100 }),
      [101, longest],
      [100, longest + 1]
    ],
    wait("enquireEvery"),
    wait("connectTimeout"),
    [
      "reconnect must be the shortest and the longest wait in milliseconds",
      (reconnect) => ({ reconnect }),
      [{ shortest: 1, longest: 1 }, { shortest: 1, longest }],
      [{ shortest: 0, longest: 1 }, { shortest: 2, longest: 1 }, { shortest: 1, longest: longest + 1 }]
    ],
    [
      "longestPdu must be between 1024 and 16777216",
      (longestPdu) => ({ longestPdu }),
      [1024, 0x100_0000],
      [1023, 0x100_0001]
    ],
    [
      "longestValidity must be between a minute and 28 days, in milliseconds",
      (longestValidity) => ({ longestValidity }),
      [60_000, 28 * day],
      [59_999, 28 * day + 1]
    ],
    ["ton and npi must be octets", (recipient) => ({ recipient }), [{ ton: 0, npi: 255 }, { ton: 255, npi: 0 }], [
      { ton: -1, npi: 0 },
      { ton: 0, npi: 256 }
    ]],
    ["ton and npi must be octets", (name) => ({ senders: { name } }), [{ ton: 255, npi: 255 }], [{ ton: 0, npi: -1 }]],
    ["tlvs must have a tag of 16 bits, and octets as their value", (tlv) => ({ tlvs: [tlv] }), [
      { tag: 0, value: octets(0) },
      { tag: 0xffff, value: octets(0xffff) }
    ], [{ tag: 0x1_0000, value: octets(1) }, { tag: 1, value: "x" }, { tag: 1, value: octets(0x1_0000) }]],
    [
      `failures must be among ${FailureClass.literals.join(", ")}`,
      (failure) => ({ failures: { 1: "unknown", 2: failure } }),
      FailureClass.literals,
      ["lost"]
    ],
    [
      "receiptOffset must be whole minutes within a day",
      (receiptOffset) => ({ receiptOffset }),
      [-1440, 1440],
      [-1441, 1441, 0.5]
    ],
    ["pauses must be milliseconds", (full) => ({ pauses: { full } }), [1, longest], [0, longest + 1]],
    ["pauses must be milliseconds", (throttled) => ({ pauses: { throttled } }), [1], [0]],
    ["pace must have a number of parts per second and one in flight", (pace) => ({ pace }), [{
      perSecond: 0.1,
      inFlight: 0.1
    }], [{ perSecond: 0, inFlight: 1 }, { perSecond: 1, inFlight: 0 }]]
  ])("%s", (flaw, given, good, bad) => {
    for (const value of good) expect(flaws(given(value as never)), JSON.stringify(value)).toEqual([])
    for (const value of bad) expect(flaws(given(value as never)), JSON.stringify(value)).toEqual([flaw])
  })

  const forms = ["text", "hexadecimal", "decimal"]

  it.each<readonly [string, ReadonlyArray<string>, (value: string) => object]>([
    ["bindAs", ["transceiver", "transmitter and receiver"], (bindAs) => ({ bindAs })],
    ["parts", ["8-bit", "16-bit", "message_payload"], (parts) => ({ parts })],
    ["validity", ["absolute", "relative", "none"], (validity) => ({ validity })],
    ["references", ["alone", "with recipient"], (references) => ({ references })],
    ["unknownReceipts", ["again", "taken"], (unknownReceipts) => ({ unknownReceipts })],
    ["defaultAlphabet", ["gsm", "latin-1", "ascii", "ucs-2"], (defaultAlphabet) => ({ defaultAlphabet })],
    ["ids.answer", forms, (answer) => ({ ids: { answer } })],
    ["ids.tlv", forms, (tlv) => ({ ids: { tlv } })],
    ["ids.text", forms, (text) => ({ ids: { text } })]
  ])("%s is one of its words", (name, words, given) => {
    for (const word of words) expect(flaws(given(word))).toEqual([])
    expect(flaws(given(""))).toEqual([`${name} must be one of ${words.join(", ")}`])
  })

  it("that nobody knows are named, with all other flaws, one in each line", () => {
    expect(flaws({ sytemType: "x", host: "", ids: { tlv: "octal" } })).toEqual([
      "there is no setting sytemType",
      "host must be a name or an address",
      "ids.tlv must be one of text, hexadecimal, decimal"
    ])
  })
})
