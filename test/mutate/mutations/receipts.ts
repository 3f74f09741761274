import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "receipts",
    "row/Attempt.ts",
    "[\"SENT\", \"FAILED\", \"DELIVERED\", \"READ\"]",
    "[\"SENT\", \"DELIVERED\", \"FAILED\", \"READ\"]",
    "core/message/ReceiptJoin"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "channel === \"whatsapp\" || channel === \"rcs\"",
    "channel !== \"mms\"",
    "core/row/Message.test"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "isOfRecipient(reported, attempt) ? undeliverable(message, grounds) : {}",
    "{}",
    "core/history/History"
  ),
  core(
    "receipts",
    "inbound/Arrival.ts",
    "const { whatsappUndeliverableUntil: _, ...reachable } = written",
    "const reachable = written",
    "core/history/History"
  ),
  core(
    "receipts",
    "inbound/Arrival.ts",
    "if (channel !== \"whatsapp\") return written",
    "",
    "core/history/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "Recipient.undeliverable(contact, now)",
    "Recipient.undeliverable(contact, contact.createdAt)",
    "core/history/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "changes: { channel: attempt.channel }, isAbandoned }",
    "changes: { channel: message.channel }, isAbandoned }",
    "core/history/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "DispatchWork.due(message, now)",
    "DispatchWork.due({ ...message, account: attempt.payer }, now)",
    "core/history/History"
  ),
  core("receipts", "receipt/ReceiptDeadline.ts", "\"handset_unreachable\"", "\"unknown\"", "core/history/History"),
  core(
    "receipts",
    "receipt/ReceiptInput.ts",
    "Reference.kept(subject[\"reference\"])",
    "subject[\"reference\"] as string",
    "core/inbound/InboundInput"
  ),
  core(
    "receipts",
    "receipt/ReceiptInput.ts",
    "FailureClass.literals.find((literal) => literal === reported[\"failure\"])",
    "reported[\"failure\"] as never",
    "core/receipt/Receipts"
  ),
  core(
    "receipts",
    "receipt/ReceiptInput.ts",
    "Detail.kept(given[\"detail\"])",
    "given[\"detail\"] as never",
    "core/receipt/Receipts"
  ),
  core("receipts", "carrier/Detail.ts", "Text.truncate(value, Limit.detailLength)", "value", "core/receipt/Receipts"),
  core(
    "receipts",
    "receipt/ReceiptTime.ts",
    "Instant.latest(startedAt, at > now ? now : at)",
    "at",
    "core/receipt/Receipts"
  ),
  core("receipts", "receipt/Report.ts", "${Detail.told(receipt.detail.detail)}", "", "core/receipt/Receipts"),
  core("receipts", "receipt/Report.ts", "${partOf(attempt, receipt)}", "", "core/commit/Parts"),
  core("receipts", "receipt/Report.ts", "!CarrierReference.isOf(row, subject)", "false", "core/commit/Parts"),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "if (parts.some(is(\"FAILED\"))) return \"FAILED\"\n",
    "",
    "core/commit/Parts"
  ),
  core("receipts", "message/ReceiptJoin.ts", "join(part.report, report)", "report", "core/commit/Parts"),
  core(
    "receipts",
    "message/AttemptReceipt.ts",
    "detail.pricing ?? before?.pricing ?? null",
    "detail.pricing",
    "core/receipt/Receipts"
  ),
  core("receipts", "message/AttemptReference.ts", "references.length === 1", "false", "core/commit/Parts"),
  core(
    "receipts",
    "message/AttemptReference.ts",
    "by === \"with recipient\" ? { to: message.phone } : {}",
    "{}",
    "core/commit/Parts"
  ),
  core(
    "receipts",
    "row/CarrierReference.ts",
    "`${carrier}/${to}/${reference}`",
    "`${carrier}/${reference}`",
    "core/commit/Parts"
  )
]
