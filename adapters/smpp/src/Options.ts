/**
 * The settings of a connection to an operator.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Schema from "effect/Schema"
import type { Alphabet } from "./DataCoding.ts"
import type { IdForms } from "./Receipt.ts"
import type { Tlv } from "./Tlv.ts"

/** How the certificate of the operator is verified. There is no way to leave that out. */
export interface TlsOptions {
  /** The authorities that are believed, as PEM; those of the runtime unless given. */
  readonly ca?: string | ReadonlyArray<string>
  /** The certificate and the key by which the operator knows us, as PEM. */
  readonly cert?: string
  readonly key?: string
  /** The name that the certificate must have; the host's unless given. */
  readonly servername?: string
}

/** A type of number and a numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
export interface NumberKind {
  readonly ton: number
  readonly npi: number
}

/** The kinds of senders: a number in E.164 form, a few digits, or a name. */
export type SenderKind = "number" | "shortCode" | "name"

export interface Options {
  readonly host: string
  /** 2775 unless given. */
  readonly port?: number
  /** At most 15 characters. */
  readonly systemId: string
  /** At most 8 characters. */
  readonly password: string
  /** The id of the carrier in routing rules; `smpp` unless given. */
  readonly id?: string
  /** Whether the connection is encrypted, and how the operator is known. False unless given. */
  readonly tls?: boolean | TlsOptions
  readonly systemType?: string
  readonly addressRange?: string
  /** How many binds this node has; 1 unless given. Operators limit them over all nodes. 0: this node has none. */
  readonly binds?: number
  /** Whether one session does both, or each bind is a pair of sessions; `transceiver` unless given. */
  readonly bindAs?: "transceiver" | "transmitter and receiver"
  /** How many submit_sm of one session may wait for their answers; 10 unless given. */
  readonly window?: number
  /** How fast the operator takes parts, over all nodes. Without it they go out as fast as the windows let them. */
  readonly pace?: CarrierPace
  /**
   * How long a part keeps its place in the window without an answer, in milliseconds; 30 seconds unless given. A later
   * answer is heard all the same.
   */
  readonly responseTimeout?: number
  /** How long a message may take in all, until it is Unanswered; 60 seconds unless given. */
  readonly answersWithin?: number
  /** How long a session may be silent before it is asked whether it is still there; 30 seconds unless given. */
  readonly enquireEvery?: number
  /** How long connecting may take, and then binding; 10 seconds unless given. */
  readonly connectTimeout?: number
  /** The waits before a session is opened again, which grow from the first to the last; 1 second and 1 minute. */
  readonly reconnect?: { readonly shortest: number; readonly longest: number }
  /** How long nothing is sent after ESME_RTHROTTLED, and after ESME_RMSGQFUL; 1 second and 5 seconds unless given. */
  readonly pauses?: { readonly throttled?: number; readonly full?: number }
  /** The largest PDU that is taken, in octets; 66,560 unless given. */
  readonly longestPdu?: number
  /** How a text of several parts goes out; by a header with an `8-bit` reference unless given. */
  readonly parts?: "8-bit" | "16-bit" | "message_payload"
  /** Whether a receipt is asked for; true unless given. */
  readonly receipts?: boolean
  /** How the time until which a message is worth sending is written; `absolute` unless given. */
  readonly validity?: "absolute" | "relative" | "none"
  /** The longest time that is asked for, in milliseconds; 7 days unless given, and below 28. */
  readonly longestValidity?: number
  readonly serviceType?: string
  /** The types of the senders' numbers: 1/1, 3/0 and 5/0 unless given. */
  readonly senders?: Partial<Readonly<Record<SenderKind, NumberKind>>>
  /** That of recipients: 1/1 unless given. */
  readonly recipient?: NumberKind
  /** Whether the operator chooses the sender of messages that have none; false unless given. */
  readonly choosesSender?: boolean
  /** TLVs that each submit_sm has, such as a vendor's. */
  readonly tlvs?: ReadonlyArray<Tlv>
  /** How the operator writes the ids of messages in each place; `text` unless given. */
  readonly ids?: Partial<IdForms>
  /** Whether an id names a message alone, or only together with its recipient, since ids come again; `alone` unless given. */
  readonly references?: "alone" | "with recipient"
  /** The classes of failure that the operator's own error codes of receipts stand for, as in `{ "001": "invalid_number" }`. */
  readonly failures?: Readonly<Record<string, FailureClass>>
  /** How many minutes the clock of receipts is ahead of UTC. Without it their times are not believed. */
  readonly receiptOffset?: number
  /** The alphabet of what comes in with data_coding 0; `gsm` unless given. */
  readonly defaultAlphabet?: Extract<Alphabet, "gsm" | "latin-1" | "ascii" | "ucs-2">
  /**
   * The answer to a receipt about a message that nobody knows: `again` lets the operator repeat it, `taken` does
   * not. `again` unless given.
   */
  readonly unknownReceipts?: "again" | "taken"
}

type Defaulted = Omit<
  Required<Options>,
  "pace" | "tls" | "receiptOffset" | "senders" | "ids" | "pauses"
>

/** The options with nothing left open. */
export interface Settings extends Defaulted {
  readonly pace: CarrierPace | null
  readonly tls: TlsOptions | null
  readonly receiptOffset: number | null
  readonly senders: Readonly<Record<SenderKind, NumberKind>>
  readonly ids: IdForms
  readonly pauses: { readonly throttled: number; readonly full: number }
}

const day = 86_400_000

const defaults = {
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
  longestPdu: 0x1_0000 + 1024,
  parts: "8-bit",
  receipts: true,
  validity: "absolute",
  longestValidity: 7 * day,
  serviceType: "",
  recipient: { ton: 1, npi: 1 },
  choosesSender: false,
  tlvs: [],
  references: "alone",
  failures: {},
  defaultAlphabet: "gsm",
  unknownReceipts: "again"
} as const satisfies Partial<Options>

const known: ReadonlySet<string> = new Set([
  ...Object.keys(defaults),
  ..."host systemId password tls pace pauses senders ids receiptOffset".split(" ")
])

const isWithin = (least: number, most: number) => (value: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const isText = (most: number) => (value: string): boolean =>
  typeof value === "string" && value.length <= most && /^[\x20-\x7e]*$/.test(value)

const millis = isWithin(1, 0x7fff_ffff)

const isOctet = isWithin(0, 0xff)

const isKind = ({ npi, ton }: NumberKind): boolean => isOctet(ton) && isOctet(npi)

const isTlv = ({ tag, value }: Tlv): boolean =>
  isWithin(0, 0xffff)(tag) && value instanceof Uint8Array && value.length <= 0xffff

/** The settings that are one of a few words. */
const words: ReadonlyArray<readonly [name: string, value: (settings: Settings) => unknown, ...words: Array<string>]> = [
  ["bindAs", ({ bindAs }) => bindAs, "transceiver", "transmitter and receiver"],
  ["parts", ({ parts }) => parts, "8-bit", "16-bit", "message_payload"],
  ["validity", ({ validity }) => validity, "absolute", "relative", "none"],
  ["references", ({ references }) => references, "alone", "with recipient"],
  ["unknownReceipts", ({ unknownReceipts }) => unknownReceipts, "again", "taken"],
  ["defaultAlphabet", ({ defaultAlphabet }) => defaultAlphabet, "gsm", "latin-1", "ascii", "ucs-2"],
  ["ids.answer", ({ ids }) => ids.answer, "text", "hexadecimal", "decimal"],
  ["ids.tlv", ({ ids }) => ids.tlv, "text", "hexadecimal", "decimal"],
  ["ids.text", ({ ids }) => ids.text, "text", "hexadecimal", "decimal"]
]

const wordFlaws = (settings: Settings): ReadonlyArray<string> =>
  words.flatMap(([name, value, ...words]) =>
    words.includes(String(value(settings))) ? [] : [`${name} must be one of ${words.join(", ")}`]
  )

const isFailure = Schema.is(FailureClass)

/** The form of each setting, with the words for whoever has it otherwise. */
const rules: ReadonlyArray<readonly [holds: (settings: Settings) => boolean, flaw: string]> = [
  [({ host }) => typeof host === "string" && host !== "", "host must be a name or an address"],
  [({ port }) => isWithin(1, 0xffff)(port), "port must be between 1 and 65535"],
  [({ systemId }) => isText(15)(systemId) && systemId !== "", "systemId must have 1 to 15 ASCII characters"],
  [({ password }) => isText(8)(password), "password must have at most 8 ASCII characters"],
  [({ systemType }) => isText(12)(systemType), "systemType must have at most 12 ASCII characters"],
  [({ addressRange }) => isText(40)(addressRange), "addressRange must have at most 40 ASCII characters"],
  [({ serviceType }) => isText(5)(serviceType), "serviceType must have at most 5 ASCII characters"],
  [({ id }) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(id), "id must be 1 to 64 small letters, digits and hyphens"],
  [({ binds }) => isWithin(0, 100)(binds), "binds must be between 0 and 100"],
  [({ window }) => isWithin(1, 10_000)(window), "window must be between 1 and 10000"],
  [({ responseTimeout }) => millis(responseTimeout), "responseTimeout must be milliseconds"],
  [
    ({ answersWithin, responseTimeout }) => millis(answersWithin) && answersWithin > responseTimeout,
    "answersWithin must be milliseconds, and longer than responseTimeout"
  ],
  [({ enquireEvery }) => millis(enquireEvery), "enquireEvery must be milliseconds"],
  [({ connectTimeout }) => millis(connectTimeout), "connectTimeout must be milliseconds"],
  [
    ({ reconnect: { longest, shortest } }) => millis(shortest) && millis(longest) && shortest <= longest,
    "reconnect must be the shortest and the longest wait in milliseconds"
  ],
  [({ longestPdu }) => isWithin(1024, 0x100_0000)(longestPdu), "longestPdu must be between 1024 and 16777216"],
  [
    ({ longestValidity }) => isWithin(60_000, 28 * day)(longestValidity),
    "longestValidity must be between a minute and 28 days, in milliseconds"
  ],
  [({ recipient, senders }) => [recipient, ...Object.values(senders)].every(isKind), "ton and npi must be octets"],
  [({ tlvs }) => tlvs.every(isTlv), "tlvs must have a tag of 16 bits, and octets as their value"],
  [
    ({ failures }) => Object.values(failures).every((each) => isFailure(each)),
    `failures must be among ${FailureClass.literals.join(", ")}`
  ],
  [
    ({ receiptOffset }) => receiptOffset === null || isWithin(-1440, 1440)(receiptOffset),
    "receiptOffset must be whole minutes within a day"
  ],
  [
    ({ pauses: { full, throttled } }) => millis(full) && millis(throttled),
    "pauses must be milliseconds"
  ],
  [
    ({ pace }) => pace === null || (pace.perSecond > 0 && pace.inFlight > 0),
    "pace must have a number of parts per second and one in flight"
  ]
]

/**
 * Fills in what is not given.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const check = (options: Options): Settings => {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options & {}
  const { pace = null, receiptOffset = null, tls = false } = given
  const settings: Settings = {
    ...defaults,
    ...given,
    pace,
    receiptOffset,
    tls: tls === false ? null : tls === true ? {} : tls,
    senders: {
      number: { ton: 1, npi: 1 },
      shortCode: { ton: 3, npi: 0 },
      name: { ton: 5, npi: 0 },
      ...given.senders
    },
    ids: { answer: "text", tlv: "text", text: "text", ...given.ids },
    pauses: { throttled: 1000, full: 5000, ...given.pauses }
  }
  const foreign = Object.keys(given).filter((name) => !known.has(name))
  const flaws = [
    ...foreign.map((name) => `there is no setting ${name}`),
    ...rules.flatMap(([holds, flaw]) => holds(settings) ? [] : [flaw]),
    ...wordFlaws(settings)
  ]
  if (flaws.length > 0) throw new TypeError(`smpp: ${flaws.join("\n  ")}`)
  return settings
}
