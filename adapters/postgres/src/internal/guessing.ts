/**
 * Commits a batch in one statement. What commits expect nearly always holds, so they are decided on that assumption,
 * before the database is asked; the statement locks and checks all assumptions, and writes when they hold. If not, it
 * writes nothing, and the batch is committed by reading first (`reading.ts`), which finds out which of its commits
 * fail.
 */
import type { Commit, Fence } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { refText } from "@signalbox/core/Kind"
import { idempotencyLifetime } from "@signalbox/core/Limit"
import type { Outcome } from "@signalbox/core/Outcome"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Changes } from "./changes.ts"
import type { Database } from "./database.ts"
import { isLost } from "./database.ts"
import { decide } from "./decide.ts"
import * as HeldAtOnce from "./heldAtOnce.ts"
import type { Part } from "./parts.ts"
import { orLost, withParts } from "./parts.ts"
import type { Reading, RowFound } from "./reading.ts"
import { lockedRows } from "./reading.ts"
import type { RowMemory } from "./rowMemory.ts"
import { inOrder, places, uniques } from "./rows.ts"
import type { Subscribers, Subscription } from "./subscribers.ts"
import type { Tables } from "./tables.ts"
import { instant } from "./tables.ts"
import { versionOf, writeParts } from "./writing.ts"

const nowhere = { uniques: null, list1: null, scope1: null, list2: null, scope2: null }

/** A row at the version that a commit expects, and whether its places were read at that version, or are guessed. */
interface Assumed extends RowFound {
  readonly isKnown: boolean
}

interface Assumption extends Reading {
  readonly written: ReadonlyArray<Assumed>
  readonly rested: ReadonlyArray<RowFound>
}

/**
 * Returns the rows at the versions that commits expect. A row that is put without an expected version is assumed to be
 * new, or replaced whatever it was (`RowState.put`).
 */
const rows = (batch: ReadonlyArray<Commit>, memory: RowMemory): Pick<Assumption, "written" | "rested"> => {
  const puts = new Map(batch.flatMap((commit) => commit.puts).map((row) => [refText(row), row]))
  const written = new Map<string, Assumed>()
  const rested = new Map<string, RowFound>()
  for (const expects of batch.flatMap((commit) => commit.expects)) {
    if ("free" in expects || expects.version === 0) continue
    const { ref: { key, kind }, version } = expects
    const text = refText(expects.ref)
    const row = puts.get(text)
    if (row === undefined) rested.set(text, { kind, key, version, ...nowhere })
    else {
      const remembered = memory.get(text)
      const isKnown = remembered?.known.version === version
      // A row that is written again nearly always keeps its unique keys and its lists.
      const before = isKnown ? remembered : { uniques: uniques(row), places: places(row) }
      written.set(text, { kind, key, version, isKnown, uniques: before.uniques, ...before.places })
    }
  }
  return { written: [...written.values()], rested: [...rested.values()] }
}

const fences = ({ completes, holds, releases }: Commit): ReadonlyArray<Fence> => [...completes, ...holds, ...releases]

const granted = (
  batch: ReadonlyArray<Commit>,
  subscriptions: ReadonlyArray<Subscription>,
  memory: RowMemory
): Assumption => ({
  isGuess: true,
  ...rows(batch, memory),
  sums: batch.flatMap(({ counts, debits }) => [
    ...debits.map(({ account }) => ({ book: "balance" as const, name: account as string, amount: Infinity })),
    ...counts.map(({ counter }) => ({ book: "counter" as const, name: counter, amount: Infinity }))
  ]),
  works: [
    ...batch.flatMap(({ cancels }) => cancels.map((work) => ({ ...work, token: null }))),
    ...batch.flatMap(fences).map(({ token, work }) => ({ ...work, token }))
  ],
  claims: batch.flatMap(({ reply }) => reply === null ? [] : [{ ...reply.claim, token: reply.token, at: reply.at }]),
  subscriptions
})

interface Answer {
  readonly holds: boolean
  readonly given: string | null
  readonly version: number | null
}

/** One assumption: it holds when the part finds and locks the expected number of rows. */
interface Check extends Part {
  readonly expected: number
}

const check = (
  name: string,
  rows: ReadonlyArray<unknown>,
  text: Part["text"],
  expected: number = rows.length
): Check => ({ name, rows, text, expected })

const checks = (
  t: Tables,
  batch: ReadonlyArray<Commit>,
  { claims = [], rested, subscriptions = [], written }: Assumption,
  { sums }: Changes
): ReadonlyArray<Check> => [
  check(
    "g_rows",
    inOrder([
      ...written.map(({ isKnown, key, kind, list1, list2, scope1, scope2, uniques, version }) => ({
        kind,
        key,
        version,
        writes: true,
        ...(isKnown ? {} : { guessed: true, uniques, list1, scope1, list2, scope2 })
      })),
      ...rested.map(({ key, kind, version }) => ({ kind, key, version, writes: false }))
    ]),
    (p) =>
      `select 1 from json_to_recordset(${p}) as x(kind text, key text, version int8, writes bool, guessed bool,
       uniques text[], list1 text, scope1 text, list2 text, scope2 text)
     ${
        lockedRows(t, "true as is_there", {
          written: `r.version = x.version and (x.guessed is null or (r.uniques, r.list1, r.scope1, r.list2, r.scope2)
            is not distinct from (x.uniques, x.list1, x.scope1, x.list2, x.scope2))`,
          rested: "r.version = x.version"
        })
      }
     where w.is_there or s.is_there`
  ),
  check(
    "g_sums",
    sums.changed(false),
    (p) =>
      `select 1 from json_to_recordset(${p}) as x(book text, name text, needed int8) join ${t.sum} s using (book, name)
     where x.needed is null or s.amount >= x.needed order by s.book, s.name for no key update of s`
  ),
  check(
    "g_works",
    batch.flatMap(fences).map(({ token, work }) => ({ ...work, token })),
    (p) =>
      `select 1 from json_to_recordset(${p}) as x(kind text, key text, token int8) join ${t.work} w using (kind, key)
     where w.token = x.token order by w.kind, w.key for no key update of w`
  ),
  check(
    "g_claims",
    claims,
    (p) =>
      `select 1 from json_to_recordset(${p}) as x(account text, key text, token int8, at int8)
     join ${t.claim} c using (account, key)
     where c.token = x.token and c.reply is null and c.at > ${instant(`(x.at - ${idempotencyLifetime})`)}
     order by c.account, c.key for no key update of c`
  ),
  check(
    "g_subscriptions",
    [...new Set(batch.flatMap(({ events }) => events.map(({ account }) => account)))].map((account) => ({ account })),
    (p) => `select 1 from json_to_recordset(${p}) as x(account text) join ${t.subscription} s using (account)`,
    subscriptions.length
  ),
  check(
    "g_subscribed",
    subscriptions,
    (p) =>
      `select 1 from json_to_recordset(${p}) as x(webhook text, account text, events text[])
     join ${t.subscription} s using (webhook, account) where s.events = x.events`
  )
]

/** Returns the outcomes when this has committed the whole batch, and null when it has committed nothing. */
export const tryAtOnce = (
  db: Database,
  shard: number,
  subscribers: Subscribers,
  memory: RowMemory,
  batch: ReadonlyArray<Commit>,
  pairs: number,
  epochOf: (node: NodeId) => string | undefined
): Effect.Effect<ReadonlyArray<Outcome> | null, SqlError> =>
  Effect.suspend(() => {
    // The places of a deleted row must be read.
    if (batch.some((commit) => commit.deletes.length > 0)) return Effect.succeed(null)
    const reading = granted(batch, subscribers.of(batch), memory)
    const { changes, outcomes } = decide(batch, reading, pairs)
    // Keys that must stay absent need a placeholder, which takes further statements.
    if (
      changes === null || changes.absent.length > 0 || changes.free.length > 0 || changes.deletes.length > 0 ||
      outcomes.some(({ _tag }) => _tag !== "Done")
    ) {
      return Effect.succeed(null)
    }
    const wanted = HeldAtOnce.wanted(changes, epochOf)
    const asked = checks(db.tables, batch, reading, changes).filter(({ rows }) => rows?.length !== 0)
    const holds = asked.map(({ expected, name }) => `(select count(*) from ${name}) = ${expected}`)
    // The holder is locked before anything else, as it is by claims.
    if (wanted !== null) holds.unshift("(select count(*) from holder) >= 0")
    const written = writeParts(db.tables, changes, shard, "(select holds from guess)", wanted)
    const statement = withParts([
      ...HeldAtOnce.holderPart(db.tables, wanted),
      ...asked,
      { name: "guess", rows: null, text: () => `select ${holds.join(" and ") || "true"} as holds` },
      ...written.map((part) => ({
        ...part,
        text: (p: string) => part.text(`(case when (select holds from guess) then ${p} else '[]'::json end)`)
      }))
    ], () =>
      `select case when (select holds from guess) then ${orLost(written)} else false end as holds,
       ${versionOf(written)}, ${HeldAtOnce.given(wanted)}`)
    return db.query<Answer>(statement!.text, statement!.params).pipe(
      Effect.map(([answer]) => {
        const { given, holds, version } = answer!
        if (!holds) return null
        memory.wrote(changes, version)
        return HeldAtOnce.outcomes(batch, changes.due, given)
      }),
      // A row that was assumed to be new exists, or another batch was in the way.
      Effect.catch((error) => isLost(error) ? Effect.succeed(null) : Effect.fail(error))
    )
  })
