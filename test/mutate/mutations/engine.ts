import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("engine", "engine/Execution.ts", "outcomes[index]!", "outcomes[0]!", "core/engine/Executor"),
  core("engine", "engine/Execution.ts", "others ? Facts.empty : facts", "facts", "core/engine/Contention"),
  core(
    "engine",
    "engine/Contention.ts",
    "isAway ? line.waiters : line.waiters.slice(0, 1)",
    "line.waiters.slice(0, 1)",
    "core/engine/Contention"
  ),
  core("engine", "engine/Contention.ts", "before !== now; now", "before < 0; now", "core/engine/Contention"),
  core("engine", "engine/Contention.ts", "chance * longest / losses", "longest / losses", "core/engine/Contention"),
  core(
    "templates",
    "template/CreateTemplate.ts",
    "losses >= numbered ? own : ",
    "",
    "core/template/CreateTemplateName"
  ),
  core(
    "engine",
    "engine/PendingDecision.ts",
    "++this.tries === most",
    "++this.tries === most - 1",
    "core/engine/Execution"
  ),
  core("engine", "engine/Batch.ts", "exit.value[index]!", "exit.value[0]!", "core/engine/Committer"),
  core(
    "engine",
    "engine/WorkSignal.ts",
    "Effect.andThen(latch.await, Effect.asVoid(latch.close))",
    "latch.await",
    "core/engine/WorkSignal"
  ),
  core("engine", "engine/Batch.ts", "reason === \"failed\"", "reason === \"unavailable\"", "core/engine/Committer"),
  core(
    "engine",
    "engine/Batch.ts",
    "parts.push(part.slice(middle), ",
    "parts.push(part.slice(0, middle), ",
    "core/engine/Committer"
  ),
  core("engine", "engine/Batch.ts", "Math.ceil(part.length / 2)", "1", "core/engine/Committer"),
  core("engine", "engine/Batch.ts", "Effect.suspend(() => ask(asking))", "ask(asking)", "core/engine/Committer"),
  core(
    "engine",
    "engine/Committer.ts",
    "reaches.includes(\"everywhere\")",
    "reaches.length > 0",
    "core/engine/Committer"
  ),
  core(
    "engine",
    "engine/Execution.ts",
    "? Foresight.of(again, lacking, group.around.lastSeen)",
    "? []",
    "core/engine/Foresight"
  ),
  core("engine", "carrier/Submit.ts", "answers.begin(names(each))", "Effect.void", "core/carrier/PendingAnswers"),
  core(
    "engine",
    "carrier/PendingAnswers.ts",
    "wait(names), patience",
    "wait(names), patience * 1000",
    "core/carrier/PendingAnswers"
  ),
  core("engine", "engine/Loader.ts", "Facts.merge(known, facts)", "facts", "core/engine/Executor"),
  core("engine", "engine/Drivers.ts", "if (!isGone) take(next(loaded", "take(next(loaded", "core/engine/Drivers"),
  core("engine", "engine/Drivers.ts", "if (!isGone) take(next([outcome]", "take(next([outcome]", "simulation/World"),
  core(
    "engine",
    "engine/Drivers.ts",
    "loaded, Asker_.now(caller)",
    "loaded, Asker_.now(caller) * 0",
    "core/engine/Drivers"
  ),
  core(
    "engine",
    "engine/Execution.ts",
    "gather(group, again, loaded.value",
    "gather(group, again, known",
    "core/engine/Execution"
  ),
  core("engine", "engine/Execution.ts", "needs.rows.length + needs.uniques.length", "0", "core/engine/Drivers"),
  core(
    "engine",
    "engine/Worker.ts",
    "wasFull ? signal.raiseHere : Effect.void",
    "Effect.void",
    "core/engine/Worker"
  ),
  core(
    "engine",
    "engine/WorkerState.ts",
    "if (mode._tag === \"Draining\") return draining(self, event)\n",
    "",
    "core/engine/WorkerState"
  ),
  core(
    "engine",
    "engine/WorkerState.ts",
    "if (mode.isSignalled) return restart(self, notify)\n",
    "",
    "core/engine/WorkerState"
  ),
  core(
    "carriers",
    "carrier/Attachments.ts",
    "Effect.suspend(() => probe.size(url, organization))",
    "probe.size(url, organization)",
    "core/carrier/Attachments"
  ),
  core("engine", "engine/ErrorSummary.ts", "\"cause\" in at ? at.cause : undefined", "undefined", "core/engine/Worker"),
  core(
    "engine",
    "engine/GiveBack.ts",
    "5 * Instant.second * 2 **",
    "5 * Instant.second + 2 **",
    "core/engine/WorkerFailures"
  ),
  core("engine", "engine/GiveBack.ts", "Math.min(Instant.hour,", "Math.min(Instant.day,", "core/engine/WorkerFailures"),
  core(
    "engine",
    "engine/GiveBack.ts",
    "      while: ({ reason }) => reason === \"unavailable\"\n",
    "      times: 0\n",
    "core/engine/Worker"
  ),
  core(
    "engine",
    "engine/GiveBack.ts",
    "Instant.plus(now, delay",
    "Instant.plus(lease.at, delay",
    "core/engine/Worker"
  ),
  core("engine", "engine/GiveBack.ts", "Instant.latest(clock, lease.at)", "lease.at", "core/engine/Worker.test"),
  core(
    "engine",
    "engine/GiveBack.ts",
    "cause: ErrorSummary.text(cause),\n  at",
    "cause: String(cause),\n  at",
    "core/engine/WorkerFailures"
  ),
  core(
    "engine",
    "engine/Handler.ts",
    "leases.map((lease) => undone(lease, cause))",
    "[]",
    "core/engine/WorkerFailures"
  ),
  core(
    "engine",
    "engine/LaneWork.ts",
    "if (lease.failures > 0) {",
    "if (lease.failures > 99) {",
    "core/engine/WorkerFailures"
  ),
  core(
    "engine",
    "engine/LaneWork.ts",
    "[...undone, ...left.map(Handler_.letGo)]",
    "undone",
    "core/engine/WorkerFailures"
  ),
  core(
    "engine",
    "engine/LaneOrder.ts",
    "Effect.andThen(place.turn.await, batch",
    "Effect.andThen(Effect.void, batch",
    "core/engine/Worker"
  ),
  core("engine", "engine/ClockSkew.ts", "tolerated + uncertain", "tolerated", "core/engine/ClockSkew"),
  core(
    "engine",
    "engine/ClockSkew.ts",
    "(yield* Instant.now) - offset",
    "(yield* Instant.now) + 0 * offset",
    "core/engine/ClockSkew"
  ),
  core("engine", "engine/ServiceClock.ts", "Math.abs(off + this.shift)", "Math.abs(off)", "core/engine/ServiceClock"),
  core("engine", "engine/ServiceClock.ts", "if (now > this.shown) ", "", "core/engine/ServiceClock"),
  core(
    "engine",
    "engine/ServiceClock.ts",
    "if (now < this.shown - ClockSkew.tolerated) ",
    "",
    "core/engine/ServiceClock"
  ),
  core("engine", "engine/ServiceClock.ts", "    if (!this.isMeasured) return now\n", "", "core/engine/ServiceClock"),
  core(
    "engine",
    "commit/LeasedDecision.ts",
    "Grounds.notBefore(grounds, command.lease.at)",
    "grounds",
    "core/engine/ClockSkew"
  ),
  core(
    "engine",
    "engine/Backlog.ts",
    "Asker_.priority(caller) === \"request\" ? requests : work",
    "requests",
    "core/engine/Backlog"
  ),
  core("engine", "engine/Backlog.ts", "!(always && removed.length === 0)", "removed.length > 0", "core/engine/Backlog"),
  core(
    "engine",
    "engine/Committer.ts",
    "typeof value === \"string\"",
    "typeof value === \"symbol\"",
    "core/engine/Committer"
  ),
  core(
    "engine",
    "engine/Job.ts",
    "settled(patient({ lease",
    "settled(decided({ lease",
    "core/engine/Job"
  ),
  core(
    "engine",
    "engine/Job.ts",
    "byKind.set(kind, Handler_.whole(yield* handler))",
    "byKind.set(kind, yield* handler)",
    "core/engine/Job"
  ),
  core("engine", "engine/Job.ts", "job.tells?.(outside, answer) ?? Effect.void", "Effect.void", "core/engine/Job"),
  core("engine", "message/AttemptWork.ts", "=> [message, attempt],", "=> [attempt, message],", "core/engine/Job"),
  core("engine", "message/AttemptWork.ts", "\"submission\", 1024", "\"submission\", 127", "core/engine/Job"),
  core(
    "carriers",
    "carrier/Asking.ts",
    "Effect.suspend(() => carrier.submit(batch, tell))",
    "carrier.submit(batch, tell)",
    "core/carrier/Submit.test"
  ),
  core(
    "carriers",
    "carrier/Asking.ts",
    "states.set(attempt, \"unanswered\")",
    "states.set(attempt, \"told\")",
    "core/carrier/Submit.test"
  ),
  core(
    "carriers",
    "carrier/Asking.ts",
    "Effect.ensuring(Effect.forkDetach(Fiber.interrupt(submitting)))",
    "Effect.ensuring(Fiber.interrupt(submitting))",
    "core/carrier/Submit.test"
  ),
  core(
    "carriers",
    "carrier/Submit.ts",
    "settled(leased, { _tag: \"Unanswered\" })",
    "Effect.void",
    "core/carrier/Submit.test"
  ),
  core(
    "carriers",
    "carrier/Submit.ts",
    "outcome._tag === \"Accepted\" ? late(leased, outcome) : Effect.void",
    "Effect.void",
    "core/carrier/Submit.test"
  ),
  core(
    "engine",
    "engine/LocalLeases.ts",
    "doubts.add(due, now)\n      return []\n",
    "doubts.add(due, now)",
    "core/engine/LocalLeases"
  ),
  core(
    "engine",
    "engine/LocalLeases.ts",
    "for (const { work } of all) doubts.known(work)\n",
    "\n",
    "core/engine/LocalLeases"
  ),
  core(
    "engine",
    "engine/ClaimTrigger.ts",
    "cancels.length > 0 ? full : null",
    "cancels.length > 0 ? \"here\" : null",
    "core/engine/ClaimTrigger"
  ),
  core("engine", "engine/Worker.ts", "signal.raiseElsewhere", "signal.raise", "core/engine/ClaimTrigger"),
  core(
    "engine",
    "engine/WorkerState.ts",
    "hasRoom: brought !== \"full\"",
    "hasRoom: true",
    "core/engine/LocalLeases"
  ),
  core(
    "engine",
    "engine/WorkerState.ts",
    "\"behind\" ? at + BigInt(gatherMillis) * 1_000_000n : at",
    "\"behind\" ? at : at",
    "core/engine/WorkerState"
  ),
  core("engine", "engine/WorkerState.ts", "mode: { ...mode, isSignalled: true }", "mode", "core/engine/WorkerState"),
  core("engine", "engine/WorkerState.ts", "Math.min(next - now, pollMillis)", "next - now", "core/engine/WorkerState"),
  core(
    "engine",
    "engine/WorkerState.ts",
    "oldest: self.answered + 1",
    "oldest: self.claims + 1",
    "core/engine/WorkerState"
  ),
  core("engine", "engine/Aside.ts", "line.until = now + apart", "line.until = now", "core/engine/Aside"),
  core("engine", "engine/Aside.ts", "Queue.offerAll(quick, due)", "Queue.offerAll(slow, due)", "core/engine/Aside"),
  core("engine", "engine/Aside.ts", "if (sum > size) break", "", "core/engine/Aside"),
  core("engine", "engine/Aside.ts", "now - since >= longest", "now - since < 0n", "core/engine/Aside"),
  core("engine", "engine/Batch.ts", "left < least ? least : left", "longest", "core/engine/BatchWaits")
]
