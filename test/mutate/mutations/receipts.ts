import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("receipts", "message/ReceiptJoin.ts", "FAILED: 2, DELIVERED: 3", "FAILED: 3, DELIVERED: 2", "core/ReceiptJoin"),
  core("receipts", "message/ReceiptJoin.ts", "current.every((attempt)", "current.some((attempt)", "core/ReceiptJoin"),
  core(
    "receipts",
    "receipt/Report.ts",
    "charge: unheard ? \"taken\" : attempt.charge",
    "charge: \"taken\"",
    "core/History"
  ),
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
    "attempt !== message.attempts.findLast",
    "attempt === message.attempts.findLast",
    "core/History"
  ),
  core(
    "receipts",
    "receipt/ReceiptDeadline.ts",
    "each.report === \"SENT\")",
    "each.report !== null)",
    "core/Message.test"
  )
]
