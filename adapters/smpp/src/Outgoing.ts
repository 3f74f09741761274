/**
 * A message as the submit_sm of its parts. Pure.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Instant } from "@signalbox/core/Instant"
import * as Result from "effect/Result"
import { encodeUcs2 } from "./DataCoding.ts"
import * as GsmAlphabet from "./GsmAlphabet.ts"
import type { NumberKind, Settings } from "./Options.ts"
import type { Body } from "./Pdu.ts"
import { messageBody } from "./Pdu.ts"
import * as Time from "./Time.ts"
import type { Tlv } from "./Tlv.ts"
import { tags } from "./Tlv.ts"
import * as UserDataHeader from "./UserDataHeader.ts"

/** One submit_sm without its header. */
export interface Part {
  readonly body: Body<"submit_sm">
  readonly tlvs: ReadonlyArray<Tlv>
}

/** Why a message cannot be written as SMPP. */
export interface Unfit {
  readonly failure: FailureClass
  readonly words: string
}

const unfit = (failure: FailureClass, words: string) => Result.fail<Unfit>({ failure, words })

interface Sender extends NumberKind {
  readonly address: string
}

/** The longest address that a submit_sm has room for. */
const longestAddress = 20

const sender = (from: string | null, { senders }: Settings): Sender | null => {
  if (from === null) return { address: "", ton: 0, npi: 0 }
  if (from === "" || from.length > longestAddress || !/^[\x20-\x7e]*$/.test(from)) return null
  if (/^\+\d+$/.test(from)) return { address: from.slice(1), ...senders.number }
  return { address: from, ...(/^\d{1,8}$/.test(from) ? senders.shortCode : senders.name) }
}

/** How much of a part is left beside a header with a reference of 16 bits: septets, or UTF-16 units. */
const wide = { "GSM-7": 152, "UCS-2": 66 } as const

/** Splits a text so that no character is cut. A text that fits into one message is not split. */
const split = (characters: ReadonlyArray<string>, size: (character: string) => number, most: number) => {
  const parts: Array<string> = []
  let [part, used] = ["", 0]
  for (const character of characters) {
    const width = size(character)
    if (used + width > most) {
      parts.push(part)
      part = ""
      used = 0
    }
    part += character
    used += width
  }
  return [...parts, part]
}

type Sms = NonNullable<Submission["sms"]>

const textsOf = ({ encoding, parts }: Sms, how: Settings["parts"]): ReadonlyArray<string> => {
  if (how === "8-bit" || parts.length === 1) return parts
  const text = parts.join("")
  if (how === "message_payload") return [text]
  const size = (character: string): number =>
    encoding === "GSM-7" ? GsmAlphabet.septetsOf(character)?.length ?? 1 : character.length
  return split([...text], size, wide[encoding])
}

const validity = ({ expiresAt }: Submission, { longestValidity, validity }: Settings, now: Instant): string => {
  if (validity === "none") return ""
  const millis = Math.min(Math.max(expiresAt - now, 1000), longestValidity)
  return validity === "relative" ? Time.relative(millis) : Time.absolute((now + millis) as Instant)
}

/** The longest short_message that all take. */
const longestMessage = 254

/**
 * Returns what is submitted, one part after another.
 *
 * @param reference returns what the handset knows the parts of the message by; it is asked where there are several
 */
export const of = (
  submission: Submission,
  settings: Settings,
  reference: () => number,
  now: Instant
): Result.Result<ReadonlyArray<Part>, Unfit> => {
  const { from, sms, to } = submission
  if (sms === null) return unfit("content_not_acceptable", "the message is no SMS")
  const source = sender(from, settings)
  if (source === null) return unfit("sender_refused", "SMPP has no room for this sender")
  const texts = textsOf(sms, settings.parts)
  const contents = texts.flatMap((text) =>
    (sms.encoding === "GSM-7" ? GsmAlphabet.encode(text) : encodeUcs2(text)) ?? []
  )
  if (texts.length > 255 || contents.length < texts.length) {
    return unfit("content_not_acceptable", "SMPP cannot express the text")
  }
  const common = messageBody({
    serviceType: settings.serviceType,
    source: source.address,
    sourceTon: source.ton,
    sourceNpi: source.npi,
    destination: to.replace(/^\+/, ""),
    destinationTon: settings.recipient.ton,
    destinationNpi: settings.recipient.npi,
    registeredDelivery: settings.receipts ? 1 : 0,
    validityPeriod: validity(submission, settings, now),
    dataCoding: sms.encoding === "GSM-7" ? 0x00 : 0x08
  })
  const { parts: how, tlvs } = settings
  const [alone] = contents.length === 1 ? contents : []
  if (alone !== undefined) {
    const isPayload = how === "message_payload" && sms.parts.length > 1 || alone.length > longestMessage
    return Result.succeed([
      isPayload
        ? { body: common, tlvs: [...tlvs, { tag: tags.messagePayload, value: alone }] }
        : { body: { ...common, shortMessage: alone }, tlvs }
    ])
  }
  const place = { reference: reference(), width: how === "16-bit" ? 2 : 1, count: texts.length } as const
  return Result.succeed(contents.map((octets, index): Part => {
    const header = UserDataHeader.encode({ ...place, index: index + 1 })
    return { body: { ...common, esmClass: 0x40, shortMessage: Uint8Array.from([...header, ...octets]) }, tlvs }
  }))
}
