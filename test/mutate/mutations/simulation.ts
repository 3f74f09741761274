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
  memory("state.ts", "rows.known(ref).version !== version", "rows.known(ref).version < version"),
  memory("state.ts", "commit.settles.some((settled) => !work.isHeld(settled))", "commit.settles.length < 0"),
  memory("workTable.ts", "?.lease?.token === token", "?.lease !== undefined"),
  memory("workTable.ts", "      this.release(piece, this.lanes.get(piece.due.lane)!)\n      this.free(piece)", ""),
  memory(
    "state.ts",
    "for (const unwanted of commit.withdraws) work.remove(unwanted)",
    ""
  ),
  memory("ledger.ts", "this.sum(of) - amount < floor", "this.sum(of) < floor"),
  memory("state.ts", "for (const due of added.due) work.put(due)", ""),
  memory("workTable.ts", "(lane.holder === null || lane.holder === node) && ", ""),
  memory("workTable.ts", "if (piece.due.at > now) this.wait(lane)", "if (piece.due.at > now + 60_000) this.wait(lane)"),
  memory("state.ts", "if (commit.reply !== null) claims.finish(commit.reply)", ""),
  // The engine: what is stale is decided again, each caller gets its own answer, failed work comes back, lanes take turns.
  core("engine/Decider.ts", "if (outcome._tag === \"Done\") return", "if (outcome._tag !== \"Short\") return"),
  core("engine/Decider.ts", "outcome.because !== \"row\"", "outcome.because === \"claim\""),
  core("engine/Batch.ts", "answers[index]!", "answers[0]!"),
  core("engine/Worker.ts", "Semaphore.withPermit(known.turn, handle(lane, leases))", "handle(lane, leases)"),
  // Hand-over and receipts: versions, charges, deadlines.
  core(
    "carrier/Handover.ts",
    "      { relied: [Facts.relied(facts, Messages, message.id)] },\n      outcome._tag === \"Accepted\"",
    "      {},\n      outcome._tag === \"Accepted\""
  ),
  core("carrier/Handover.ts", "spends: [returned],", "spends: [],"),
  core("carrier/Handover.ts", "charge: \"taken\", reference }", "reference }"),
  core("carrier/Handover.ts", "withdraws: [{ kind: \"submission_deadline\", key }]", "withdraws: []"),
  core("receipt/Report.ts", "        { relied: [Facts.relied(facts, Messages, message.id)] },\n", ""),
  core("receipt/Report.ts", "charge: unheard ? \"taken\" : attempt.charge", "charge: attempt.charge"),
  core("receipt/Report.ts", "      { kind: \"receipt_deadline\", key },\n", ""),
  // Everything else that must not be forgotten on the way.
  core("dispatch/Route.ts", "work: { kind: \"submission_deadline\", key", "work: { kind: \"receipt_deadline\", key"),
  core("dispatch/DailyLimit.ts", "ceiling: found.limit", "ceiling: null"),
  core("accept/Accept.ts", "due: opened.map(({ message }) => ({", "due: opened.slice(1).map(({ message }) => ({"),
  core("delivery/DeliveryHandler.ts", "due: verdict.retryAt === null ?", "due: verdict.retryAt !== null ?"),
  core(
    "operation/Operations.ts",
    "const isKept = held !== null &&",
    "const isKept = held !== null && held.token < 0 &&"
  )
]
