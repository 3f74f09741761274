/**
 * Faults that somebody tired would make in one of the stores.
 */
import type { Mutation } from "../Mutation.ts"

const postgres = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "stores",
  file: `adapters/postgres/src/${file}`,
  find,
  replace,
  tests: [test]
})

const memory = (file: string, find: string, replace: string): Mutation => ({
  area: "stores",
  file: `adapters/memory/src/${file}`,
  find,
  replace,
  tests: ["stores/memory"]
})

export const mutations: ReadonlyArray<Mutation> = [
  // What is cleared away.
  postgres("internal/requests/lockouts.ts", "[String(now - lockoutMemory)]", "[String(now)]", "postgres/lockouts"),
  postgres(
    "internal/requests/lockouts.ts",
    "order by failed_at desc offset",
    "order by failed_at offset",
    "postgres/lockouts"
  ),
  postgres(
    "internal/requests/claims.ts",
    "[String(now - idempotencyLifetime)]",
    "[String(now - idempotencyClaimLifetime)]",
    "stores/postgres-guards"
  ),
  memory(
    "internal/claimTable.ts",
    "left-- === 0 || now - at < idempotencyLifetime",
    "left-- === 0 || now - at < idempotencyClaimLifetime"
  ),
  memory("MemoryRateWindow.ts", "if (!pool.window.isIdle(pool.millis, now)) pools.set(name, pool)", ""),

  // Shares of rate windows.
  postgres("internal/rateLimits/slidingWindows.ts", "at - confirmedAt < trust", "true", "postgres/lives"),
  postgres(
    "internal/rateLimits/slidingWindows.ts",
    "Object.assign(pool, { askAt: 0 }).holding.drop()",
    "{}",
    "postgres/lives"
  ),
  postgres("internal/rateLimits/slidingWindows.ts", "Math.min(pause, wait ?? pause)", "0.001", "postgres/rates"),
  postgres(
    "internal/rateLimits/slidingWindows.ts",
    "- now - (at - nowAt)",
    "- now - (at - nowAt) - 50",
    "postgres/SlidingWindows"
  ),
  postgres("internal/rateLimits/holding.ts", "Math.ceil(limit / 100)", "Math.ceil(limit / 10)", "postgres/rates"),
  postgres("internal/rateLimits/holding.ts", "Math.ceil(limit / 100)", "1", "postgres/rates"),
  postgres("internal/rateLimits/holding.ts", "limit - others - total", "limit - total", "postgres/SlidingWindows"),
  postgres(
    "internal/rateLimits/shares.ts",
    "+ (select coalesce(sum(count), 0) from leaving)::float8",
    "",
    "postgres/rates"
  ),
  postgres(
    "internal/rateLimits/fixedWindows.ts",
    "[pool, String(now), String(limit), String(length)]",
    "[pool, String(now), String(length), String(limit)]",
    "stores/postgres-guards"
  ),
  postgres(
    "internal/rateLimits/slidingWindows.ts",
    "if (!isStorableText(take.pool)) return yield* Effect.fail(unstorable())",
    "",
    "postgres/unstorable"
  ),
  postgres(
    "internal/rateLimits/shares.ts",
    "where r.pool = $1 and r.owner <> $2",
    "where r.pool = $1",
    "stores/postgres-guards"
  ),
  postgres(
    "internal/rateLimits/shares.ts",
    "String(windowMillis + silence * 1000)",
    "String(silence * 1000)",
    "postgres/lives"
  ),
  postgres(
    "internal/rateLimits/shares.ts",
    "where owner = $1 and pool in (select json_array_elements_text($3::text::json))",
    "where pool in (select json_array_elements_text($3::text::json))",
    "postgres/lives"
  ),
  postgres(
    "internal/rateLimits/window.ts",
    "last !== undefined && last.at >= now",
    "last !== undefined && last.at === now",
    "stores/postgres-guards"
  ),
  memory("internal/slidingLog.ts", "last !== undefined && last.at > now ? last.at : now", "now"),

  // Keys of debits and counts.
  memory("internal/state.ts", "balances: new Ledger(debitMemory,", "balances: new Ledger(countMemory,"),
  memory("internal/ledger.ts", "now - key.at < this.memory", "true"),
  memory("internal/ledger.ts", "this.forget(now, 2 * added + sweepSize)", "this.forget(now, 1)"),
  postgres(
    "internal/commit/sumRetention.ts",
    "[\"counter\", countMemory]",
    "[\"counter\", debitMemory]",
    "stores/postgres.test"
  ),
  postgres("internal/commit/sumRetention.ts", "where book = $1\n", "where true\n", "stores/postgres.test"),
  // The pace of carriers.
  memory("MemoryPace.ts", "return run.at + second - now", "return look"),
  memory(
    "MemoryPace.ts",
    "if (pool.recent > 0 || pool.toBegin > 0 || pool.underWay > 0) pools.set(name, pool)",
    "if (pool.recent > 0) pools.set(name, pool)"
  ),
  memory("MemoryPace.ts", "recent: pool.recent + pool.toBegin", "recent: pool.recent"),
  postgres(
    "internal/rateLimits/paces.ts",
    "recent: window.total + toBegin",
    "recent: window.total",
    "stores/postgres.test"
  ),
  postgres(
    "internal/rateLimits/paces.ts",
    "if (pools.get(request.pool) !== pool) return null",
    "",
    "stores/postgres-guards"
  ),
  postgres("internal/rateLimits/paces.ts", "plus(mine, others!)", "mine", "postgres/pace"),
  postgres(
    "internal/rateLimits/paces.ts",
    "others!.ahead ? { ...request, parts: [] } : request",
    "request",
    "postgres/pace"
  ),
  postgres(
    "internal/rateLimits/paces.ts",
    "and seen_at < clock_timestamp() - interval '${silence} seconds'",
    "and seen_at < clock_timestamp() - interval '1 seconds'",
    "postgres/pace"
  ),

  // Nodes and their leases.
  postgres("internal/queue/nodes.ts", "if (isWatchful || beats >= watchful) ", "", "postgres/lives"),
  postgres("internal/queue/nodes.ts", " and not ${hasSession}", "", "postgres/lives"),
  postgres("internal/queue/nodes.ts", "const relieved = 1.5", "const relieved = -1", "postgres/nodes"),
  postgres("internal/queue/nodes.ts", "ago(deadAfter)", "ago(1)", "postgres/lives"),
  postgres("internal/queue/nodes.ts", "select lane, min(due_at)", "select lane, max(due_at)", "postgres/lives"),
  postgres(
    "internal/queue/claiming.ts",
    "and (p.shared or h.theirs = 0)",
    "",
    "postgres/lives"
  ),
  postgres(
    "internal/queue/foreseeing.ts",
    "select due_at, lane from ${t.work} where epoch is null and seq > 0",
    "select due_at, lane from ${t.work} where seq > 0",
    "postgres/lives"
  ),
  postgres(
    "internal/queue/claiming.ts",
    "leases.reduce((most, { token }) => Math.max(most, token), known.token)",
    "known.token",
    "postgres/lost-answer"
  ),

  // Pauses, and leases that go on or are given back.
  memory("internal/workTable.ts", "pausedUntil: this.pauses.get(name) ?? null", "pausedUntil: null"),
  memory("internal/workTable.ts", "if (lane.free.size > 0) this.wait(lane)", ""),
  memory("internal/state.ts", " || !commit.holds.every(isHeld) || !commit.releases.every(isHeld)", ""),
  memory("internal/state.ts", "work.letGo(freed)", "work.put({ work: freed, lane: \"dispatch:a\", at: 0 as never })"),
  postgres(
    "internal/commit/workWriting.ts",
    "failures = excluded.failures, epoch = excluded.epoch",
    "epoch = null",
    "stores/postgres.test"
  ),
  postgres(
    "internal/commit/workWriting.ts",
    "min(due_at)\")} from freed group by lane",
    "min(due_at)\")} from freed where false group by lane",
    "stores/postgres.test"
  ),
  postgres(
    "internal/commit/workWriting.ts",
    "name: \"pause_rung\",\n    rows: pauses,",
    "name: \"pause_rung\",\n    rows: [],",
    "stores/postgres.test"
  ),
  postgres(
    "internal/queue/claiming.ts",
    "select s.lane, greatest(f.due_at, s.until)",
    "select s.lane, s.until",
    "stores/postgres.test"
  ),
  postgres(
    "internal/queue/claiming.ts",
    "where not p.idle and p.until is null and",
    "where not p.idle and",
    "postgres/lanes"
  ),
  postgres(
    "internal/queue/claiming.ts",
    "x.kind is not null and (x.shared or",
    "x.kind is not null and (",
    "stores/postgres.test"
  ),
  postgres("internal/queue/claiming.ts", "greatest(x.width - 1, 0)", "x.width", "stores/postgres.test"),
  postgres("internal/queue/foreseeing.ts", "where not ${isPaused(\"b.lane\")}", "", "stores/postgres.test"),
  postgres(
    "internal/queue/foreseeing.ts",
    "select min(greatest(f.due_at, p.until)) from",
    "select min(p.until) from",
    "stores/postgres.test"
  ),
  postgres(
    "internal/queue/claiming.ts",
    "if (first === null || !(\"by\" in first)) return first",
    "return first === null || !(\"by\" in first) ? first : []",
    "postgres/lanes"
  ),

  // Sums and answers.
  postgres(
    "internal/commit/sums.ts",
    "for (const entry of entries) this.usedOf(textOf(entry)).add(entry.once)",
    "void entries",
    "postgres/nodes"
  ),
  postgres(
    "internal/rows/loading.ts",
    "sums[of as Book].set(key, amount)",
    "sums.balance.set(key, amount)",
    "postgres/unstorable"
  ),
  postgres(
    "internal/requests/claims.ts",
    "c.reply is null then ${idempotencyClaimLifetime} else ${idempotencyLifetime} end",
    "c.reply is null then ${idempotencyLifetime} else ${idempotencyClaimLifetime} end",
    "stores/postgres-guards"
  ),
  postgres(
    "internal/requests/claims.ts",
    "token = $3::text::int8 and reply is null",
    "token = $3::text::int8",
    "stores/postgres-guards"
  ),
  memory(
    "internal/ledger.ts",
    "if (amount > 0) change.floor = Math.max(change.floor, floor)",
    "if (amount > 0) change.floor = floor"
  ),

  // What cannot be stored, and what is said of it.
  postgres("internal/requests/lockouts.ts", "calls: 64", "calls: 1", "postgres/unstorable"),
  postgres(
    "internal/connection/failure.ts",
    "const cause = new DatabaseError(answer, error)",
    "const cause = error",
    "postgres/failures"
  ),
  // The signal of several nodes.
  postgres(
    "PostgresSignal.ts",
    "        // Work may have been created while the connection was lost.\n        yield* heardSignal.open\n",
    "",
    "postgres/signal"
  ),
  postgres("PostgresStore.ts", "pooler ? { prepare: false } : ", "", "postgres/pooler")
]
