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

const listing = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "core/message/ListMessages")

const filtering = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "core/message/MessageFilter")

const encoding = (find: string, replace: string): Mutation =>
  mutation("dispatch/SmartEncoding.ts", find, replace, "core/dispatch/SmartEncoding")

const previewing = (file: string, find: string, replace: string): Mutation =>
  mutation(file, find, replace, "http/contract/node-memory")

export const mutations: ReadonlyArray<Mutation> = [
  goingOn("message/FallbackRule.ts", " || place === channels.length - 1", ""),
  goingOn(
    "message/FallbackRule.ts",
    "fallback.channels.indexOf(channel) <= Math",
    "fallback.channels.indexOf(channel) < Math"
  ),
  goingOn("message/FallbackRule.ts", "isCurrent(subject)(attempt) && attempt.overdue", "attempt.overdue"),
  goingOn(
    "message/FallbackRule.ts",
    "attempt.overdue !== true || AttemptState.of(attempt) !== \"SENT\")",
    "attempt.overdue !== true)"
  ),
  goingOn(
    "message/FallbackRule.ts",
    "if (overdue === true) return null",
    ""
  ),
  goingOn("message/FallbackRule.ts", "message.attempts.findLast(isCurrent(message)) === attempt && ", ""),
  goingOn("dispatch/FallbackStep.ts", "AttemptStep.passed(message, attempt)", "message"),
  goingOn("dispatch/FallbackStep.ts", "{ due: [again(lease, next.until)] }", "{}"),
  goingOn("dispatch/FallbackStep.ts", "{ expects: [Facts.expected(facts, Messages, message.id)] }", "{}"),
  goingOn(
    "dispatch/NextRoute.ts",
    "Overdue: { gates: \"further\", unpaid: \"exhausted\" }",
    "Overdue: { gates: \"first\", unpaid: \"exhausted\" }"
  ),
  goingOn("dispatch/NextRoute.ts", " || occasion._tag === \"Overdue\") &&", ") &&"),
  goingOn(
    "dispatch/RoutingContext.ts",
    "    if (FallbackRule.isPassed(message, channel)) return \"passed_over\"\n",
    ""
  ),
  goingOn("message/Standby.ts", "if (!FallbackRule.mayArrive(message)) return null", "return null"),
  goingOn(
    "message/Standby.ts",
    "if (message.status === \"SENT\") return Progress",
    "if (message.status !== \"SENT\") return Progress"
  ),
  goingOn(
    "message/AttemptStep.ts",
    "if (from === \"SENT\") return FallbackRule.waits",
    "if (from === \"OPEN\") return FallbackRule.waits"
  ),
  goingOn("receipt/Report.ts", "...(moved === null ? [] : AttemptStep.fallbacks(moved.message))", ""),
  validity("if (at !== null && seconds !== null) return", "if (at === null && seconds !== null) return"),
  validity("instant - from >= shortest && ", ""),
  validity(" && instant - from <= longest", ""),
  validity("minimum: shortest / Instant.second", "minimum: 0"),
  feedback("message/Feedback.ts", "direction === \"INBOUND\" ? null : ", ""),
  feedback("message/Feedback.ts", "attempts.findLast(isDelivered) ?? ", ""),
  mutation(
    "accept/GiveFeedback.ts",
    "if (Feedback.isKnown(message, outcome)) return done",
    "if (false) return done",
    "http/contract/node-memory"
  ),
  filtering("message/MessageFilter.ts", "from >= before", "from > before"),
  filtering(
    "message/MessageFilter.ts",
    "const withPlus = (text: string): string => text.replace(\" \", \"+\")",
    "const withPlus = (text: string): string => text"
  ),
  mutation(
    "message/ListMessages.ts",
    " || (contact !== null && owner.id !== contact)",
    "",
    "http/contract/node-memory"
  ),
  listing("message/ListMessages.ts", "    bound: Limit.messagesLookedAt,\n", ""),
  mutation("message/ListMessages.ts", ", ...Cursor.flaws(query, filtersOf(query))", "", "http/contract/node-memory"),
  listing("row/Message.ts", "openTerms.has(term) || term === \"status=RECEIVED\" ? -1", "false ? -1"),
  encoding("after.encoding === \"GSM-7\" && after", "after"),
  encoding(" && after.count <= before.count", ""),
  encoding("smartEncoding ?? account?.smartEncoding ?? false", "account?.smartEncoding ?? smartEncoding ?? false"),
  previewing(
    "preview/Preview.ts",
    "return sample === undefined || Value.of(slotOf(variable), parameters) !== undefined ? []",
    "return sample === undefined ? []"
  ),
  previewing("preview/Preview.ts", "    ...ParameterCheck.missing(compiled, parameters, [channel])\n", ""),
  previewing("preview/Preview.ts", "segments?.count ?? 1, subject", "1, subject"),
  previewing("preview/Preview.ts", "approval.isGiven && !approval.isBarred(channel)", "approval.isGiven"),
  previewing("template/Translation.ts", "first.language === language || ", ""),
  previewing("template/Translation.ts", "...(wanted.language === template.language ? [] : [\"language\"])", "")
]
