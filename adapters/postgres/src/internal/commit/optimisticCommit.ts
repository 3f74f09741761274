/**
 * Commits a batch in one statement. What commits expect nearly always holds, so they are decided on that assumption,
 * before the database is asked; the statement locks and checks all assumptions, and writes when they hold. If not, it
 * writes nothing, and the batch is committed by reading first (`reading.ts`), which finds out which of its commits
 * fail.
 *
 * The most frequent writes need no look before: the step of a message looks at the version that it replaces, and the end
 * of work at the token of its lease. Where they are not as they should be, the statement fails.
 */
import type { Commit, ExpectedRow, Fence } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Ref } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import { idempotencyLifetime } from "@signalbox/core/Limit"
import { isStep } from "@signalbox/core/Message"
import type { Outcome } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import type { Naming } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { isBlocked, isLost } from "../connection/database.ts"
import type { EventTable } from "../rows/eventTables.ts"
import { tablesOf } from "../rows/eventTables.ts"
import { RefTable } from "../rows/refTable.ts"
import type { Remembered, RowCache } from "../rows/rowCache.ts"
import { inOrder, places, uniques } from "../rows/rows.ts"
import type { Subscribers, Subscription } from "../rows/subscribers.ts"
import { Columns, lists, plain, texts } from "../statement/columns.ts"
import type { Part } from "../statement/parts.ts"
import { bounded, Expected, is, orFail, orLost, withParts } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant } from "../statement/tables.ts"
import type { Changes } from "./changes.ts"
import { decide } from "./decide.ts"
import * as HeldByCreator from "./heldByCreator.ts"
import type { Reading, RowFound } from "./reading.ts"
import { lockable, lockedRows, named, placedColumns } from "./reading.ts"
import { fenced } from "./workWriting.ts"
import { isStepped, stepParts, versionOf, writeParts } from "./writing.ts"

const nowhere = { uniques: null, list1: null, scope1: null, list2: null, scope2: null }

/**
 * A row at the version that a commit expects. Its places are known when they were read at that version; otherwise they
 * are assumed.
 */
interface Assumed extends RowFound {
  readonly isKnown: boolean
}

interface Assumption extends Reading {
  readonly written: ReadonlyArray<Assumed>
  readonly rested: ReadonlyArray<RowFound>
}

/** Tells what stays of a message, where it is known that its state alone is another. */
const stepOf = ({ content, known: { row: before }, places }: Remembered, after: Row): Partial<RowFound> =>
  before?.kind === "message" && after.kind === "message" && isStep(before.value, after.value)
    ? { keeps: { places, content } }
    : {}

/**
 * Returns the rows at the versions that commits expect. A row that is put without an expected version is assumed to be
 * new, or replaced whatever it was (`RowState.put`).
 */
const rows = (batch: ReadonlyArray<Commit>, memory: RowCache): Pick<Assumption, "written" | "rested"> => {
  const puts = new RefTable<Row>()
  for (const commit of batch) for (const row of commit.puts) puts.set(row, row)
  const written = new RefTable<Assumed>()
  const rested = new RefTable<RowFound>()
  const assume = ({ ref, version }: ExpectedRow): void => {
    const { key, kind } = ref
    const row = puts.get(ref)
    if (row === undefined) {
      rested.set(ref, { kind, key, version, ...nowhere })
      return
    }
    const remembered = memory.get(ref)
    const isKnown = remembered?.known.version === version
    // A row that is written again nearly always keeps its unique keys and its lists.
    const before = isKnown ? remembered : { uniques: uniques(row), places: places(row) }
    const step = isKnown && isStepped(row) ? stepOf(remembered, row) : {}
    written.set(ref, { kind, key, version, isKnown, uniques: before.uniques, ...before.places, ...step })
  }
  for (const { expects } of batch) {
    for (const each of expects) if ("ref" in each && each.version !== 0) assume(each)
  }
  return { written: written.values(), rested: rested.values() }
}

const fences = ({ completes, holds, releases }: Commit): ReadonlyArray<Fence> => [...completes, ...holds, ...releases]

const granted = (
  batch: ReadonlyArray<Commit>,
  subscriptions: ReadonlyArray<Subscription>,
  memory: RowCache
): Assumption => ({
  isOptimistic: true,
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
  rows: ReadonlyArray<unknown> | Columns,
  text: Part["text"],
  expected: number = rows.length
): Check => ({ name, rows, text, expected })

/** A row that is looked at, and locked where it says whether it is written. */
interface Looked extends Ref {
  /** The key of a message. */
  readonly id?: string
  readonly writes?: boolean
  readonly version: number
  /** The places that it must have besides; null: they are known. */
  readonly assumed: RowFound | null
}

const looked = (rows: ReadonlyArray<Looked>): Columns =>
  new Columns(rows.length, () => ({
    kind: texts(rows.map(({ kind }) => kind)),
    key: texts(rows.map(({ key }) => key)),
    id: plain("uuid", rows.map(({ id }) => id)),
    version: plain("int8", rows.map(({ version }) => version)),
    writes: plain("bool", rows.map(({ writes }) => writes)),
    assumed: plain("bool", rows.map(({ assumed }) => assumed === null ? null : true)),
    uniques: lists(rows.map(({ assumed }) => assumed?.uniques)),
    list1: texts(rows.map(({ assumed }) => assumed?.list1)),
    scope1: texts(rows.map(({ assumed }) => assumed?.scope1)),
    list2: texts(rows.map(({ assumed }) => assumed?.list2)),
    scope2: texts(rows.map(({ assumed }) => assumed?.scope2))
  }))

/**
 * Returns the checks that must hold before anything is written: the rows are as commits expect them. A message that
 * takes a step is not locked, since its update does that and looks at its version; it is looked at only where its places
 * in lists are assumed.
 */
const standing = (
  t: Tables,
  batch: ReadonlyArray<Commit>,
  { rested, subscriptions = [], written }: Assumption
): ReadonlyArray<Check> => {
  const versions = {
    row: "r.version = x.version",
    message: "s.version = x.version",
    event: () => "o.version = x.version"
  }
  const assumed = (columns: Readonly<Record<string, string>>): string =>
    `(x.assumed is null or (${Object.values(columns).join(", ")})
     is not distinct from (x.uniques, x.list1, x.scope1, x.list2, x.scope2))`
  const asWritten = {
    row: `${versions.row} and ${assumed(placedColumns.row)}`,
    message: `${versions.message} and ${assumed(placedColumns.message)}`,
    event: ({ placed }: EventTable) => `${versions.event()} and ${assumed(placed)}`
  }
  const unknown = written.filter((row) => !(row.isKnown && isStepped(row)))
  const apart = tablesOf([...unknown, ...rested])
  return [
    check(
      "g_subscriptions",
      [...new Set(batch.flatMap(({ events }) => events.map(({ account }) => account)))].map((account) => ({ account })),
      (p) =>
        `select 1 from json_to_recordset(${p}) as x(account text) join ${t.subscription} s on ${
          is("s.account", "x.account")
        }
         -- What is not in the index keeps the planner from walking all of it.
         where s.webhook <> ''`,
      subscriptions.length
    ),
    check(
      "g_subscribed",
      subscriptions,
      (p) =>
        `select 1 from json_to_recordset(${p}) as x(webhook text, account text, events text[])
       join ${t.subscription} s on ${is("s.webhook", "x.webhook")} and ${
          is("s.account", "x.account")
        } where s.events = x.events`
    ),
    check(
      "g_rows",
      looked(inOrder([
        ...unknown.map((row): Looked => ({
          ...(isStepped(row) ? named(row) : lockable(row, true)),
          version: row.version,
          assumed: row.isKnown ? null : row
        })),
        ...rested.map((row): Looked => ({ ...lockable(row, false), version: row.version, assumed: null }))
      ])),
      (p) =>
        `select 1 from ${p} as x
       cross join lateral (
         ${
          [
            lockedRows(t, apart, { row: "r.version", message: "s.version", event: () => "o.version" }, {
              written: asWritten,
              rested: versions
            }),
            `select s.version from ${t.message_state} s join ${t.message} c on ${is("c.key", "s.key")}
         where x.kind = 'message' and x.writes is null and ${is("s.key", "x.id")} and ${asWritten.message}`,
            ...apart.map((of) =>
              `select o.version from ${of.table(t)} o
         where x.kind = '${of.kind}' and x.writes is null and ${is("o.key", "x.id")} and ${asWritten.event(of)}`
            )
          ].join(" union all ")
        }
       ) r`
    )
  ]
}

/**
 * Returns the checks that must hold besides. Work that ends is left out, since the part that ends it looks at its token.
 */
const granting = (
  t: Tables,
  batch: ReadonlyArray<Commit>,
  { claims = [] }: Assumption,
  { due, ended, sums }: Changes
): ReadonlyArray<Check> => {
  const ending = new Set([
    ...ended.flatMap((work) => work.token === null ? [] : [refText(work)]),
    ...due.flatMap(({ takesOver }) => takesOver === null ? [] : [refText(takesOver)])
  ])
  const held = batch.flatMap(fences).map(({ token, work: { key, kind } }) => ({ kind, key, token }))
  return [
    check(
      "g_sums",
      sums.changed(false),
      (p) =>
        `select 1 from json_to_recordset(${p}) as x(book text, name text, needed int8)
       join ${t.sum} s on ${is("s.book", "x.book")} and s.name = x.name
       where x.needed is null or s.amount >= x.needed order by x.book collate "C", x.name collate "C" for no key update of s`
    ),
    check(
      "g_works",
      fenced(held.filter((work) => !ending.has(refText(work)))),
      (p) =>
        `select 1 from ${p} as x join ${t.work} w on ${is("w.kind", "x.kind")} and w.key = x.key
         where w.token = x.token order by x.kind collate "C", x.key collate "C" for no key update of w`
    ),
    check(
      "g_claims",
      claims,
      (p) =>
        `select 1 from json_to_recordset(${p}) as x(account text, key text, token int8, at int8)
       join ${t.claim} c on ${is("c.account", "x.account")} and c.key = x.key
       where c.token = x.token and c.reply is null and c.at > ${instant(`(x.at - ${idempotencyLifetime})`)}
       order by x.account collate "C", x.key collate "C" for no key update of c`
    )
  ]
}

const isAsked = ({ rows }: Part): boolean => rows?.length !== 0

/** Parts that get their rows only when this holds. */
const onlyWhen = (when: string, parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  parts.map((part) => ({ ...part, when }))

/** The state that a process keeps from one commit to the next. */
export interface Kept {
  /** Which of the counters of a list's total this process adds to, as an expression. */
  readonly shard: string
  readonly subscribers: Subscribers
  readonly memory: RowCache
  /** The epoch of a node that has claimed through this process. */
  readonly epochOf: (node: NodeId) => string | undefined
}

export interface Bounds {
  /** How many deliveries one commit may make. */
  readonly pairs: number
  /** How many milliseconds the batch may wait for others' transactions; null: as long as it takes. */
  readonly patience: number | null
  /** Names who holds the work of events from its beginning on. */
  readonly name: Naming
}

/** Returns the outcomes when this has committed the whole batch, and null when it has committed nothing. */
export const tryOptimistic = (
  db: Database,
  { epochOf, memory, shard, subscribers }: Kept,
  batch: ReadonlyArray<Commit>,
  { name, pairs, patience }: Bounds
): Effect.Effect<ReadonlyArray<Outcome> | null, SqlError> =>
  Effect.suspend(() => {
    // The places of a deleted row must be read.
    if (batch.some((commit) => commit.deletes.length > 0)) return Effect.succeed(null)
    const reading = granted(batch, subscribers.of(batch), memory)
    const { changes, fanned, outcomes } = decide(batch, reading, pairs, name)
    // Keys that must stay absent need a placeholder, which takes further statements.
    if (
      changes === null || changes.absent.length > 0 || changes.free.length > 0 || changes.deletes.length > 0 ||
      outcomes.some(({ _tag }) => _tag !== "Done")
    ) {
      return Effect.succeed(null)
    }
    const wanted = HeldByCreator.wanted(changes, epochOf)
    const first = standing(db.tables, batch, reading).filter(isAsked)
    const others = granting(db.tables, batch, reading, changes).filter(isAsked)
    const steps = stepParts(db.tables, changes, "(select stands from standing)")
    const expected = new Expected()
    const hold = (check: Check): string => expected.counts(check.name, check.expected)
    const taken = steps.filter(isAsked).flatMap(({ certain = 0, name }) =>
      certain > 0 ? [expected.counts(name, certain)] : []
    )
    const besides = others.map(hold)
    // Once messages have taken their steps, only a failure takes that back.
    const rest = taken.length === 0 ? besides.join(" and ") || "true" : orFail([...taken, ...besides])
    const written = writeParts(db.tables, changes, shard, wanted)
    const stands = first.map(hold)
    // The holder is locked before anything else, as it is by claims.
    if (wanted !== null) stands.unshift("(select count(*) from holder) >= 0")
    if (patience !== null) stands.unshift("(select count(*) from bounded) >= 0")
    const statement = withParts([
      ...bounded(patience),
      ...HeldByCreator.holderPart(db.tables, wanted),
      ...first,
      { name: "standing", rows: null, text: () => `select ${stands.join(" and ") || "true"} as stands` },
      ...onlyWhen("(select stands from standing)", steps),
      ...others,
      {
        name: "assumed",
        rows: null,
        text: () => `select case when (select stands from standing) then ${rest} else false end as holds`
      },
      ...onlyWhen("(select holds from assumed)", written)
    ], () =>
      `select case when (select holds from assumed) then ${orLost(written, expected)} else false end as holds,
       ${versionOf(steps)}, ${HeldByCreator.given(wanted)}`, expected)
    return db.query<Answer>(statement!.text, statement!.params).pipe(
      Effect.map(([answer]) => {
        const { given, holds, version } = answer!
        if (!holds) return null
        memory.wrote(changes, version)
        return HeldByCreator.outcomes(batch, outcomes, { due: changes.due, fanned, given })
      }),
      // A row that was assumed to be new exists, or another batch was in the way.
      Effect.catch((error) =>
        isLost(error) && !(patience !== null && isBlocked(error)) ? Effect.succeed(null) : Effect.fail(error)
      )
    )
  })
