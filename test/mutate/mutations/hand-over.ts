import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "hand-over",
    "carrier/Submissions.ts",
    "    to: message.phone,\n    from: attempt.from,",
    "    to: message.phone,\n    from: null,",
    "core/compliance/Handed"
  ),
  core(
    "hand-over",
    "carrier/Submissions.ts",
    "    account: message.account,\n    channel: attempt.channel",
    "    account: attempt.payer,\n    channel: attempt.channel",
    "core/compliance/Handed"
  ),
  core(
    "hand-over",
    "row/CarrierReference.ts",
    "`${carrier}/${reference}`",
    "`/${reference}`",
    "core/inbound/InboundInput"
  ),
  core(
    "hand-over",
    "carrier/Reference.ts",
    "reference.length <= Limit.carrierReferenceLength",
    "true",
    "core/inbound/InboundInput"
  )
]
