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
  core("receipts", "receipt/Receipts.ts", "Reference.kept(subject.reference)", "subject.reference", "core/Brought"),
  core(
    "receipts",
    "receipt/Receipts.ts",
    "FailureClass.literals.includes(reported.failure) ? reported",
    "true ? reported",
    "core/Brought"
  )
]
