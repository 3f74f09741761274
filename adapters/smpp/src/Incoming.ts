/**
 * Reads what a deliver_sm or data_sm of the operator says: a receipt, a message of a recipient, or nothing that concerns us. Pure.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Instant } from "@signalbox/core/Instant"
import { latin1 } from "./codec/internal/octets.ts"
import * as DataCoding from "./DataCoding.ts"
import type { Settings } from "./Options.ts"
import type { PduOf } from "./Pdu.ts"
import * as Receipt from "./Receipt.ts"
import * as Time from "./Time.ts"
import * as Tlvs from "./Tlv.ts"
import * as UserDataHeader from "./UserDataHeader.ts"

export interface DeliveryReceipt {
  readonly _tag: "Receipt"
  readonly reference: string
  /** The recipient of the message, as the operator writes numbers. */
  readonly to: string
  /** Null: the message is still on its way. */
  readonly outcome: "delivered" | FailureClass | null
  readonly at: Instant | null
  readonly detail: { readonly code: string; readonly text: string } | null
}

export interface OriginatedMessage {
  readonly _tag: "Message"
  readonly from: string
  readonly to: string
  readonly text: string
  readonly part: { readonly series: string; readonly count: number; readonly index: number } | null
}

export interface Ignored {
  readonly _tag: "Ignored"
  readonly why: string
}

export type Content = DeliveryReceipt | OriginatedMessage | Ignored

const ignored = (why: string): Ignored => ({ _tag: "Ignored", why })

type Delivery = PduOf<"deliver_sm"> | PduOf<"data_sm">

/** The kinds of message in bits 5 to 2 of esm_class (SMPP 3.4, 5.2.12). */
const kinds = { mask: 0x3c, plain: 0x00, receipt: 0x04, intermediate: 0x20 } as const

const hasHeader = 0x40

const international = (ton: number, address: string): string =>
  ton === 1 && /^\d+$/.test(address) ? `+${address}` : address

const contentOf = (pdu: Delivery): Uint8Array => {
  const short = pdu.command === "deliver_sm" ? pdu.shortMessage : new Uint8Array()
  return short.length > 0 ? short : Tlvs.find(pdu.tlvs, Tlvs.tags.messagePayload) ?? short
}

const receiptOf = (
  { source, sourceTon }: Delivery,
  { doneAt, error, id, state }: Receipt.Receipt,
  { failures, receiptOffset }: Settings
): DeliveryReceipt => {
  const usual = Receipt.outcomes[state]
  const own = error === null || usual === null || usual === "delivered" ? undefined : failures[error]
  return {
    _tag: "Receipt",
    reference: id,
    to: international(sourceTon, source),
    outcome: own ?? usual,
    at: doneAt === null || receiptOffset === null ? null : Time.ofReceipt(doneAt, receiptOffset),
    detail: usual === null || usual === "delivered" ? null : { code: error ?? state, text: state }
  }
}

/** Returns the place of a part by the TLVs that some use in place of a header. */
const sar = ({ tlvs }: Delivery): UserDataHeader.Part | null => {
  const [reference, count, index] = [Tlvs.tags.sarReference, Tlvs.tags.sarCount, Tlvs.tags.sarIndex]
    .map((tag) => Tlvs.number(tlvs, tag))
  if (reference == null || count == null || index == null || index < 1 || index > count) return null
  return { reference, count, index, width: 2 }
}

const messageOf = (pdu: Delivery, content: Uint8Array, { defaultAlphabet }: Settings): Content => {
  const alphabet = DataCoding.alphabetOf(pdu.dataCoding, defaultAlphabet)
  const { isForPort, part, rest } = (pdu.esmClass & hasHeader) === 0
    ? { isForPort: false, part: null, rest: content }
    : UserDataHeader.read(content)
  if (isForPort) return ignored("it is meant for a program of the handset")
  const place = part ?? sar(pdu)
  const text = DataCoding.decode(rest, alphabet, place !== null && place.index < place.count)
  if (text === null) return ignored("it is no text")
  return {
    _tag: "Message",
    from: international(pdu.sourceTon, pdu.source),
    to: international(pdu.destinationTon, pdu.destination),
    text,
    part: place === null || place.count === 1
      ? null
      : { series: `${place.width * 8}/${place.reference}`, count: place.count, index: place.index }
  }
}

export const read = (pdu: Delivery, settings: Settings): Content => {
  const content = contentOf(pdu)
  const kind = pdu.esmClass & kinds.mask
  const isReceipt = kind === kinds.receipt || kind === kinds.intermediate ||
    // Some leave the kind out and name the message all the same.
    kind === kinds.plain && Tlvs.find(pdu.tlvs, Tlvs.tags.receiptedMessageId) !== null &&
      Tlvs.find(pdu.tlvs, Tlvs.tags.messageState) !== null
  if (isReceipt) {
    const text = (pdu.esmClass & hasHeader) === 0 ? content : UserDataHeader.read(content).rest
    const receipt = Receipt.read(pdu.tlvs, latin1(text), settings.ids)
    return receipt === null ? ignored("a receipt names no message, or no state") : receiptOf(pdu, receipt, settings)
  }
  if (pdu.serviceType === "USSD" || Tlvs.find(pdu.tlvs, Tlvs.tags.ussdServiceOperation) !== null) {
    return ignored("it is USSD")
  }
  return kind === kinds.plain ? messageOf(pdu, content, settings) : ignored("it is an acknowledgement of a handset")
}
