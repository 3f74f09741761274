import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const explained = (file: string, find: string, replace: string): Mutation =>
  core("routes", file, find, replace, "core/explain/ExplainMessage")

const asked = (file: string, find: string, replace: string, test = "core/dispatch/LookUpStep"): Mutation =>
  core("look-ups", file, find, replace, test)

const matched = (find: string, replace: string): Mutation =>
  asked("dispatch/RuleMatch.ts", find, replace, "core/dispatch/RuleMatch")

const registry = (find: string, replace: string): Mutation =>
  asked("lookup/RouteRegistry.ts", find, replace, "core/lookup/RouteRegistry")

const lookUps: ReadonlyArray<Mutation> = [
  asked("dispatch/RouteLookUp.ts", "lookUp === undefined ? undefined : contact?.lookup", "contact?.lookup"),
  matched("wanted === told?.ported", "wanted === (told?.ported ?? false)"),
  matched("told?.network !== undefined && ", "told?.network === undefined || "),
  matched("Object.keys({ ...criteria, ...lookedUp })", "Object.keys(criteria)"),
  asked("dispatch/NextRoute.ts", "  if (until === null) return { _tag: \"LookUp\" }", "  return { _tag: \"LookUp\" }"),
  asked(
    "dispatch/LookUpStep.ts",
    "isAsked ? [LookUpCount.count(message.account, facts.at)] : []",
    "[LookUpCount.count(message.account, facts.at)]"
  ),
  asked("dispatch/LookUpStep.ts", "Instant.plus(at, Limit.lookupRetry)", "at"),
  asked("dispatch/LookUpStep.ts", "if (Restriction.isPaused(facts, ", "if (false && Restriction.isPaused(facts, "),
  registry("if (other !== undefined) {", "if (false && other !== undefined) {"),
  registry("`${account}/${phone}`", "phone"),
  registry("inARow: rests ? inARow - 1 : inARow", "inARow: rests ? 0 : inARow"),
  registry(
    "rest > (yield* Clock.monotonicTimeNanos)",
    "rest < (yield* Clock.monotonicTimeNanos)"
  ),
  registry("if (isFound) return\n", "return\n"),
  registry("if (!isAssignable(phone)) return nothing", "")
]

export const mutations: ReadonlyArray<Mutation> = [
  explained("explain/Explanation.ts", "Grounds_.notBefore(given, before.scheduledAt)", "given"),
  explained("explain/Explanation.ts", "position: mine + 1", "position: mine"),
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
  ),
  explained("explain/Explanation.ts", "isMet: plan.matched.includes(rule)", "isMet: true"),
  ...lookUps
]
