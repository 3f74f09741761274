/**
 * Reads a receipt of an attempt, and decides what of it is kept.
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import type { Attempt, ReceiptDetail, Report } from "../row/Attempt.ts"
import * as ReceiptJoin from "./ReceiptJoin.ts"

export type Trigger = "delivered" | "read" | "failed"

export interface AttemptReceipt {
  readonly trigger: Trigger
  /** Null unless it reports a failure. */
  readonly failure: FailureClass | null
  /** The reference that it names the attempt or a part of it by; null when it names the attempt by its id. */
  readonly reference: string | null
  readonly detail: ReceiptDetail
}

export const noDetail: ReceiptDetail = { at: null, detail: null, pricing: null }

const reports: Readonly<Record<Trigger, Report>> = { delivered: "DELIVERED", read: "READ", failed: "FAILED" }

const triggers = { DELIVERED: "delivered", READ: "read", FAILED: "failed" } as const

/** Returns what the receipt means for the whole attempt, null while other parts are awaited, and its changed parts. */
export const joined = (
  { parts }: Attempt,
  { reference, trigger }: AttemptReceipt
): { readonly trigger: Trigger | null; readonly parts: Pick<Attempt, "parts"> } => {
  const heard = parts === undefined || reference === null
    ? null
    : ReceiptJoin.heard(parts, reference, reports[trigger])
  if (heard === null) return { trigger, parts: {} }
  const together = ReceiptJoin.together(heard)
  return { trigger: together === null ? null : triggers[together], parts: heard === parts ? {} : { parts: heard } }
}

/** Returns the details that are kept of the receipt that decides the attempt. Its price may have come before. */
export const detailed = ({ receipt: before }: Attempt, { detail }: AttemptReceipt): Pick<Attempt, "receipt"> => {
  const receipt: ReceiptDetail = { ...detail, pricing: detail.pricing ?? before?.pricing ?? null }
  const isEmpty = Object.values(receipt).every((each) => each === null)
  return isEmpty && before === undefined ? {} : { receipt }
}

/** Returns the price when the first receipt that brings one decides nothing. */
export const priced = (
  { receipt = noDetail }: Attempt,
  { detail: { pricing } }: AttemptReceipt
): Pick<Attempt, "receipt"> => pricing === null || receipt.pricing !== null ? {} : { receipt: { ...receipt, pricing } }
