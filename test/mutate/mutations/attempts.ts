import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of what becomes of attempts, or of how the next route is found. */
const attempt = (file: string, find: string, replace: string, test: string): Mutation =>
  core("attempts", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  attempt(
    "message/AttemptState.ts",
    "row(\"OPEN\", \"refused\", \"FAILED\", \"returned\")",
    "row(\"OPEN\", \"refused\", \"FAILED\", \"taken\")",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"OPEN\", \"delivered\", \"DELIVERED\", \"taken\")",
    "row(\"OPEN\", \"delivered\", \"DELIVERED\", \"returned\")",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"SENT\", \"failed\", \"FAILED\")",
    "row(\"SENT\", \"failed\", \"FAILED\", \"returned\")",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "  row(\"FAILED\", \"delivered\", \"DELIVERED\"),\n",
    "",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "row(\"DELIVERED\", \"read\", \"READ\")",
    "row(\"DELIVERED\", \"failed\", \"FAILED\")",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptState.ts",
    "work: ReceiptDeadlineWork, millis",
    "work: SubmissionDeadlineWork, millis",
    "core/message/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "account: payer", "account: \"\" as never", "core/message/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "floor: Money.zero, once: null",
    "floor: Money.zero, once: payer",
    "core/message/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "    send: message.send,\n", "    send: 1,\n", "core/message/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "message.account, Instant.plus(now, waits.millis)",
    "attempt.payer, Instant.plus(now, waits.millis)",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "price: Money.plus(message.price ?? Money.zero, attempt.price)",
    "price: attempt.price",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "price: Money.plus(message.price ?? Money.zero, attempt.price)",
    "price: Money.plus(message.price ?? Money.zero, attempt.activeContactPrice)",
    "core/message/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "Money.plus(price, activeContactPrice)", "price", "core/message/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "template === null || FirstOpening.isInHistory(message)",
    "template === null || message.opens === true",
    "core/message/FirstOpening"
  ),
  attempt(
    "message/FirstOpening.ts",
    "history.find(({ price }) => price !== null)",
    "history[0]",
    "core/message/FirstOpening"
  ),
  attempt(
    "message/AttemptStep.ts",
    "puts: charge === \"taken\" ? conversation(message, now) : []",
    "puts: []",
    "core/message/AttemptState"
  ),
  attempt(
    "message/AttemptStep.ts",
    "puts: charge === \"taken\" ? conversation(message, now) : []",
    "puts: conversation(message, now)",
    "core/message/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "Instant.plus(now, waits.millis)", "now", "core/message/AttemptState"),
  attempt(
    "message/AttemptStep.ts",
    "receipt.failure === null ? {} : { failure: receipt.failure }",
    "{ failure: receipt.failure }",
    "core/history/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "receipt.failure === null ? {} : { failure: receipt.failure }",
    "{}",
    "core/history/History"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "Reroute: { gates: \"further\", unpaid: \"exhausted\" }",
    "Reroute: { gates: \"further\", unpaid: \"stopped\" }",
    "core/dispatch/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "Fallback: { gates: \"further\"",
    "Fallback: { gates: \"first\"",
    "core/dispatch/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "Fallback: { gates: \"further\", unpaid: \"stopped\" }",
    "Fallback: { gates: \"further\", unpaid: \"exhausted\" }",
    "core/dispatch/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "First: { gates: \"first\"",
    "First: { gates: \"further\"",
    "core/dispatch/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "commit: { ...counted, expects, counts: [",
    "commit: { ...counted, expects: [], counts: [",
    "core/dispatch/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "DailyLimit.count(account, message, occasion.at)", "[]", "core/dispatch/NextRoute"),
  attempt(
    "dispatch/NextRoute.ts",
    "DailyLimit.count(account, message, occasion.at)",
    "DailyLimit.count(account, message, now)",
    "core/dispatch/DailyLimit"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "DailyLimit.today(facts, account, message, occasion.at)",
    "DailyLimit.today(facts, account, message, now)",
    "core/dispatch/DailyLimit"
  ),
  attempt("dispatch/Route.ts", "Commit.all(commit, opened.commit)", "commit", "core/history/History"),
  attempt("dispatch/Route.ts", "Commit.all(commit, opened.commit)", "opened.commit", "core/history/History"),
  attempt(
    "dispatch/Route.ts",
    "...price,",
    "price: price.activeContactPrice, activeContactPrice: price.price,",
    "core/history/History"
  ),
  attempt("dispatch/DispatchStep.ts", "Reroute.last(message)?.channel ?? \"auto\"", "\"auto\"", "core/history/History"),
  attempt(
    "message/AttemptStep.ts",
    "    deadline: null,\n    reference",
    "    deadline: now,\n    reference",
    "core/history/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "lineUp(message, attempt, now)\n",
    "lineUp(message, attempt, message.createdAt)\n",
    "core/history/History"
  ),
  attempt("message/AttemptStep.ts", "(attempt.handedOver?.times ?? 0) + 1", "1", "core/carrier/HandOver"),
  attempt("message/AttemptStep.ts", "handedOver.times - 1", "handedOver.times", "core/message/AttemptStep"),
  attempt("message/AttemptStep.ts", "attempt.deadline ?? now)", "now)", "core/carrier/HandOver"),
  attempt(
    "dispatch/NextRoute.ts",
    "(occasion._tag === \"Fallback\" || occasion._tag === \"Left\" || occasion._tag === \"Overdue\") &&\n    after.fallback === false",
    "false",
    "core/dispatch/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "(occasion._tag === \"Fallback\" || occasion._tag === \"Left\" || occasion._tag === \"Overdue\") &&\n    after.fallback === false",
    "occasion._tag === \"Fallback\" && after.fallback === false",
    "core/dispatch/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "if (quote !== null && Expiry", "if (false && Expiry", "core/carrier/HandOver"),
  attempt(
    "dispatch/NextRoute.ts",
    "    if (Expiry.isOver(message, account, now)) return expired",
    "",
    "core/history/History"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "Left: { gates: \"further\", unpaid: \"exhausted\" }",
    "Left: { gates: \"further\", unpaid: \"stopped\" }",
    "core/dispatch/NextRoute"
  ),
  attempt("carrier/Answered.ts", "Grounds.after(grounds, commit)", "grounds", "core/compliance/Handed"),
  attempt(
    "carrier/Answered.ts",
    "if (!AttemptStep.isAwaited(message, attempt)) return ended(Progress.remark(before, now, note))",
    "",
    "core/history/History"
  ),
  attempt("carrier/Answered.ts", "attempt.handedOver === undefined ? null : ", "", "core/carrier/HandOver"),
  attempt(
    "carrier/Answered.ts",
    "Commit.put(Lines, { ...line, until })",
    "Commit.put(Lines, { ...line, until, busySince: now })",
    "core/carrier/HandOver"
  ),
  attempt("carrier/Answered.ts", "[...puts, Commit.put(Lines, next)]", "puts", "core/carrier/HandOver"),
  attempt(
    "message/AttemptReference.ts",
    "reference: \"\", report: others",
    "reference: \"\", report: \"READ\"",
    "core/carrier/Submit.test"
  ),
  attempt("carrier/Submit.ts", "outcome.holds === \"node\"", "false", "core/carrier/CarrierReach"),
  attempt("carrier/SubmissionJob.ts", "unreached(now).map(linesOf)", "[]", "core/carrier/CarrierReach"),
  attempt(
    "carrier/HandOver.ts",
    "AttemptState.of(attempt) !== \"OPEN\") return",
    "false) return",
    "core/history/History"
  ),
  attempt(
    "carrier/Answered.ts",
    "Math.abs(until - line.until) < almost",
    "until - line.until < almost",
    "core/carrier/HandOver"
  ),
  attempt(
    "carrier/Clearance.ts",
    "Gate.atHandOver.find((gate) => gate.blocks(input))",
    "Gate.atHandOver.find(() => false)",
    "core/carrier/HandOver"
  ),
  attempt(
    "carrier/HandOver.ts",
    "return done(over, expects, left)",
    "return done(over)",
    "core/carrier/HandOver"
  ),
  attempt(
    "carrier/HandOver.ts",
    "Instant.plus(now, answersWithin)",
    "Instant.plus(now, 30_000)",
    "core/carrier/HandOver"
  ),
  attempt("carrier/HandOver.ts", "Instant.plus(now, answersWithin)", "now", "core/carrier/DispatchOn"),
  attempt(
    "carrier/HandOver.ts",
    "line === null ? null : { _tag: \"InLine\", line }",
    "null",
    "core/carrier/DispatchOn"
  ),
  attempt("commit/Continuation.ts", "Facts_.following(facts, first)", "facts", "core/carrier/DispatchOn"),
  attempt("commit/Continuation.ts", "!after.some((other) => isSame(other, row))", "true", "core/commit/Continuation"),
  attempt(
    "carrier/DispatchOn.ts",
    "before?.handedOver?.token === lease.token && ",
    "false && ",
    "core/carrier/DispatchOn"
  ),
  attempt(
    "dispatch/Dispatch.ts",
    "attempt.handedOver?.withDispatch === true",
    "attempt.handedOver !== undefined",
    "core/carrier/DispatchOn"
  ),
  attempt("carrier/Answered.ts", "isInLine ? lease.lane : lined.lane", "lease.lane", "core/carrier/DispatchOn"),
  attempt("carrier/DispatchJob.ts", "Math.max(0, most - waiting.of(lane))", "Infinity", "core/carrier/DispatchJob"),
  attempt("carrier/HandOver.ts", "?.repeat === \"never\"", " === null", "core/carrier/SubmitStop"),
  attempt(
    "carrier/Submit.ts",
    "known = { _tag: \"NotAsked\" } } = leased",
    "known = { _tag: \"Stopped\" } } = leased",
    "core/carrier/SubmitStop"
  ),
  attempt("message/AttemptStep.ts", "{ ...attempt, fallback: false }", "attempt", "core/carrier/SubmitStop")
]
