/**
 * Reads what carriers bring as receipts. Carriers are written by others, so nothing that a store cannot hold gets past
 * this check.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Detail from "../carrier/Detail.ts"
import * as Reference from "../carrier/Reference.ts"
import { FailureClass } from "../catalogue/FailureClass.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { ReceiptDetail } from "../row/Attempt.ts"
import { AttemptId, type CarrierId, MessageId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Text from "../value/Text.ts"
import type { Command, Reported, Subject } from "./Report.ts"

export interface ReceiptInput {
  readonly command: Command
  /** The details that were given and cannot be kept. */
  readonly dropped: ReadonlyArray<keyof ReceiptDetail>
}

/** The fields of a value that may be anything. */
const fieldsOf = (value: unknown): Readonly<Partial<Record<string, unknown>>> =>
  typeof value === "object" && value !== null ? value as Partial<Record<string, unknown>> : {}

const message = Schema.decodeUnknownOption(MessageId)
const attempt = Schema.decodeUnknownOption(AttemptId)
const instant = Schema.decodeUnknownOption(Instant)

const carrierOf = (value: unknown): CarrierId | null =>
  typeof value === "string" && value !== "" && value.length <= Limit.carrierIdLength && Text.isClean(value)
    ? value as CarrierId
    : null

/** Returns the subject of a receipt, or null when no attempt can have such an id or reference. */
const named = (value: unknown): Subject | null => {
  const subject = fieldsOf(value)
  switch (subject["_tag"]) {
    case "Attempt": {
      const carrier = carrierOf(subject["carrier"])
      if (carrier === null && subject["carrier"] !== undefined) return null
      return Option.getOrNull(Option.map(
        Option.all({ message: message(subject["message"]), attempt: attempt(subject["attempt"]) }),
        (ids) => ({ _tag: "Attempt", ...ids, ...(carrier === null ? {} : { carrier }) })
      ))
    }
    case "Reference": {
      const { to = null } = subject
      const carrier = carrierOf(subject["carrier"])
      const reference = Reference.kept(subject["reference"])
      if (carrier === null || reference === null) return null
      if (to === null) return { _tag: "Reference", carrier, reference }
      return typeof to === "string" && PhoneNumber.is(to)
        ? { _tag: "Reference", carrier, reference, to: to as PhoneNumber.PhoneNumber }
        : null
    }
    default:
      return null
  }
}

/** Returns the carrier that a receipt names, as far as it does, for the log. */
export const origin = (receipt: unknown): { readonly carrier: CarrierId | null } => ({
  carrier: carrierOf(fieldsOf(fieldsOf(receipt)["subject"])["carrier"])
})

/**
 * Returns what the receipt reports, or null when it reports neither success nor failure. An unknown failure class
 * becomes `unknown`.
 */
const said = (value: unknown): Reported | null => {
  const reported = fieldsOf(value)
  switch (reported["_tag"]) {
    case "Delivered":
    case "Read":
      return { _tag: reported["_tag"] }
    case "Failed": {
      const failure = FailureClass.literals.find((literal) => literal === reported["failure"])
      return { _tag: "Failed", failure: failure ?? "unknown" }
    }
    default:
      return null
  }
}

const currency = /^[A-Z]{3}$/

const pricing = (value: unknown): ReceiptDetail["pricing"] => {
  const { amount, currency: code } = fieldsOf(value)
  const isAmount = typeof amount === "number" && amount >= 0 && amount <= Limit.carrierPrice
  return isAmount && typeof code === "string" && currency.test(code)
    ? { amount: Math.abs(amount), currency: code }
    : null
}

/** Returns null when the receipt names nothing that could be an attempt, or reports nothing. */
export const read = (receipt: unknown): ReceiptInput | null => {
  const given = fieldsOf(receipt)
  const [subject, reported] = [named(given["subject"]), said(given["reported"])]
  if (subject === null || reported === null) return null
  const detail: ReceiptDetail = {
    at: (given["at"] ?? null) === null ? null : Option.getOrNull(instant(given["at"])),
    detail: Detail.kept(given["detail"]),
    pricing: pricing(given["pricing"])
  }
  const isDropped = (name: keyof ReceiptDetail) => detail[name] === null && (given[name] ?? null) !== null
  return { command: { subject, reported, detail }, dropped: (["at", "detail", "pricing"] as const).filter(isDropped) }
}
