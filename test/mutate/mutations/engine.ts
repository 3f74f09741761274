import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("engine", "engine/Decider.ts", "outcome.because !== \"row\"", "outcome.because === \"row\"", "core/Decider"),
  core("engine", "engine/Committer.ts", "outcomes[index]!", "outcomes[0]!", "core/Committer"),
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
  core("engine", "engine/Committer.ts", "const batches = 2", "const batches = 1", "core/Committer")
]
