/**
 * Reads delivery receipts (SMPP 3.4, appendix B). The TLVs count first; then the text, whose keys come in any order, since
 * no two message centres write it alike.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Tlv } from "./Tlv.ts"
import * as Tlvs from "./Tlv.ts"

export type State =
  | "ENROUTE"
  | "DELIVERED"
  | "EXPIRED"
  | "DELETED"
  | "UNDELIVERABLE"
  | "ACCEPTED"
  | "UNKNOWN"
  | "REJECTED"

/** How a message centre writes the ids of messages in one place: as a text that means itself, or as a number. */
export type IdForm = "text" | "hexadecimal" | "decimal"

/** The forms in the answer to a submit_sm, in the TLV and in the text of a receipt. */
export interface IdForms {
  readonly answer: IdForm
  readonly tlv: IdForm
  readonly text: IdForm
}

export interface Receipt {
  /** In the form of `canonical`. */
  readonly id: string
  readonly state: State
  /** The message centre's own code of the error; null when it names none. */
  readonly error: string | null
  /** As it was written; null when it was not. */
  readonly doneAt: string | null
}

/** The values of message_state (SMPP 3.4, 5.2.28). */
const states: ReadonlyArray<State | undefined> = [
  undefined,
  "ENROUTE",
  "DELIVERED",
  "EXPIRED",
  "DELETED",
  "UNDELIVERABLE",
  "ACCEPTED",
  "UNKNOWN",
  "REJECTED"
]

/** How texts write the states: seven letters by the specification, and more by those who spell words out. */
const words: ReadonlyArray<readonly [word: RegExp, state: State]> = [
  [/^DELIV(?:ERE)?R?D$/, "DELIVERED"],
  [/^EXPIRED$/, "EXPIRED"],
  [/^DELETED$/, "DELETED"],
  [/^UNDELIV(?:ERABLE|ERED|RD)?$/, "UNDELIVERABLE"],
  [/^ACCEPTE?D$/, "ACCEPTED"],
  [/^UNKNOWN$/, "UNKNOWN"],
  [/^REJECTE?D$/, "REJECTED"],
  [/^(?:ENROUTE|BUFFERED|SENT)$/, "ENROUTE"],
  [/^FAILED$/, "UNDELIVERABLE"]
]

/** The outcome of a message for each state that a receipt may name. Null: it is still on its way. */
export const outcomes: Readonly<Record<State, "delivered" | FailureClass | null>> = {
  ENROUTE: null,
  ACCEPTED: null,
  DELIVERED: "delivered",
  EXPIRED: "handset_unreachable",
  UNDELIVERABLE: "undeliverable_by_route",
  REJECTED: "carrier_filtered",
  DELETED: "unknown",
  UNKNOWN: "unknown"
}

/** Returns an id in the form in which ids are compared. A number that is none stays the text that it is. */
export const canonical = (id: string, form: IdForm): string => {
  const text = id.trim()
  if (form === "hexadecimal" && /^(?:0x)?[0-9a-f]+$/i.test(text)) {
    return BigInt(`0x${text.replace(/^0x/i, "")}`).toString()
  }
  if (form === "decimal" && /^\d+$/.test(text)) return BigInt(text).toString()
  return text
}

const key = /(?:^|[\s,;])(id|sub|dlvrd|submit date|done date|stat|err|text) ?:/gi

/**
 * Returns the values by their keys in small letters. The message's own words follow `text` and may look like keys: what
 * stands before them counts first, and what comes last of all after them second.
 */
const fieldsOf = (text: string): ReadonlyMap<string, string> => {
  const found = [...text.matchAll(key)]
  const fields = new Map<string, string>()
  const isBefore = new Set<string>()
  let hasText = false
  for (const [index, match] of found.entries()) {
    const name = match[1]!.toLowerCase()
    const value = text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length).trim()
    if (!isBefore.has(name)) fields.set(name, value)
    hasText ||= name === "text"
    if (!hasText) isBefore.add(name)
  }
  return fields
}

const first = (value: string | undefined): string | null => value?.split(/\s/, 1)[0] || null

const stateOf = (word: string | null): State | null => {
  const plain = word?.toUpperCase().replaceAll(/[^A-Z]/g, "") ?? ""
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

/** Returns the code of network_error_code: an octet that names the network, and a number. */
const networkError = (tlvs: ReadonlyArray<Tlv>): string | null => {
  const value = Tlvs.find(tlvs, Tlvs.tags.networkErrorCode)
  return value === null || value.length !== 3 ? null : String(value[1]! * 0x100 + value[2]!)
}

/** Returns the receipt, or null when nothing says which message it is about, or what has become of it. */
export const read = (tlvs: ReadonlyArray<Tlv>, text: string, forms: IdForms): Receipt | null => {
  const fields = fieldsOf(text)
  const named = Tlvs.text(tlvs, Tlvs.tags.receiptedMessageId)
  const written = first(fields.get("id"))
  const id = named !== null && named !== ""
    ? canonical(named, forms.tlv)
    : written === null
    ? null
    : canonical(written, forms.text)
  const state = states[Tlvs.number(tlvs, Tlvs.tags.messageState) ?? 0] ?? stateOf(first(fields.get("stat")))
  return id === null || id === "" || state === null ? null : {
    id,
    state,
    error: first(fields.get("err")) ?? networkError(tlvs),
    doneAt: first(fields.get("done date"))
  }
}
