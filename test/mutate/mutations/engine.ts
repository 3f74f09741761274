import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("engine", "engine/Executor.ts", "outcome.because !== \"row\"", "outcome.because === \"row\"", "core/Executor"),
  core("engine", "engine/Batch.ts", "answers[index]!", "answers[0]!", "core/Committer"),
  core("engine", "engine/Worker.ts", "!isClaiming && ", "", "core/Worker"),
  core(
    "engine",
    "engine/Worker.ts",
    "const retryAfter = 5 * Instant.second",
    "const retryAfter = 0 * Instant.second",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "Semaphore.withPermit(known.turn, handle(lane, leases))",
    "handle(lane, leases)",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/WorkSignal.ts",
    "Effect.andThen(latch.await, Effect.asVoid(latch.close))",
    "latch.await",
    "core/WorkSignal"
  ),
  core("engine", "engine/Committer.ts", "const batches = 2", "const batches = 1", "core/Committer"),
  core("engine", "engine/Batch.ts", "reason === \"failed\"", "reason === \"unavailable\"", "core/Committer"),
  core("engine", "engine/Batch.ts", "batch.length > 1 && isFailed(exit)", "false", "core/Committer"),
  core("engine", "engine/Batch.ts", "batch.slice(middle), ask", "batch.slice(0, middle), ask", "core/Committer"),
  core("engine", "engine/Batch.ts", "Math.ceil(batch.length / 2)", "1", "core/Committer"),
  core("engine", "engine/Batch.ts", "Effect.suspend(() => ask(batch))", "ask(batch)", "core/Committer"),
  core("engine", "engine/Committer.ts", "      yield* signal.raise\n", "", "core/Committer"),
  core("engine", "engine/Committer.ts", "const batchSize = 256", "const batchSize = 512", "core/Committer"),
  core("engine", "engine/Loader.ts", "Facts.pick(facts, pending.needs)", "facts", "core/Committer"),
  core(
    "engine",
    "engine/Worker.ts",
    "while: ({ reason }) => reason === \"unavailable\" }",
    "times: 0 }",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "Schedule.spaced(pollMillis), while: ({ reason }) => reason === \"unavailable\" }",
    "Schedule.spaced(pollMillis) }",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "again(lease, Instant.plus(now, retryAfter))",
    "again(lease, Instant.plus(lease.at, retryAfter))",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "completes: [LeasedDecision.ended(lease)],",
    "completes: [],",
    "core/Worker"
  ),
  core(
    "engine",
    "engine/Worker.ts",
    "return Effect.andThen(turned.open, signal.raise)",
    "return turned.open",
    "core/Worker"
  ),
  core("engine", "engine/Worker.ts", "          isDraining = true\n", "", "core/Worker"),
  core("engine", "engine/Worker.ts", "inHand > 0 || isClaiming", "inHand > 0", "core/Worker"),
  core(
    "engine",
    "engine/Worker.ts",
    "work: leases.map(({ work }) => refText(work))",
    "work: leases.length",
    "core/Worker"
  ),
  core("carriers", "carrier/Attachments.ts", "Effect.suspend(() => probe.size(url))", "probe.size(url)", "core/Att"),
  core("engine", "engine/Accident.ts", "left.replace(secret, \"***\")", "left", "core/Worker"),
  core("engine", "engine/Accident.ts", "\"cause\" in at ? at.cause : undefined", "undefined", "core/Worker"),
  core("engine", "commit/LeasedDecision.ts", "completes: [ended(command.lease)]", "completes: []", "core/Retry"),
  core("engine", "engine/Job.ts", "answers[next++]!", "answers[index]!", "core/Job"),
  core("engine", "engine/Job.ts", "answers.length !== asked.length", "false", "core/Job"),
  core("engine", "engine/Job.ts", "questions[index] === null ? null : ", "", "core/Job"),
  core(
    "engine",
    "engine/Job.ts",
    "Effect.exit(Effect.suspend(() => handle(item)))",
    "handle(item) as never",
    "core/Job"
  ),
  core("engine", "engine/Job.ts", "Effect.flatMap((exits) => Exit.asVoidAll(exits))", "Effect.asVoid", "core/Job"),
  core(
    "engine",
    "engine/Job.ts",
    "        Effect.catchTag(\"LeaseLost\", () => Effect.void)\n",
    "",
    "core/Job"
  ),
  core(
    "engine",
    "engine/Job.ts",
    "(leases) => Effect.forEach(leases, (lease) => together([lease]), { discard: true })",
    "(leases) => all(leases, (lease) => together([lease]))",
    "core/Job"
  ),
  core("engine", "engine/Job.ts", "      case \"side by side\":\n", "", "core/Job"),
  core("engine", "engine/Job.ts", "settle({ ...piece, said: unkept }, patient)", "Effect.void", "core/Job"),
  core("engine", "engine/Job.ts", "settle(piece, patient).pipe(", "settle(piece).pipe(", "core/Job"),
  core("engine", "engine/Job.ts", "LaneKind.owner(leases[0].lane)", "leases[0].lane", "core/Job"),
  core("engine", "engine/Job.ts", "job.tells?.(outside, answer) ?? Effect.void", "Effect.void", "core/Job"),
  core("engine", "message/AttemptWork.ts", "=> [message, attempt],", "=> [attempt, message],", "core/Job"),
  core("engine", "message/AttemptWork.ts", "\"submission\", 128", "\"submission\", 127", "core/Job"),
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
    "carrier/SubmissionJob.ts",
    "settled(lease, { _tag: \"Unanswered\" })",
    "Effect.void",
    "core/Submission"
  ),
  core(
    "carriers",
    "carrier/SubmissionJob.ts",
    "outcome._tag === \"Accepted\" ? late(lease, outcome) : Effect.void",
    "Effect.void",
    "core/Submission"
  )
]
