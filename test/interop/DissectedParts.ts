/**
 * Asks Wireshark's dissector what it makes of the parts of messages, by each way in which they go out: their headers, what
 * they ask for, how long they are worth something, and their alphabet.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Options from "@signalbox/smpp/Options"
import * as Outgoing from "@signalbox/smpp/Outgoing"
import type { PduOf } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { deepEqual } from "node:assert/strict"
import * as Bench from "../smpp/Bench.ts"
import type { Run } from "./Run.ts"
import * as Tshark from "./Tshark.ts"

const fields = [
  "smpp.esm.submit.msg_mode",
  "smpp.esm.submit.msg_type",
  "smpp.esm.submit.features",
  "smpp.regdel.receipt",
  "smpp.validity_period",
  "smpp.validity_period_r",
  "smpp.data_coding",
  "smpp.sm_length",
  "smpp.message_text",
  "smpp.message_payload",
  "gsm_sms.udh.mm.msg_id",
  "gsm_sms.udh.mm.msg_parts",
  "gsm_sms.udh.mm.msg_part"
] as const

interface Seen {
  readonly hasHeader: boolean
  readonly hasReceipt: boolean
  /** The end of its worth as an instant, or as so many seconds; null: it has none. */
  readonly validity: string | null
  readonly dataCoding: number
  readonly octets: number
  /** Reference, count and index. */
  readonly place: string
  readonly payload: string
}

const now = Instant.make(Date.UTC(2026, 10, 3, 12))
/** A day, an hour, a minute and a second. */
const worth = 90_061_000
const absolute = "Nov  4, 2026 13:01:01.000000000 UTC"
const relative = "90061.000000000"

const digits = "0123456789".repeat(20)
const unicode = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}"

const none = { hasHeader: false, hasReceipt: true, validity: absolute, dataCoding: 0, place: "//", payload: "" }
const parted = { ...none, hasHeader: true }

const cases: ReadonlyArray<readonly [options: Partial<Options.Options>, text: string, seen: ReadonlyArray<Seen>]> = [
  [{}, "Hi {\u20ac}", [{ ...none, octets: 9 }]],
  [{ receipts: false, validity: "none" }, unicode, [
    { ...none, dataCoding: 8, octets: 12, hasReceipt: false, validity: null }
  ]],
  // 6 octets of header, and 153 septets or the rest of them.
  [{}, digits, [
    { ...parted, octets: 159, place: "52/2/1" },
    { ...parted, octets: 53, place: "52/2/2" }
  ]],
  // 7 octets of header, and 152 septets or the rest of them.
  [{ parts: "16-bit", validity: "relative" }, digits, [
    { ...parted, octets: 159, validity: relative, place: "4660/2/1" },
    { ...parted, octets: 55, validity: relative, place: "4660/2/2" }
  ]],
  [{ parts: "16-bit" }, unicode.repeat(12), [
    { ...parted, dataCoding: 8, octets: 139, place: "4660/2/1" },
    { ...parted, dataCoding: 8, octets: 19, place: "4660/2/2" }
  ]],
  [{ parts: "message_payload", longestValidity: 60_000, validity: "relative" }, digits, [
    { ...none, octets: 0, validity: "60.000000000", payload: Buffer.from(digits).toString("hex") }
  ]]
]

/** How the dissector shows that there is no period. */
const noPeriod = new Set(["", "0.000000000"])

const submits = cases.flatMap(([options, text]) => {
  const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", ...options })
  const submission = { ...Bench.sms(1, text), expiresAt: Instant.plus(now, worth) }
  return Result.getOrThrow(Outgoing.of(submission, settings, () => 0x1234, now))
}).map(({ body, tlvs }, index): PduOf<"submit_sm"> => ({
  command: "submit_sm",
  status: 0,
  sequence: index + 1,
  tlvs,
  ...body
}))

export const parts: Run = {
  name: "tshark reads the parts of messages",
  needs: ["tshark"],
  run: Effect.gen(function*() {
    const rows = yield* Tshark.dissect(submits, fields)
    const seen = rows.map((row): Seen => {
      const period = row["smpp.validity_period"] || row["smpp.validity_period_r"]
      deepEqual([row["smpp.esm.submit.msg_mode"], row["smpp.esm.submit.msg_type"]].map(Number), [0, 0])
      return {
        hasHeader: Number(row["smpp.esm.submit.features"]) === 1,
        hasReceipt: Number(row["smpp.regdel.receipt"]) === 1,
        validity: noPeriod.has(period) ? null : period,
        dataCoding: Number(row["smpp.data_coding"]),
        octets: Number(row["smpp.sm_length"]),
        place: ["id", "parts", "part"].map((name) => row[`gsm_sms.udh.mm.msg_${name}` as keyof typeof row]).join("/"),
        payload: row["smpp.message_payload"].replaceAll(":", "")
      }
    })
    deepEqual(seen, cases.flatMap(([, , seen]) => seen))
    // It reads UCS-2 as a text.
    const texts = rows.map((row) => row["smpp.message_text"]).filter((text) => text !== "")
    deepEqual(texts.join(""), unicode.repeat(13))
    return "headers of 8 and 16 bits, message_payload, receipts, validity, GSM and UCS-2"
  })
}
