import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "FAILED: 2, DELIVERED: 3",
    "FAILED: 3, DELIVERED: 2",
    "core/message/ReceiptJoin"
  ),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "current.every((attempt)",
    "current.some((attempt)",
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
    "receipt/Report.ts",
    "    expects: [Facts.expected(facts, Contacts, contact.id)],\n",
    "",
    "core/history/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "{ expects: [Facts.expected(facts, Messages, message.id)] }",
    "{}",
    "core/history/History"
  ),
  core("receipts", "receipt/Recipient.ts", "channel === \"whatsapp\" && ", "", "core/history/History"),
  core("receipts", "receipt/Recipient.ts", " && failure === \"recipient_not_on_channel\"", "", "core/history/History"),
  core("receipts", "catalogue/FailureClass.ts", "[\"whatsapp\", \"rcs\"]]", "[\"whatsapp\"]]", "core/history/History"),
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
  core("receipts", "receipt/Report.ts", "    from: attempt.from,\n    code,", "    code,", "core/history/History"),
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
  core("receipts", "receipt/ReceiptInput.ts", " && PhoneNumber.is(to)", "", "core/receipt/Receipts"),
  core("receipts", "receipt/ReceiptInput.ts", "amount >= 0 && ", "", "core/receipt/Receipts"),
  core("receipts", "receipt/ReceiptInput.ts", " && currency.test(code)", "", "core/receipt/Receipts"),
  core(
    "receipts",
    "receipt/ReceiptInput.ts",
    "Detail.kept(given[\"detail\"])",
    "given[\"detail\"] as never",
    "core/receipt/Receipts"
  ),
  core("receipts", "carrier/Detail.ts", "Text.truncate(value, Limit.detailLength)", "value", "core/receipt/Receipts"),
  core("receipts", "carrier/Detail.ts", ".replaceAll(/\\p{Cc}+/gu, \" \")", "", "core/receipt/Receipts"),
  core("receipts", "receipt/ReceiptTime.ts", "at < startedAt - Limit.carrierClock || ", "", "core/receipt/Receipts"),
  core("receipts", "receipt/ReceiptTime.ts", " || at > now + Limit.carrierClock", "", "core/receipt/Receipts"),
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
    "receipt/Report.ts",
    "step.trigger !== null && isOfRecipient",
    "isOfRecipient",
    "core/receipt/Receipts"
  ),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "if (parts.some(is(\"FAILED\"))) return \"FAILED\"\n",
    "",
    "core/commit/Parts"
  ),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "parts.every(is(\"READ\"))",
    "parts.some(is(\"READ\"))",
    "core/commit/Parts"
  ),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "parts.every(is(\"DELIVERED\", \"READ\"))",
    "parts.some(is(\"DELIVERED\", \"READ\"))",
    "core/commit/Parts"
  ),
  core("receipts", "message/ReceiptJoin.ts", "join(part.report, report)", "report", "core/commit/Parts"),
  core(
    "receipts",
    "message/AttemptReceipt.ts",
    "parts === undefined || reference === null",
    "true",
    "core/commit/Parts"
  ),
  core(
    "receipts",
    "message/AttemptReceipt.ts",
    "detail.pricing ?? before?.pricing ?? null",
    "detail.pricing",
    "core/receipt/Receipts"
  ),
  core("receipts", "message/AttemptReceipt.ts", " || receipt.pricing !== null", "", "core/receipt/Receipts"),
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
