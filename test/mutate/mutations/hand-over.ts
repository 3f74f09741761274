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
    "{ relied: [outlook.contactRelied], spends: route.spends",
    "{ spends: route.spends",
    "core/Engine"
  )
]
