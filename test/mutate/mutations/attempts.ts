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
    "work: ReceiptDeadlineWork, millis",
    "work: SubmissionDeadlineWork, millis",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "account: payer", "account: \"\" as never", "core/AttemptState"),
  attempt("message/AttemptStep.ts", "once: null", "once: payer", "core/AttemptState"),
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
    "template === null || FirstOpening.isTold(message)",
    "FirstOpening.isTold(message)",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "template === null || FirstOpening.isTold(message)",
    "template === null || message.opens === true",
    "core/FirstOpening"
  ),
  attempt(
    "message/FirstOpening.ts",
    "history.find(({ price }) => price !== null)",
    "history[0]",
    "core/FirstOpening"
  ),
  attempt(
    "accept/Accept.ts",
    "known.isNew && send.template !== null && index === 0",
    "index === 0",
    "core/FirstOpening"
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
    "      due: deadline(message, attempt, now)\n",
    "      due: []\n",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "Instant.plus(now, waits.millis)", "now", "core/AttemptState"),
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
  attempt("message/AttemptStep.ts", "isTaken && isAwaited(message, attempt)", "isTaken", "core/Handed"),
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
    "commit: { expects, counts: [] }",
    "commit: { expects: [], counts: [] }",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "commit: { expects, counts }",
    "commit: { expects: [], counts }",
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
    "isNew ? DailyLimit.today(facts, account, message, occasion.at) : null",
    "null",
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
  attempt("dispatch/TakeUp.ts", "Reroute.last(message)?.channel ?? \"auto\"", "\"auto\"", "core/History"),
  attempt(
    "dispatch/TakeUp.ts",
    "const note = { description: described(code, names), code, leftOut }",
    "const note = { description: described(code, names), code }",
    "core/History"
  ),
  attempt(
    "dispatch/TakeUp.ts",
    "return Commit.all(commit, Progress.kept(progress))",
    "return Commit.all(Progress.kept(progress))",
    "messages/Race"
  ),
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
    "core/Handed"
  ),
  attempt(
    "message/AttemptStep.ts",
    "    deadline: null,\n    reference",
    "    deadline: now,\n    reference",
    "core/History"
  ),
  attempt(
    "message/AttemptStep.ts",
    "lineUp(message, attempt, now)\n",
    "lineUp(message, attempt, message.createdAt)\n",
    "core/History"
  ),
  attempt("message/AttemptStep.ts", "files(message, attempt).length > 0", "false", "core/Attachments"),
  attempt("message/AttemptStep.ts", "(attempt.handedOver?.times ?? 0) + 1", "1", "core/HandOver"),
  attempt("message/AttemptStep.ts", "...attempt, deadline: null, ...(times", "...attempt, ...(times", "core/HandOver"),
  attempt("message/AttemptStep.ts", "(handedOver?.times ?? 0) - 1", "handedOver?.times ?? 0", "core/History"),
  attempt("message/AttemptStep.ts", "attempt.deadline ?? now)", "now)", "core/HandOver"),
  attempt(
    "message/AttemptStep.ts",
    "references.length === 0 || before.reference !== null",
    "references.length === 0",
    "core/AttemptState"
  ),
  attempt("message/AttemptStep.ts", "now, { ...changes, failure })", "now, { ...changes })", "core/AttemptState"),
  attempt("message/AttemptStep.ts", "now, { ...changes, failure })", "now, { failure })", "core/HandOver"),
  attempt(
    "dispatch/NextRoute.ts",
    "(occasion._tag === \"Fallback\" || occasion._tag === \"Left\") && after.fallback === false",
    "after.fallback === false",
    "core/NextRoute"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "(occasion._tag === \"Fallback\" || occasion._tag === \"Left\") && after.fallback === false",
    "false",
    "core/NextRoute"
  ),
  attempt("dispatch/NextRoute.ts", "if (quote !== null && Expiry", "if (false && Expiry", "core/HandOver"),
  attempt(
    "dispatch/NextRoute.ts",
    "    if (Expiry.isOver(message, account, now)) return expired",
    "",
    "core/History"
  ),
  attempt(
    "dispatch/NextRoute.ts",
    "Left: { gates: \"further\", unpaid: \"exhausted\" }",
    "Left: { gates: \"further\", unpaid: \"stopped\" }",
    "core/NextRoute"
  ),
  attempt("dispatch/Routing.ts", "tried.filter(({ leftLine }) => leftLine !== true)", "tried", "core/HandOver"),
  attempt("dispatch/Expiry.ts", " && !isTaken(message)", "", "core/History"),
  attempt("dispatch/Expiry.ts", "now >= of(message, account)", "now > of(message, account)", "core/HandOver"),
  attempt("dispatch/Expiry.ts", "account?.expiryHours ?? ", "", "core/HandOver"),
  attempt(
    "message/Progress.ts",
    " && attempts.every((attempt) => attempt.send !== send)",
    "",
    "core/History"
  ),
  attempt("carrier/Answered.ts", "Facts.after(facts, commit.debits ?? [])", "facts", "core/Handed"),
  attempt("carrier/Answered.ts", "    from,\n    code\n", "    code\n", "core/History"),
  attempt(
    "carrier/Answered.ts",
    "return isOpen ? { due: [AttemptStep",
    "return true ? { due: [AttemptStep",
    "core/History"
  ),
  attempt(
    "carrier/Answered.ts",
    "ended({ expects: [Facts.expected(facts, Messages, message.id)] }, changed)",
    "ended(changed)",
    "core/History"
  ),
  attempt(
    "carrier/Answered.ts",
    "if (!AttemptStep.isAwaited(message, attempt)) return ended(Progress.remark(before, now, note))",
    "",
    "core/History"
  ),
  attempt("carrier/Answered.ts", "attempt.handedOver === undefined ? null : ", "", "core/HandOver"),
  attempt(
    "carrier/Answered.ts",
    "Commit.put(Lines, { ...line, until })",
    "Commit.put(Lines, { ...line, until, busySince: now })",
    "core/HandOver"
  ),
  attempt("carrier/Answered.ts", "    pauses: [{ lane, until }]\n", "    pauses: []\n", "core/HandOver"),
  attempt(
    "carrier/Answered.ts",
    "if (line.until <= now) return { deletes",
    "if (line.until < now) return { deletes",
    "core/HandOver"
  ),
  attempt("carrier/Answered.ts", " || outcome._tag !== \"Accepted\"", "", "core/Submission"),
  attempt("carrier/Asking.ts", "  yield* asked\n", "", "core/SubmissionPace"),
  attempt("carrier/HandOver.ts", "AttemptState.of(attempt) !== \"OPEN\") return", "false) return", "core/History"),
  attempt(
    "carrier/HandOver.ts",
    "if (!AttemptStep.isAwaited(message, attempt)) return",
    "if (false) return",
    "core/History"
  ),
  attempt("carrier/HandOver.ts", "before.times >= Limit.handovers", "before.times > Limit.handovers", "core/HandOver"),
  attempt("carrier/HandOver.ts", "before?.token === lease.token", "false", "core/HandOver"),
  attempt(
    "carrier/HandOver.ts",
    "Gate.atHandOver.find((gate) => gate.holds(Recipient.of(message, facts)))",
    "undefined",
    "core/HandOver"
  ),
  attempt(
    "carrier/HandOver.ts",
    "(Expiry.isOver(message, account, now) ? Expiry.gate",
    "(false ? Expiry.gate",
    "core/HandOver"
  ),
  attempt("carrier/HandOver.ts", "if (line !== null && line.until > now) return", "if (false) return", "core/HandOver"),
  attempt(
    "carrier/HandOver.ts",
    "now - line.busySince >= Limit.lineWait",
    "now - line.busySince > Limit.lineWait",
    "core/HandOver"
  ),
  attempt("carrier/HandOver.ts", " && now - line.until < Limit.lineWait", "", "core/HandOver"),
  attempt("carrier/HandOver.ts", "now, { leftLine: true })", "now)", "core/HandOver"),
  attempt("carrier/HandOver.ts", "return decided(over, expects, left)", "return decided(over)", "core/HandOver"),
  attempt("carrier/HandOver.ts", "      expects: Recipient.expected(message, facts),\n", "", "core/HandOver"),
  attempt(
    "carrier/HandOver.ts",
    "Instant.plus(now, ask.answersWithin), false",
    "Instant.plus(now, 30_000), false",
    "core/HandOver"
  ),
  attempt("carrier/HandOver.ts", "Instant.plus(now, ask.answersWithin), true", "now, true", "core/DispatchOn"),
  attempt(
    "carrier/HandOver.ts",
    "    Facts.get(facts, Lines, lineKey(attempt.carrier, message.account)) !== null ||\n",
    "",
    "core/DispatchOn"
  ),
  attempt(
    "carrier/DispatchOn.ts",
    "before === undefined ? routed(commit, id) : undefined",
    "routed(commit, id)",
    "core/DispatchOn"
  ),
  attempt("carrier/DispatchOn.ts", "before?.handedOver?.token === lease.token && ", "false && ", "core/DispatchOn"),
  attempt(
    "dispatch/Dispatch.ts",
    "attempt.handedOver?.atOnce === true",
    "attempt.handedOver !== undefined",
    "core/DispatchOn"
  ),
  attempt("carrier/Answered.ts", "isInLine ? lease.lane : lined.lane", "lease.lane", "core/DispatchOn"),
  attempt("carrier/DispatchJob.ts", "laneKind(lane) === DispatchWork.lane.name ? ", "true ? ", "core/DispatchJob"),
  attempt("carrier/DispatchJob.ts", "Math.max(0, most - (waiting.get(lane) ?? 0))", "Infinity", "core/DispatchJob"),
  attempt("carrier/DispatchJob.ts", "(pace ?? null) === null ? [id] : []", "[id]", "core/DispatchJob"),
  attempt("carrier/DispatchJob.ts", "Job.mayPass(error) && command.askable.size > 0", "false", "core/DispatchJob")
]
