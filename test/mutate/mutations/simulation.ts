/**
 * Only several nodes, faults and chance bring these mutations to light: each is found by the swarm of the simulation,
 * or by the scenario that is about it.
 */
import type { Mutation } from "../Mutation.ts"

const found = (by: string, file: string, find: string, replace: string): Mutation => ({
  area: "simulation",
  file,
  find,
  replace,
  tests: [by]
})

const core = (file: string, find: string, replace: string) =>
  found("simulation/Swarm", `packages/core/src/${file}`, find, replace)
const memory = (file: string, find: string, replace: string) =>
  found("simulation/Swarm", `adapters/memory/src/internal/${file}`, find, replace)
/** It takes more chance than the swarm has in a few hundred scripts. */
const rare = (file: string, find: string, replace: string) =>
  found("simulation/Scenarios", `packages/core/src/${file}`, find, replace)

export const mutations: ReadonlyArray<Mutation> = [
  // The store: versions, leases, withdrawals, money, fan-out, lanes, pauses, replies.
  memory("rowTable.ts", "version === expects.version", "version >= expects.version"),
  memory("state.ts", "(fence: Fence): boolean => work.isHeld(fence)", "(): boolean => true"),
  memory("workTable.ts", "?.lease?.token === token", "?.lease !== undefined"),
  memory("state.ts", "for (const { work: freed } of commit.releases) work.letGo(freed)", ""),
  memory("state.ts", "for (const unwanted of commit.cancels) work.remove(unwanted)", ""),
  memory("ledger.ts", "this.sum(of) - amount < floor", "this.sum(of) < floor"),
  memory("state.ts", "const lease = work.put(name(due), now)", "const lease = null"),
  memory("workTable.ts", "(shared || isFreeOfOthers({ holders }, node))", "true"),
  memory(
    "workTable.ts",
    "if (opensAt(lane) > now) this.wait(lane)",
    "if (opensAt(lane) > now + 60_000) this.wait(lane)"
  ),
  memory("state.ts", "for (const pause of commit.pauses) work.pause(pause)", ""),
  memory("state.ts", "if (commit.reply !== null) claims.finish(commit.reply)", ""),
  // The engine: what is stale is decided again, each caller gets its own answer, work is ended, lanes take turns, what
  // fails is blamed by itself and not given up too soon, and who has the wrong time claims nothing.
  core(
    "engine/PendingDecision.ts",
    "outcome.value._tag === \"Done\") this",
    "outcome.value._tag !== \"Insufficient\") this"
  ),
  core("engine/Batch.ts", "exit.value[index]!", "exit.value[0]!"),
  core("engine/LaneOrder.ts", "Effect.andThen(place.turn.await, batch", "Effect.andThen(Effect.void, batch"),
  core(
    "engine/Job.ts",
    "settled(patient({ lease",
    "settled(decided({ lease"
  ),
  core("work/Work.ts", "failures: failures + 1", "failures"),
  // The hand-over: versions, deadlines, consent, how often, and what holds the lease.
  core("carrier/HandOver.ts", "Instant.plus(now, answersWithin)", "now"),
  rare("carrier/HandOver.ts", "now - line.busySince >= Limit.lineWait", "now - line.busySince >= Limit.lineWait / 2"),
  // Carriers: what is told late, what is told of others, what is never told, and when they are busy or paced.
  core("carrier/Asking.ts", "yield* outcome(attempt, { _tag: \"Unanswered\" })", "yield* Effect.void"),
  core("carrier/Asking.ts", "Effect.timeoutOption(millis)", "Effect.timeoutOption(60 * millis)"),
  core("message/AttemptStep.ts", "attempt.deadline ?? now", "now"),
  core(
    "carrier/Answered.ts",
    "const puts = [Commit.put(Messages, AttemptStep.handBack(message, attempt))]",
    "const puts = [Commit.put(Messages, message)]"
  ),
  core(
    "carrier/Answered.ts",
    "isInLine ? again(lease, until) : AttemptStep.lineUp(message, attempt, until)",
    "isInLine ? again(lease, now) : AttemptStep.lineUp(message, attempt, until)"
  ),
  core("carrier/CarrierQueue.ts", "yield* pace.done(pool(carrier.id), parts)", "yield* Effect.void"),
  core("carrier/CarrierQueue.ts", "if (admitted > 0) return admitted", "return Math.max(admitted, 1)"),
  core("carrier/SubmissionJob.ts", "yield* queue.done(carrier, spared)", "yield* Effect.void"),
  rare("message/AttemptWork.ts", "`${carrier}/${account}`", "`${carrier}/`"),
  // Attempts: charges and deadlines.
  core("message/AttemptStep.ts", "spend(attempt, Money.negate(cost(attempt)))", "[]"),
  core("message/AttemptStep.ts", "charge: charge ?? before.charge", "charge: before.charge"),
  // Everything else that must not be forgotten on the way.
  core("dispatch/DailyLimit.ts", "ceiling: found.limit", "ceiling: null"),
  core("accept/Accept.ts", "due: opened.map(", "due: opened.slice(1).map("),
  core("delivery/Health.ts", "disableMinutes * Instant.minute", "disableMinutes * Instant.second"),
  core(
    "operation/Operations.ts",
    "const isKept = held !== null &&",
    "const isKept = held !== null && held.token < 0 &&"
  )
]
