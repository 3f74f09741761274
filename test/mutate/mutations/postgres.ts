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

/** A mutation of what is looked at once more when it is written. */
const written = (find: string, replace: string, module = "writing"): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/internal/${module}.ts`,
  find,
  replace,
  tests: ["postgres/lock-order"]
})

/** A mutation of what a process remembers of rows. */
const remembering = (module: string, find: string, replace: string): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/${module}.ts`,
  find,
  replace,
  tests: ["postgres/row-memory"]
})

/** A mutation of what a node holds from the commit of its work on. */
const holding = (module: string, find: string, replace: string, test = "stores/postgres"): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/internal/${module}.ts`,
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/writing.ts",
    find:
      "update ${t.row_message} r set version = ${version}, value = x.value, ${derivedSet(\"x\")}\n         from json_to_recordset(${p}) as x(${columnTypes}, was int8)\n         where r.kind = x.kind",
    replace:
      "update ${t.rows} r set version = ${version}, value = x.value, ${derivedSet(\"x\")}\n         from json_to_recordset(${p}) as x(${columnTypes}, was int8)\n         where r.kind = 'message'",
    tests: ["postgres/counts"]
  },
  remembering("internal/loading", "where r.version is distinct from x.version", "where x.version is null"),
  remembering(
    "internal/loading",
    "(r.kind, r.key, r.version) is distinct from (x.kind, x.key, x.version)",
    "(r.kind, r.key) is distinct from (x.kind, x.key)"
  ),
  remembering("PostgresStore", "isHosted ? new RowMemory(0) : memory", "memory"),
  remembering("PostgresStore", "if (!isHosted && changes !== null) ", "if (changes !== null) "),
  remembering("PostgresStore", "=== \"ConnectionError\" ? memory.clear()", "=== \"ConnectionError\" ? undefined"),
  remembering("internal/rowMemory", "if (this.young.size <= this.most) return", "if (this.most > 0) return"),
  remembering("internal/rowMemory", "if (kept !== undefined) this.add(text, kept)", ""),
  remembering(
    "internal/writing",
    "case when r.version < excluded.version then excluded.version else ${t.next} end",
    "excluded.version"
  ),
  atOnce("r.version = x.version and (", "true and ("),
  atOnce("rested: \"r.version = x.version\"", "rested: \"true\"", "stores/postgres"),
  atOnce("inOrder([", "([", "postgres/lock-order"),
  written(" and r.version = x.was", ""),
  written("and w.token = x.token returning 1 as completed", "returning 1 as completed", "workWriting"),
  written(" and w.token = d.old_token", "", "workWriting"),
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
  atOnce("(r.uniques, r.list1", "(x.uniques, r.list1", "postgres/row-memory"),
  atOnce("remembered?.known.version === version", "remembered !== undefined", "postgres/row-memory"),
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
    find: ", holdFree(db, changes)]",
    replace: "]",
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
    "engine/Single.ts",
    "      committer.offer(decided.commit",
    "      piece.exit = Exit.succeed({ answer: decided.answer, at: now })\n      committer.offer(decided.commit",
    "crash/Points"
  ),
  holding("claiming", " and w.token <> w.seq", "", "postgres/lost-answer"),
  holding("claiming", "and w.token = w.seq", "and false", "postgres/lost-answer"),
  holding("heldAtOnce", " for key share of n", "", "postgres/lives"),
  holding("heldAtOnce", "freed.length > 0 || pauses.length > 0", "false"),
  holding("heldAtOnce", "(waiting.get(lane) ?? Infinity) > at", "true"),
  holding("heldAtOnce", "and not exists (select from ${t.pause} p where p.lane = x.lane)", ""),
  holding("heldAtOnce", " and ${instant(\"x.at\")} <= (select now from holder)", "")
]
