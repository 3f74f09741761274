import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const demotion = "core/health/Demotion"

const rule = (file: string, find: string, replace: string, test = demotion): Mutation =>
  core("health", file, find, replace, test)

const order = (find: string, replace: string): Mutation =>
  rule("dispatch/CarrierHealth.ts", find, replace, "core/dispatch/CarrierHealth")

const outcome = (find: string, replace: string): Mutation =>
  rule("commit/CarrierOutcomes.ts", find, replace, "core/commit/CarrierOutcomes")

export const mutations: ReadonlyArray<Mutation> = [
  rule("health/Judgement.ts", "if (minute < first) continue", ""),
  rule("health/Demotion.ts", "channels.includes(channel)", "true"),
  rule("health/Demotion.ts", "minutes * Instant.minute", "0"),
  order("filter(({ until }) => until > now)", "slice()"),
  outcome("now - taken < slow", "true")
]
