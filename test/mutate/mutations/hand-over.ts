import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "hand-over",
    "carrier/Handover.ts",
    "message.status === \"ROUTED\" && attempt.send",
    "attempt.send",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "outcome.reference === null || attempt.reference !== null",
    "true",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "once: `return:${attempt.id}`",
    "once: `reserve:${attempt.id}`",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "{ relied: outlook.relied, spends: route.spends",
    "{ spends: route.spends",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "next === null || attempt.fallback === false",
    "next === null",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "Gate.firstHit(outlook.situation, \"further\")",
    "Gate.firstHit(outlook.situation)",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "Facts.after(facts, [returned])",
    "facts",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "referred(message, attempt, reference), opened(message, now), {",
    "referred(message, attempt, reference), {",
    "core/History"
  ),
  core("hand-over", "carrier/Handover.ts", "template === null ? {} : { puts", "{ puts", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "message.status === \"ROUTED\" && attempt.send === message.send",
    "message.status === \"ROUTED\"",
    "core/Message.test"
  ),
  core("hand-over", "carrier/Handover.ts", "if (outcome._tag === \"Unanswered\") return ended()\n", "", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "Instant.plus(now, Limit.receiptDeadline)",
    "now",
    "core/History"
  ),
  core("hand-over", "carrier/Handover.ts", "account: attempt.payer", "account: message.account", "core/History"),
  core("hand-over", "carrier/Handover.ts", "    referred(message, attempt, outcome.reference)\n", "", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "    from: attempt.from,\n    price: attempt.price,",
    "    price: attempt.price,",
    "core/History"
  ),
  core("hand-over", "carrier/Handover.ts", "    from: attempt.from,\n    code\n", "    code\n", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "report: \"FAILED\", failure, charge",
    "report: \"FAILED\", failure: attempt.failure, charge",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "    to: message.phone,\n    from: attempt.from,",
    "    to: message.phone,\n    from: null,",
    "core/Handover"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "    account: message.account,\n    channel: attempt.channel",
    "    account: attempt.payer,\n    channel: attempt.channel",
    "core/Handover"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "carrier: attempt.carrier,\n      reference",
    "carrier: attempt.carrier,\n      reference: attempt.id",
    "core/History"
  ),
  core("hand-over", "row/CarrierReference.ts", "`${carrier}/${reference}`", "`/${reference}`", "core/Brought"),
  core("hand-over", "carrier/CarrierAnswer.ts", "Reference.kept(reference)", "said.reference", "core/Brought"),
  core(
    "hand-over",
    "carrier/CarrierAnswer.ts",
    "FailureClass.FailureClass.literals.includes(said.failure)",
    "true",
    "core/Brought"
  ),
  core("hand-over", "carrier/Reference.ts", "reference.length <= Limit.carrierReferenceLength", "true", "core/Brought"),
  core("hand-over", "carrier/Reference.ts", " && Text.isClean(reference)", "", "core/Brought"),
  core(
    "hand-over",
    "carrier/CarrierAnswer.ts",
    "default:\n      return { outcome: { _tag: \"Unanswered\" }",
    "default:\n      return { outcome: said",
    "core/Brought"
  )
]
