import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const explained = (file: string, find: string, replace: string): Mutation =>
  core("routes", file, find, replace, "core/explain/ExplainMessage")

export const mutations: ReadonlyArray<Mutation> = [
  explained("explain/Explanation.ts", "facts = explained.facts", ""),
  explained("explain/Explanation.ts", "Grounds_.notBefore(given, before.scheduledAt)", "given"),
  explained("explain/Explanation.ts", "position: mine + 1", "position: mine"),
  explained("explain/ExplanationResource.ts", "|| used.has(each.rule)", ""),
  explained("dispatch/Gate.ts", "passes: !each.blocks(input)", "passes: each !== firstHit(input, route)"),
  explained(
    "dispatch/Routing.ts",
    "leave(pair, \"denied_by_rule\", rule)",
    "leave(pair, \"denied_by_rule\", matched[0]!)"
  ),
  explained(
    "dispatch/RoutingContext.ts",
    "plan.candidates.flatMap((candidate)",
    "plan.candidates.slice(0, 1).flatMap((candidate)"
  )
]
