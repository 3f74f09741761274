import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("receipts", "message/ReceiptJoin.ts", "FAILED: 2, DELIVERED: 3", "FAILED: 3, DELIVERED: 2", "core/ReceiptJoin"),
  core("receipts", "message/ReceiptJoin.ts", "current.every((attempt)", "current.some((attempt)", "core/ReceiptJoin"),
  core(
    "receipts",
    "receipt/Report.ts",
    "channel === \"whatsapp\" || channel === \"rcs\"",
    "channel !== \"mms\"",
    "core/Message.test"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "isOfRecipient(reported, attempt) ? undeliverable(message, facts, now) : {}",
    "{}",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "    expects: [Facts.expected(facts, Contacts, contact.id)],\n",
    "",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "{ expects: [Facts.expected(facts, Messages, message.id)] }",
    "{}",
    "core/History"
  ),
  core("receipts", "receipt/Recipient.ts", "channel === \"whatsapp\" && ", "", "core/History"),
  core("receipts", "receipt/Recipient.ts", " && failure === \"recipient_not_on_channel\"", "", "core/History"),
  core("receipts", "catalogue/FailureClass.ts", "[\"whatsapp\", \"rcs\"]]", "[\"whatsapp\"]]", "core/History"),
  core(
    "receipts",
    "inbound/Arrival.ts",
    "const { whatsappUndeliverableUntil: _, ...reachable } = written",
    "const reachable = written",
    "core/History"
  ),
  core("receipts", "inbound/Arrival.ts", "if (channel !== \"whatsapp\") return written", "", "core/History"),
  core(
    "receipts",
    "receipt/Report.ts",
    "Recipient.undeliverable(contact, now)",
    "Recipient.undeliverable(contact, contact.createdAt)",
    "core/History"
  ),
  core("receipts", "receipt/Report.ts", "    from: attempt.from,\n    code,", "    code,", "core/History"),
  core(
    "receipts",
    "receipt/Report.ts",
    "{ channel: attempt.channel }, abandoned)",
    "{ channel: message.channel }, abandoned)",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/Report.ts",
    "DispatchWork.due(message, now)",
    "DispatchWork.due({ ...message, account: attempt.payer }, now)",
    "core/History"
  ),
  core("receipts", "receipt/ReceiptDeadline.ts", "\"handset_unreachable\"", "\"unknown\"", "core/History"),
  core(
    "receipts",
    "receipt/Legible.ts",
    "Reference.kept(subject[\"reference\"])",
    "subject[\"reference\"] as string",
    "core/Brought"
  ),
  core(
    "receipts",
    "receipt/Legible.ts",
    "FailureClass.literals.find((literal) => literal === reported[\"failure\"])",
    "reported[\"failure\"] as never",
    "core/Receipts"
  ),
  core("receipts", "receipt/Legible.ts", " && PhoneNumber.is(to)", "", "core/Receipts"),
  core("receipts", "receipt/Legible.ts", "amount >= 0 && ", "", "core/Receipts"),
  core("receipts", "receipt/Legible.ts", " && currency.test(code)", "", "core/Receipts"),
  core(
    "receipts",
    "receipt/Legible.ts",
    "Detail.kept(given[\"detail\"])",
    "given[\"detail\"] as never",
    "core/Receipts"
  ),
  core("receipts", "carrier/Detail.ts", "Text.truncate(value, Limit.detailLength)", "value", "core/Receipts"),
  core("receipts", "carrier/Detail.ts", ".replaceAll(/\\p{Cc}+/gu, \" \")", "", "core/Receipts"),
  core("receipts", "receipt/ReceiptTime.ts", "at < startedAt - Limit.carrierClock || ", "", "core/Receipts"),
  core("receipts", "receipt/ReceiptTime.ts", " || at > now + Limit.carrierClock", "", "core/Receipts"),
  core(
    "receipts",
    "receipt/ReceiptTime.ts",
    "Instant.latest(startedAt, at > now ? now : at)",
    "at",
    "core/Receipts"
  ),
  core("receipts", "receipt/Report.ts", "${Detail.told(receipt.detail.detail)}", "", "core/Receipts"),
  core("receipts", "receipt/Report.ts", "${partOf(attempt, receipt)}", "", "core/Parts"),
  core("receipts", "receipt/Report.ts", "!CarrierReference.isOf(row, subject)", "false", "core/Parts"),
  core("receipts", "receipt/Report.ts", "step.trigger !== null && isOfRecipient", "isOfRecipient", "core/Receipts"),
  core("receipts", "message/ReceiptJoin.ts", "if (parts.some(is(\"FAILED\"))) return \"FAILED\"\n", "", "core/Parts"),
  core("receipts", "message/ReceiptJoin.ts", "parts.every(is(\"READ\"))", "parts.some(is(\"READ\"))", "core/Parts"),
  core(
    "receipts",
    "message/ReceiptJoin.ts",
    "parts.every(is(\"DELIVERED\", \"READ\"))",
    "parts.some(is(\"DELIVERED\", \"READ\"))",
    "core/Parts"
  ),
  core("receipts", "message/ReceiptJoin.ts", "join(part.report, report)", "report", "core/Parts"),
  core("receipts", "message/AttemptReceipt.ts", "parts === undefined || reference === null", "true", "core/Parts"),
  core(
    "receipts",
    "message/AttemptReceipt.ts",
    "detail.pricing ?? before?.pricing ?? null",
    "detail.pricing",
    "core/Receipts"
  ),
  core("receipts", "message/AttemptReceipt.ts", " || receipt.pricing !== null", "", "core/Receipts"),
  core("receipts", "message/AttemptReference.ts", "references.length === 1", "false", "core/Parts"),
  core(
    "receipts",
    "message/AttemptReference.ts",
    "by === \"with recipient\" ? { to: message.phone } : {}",
    "{}",
    "core/Parts"
  ),
  core(
    "receipts",
    "row/CarrierReference.ts",
    "`${carrier}/${to}/${reference}`",
    "`${carrier}/${reference}`",
    "core/Parts"
  )
]
