import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of the statement that commits a batch at once, and the test that notices. */
const atOnce = (find: string, replace: string, test = "postgres/commit"): Mutation => ({
  area: "postgres",
  file: "adapters/postgres/src/internal/guessing.ts",
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  atOnce("r.version = x.version and (", "true and ("),
  atOnce("rested: \"r.version = x.version\"", "rested: \"true\"", "stores/postgres"),
  atOnce("inOrder([", "([", "postgres/lock-order"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/reading.ts",
    find: "inOrder([",
    replace: "([",
    tests: ["postgres/lock-order"]
  },
  atOnce("x.needed is null or s.amount >= x.needed", "true", "stores/postgres"),
  atOnce("where w.token = x.token", "where true", "stores/postgres"),
  atOnce("c.token = x.token and ", "", "stores/postgres"),
  atOnce("s.events = x.events", "true"),
  atOnce("(r.uniques, r.list1", "(x.uniques, r.list1", "stores/postgres"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/uniqueState.ts",
    find: "if (locked?.has(refText(owner)) === false) ",
    replace: "",
    tests: ["stores/postgres"]
  },
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/writing.ts",
    find: ", holdFree(db, changes))",
    replace: ", Effect.void)",
    tests: ["stores/postgres"]
  },
  atOnce("    subscriptions.length\n", "    0\n"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/claiming.ts",
    find: "doubtUntil: now + doubtMillis",
    replace: "doubtUntil: 0",
    tests: ["postgres/lost-answer"]
  },
  // Answered before it is kept.
  core(
    "crash",
    "engine/Executor.ts",
    "const outcomes = yield* committer.commitAll(decided.map(({ commit }) => commit))",
    "yield* Effect.forkDetach(committer.commitAll(decided.map(({ commit }) => commit)))\n        const outcomes = decided.map(() => Exit.succeed({ _tag: \"Done\" as const }))",
    "crash/Points"
  )
]
