import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

/** A mutation of the statement that commits a batch in one go, and the test that notices. */
const optimistic = (find: string, replace: string, test = "postgres/commit"): Mutation => ({
  area: "postgres",
  file: "adapters/postgres/src/internal/commit/optimisticCommit.ts",
  find,
  replace,
  tests: [test]
})

/** A mutation of how long a batch waits for others. */
const blocked = (module: string, find: string, replace: string): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/${module}.ts`,
  find,
  replace,
  tests: ["postgres/blocked"]
})

/** A mutation of what a node does beside the schema of a newer version. */
const unfit = (find: string, replace: string, module = "internal/schema/fitness"): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/${module}.ts`,
  find,
  replace,
  tests: ["postgres/readiness"]
})

/** A mutation of what is looked at one more time when it is written. */
const written = (find: string, replace: string, module = "commit/writing"): Mutation => ({
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
  tests: ["postgres/row-cache"]
})

/** A mutation of what a node holds from the commit of its work on. */
const holding = (module: string, find: string, replace: string, test = "stores/postgres"): Mutation => ({
  area: "postgres",
  file: `adapters/postgres/src/internal/${module}.ts`,
  find,
  replace,
  tests: [test]
})

/** A mutation of where a message stands among those that move, and of what a page of messages reads. */
const part = (module: string, find: string, replace: string, test = "stores/postgres"): Mutation => ({
  area: "parts",
  file: `adapters/postgres/src/internal/${module}.ts`,
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  part("commit/writing", "value = x.state, moving = x.moving, terms", "value = x.state, terms"),
  part("commit/writing", "value = x.state, ${derivedStateSet(\"x\")}", "value = x.state"),
  part("commit/writing", "value = x.content, ${derivedContentSet(\"x\")}", "value = x.content"),
  part("commit/writing", "gone(\"deleted_states\", t.message_state)", "gone(\"deleted_states\", t.message)"),
  part("rows/looking", "return isNarrowed(asked) && isCounted", "return false && isCounted", "postgres/lists"),
  part("queue/claiming", "next: next === null ? null : instantOf(next)", "next: null", "postgres/lanes"),
  part(
    "queue/foreseeing",
    "select due_at as at from head where not ${isPaused(\"head.lane\")}",
    "select due_at as at from head",
    "postgres/lanes"
  ),
  core(
    "parts",
    "row/Message.ts",
    "openStatuses.has(status) ? ownStatus(status) : noTerms",
    "ownStatus(status)",
    "core/row/MessageTerms"
  ),
  core(
    "parts",
    "row/Message.ts",
    "openStatuses.has(status) ? ownStatus(status) : noTerms",
    "noTerms",
    "core/row/MessageTerms"
  ),
  core(
    "parts",
    "row/Message.ts",
    "direction === \"INBOUND\" ? null : statusTerm(status)",
    "statusTerm(status)",
    "core/row/MessageTerms"
  ),
  part("rows/eventTables", "'status=' || status", "'status=' || name"),
  part("rows/eventTables", "array_to_string(ids, chr(31))", "''"),
  part("rows/eventTables", "list2: \"case when o.scope2 is not null then 'deliveries' end\"", "list2: \"null::text\""),
  part("rows/looking", "isCounted !== false && ahead === undefined && ", ""),
  part(
    "rows/looking",
    "? undefined : countedBy({ query, wanted })",
    "? undefined : numbered({ query, wanted })",
    "postgres/lists"
  ),
  blocked("internal/commit/optimisticCommit", "patience !== null && isBlocked(error)", "false"),
  remembering("internal/rows/loading", "where s.version is distinct from x.version", "where x.version is null"),
  remembering("internal/rows/loading", "where r.version is distinct from x.version", "where x.version is null"),
  remembering(
    "internal/rows/loading",
    "(r.kind, r.key, r.version) is distinct from (x.kind, x.key, x.version)",
    "(r.kind, r.key) is distinct from (x.kind, x.key)"
  ),
  remembering("PostgresStore", "isHosted ? new RowCache(0) : memory", "memory"),
  remembering("PostgresStore", "=== \"ConnectionError\" ? memory.clear()", "=== \"ConnectionError\" ? undefined"),
  remembering("internal/rows/rowCache", "if (this.young.size <= this.most) return", "if (this.most > 0) return"),
  remembering("internal/rows/rowCache", "if (kept !== undefined) this.add(kept)", ""),
  remembering(
    "internal/commit/writing",
    "case when r.version < excluded.version then excluded.version else ${t.next} end",
    "excluded.version"
  ),
  optimistic("`${versions.row} and ${assumed", "`true and ${assumed"),
  optimistic(
    "rested: versions",
    "rested: { row: \"true\", message: \"true\", event: () => \"true\" }",
    "stores/postgres"
  ),
  optimistic("isStep(before.value, after.value)", "true", "postgres/contents"),
  optimistic("inOrder([", "([", "postgres/lock-order"),
  written(" and s.version = x.was", ""),
  written("and w.token = x.token returning 1 as completed", "returning 1 as completed", "commit/workWriting"),
  written(" and w.token = d.old_token", "", "commit/workWriting"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/commit/reading.ts",
    find: "inOrder([",
    replace: "([",
    tests: ["postgres/lock-order"]
  },
  optimistic("x.needed is null or s.amount >= x.needed", "true", "stores/postgres"),
  optimistic("where w.token = x.token", "where true", "stores/postgres"),
  optimistic("c.token = x.token and ", "", "stores/postgres"),
  optimistic("s.events = x.events", "true"),
  optimistic(
    "(${Object.values(columns)",
    "(${Object.values(columns).map((each) => each.replace(\"r.uniques\", \"x.uniques\"))",
    "postgres/row-cache"
  ),
  optimistic("remembered?.known.version === version", "remembered !== undefined", "postgres/row-cache"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/commit/uniqueState.ts",
    find: "if (locked?.has(refText(owner)) === false) ",
    replace: "",
    tests: ["stores/postgres"]
  },
  optimistic("    subscriptions.length\n", "    0\n"),
  {
    area: "postgres",
    file: "adapters/postgres/src/internal/queue/claiming.ts",
    find: "doubtUntil: now + doubtMillis",
    replace: "doubtUntil: 0",
    tests: ["postgres/lost-answer"]
  },
  // Answered before it is kept.
  core(
    "crash",
    "engine/Drivers.ts",
    "        means.committer.offer(commit",
    "        take(next([{ _tag: \"Success\", value: { _tag: \"Done\" } }], 0))\n        means.committer.offer(commit",
    "crash/Points"
  ),
  holding("queue/claiming", " and w.token <> w.seq", "", "postgres/lost-answer"),
  holding("queue/claiming", "and w.token = w.seq", "and false", "postgres/lost-answer"),
  holding("commit/heldByCreator", " for key share of n", "", "postgres/lives"),
  holding("commit/heldByCreator", "freed.length > 0 || pauses.length > 0", "false"),
  holding("commit/heldByCreator", "(waiting.get(lane) ?? Infinity) > at", "true"),
  unfit("stops || hasFailed", "true"),
  unfit("why === null ? fitness.refusal : ", "", "PostgresStore"),
  holding(
    "commit/heldByCreator",
    "select true from ${pauseOf(t, \"x.lane\", \"(select now from holder)\")}",
    "select true where false"
  ),
  holding("queue/pauses", " and coalesce(p.until, 'infinity') > ${now}", "", "postgres/lives"),
  holding("queue/pauses", "${is(\"p.lane\", lane)}", "p.lane = ${lane}", "postgres/plans"),
  holding("queue/claiming", "${isFree(\"< b.at\")}", "select true where false", "postgres/lanes"),
  holding("queue/claiming", "case when bool_and(e.was_due) then min(e.at) end", "min(e.at)", "postgres/lanes"),
  holding("queue/claiming", "w.due_at between room.since and", "w.due_at <=", "postgres/claims"),
  holding("queue/claiming", "${is(\"b.lane\", \"s.lane\")}", "b.lane = s.lane", "postgres/plans"),
  holding("commit/heldByCreator", " and ${instant(\"x.at\")} <= (select now from holder)", "")
]
