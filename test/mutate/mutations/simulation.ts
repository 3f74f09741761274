/**
 * What only several nodes, faults and chance bring to light: each is found by the swarm of the simulation.
 */
import type { Mutation } from "../Mutation.ts"

const swarm = (file: string, find: string, replace: string): Mutation => ({
  area: "simulation",
  file,
  find,
  replace,
  tests: ["simulation/Swarm"]
})

const core = (file: string, find: string, replace: string) => swarm(`packages/core/src/${file}`, find, replace)
const memory = (file: string, find: string, replace: string) =>
  swarm(`adapters/memory/src/internal/${file}`, find, replace)

export const mutations: ReadonlyArray<Mutation> = [
  // The store: versions, leases, withdrawals, money, fan-out, lanes, replies.
  memory("rowTable.ts", "version === expects.version", "version >= expects.version"),
  memory("state.ts", "fences.some((fence) => !work.isHeld(fence))", "fences.length < 0"),
  memory("workTable.ts", "?.lease?.token === token", "?.lease !== undefined"),
  memory("workTable.ts", "      this.release(piece, this.lanes.get(piece.due.lane)!)\n      this.free(piece)", ""),
  memory("state.ts", "for (const unwanted of commit.cancels) work.remove(unwanted)", ""),
  memory("ledger.ts", "this.sum(of) - amount < floor", "this.sum(of) < floor"),
  memory("state.ts", "for (const due of added.due) work.put(due)", ""),
  memory("workTable.ts", " && (shared || holders.size === (mine === 0 ? 0 : 1))", ""),
  memory(
    "workTable.ts",
    "if (opensAt(lane) > now) this.wait(lane)",
    "if (opensAt(lane) > now + 60_000) this.wait(lane)"
  ),
  memory("state.ts", "if (commit.reply !== null) claims.finish(commit.reply)", ""),
  // The engine: what is stale is decided again, each caller gets its own answer, work is ended, lanes take turns.
  core("engine/Executor.ts", "if (outcome._tag === \"Done\") return", "if (outcome._tag !== \"Insufficient\") return"),
  core("engine/Batch.ts", "answers[index]!", "answers[0]!"),
  core("engine/LaneTurns.ts", "Semaphore.withPermit(known.turn, batch)", "batch"),
  core("engine/Job.ts", "asks.ask(outside, question), at }, patient)", "asks.ask(outside, question), at }, decided)"),
  core("commit/LeasedDecision.ts", "completes: [fence(command.lease)]", "completes: []"),
  // Attempts: versions, charges, deadlines.
  core(
    "carrier/Handover.ts",
    "ended({ expects: [Facts.expected(facts, Messages, message.id)] }, commit)",
    "ended(commit)"
  ),
  core("receipt/Report.ts", "        { expects: [Facts.expected(facts, Messages, message.id)] },\n", ""),
  core("message/AttemptStep.ts", "[spend(attempt, Money.negate(cost(attempt)), \"return\")]", "[]"),
  core("message/AttemptStep.ts", "charge: charge ?? before.charge", "charge: before.charge"),
  core("message/AttemptStep.ts", "[waited.work.ref(target(message, attempt))]", "[]"),
  core("message/AttemptStep.ts", "due: [submission, ...deadline(message, attempt, now)]", "due: [submission]"),
  core("message/AttemptStep.ts", "due: deadline(message, attempt, now)", "due: []"),
  // Everything else that must not be forgotten on the way.
  core("dispatch/DailyLimit.ts", "ceiling: found.limit", "ceiling: null"),
  core("accept/Accept.ts", "due: opened.map(", "due: opened.slice(1).map("),
  core("delivery/DeliveryJob.ts", "[RetryWork.due(delivery.id, webhook.id, verdict.retryAt)]", "[]"),
  core(
    "operation/Operations.ts",
    "const isKept = held !== null &&",
    "const isKept = held !== null && held.token < 0 &&"
  )
]
