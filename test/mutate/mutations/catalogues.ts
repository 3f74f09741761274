import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "catalogues",
    "catalogue/ErrorCode.ts",
    "BUSINESS_003: [402,",
    "BUSINESS_003: [422,",
    "core/catalogue/ErrorCode"
  ),
  core(
    "catalogues",
    "catalogue/OutcomeCode.ts",
    "DELIVERY_004: [\"FILTERED\"",
    "DELIVERY_004: [\"FAILED\"",
    "core/catalogue/OutcomeCode"
  )
]
