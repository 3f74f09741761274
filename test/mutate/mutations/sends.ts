import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of what a send may say besides, or of how messages are found, and the test that notices. */
const mutation = (file: string, find: string, replace: string, test: string): Mutation =>
  core("sends", file, find, replace, test)

const goingOn = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "core/dispatch/FallbackStep")

const validity = (find: string, replace: string): Mutation =>
  mutation("message/Validity.ts", find, replace, "core/message/Validity")

const feedback = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "core/message/Feedback")

const encoding = (find: string, replace: string): Mutation =>
  mutation("dispatch/SmartEncoding.ts", find, replace, "core/dispatch/SmartEncoding")

const previewing = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "http/contract/node-memory")

export const mutations: ReadonlyArray<Mutation> = [
  goingOn(
    "message/FallbackRule.ts",
    "if (overdue === true) return null",
    ""
  ),
  goingOn("dispatch/FallbackStep.ts", "AttemptStep.passed(message, attempt)", "message"),
  goingOn(
    "dispatch/NextRoute.ts",
    "Overdue: { gates: \"further\", unpaid: \"exhausted\" }",
    "Overdue: { gates: \"first\", unpaid: \"exhausted\" }"
  ),
  goingOn(
    "dispatch/RoutingContext.ts",
    "    if (FallbackRule.isPassed(message, channel)) return \"passed_over\"\n",
    ""
  ),
  goingOn("message/Standby.ts", "if (!FallbackRule.mayArrive(message)) return null", "return null"),
  goingOn(
    "message/AttemptStep.ts",
    "if (from === \"SENT\") return FallbackRule.waits",
    "if (from === \"OPEN\") return FallbackRule.waits"
  ),
  validity("minimum: shortest / Instant.second", "minimum: 0"),
  feedback("message/Feedback.ts", "direction === \"INBOUND\" ? null : ", ""),
  feedback("message/Feedback.ts", "attempts.findLast(isDelivered) ?? ", ""),
  encoding("smartEncoding ?? account?.smartEncoding ?? false", "account?.smartEncoding ?? smartEncoding ?? false"),
  previewing("preview/Preview.ts", "segments?.count ?? 1, subject", "1, subject")
]
