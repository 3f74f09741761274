import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
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
