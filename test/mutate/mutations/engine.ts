import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "engine",
    "engine/Piece.ts",
    "outcome.value.because !== \"row\"",
    "outcome.value.because === \"row\"",
    "core/Executor"
  ),
  core("engine", "engine/Executor.ts", " || touched.meets(each.commit)", "", "core/Executor"),
  core("engine", "engine/Executor.ts", " || Piece_.isAway(gathered)", "", "core/Executor"),
  core("engine", "engine/Executor.ts", "outcomes[index]!", "outcomes[0]!", "core/Executor"),
  core(
    "engine",
    "engine/Worker.ts",
    "          local.takes(false)\n          yield* drained.open",
    "          yield* drained.open",
    "core/AtOnce"
  ),
  core("engine", "engine/Piece.ts", "tries === 0 ? use : use.again ?? use", "use", "core/AtOnce"),
  core("engine", "engine/Piece.ts", "use.again !== undefined && !isAway(outcome)", "isAway(outcome)", "core/AtOnce"),
  core("engine", "engine/Piece.ts", "++piece.tries === most", "++piece.tries === -most", "core/Executor"),
  core("engine", "engine/Batch.ts", "exit.value[index]!", "exit.value[0]!", "core/Committer"),
  core("engine", "engine/Worker.ts", "!isClaiming && ", "", "core/Worker"),
  core(
    "engine",
    "engine/WorkSignal.ts",
    "Effect.andThen(latch.await, Effect.asVoid(latch.close))",
    "latch.await",
    "core/WorkSignal"
  ),
  core("engine", "engine/Committer.ts", "const batches = 2", "const batches = 1", "core/Committer"),
  core("engine", "engine/Batch.ts", "reason === \"failed\"", "reason === \"unavailable\"", "core/Committer"),
  core("engine", "engine/Batch.ts", "part.length > 1 && asked < calls && isFailed(exit)", "false", "core/Committer"),
  core(
    "engine",
    "engine/Batch.ts",
    "parts.push(part.slice(middle), ",
    "parts.push(part.slice(0, middle), ",
    "core/Committer"
  ),
  core("engine", "engine/Batch.ts", "Math.ceil(part.length / 2)", "1", "core/Committer"),
  core("engine", "engine/Batch.ts", "Effect.suspend(() => ask(asking))", "ask(asking)", "core/Committer"),
  core("engine", "engine/Committer.ts", "if (isNews) yield* signal.raise", "yield* signal.raise", "core/Committer"),
  core("engine", "engine/Committer.ts", "const batchSize = 512", "const batchSize = 511", "core/Committer"),
  core("engine", "engine/Gathering.ts", "? foreseen(again, lacking, lastSeen)", "? []", "core/Gathering"),
  core("engine", "carrier/Submit.ts", "answers.begin(names(each))", "Effect.void", "core/PendingAnswers"),
  core(
    "engine",
    "carrier/PendingAnswers.ts",
    "wait(names), patience",
    "wait(names), patience * 1000",
    "core/PendingAnswers"
  ),
  core("engine", "engine/Gathering.ts", "Exit.isFailure(asked) || ", "", "core/Gathering"),
  core("engine", "engine/Loader.ts", "Facts.merge(known, facts)", "facts", "core/Executor"),
  core("engine", "engine/Single.ts", "if (isGone) return", "", "core/Single"),
  core(
    "engine",
    "engine/Single.ts",
    "DecisionSet.attempt(() => decide(gathered.value))",
    "Exit.succeed(decide(gathered.value))",
    "core/Single"
  ),
  core("engine", "engine/Single.ts", "Asker_.now(caller)", "Asker_.now(caller) * 0", "core/Single"),
  core("engine", "engine/Gathering.ts", "lists.length > 0 || isLarge", "isLarge", "core/Single"),
  core("engine", "engine/Gathering.ts", " || isLarge(rows.length + uniques.length)", "", "core/Single"),
  core(
    "engine",
    "engine/Worker.ts",
    "return isNews ? Effect.andThen(turned.open, signal.raise) : turned.open",
    "return turned.open",
    "core/Worker"
  ),
  core("engine", "engine/Worker.ts", "          isDraining = true\n", "", "core/Worker"),
  core("engine", "engine/Worker.ts", "inHand > 0 || isClaiming", "inHand > 0", "core/Worker"),
  core("carriers", "carrier/Attachments.ts", "Effect.suspend(() => probe.size(url))", "probe.size(url)", "core/Att"),
  core("engine", "engine/Accident.ts", "left.replace(secret, \"***\")", "left", "core/Worker"),
  core("engine", "engine/Accident.ts", "\"cause\" in at ? at.cause : undefined", "undefined", "core/Worker"),
  core(
    "engine",
    "engine/Job.ts",
    "          Effect.catchTag(\"LeaseLost\", () => Effect.void)\n",
    "",
    "core/Job"
  ),
  core("engine", "engine/BackOff.ts", "5 * Instant.second * 2 **", "5 * Instant.second + 2 **", "core/WorkerFailures"),
  core("engine", "engine/BackOff.ts", "Math.min(Instant.hour,", "Math.min(Instant.day,", "core/WorkerFailures"),
  core("engine", "engine/GiveBack.ts", ">= BackOff.failures", "> BackOff.failures", "core/WorkerFailures"),
  core(
    "engine",
    "engine/GiveBack.ts",
    "      while: ({ reason }) => reason === \"unavailable\"\n",
    "      times: 0\n",
    "core/Worker"
  ),
  core("engine", "engine/GiveBack.ts", "      while: ({ reason }) => reason === \"unavailable\"\n", "", "core/Worker"),
  core("engine", "engine/GiveBack.ts", "    completes: [LeasedDecision.fence(lease)],\n", "", "core/Worker"),
  core("engine", "engine/GiveBack.ts", "Instant.plus(now, BackOff", "Instant.plus(lease.at, BackOff", "core/Worker"),
  core("engine", "engine/GiveBack.ts", "Instant.latest(clock, lease.at)", "lease.at", "core/Worker.test"),
  core(
    "engine",
    "engine/GiveBack.ts",
    "cause: Accident.text(cause),\n  at",
    "cause: String(cause),\n  at",
    "core/WorkerFailures"
  ),
  core("engine", "engine/Handler.ts", " || isAway(undone.cause)", "", "core/WorkerFailures"),
  core("engine", "engine/Handler.ts", "leases.map((lease) => undone(lease, cause))", "[]", "core/WorkerFailures"),
  core("engine", "engine/Worker.ts", "if (lease.failures > 0) {", "if (lease.failures > 99) {", "core/WorkerFailures"),
  core("engine", "engine/Worker.ts", "        lanes.break(lane, claims)\n", "", "core/WorkerFailures"),
  core("engine", "engine/Worker.ts", "isShared(lane) ? sideBySide(leases) : ", "", "core/WorkerFailures"),
  core(
    "engine",
    "engine/Worker.ts",
    "[...undone, ...left.map(Handler_.letGo)]",
    "undone",
    "core/WorkerFailures"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "        if (!isRight) return yield* Effect.sleep(pollMillis)\n",
    "",
    "core/Drift"
  ),
  core("engine", "engine/LaneTurns.ts", "Semaphore.take(known.turn, 1), () =>", "Effect.void, () =>", "core/Worker"),
  core("engine", "engine/Drift.ts", "tolerated + uncertain", "tolerated", "core/Drift"),
  core("engine", "engine/Drift.ts", "(yield* Instant.now) - offset", "(yield* Instant.now) + 0 * offset", "core/Drift"),
  core("engine", "engine/Drift.ts", "if (hasJumped || since", "if (since", "core/Drift"),
  core("engine", "engine/Drift.ts", "off !== 0 && !isOff", "off !== 0", "core/Drift"),
  core("engine", "commit/LeasedDecision.ts", "completes: [fence(command.lease)]", "completes: []", "core/Retry"),
  core("engine", "commit/LeasedDecision.ts", "Instant.latest(now, command.lease.at)", "now", "core/Drift"),
  core(
    "engine",
    "commit/LeasedDecision.ts",
    "holds.some(isIts) || releases.some(isIts)",
    "holds.some(isIts)",
    "core/Drift"
  ),
  core("engine", "engine/Backlog.ts", "requests.isEmpty || isPassedOver", "requests.isEmpty", "core/Backlog"),
  core(
    "engine",
    "engine/Backlog.ts",
    "Asker_.priority(caller) === \"request\" ? requests : work",
    "requests",
    "core/Backlog"
  ),
  core("engine", "engine/Backlog.ts", "!(always && removed.length === 0)", "removed.length > 0", "core/Backlog"),
  core("engine", "engine/Size.ts", "typeof value === \"string\"", "typeof value === \"symbol\"", "core/Committer"),
  core("engine", "engine/RetryDeadLetter.ts", "        deletes: [ref(DeadLetters, id)],\n", "", "core/DeadLetters"),
  core(
    "engine",
    "engine/Job.ts",
    "settled(patient({ lease",
    "settled(decided({ lease",
    "core/Job"
  ),
  core(
    "engine",
    "engine/Job.ts",
    "byKind.set(kind, Handler_.whole(yield* handler))",
    "byKind.set(kind, yield* handler)",
    "core/Job"
  ),
  core("engine", "engine/Job.ts", "job.tells?.(outside, answer) ?? Effect.void", "Effect.void", "core/Job"),
  core("engine", "message/AttemptWork.ts", "=> [message, attempt],", "=> [attempt, message],", "core/Job"),
  core("engine", "message/AttemptWork.ts", "\"submission\", 1024", "\"submission\", 127", "core/Job"),
  core("carriers", "carrier/Asking.ts", "    Effect.timeoutOption(millis),\n", "", "core/Submission"),
  core(
    "carriers",
    "carrier/Asking.ts",
    "Effect.suspend(() => carrier.submit(batch, tell))",
    "carrier.submit(batch, tell)",
    "core/Submission"
  ),
  core("carriers", "carrier/Asking.ts", "told.set(attempt, \"told\")", "", "core/Submission"),
  core(
    "carriers",
    "carrier/Asking.ts",
    "told.set(attempt, \"unanswered\")",
    "told.set(attempt, \"told\")",
    "core/Submission"
  ),
  core(
    "carriers",
    "carrier/Asking.ts",
    "Effect.ensuring(Effect.forkDetach(Fiber.interrupt(submitting)))",
    "Effect.ensuring(Fiber.interrupt(submitting))",
    "core/Submission"
  ),
  core(
    "carriers",
    "carrier/Submit.ts",
    "settled(piece, { _tag: \"Unanswered\" })",
    "Effect.void",
    "core/Submission"
  ),
  core(
    "carriers",
    "carrier/Submit.ts",
    "outcome._tag === \"Accepted\" ? late(piece, outcome) : Effect.void",
    "Effect.void",
    "core/Submission"
  ),
  core("engine", "engine/HeldAtOnce.ts", "due.at <= now && ", "", "core/HeldAtOnce"),
  core("engine", "engine/HeldAtOnce.ts", " && terms?.shared === true", "", "core/HeldAtOnce"),
  core("engine", "engine/HeldAtOnce.ts", " && !full.has(due.lane)", "", "core/HeldAtOnce"),
  core("engine", "engine/HeldAtOnce.ts", "reason === \"failed\"", "reason !== \"failed\"", "core/HeldAtOnce"),
  core(
    "engine",
    "engine/HeldAtOnce.ts",
    "doubtOf(due, now + doubtNanos)\n      return",
    "doubtOf(due, now + doubtNanos)",
    "core/HeldAtOnce"
  ),
  core("engine", "engine/HeldAtOnce.ts", "for (const { work } of leases) known(work)\n    if", "if", "core/HeldAtOnce"),
  core("engine", "engine/News.ts", "isFull && (completes", "(completes", "core/News"),
  core("engine", "engine/News.ts", "at <= now || ", "", "core/News"),
  core("engine", "engine/News.ts", "soon.length > leasesOf(outcome).length", "soon.length > 0", "core/News"),
  core("engine", "engine/News.ts", " || fansOut(outcome)", "", "core/News"),
  core("engine", "engine/Worker.ts", "!isShared(lane) || atOnce.isFull(lane)", "atOnce.isFull(lane)", "core/News"),
  core("engine", "engine/Worker.ts", "!isShared(lane) || atOnce.isFull(lane)", "true", "core/News"),
  core("engine", "engine/Worker.ts", "hasRoom = leases.length < limit", "hasRoom = true", "core/HeldAtOnce"),
  core("engine", "engine/Worker.ts", "local.isTaking() && hasRoom", "hasRoom", "core/HeldAtOnce")
]
