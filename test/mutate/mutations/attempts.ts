import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of what becomes of attempts, or of how the next route is found. */
const attempt = (file: string, find: string, replace: string, test: string): Mutation =>
  core("attempts", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  attempt(
    "message/AttemptState.ts",
    "row(\"OPEN\", \"accepted\", \"SENT\", \"taken\")",
    "row(\"OPEN\", \"accepted\", \"SENT\")",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"OPEN\", \"refused\", \"FAILED\", \"returned\")",
    "row(\"OPEN\", \"refused\", \"FAILED\", \"taken\")",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"OPEN\", \"delivered\", \"DELIVERED\", \"taken\")",
    "row(\"OPEN\", \"delivered\", \"DELIVERED\", \"returned\")",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"SENT\", \"failed\", \"FAILED\")",
    "row(\"SENT\", \"failed\", \"FAILED\", \"returned\")",
    "core/AttemptState"
  ),
  attempt("message/AttemptState.ts", "  row(\"FAILED\", \"delivered\", \"DELIVERED\"),\n", "", "core/AttemptState"),
  attempt(
    "message/AttemptState.ts",
    "row(\"DELIVERED\", \"read\", \"READ\")",
    "row(\"DELIVERED\", \"failed\", \"FAILED\")",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "work: SubmissionDeadlineWork, millis: Limit.submissionDeadline",
    "work: SubmissionDeadlineWork, millis: Limit.receiptDeadline",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "work: ReceiptDeadlineWork, millis",
    "work: SubmissionDeadlineWork, millis",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "account: attempt.payer", "account: attempt.id as never", "core/AttemptState"),
  attempt("message/AttemptStep.ts", "once: `${why}:${attempt.id}`", "once: `reserve:${attempt.id}`", "core/History"),
  attempt("message/AttemptStep.ts", "attempts: [...message.attempts, attempt]", "attempts: [attempt]", "core/History"),
  attempt("message/AttemptStep.ts", "    send: message.send,\n", "    send: 1,\n", "core/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "message.account, Instant.plus(now, waits.millis)",
    "attempt.payer, Instant.plus(now, waits.millis)",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "SubmissionWork.due(target(message, attempt), attempt.carrier, now)",
    "SubmissionWork.due(target(message, attempt), attempt.carrier, message.createdAt)",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "deadline: Instant.plus(now, ",
    "deadline: Instant.plus(message.createdAt, ",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "price: Money.plus(message.price ?? Money.zero, attempt.price)",
    "price: attempt.price",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "price: Money.plus(message.price ?? Money.zero, attempt.price)",
    "price: Money.plus(message.price ?? Money.zero, attempt.activeContactPrice)",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "Money.plus(price, activeContactPrice)", "price", "core/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "template === null ? [] : [Commit.put(ConversationOpenings",
    "[Commit.put(ConversationOpenings",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "puts: charge === \"taken\" ? conversation(message, now) : []",
    "puts: []",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "puts: charge === \"taken\" ? conversation(message, now) : []",
    "puts: conversation(message, now)",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "cancels: waited === null ? [] : [",
    "cancels: true ? [] : [",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "      due: deadline(message, attempt, now)\n",
    "      due: []\n",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "Instant.plus(now, waits.millis)", "now", "core/AttemptState"),
  attempt(
    "message/AttemptReference.ts",
    "      carrier: attempt.carrier,\n      reference,",
    "      carrier: attempt.carrier,\n      reference: attempt.id,",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "Commit.all(step.commit, referred(message, attempt, reference))",
    "step.commit",
    "core/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "message: replace(message, attempt), commit: referred(message, attempt, reference)",
    "message: replace(message, attempt), commit: {}",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "reference === null || before.reference !== null",
    "reference === null",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "\"refused\", now, { failure })", "\"refused\", now, {})", "core/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "receipt.failure === null ? {} : { failure: receipt.failure }",
    "{ failure: receipt.failure }",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "receipt.failure === null ? {} : { failure: receipt.failure }",
    "{}",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "message.status === \"ROUTED\" && attempt.send === message.send",
    "message.status === \"ROUTED\"",
    "core/Message.test"
  ),
  attempt(
    "message/AttemptStep.ts",
    "message.status === \"ROUTED\" && attempt.send === message.send",
    "attempt.send === message.send",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "  from: attempt.from,\n  ...charges(attempt)",
    "  ...charges(attempt)",
    "core/History"
  ),
  attempt("message/AttemptStep.ts", "isTaken && isAwaited(message, attempt)", "isTaken", "core/Handover"),
  attempt(
    "dispatch/NextRoute.ts",
    "Reroute: { gates: \"further\", unpaid: \"exhausted\" }",
    "Reroute: { gates: \"further\", unpaid: \"stopped\" }",
    "core/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "Fallback: { gates: \"further\"", "Fallback: { gates: \"first\"", "core/NextRoute"),
  attempt(
    "dispatch/NextRoute.ts",
    "Fallback: { gates: \"further\", unpaid: \"stopped\" }",
    "Fallback: { gates: \"further\", unpaid: \"exhausted\" }",
    "core/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "First: { gates: \"first\"", "First: { gates: \"further\"", "core/NextRoute"),
  attempt("dispatch/NextRoute.ts", "if (isDenied) return", "if (false) return", "core/History"),
  attempt(
    "dispatch/NextRoute.ts",
    "requested === \"mms\" && gateInput.accounts[0]?.allowMms === false",
    "false",
    "core/History"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "occasion._tag === \"Fallback\" && after.fallback === false",
    "after.fallback === false",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "occasion._tag === \"Fallback\" && after.fallback === false",
    "false",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "commit: { expects, counts: [] }",
    "commit: { expects: [], counts: [] }",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "commit: { expects, counts: DailyLimit",
    "commit: { expects: [], counts: DailyLimit",
    "core/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "DailyLimit.count(account, message, occasion.at)", "[]", "core/NextRoute"),
  attempt(
    "dispatch/NextRoute.ts",
    "DailyLimit.count(account, message, occasion.at)",
    "DailyLimit.count(account, message, now)",
    "core/DailyLimit"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "DailyLimit.today(facts, account, message, occasion.at)",
    "DailyLimit.today(facts, account, message, now)",
    "core/DailyLimit"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "const today = DailyLimit.today(facts, account, message, occasion.at)",
    "const today = null",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/Route.ts",
    "const note = { description: `${channel} through ${carrier}`, from, leftOut }",
    "const note = { description: `${channel} through ${carrier}`, from }",
    "core/History"
  ),
  attempt(
    "dispatch/Route.ts",
    "const note = { description: `${channel} through ${carrier}`, from, leftOut }",
    "const note = { description: `${channel} through ${carrier}`, leftOut }",
    "core/History"
  ),
  attempt("dispatch/Route.ts", "{ channel, rendered, attempts }", "{ channel, attempts }", "core/History"),
  attempt("dispatch/Route.ts", "Commit.all(commit, opened.commit)", "commit", "core/History"),
  attempt("dispatch/Route.ts", "Commit.all(commit, opened.commit)", "opened.commit", "core/History"),
  attempt(
    "dispatch/Route.ts",
    "...price }",
    "price: price.activeContactPrice, activeContactPrice: price.price }",
    "core/History"
  ),
  attempt("dispatch/Dispatch.ts", "Reroute.last(message)?.channel ?? \"auto\"", "\"auto\"", "core/History"),
  attempt(
    "dispatch/Dispatch.ts",
    "const note = { description: OutcomeCode.reason(code), code, leftOut }",
    "const note = { description: OutcomeCode.reason(code), code }",
    "core/History"
  ),
  attempt(
    "dispatch/Dispatch.ts",
    "return ended(rests, commit, Progress.kept(progress))",
    "return ended(rests, Progress.kept(progress))",
    "messages/Race"
  ),
  attempt("carrier/Handover.ts", "Facts.after(facts, commit.debits ?? [])", "facts", "core/Handover"),
  attempt("carrier/Handover.ts", "    from,\n    code\n", "    code\n", "core/History"),
  attempt("carrier/Handover.ts", "    case \"Unanswered\":\n      return null\n", "", "core/History"),
  attempt(
    "carrier/Handover.ts",
    "ended({ expects: [Facts.expected(facts, Messages, message.id)] }, commit)",
    "ended(commit)",
    "core/History"
  ),
  attempt(
    "carrier/Handover.ts",
    "if (!AttemptStep.isAwaited(message, attempt)) return ended(Progress.remark(before, now, note))",
    "",
    "core/History"
  ),
  attempt("carrier/Handover.ts", "AttemptState.of(attempt) !== \"OPEN\" || ", "", "core/History"),
  attempt("receipt/Report.ts", "attempt.send === message.send &&\n    ", "", "core/Message.test"),
  attempt(
    "receipt/Report.ts",
    "decides && trigger === \"failed\" && Reroute.isWanted(sent.message)",
    "false",
    "core/History"
  ),
  attempt(
    "receipt/Report.ts",
    "attempt !== Reroute.last(message)",
    "attempt === Reroute.last(message)",
    "core/History"
  ),
  attempt("receipt/Report.ts", "isTaken && sent.events.length === 0 ?", "isTaken ?", "core/History"),
  attempt("receipt/Report.ts", "isTaken && sent.events.length === 0 ?", "false ?", "core/History"),
  attempt(
    "receipt/ReceiptDeadline.ts",
    " || AttemptState.of(attempt) !== \"SENT\"",
    "",
    "core/Handover"
  )
]
