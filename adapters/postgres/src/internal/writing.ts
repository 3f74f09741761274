/**
 * Writes the changes of a batch in one statement.
 *
 * Rows that were read are updated. Rows that were absent must be inserted, every one of them: when another node has
 * inserted one meanwhile, the statement fails, and the transaction starts again and sees that row.
 */
import type { Ref } from "@signalbox/core/Kind"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Changes } from "./changes.ts"
import type { Database } from "./database.ts"
import { lost } from "./failure.ts"
import * as HeldAtOnce from "./heldAtOnce.ts"
import type { Wanted } from "./heldAtOnce.ts"
import type { Part } from "./parts.ts"
import { orLost, skipping, withParts } from "./parts.ts"
import { encoded, inOrder, inOrderOfInserts, isContactNumber } from "./rows.ts"
import type { Tables } from "./tables.ts"
import { instant, ringing } from "./tables.ts"

export const columnTypes = `kind text, key text, value text, list1 text, scope1 text, at1 int8, list2 text, scope2 text,
  at2 int8, uniques text[], terms text[], search text`

/** Sets the derived columns of a row. */
export const derivedSet = (x: string): string =>
  `list1 = ${x}.list1, scope1 = ${x}.scope1, at1 = ${instant(`${x}.at1`)},
   list2 = ${x}.list2, scope2 = ${x}.scope2, at2 = ${instant(`${x}.at2`)},
   uniques = ${x}.uniques, terms = ${x}.terms, search = ${x}.search`

/** The version of all rows that a statement writes, of each of which it writes one state. */
const version = "(select version from tick)"

/** Returns whether a row is updated without having been locked: the update itself looks whether it is as it was. */
export const isStepped = ({ kind }: Ref): boolean => kind === "message"

/**
 * The parts that come before all others: the version of the rows, and the steps of messages, which are locked by that, so
 * in the order of their keys.
 *
 * @param when what must hold for rows to be written; their version is above those that they had when it was found true
 */
export const stepParts = (t: Tables, { inserts, updates, upserts }: Changes, when = "true"): ReadonlyArray<Part> => {
  const steps = inOrder(updates.filter(isStepped))
  return [
    {
      name: "tick",
      rows: inserts.length + upserts.length + updates.length === 0 ? [] : null,
      text: () => `select case when ${when} then ${t.next} end as version`
    },
    {
      name: "stepped",
      rows: encoded(steps),
      certain: steps.length,
      text: (p) =>
        `update ${t.rows} r set version = ${version}, value = x.value, ${derivedSet("x")}
         from json_to_recordset(${p}) as x(${columnTypes}, was int8)
         where r.kind = 'message' and r.key = x.key and r.version = x.was returning 1 as stepped`
    }
  ]
}

const rowParts = (t: Tables, changes: Changes): ReadonlyArray<Part> => {
  const insert = (p: string): string =>
    `insert into ${t.rows} as r (kind, key, version, value, list1, scope1, at1, list2, scope2, at2, uniques, terms, search)
     select kind, key, ${version}, value, list1, scope1, ${instant("at1")}, list2, scope2, ${instant("at2")},
       uniques, terms, search
     from json_to_recordset(${p}) as x(${columnTypes})`
  return [
    {
      // The ids of messages are their own, so none is there already. If one were, the server could quote its id.
      name: "written",
      rows: encoded(inOrder(changes.inserts.filter(({ kind }) => kind === "message"))),
      text: insert
    },
    {
      name: "inserted",
      rows: encoded(inOrderOfInserts(changes.inserts.filter(({ kind }) => kind !== "message"))),
      isNew: true,
      text: (p) => `${insert(p)} ${skipping}`
    },
    {
      name: "upserted",
      rows: encoded(inOrder(changes.upserts)),
      // Another node may have replaced the row after this statement took its number.
      text: (p) =>
        `${insert(p)} on conflict (kind, key) do update set
           version = case when r.version < excluded.version then excluded.version else ${t.next} end,
           value = excluded.value,
           list1 = excluded.list1, scope1 = excluded.scope1, at1 = excluded.at1,
           list2 = excluded.list2, scope2 = excluded.scope2, at2 = excluded.at2,
           uniques = excluded.uniques, terms = excluded.terms, search = excluded.search`
    },
    {
      name: "updated",
      rows: encoded(changes.updates.filter((row) => !isStepped(row))),
      text: (p) =>
        `update ${t.rows} r set version = ${version}, value = x.value, ${derivedSet("x")}
         from json_to_recordset(${p}) as x(${columnTypes}) where r.kind = x.kind and r.key = x.key`
    },
    {
      name: "deleted",
      rows: changes.deletes.filter(({ kind }) => kind !== "contact").map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `delete from ${t.rows} r using json_to_recordset(${p}) as x(kind text, key text)
         where r.kind = x.kind and r.key = x.key`
    }
  ]
}

const isOther = ({ text }: { readonly text: string }): boolean => !isContactNumber(text)

const uniqueParts = (t: Tables, { passed, released, taken }: Changes): ReadonlyArray<Part> => [
  {
    name: "taken",
    rows: taken.filter(isOther),
    isNew: true,
    text: (p) =>
      `insert into ${t.other_key} (text, kind, key)
       select text, kind, key from json_to_recordset(${p}) as x(text text, kind text, key text) ${skipping}`
  },
  {
    name: "passed",
    rows: passed.filter(isOther),
    text: (p) =>
      `update ${t.other_key} u set kind = x.kind, key = x.key
       from json_to_recordset(${p}) as x(text text, kind text, key text) where u.text = x.text`
  },
  {
    name: "released",
    rows: released.map((text) => ({ text })).filter(isOther),
    text: (p) => `delete from ${t.other_key} u using json_to_recordset(${p}) as x(text text) where u.text = x.text`
  }
]

const subscriptionParts = (t: Tables, changes: Changes): ReadonlyArray<Part> => {
  const webhooks = [...changes.inserts, ...changes.updates].flatMap(({ row }) =>
    row.kind === "webhook" ? [row.value] : []
  )
  return [
    {
      name: "subscribed",
      rows: webhooks.map(({ account, id, parent, subscribes }) => ({
        webhook: id,
        account,
        events: subscribes,
        ...(parent === undefined ? {} : { parent })
      })),
      text: (p) =>
        `insert into ${t.subscription} (webhook, account, parent, events)
         select webhook, account, parent, events
         from json_to_recordset(${p}) as x(webhook text, account text, parent text, events text[])
         on conflict (webhook) do update set account = excluded.account, events = excluded.events`
    },
    {
      name: "unsubscribed",
      rows: changes.deletes.filter(({ kind }) => kind === "webhook").map(({ key }) => ({ webhook: key })),
      text: (p) =>
        `delete from ${t.subscription} s using json_to_recordset(${p}) as x(webhook text)
         where s.webhook = x.webhook`
    }
  ]
}

const sumParts = (t: Tables, { sums, totals }: Changes, shard: number): ReadonlyArray<Part> => [
  {
    name: "totalled",
    rows: totals.toSorted((a, b) => `${a.list}/${a.scope}` < `${b.list}/${b.scope}` ? -1 : 1),
    text: (p) =>
      `insert into ${t.list_count} as c (list, scope, shard, amount)
       select list, scope, ${shard}, by from json_to_recordset(${p}) as x(list text, scope text, by int8)
       on conflict (list, scope, shard) do update set amount = c.amount + excluded.amount`
  },
  {
    name: "opened",
    rows: sums.changed(true),
    isNew: true,
    text: (p) =>
      `insert into ${t.sum} (book, name, amount)
       select book, name, -taken from json_to_recordset(${p}) as x(book text, name text, taken int8) ${skipping}`
  },
  {
    name: "summed",
    rows: sums.changed(false),
    text: (p) =>
      `update ${t.sum} s set amount = s.amount - x.taken
       from json_to_recordset(${p}) as x(book text, name text, taken int8)
       where s.book = x.book and s.name = x.name`
  },
  {
    name: "entered",
    rows: sums.entries,
    isNew: true,
    text: (p) =>
      `insert into ${t.sum_entry} (book, name, once, amount)
       select book, name, once, amount
       from json_to_recordset(${p}) as x(book text, name text, once text, amount int8) ${skipping}`
  }
]

/** Work of a lane whose pause ends earlier than before, or at once, may be due earlier than its bells say. */
const pauseParts = (t: Tables, pauses: Changes["pauses"]): ReadonlyArray<Part> => [
  {
    name: "paused",
    rows: pauses.filter(({ until }) => until !== null),
    text: (p) =>
      `insert into ${t.pause} as c (lane, until)
       select lane, ${instant("until")} from json_to_recordset(${p}) as x(lane text, until int8)
       on conflict (lane) do update set until = excluded.until`
  },
  {
    name: "resumed",
    rows: pauses.filter(({ until }) => until === null),
    text: (p) => `delete from ${t.pause} c using json_to_recordset(${p}) as x(lane text) where c.lane = x.lane`
  },
  {
    name: "pause_rung",
    rows: pauses,
    text: (p) =>
      `insert into ${t.bell} (lane, at, turn, rung)
       select x.lane, greatest(f.due_at, ${instant("x.until")}), ${t.next},
         ${ringing(`greatest(f.due_at, ${instant("x.until")})`)}
       from json_to_recordset(${p}) as x(lane text, until int8) cross join lateral (
         select w.due_at from ${t.work} w where w.lane = x.lane and w.epoch is null order by w.due_at, w.seq limit 1
       ) f`
  }
]

const workParts = (
  t: Tables,
  { due, ended, freed, pauses, replies }: Changes,
  wanted: Wanted | null
): ReadonlyArray<Part> => {
  const first = new Map<string, number>()
  const takenOver = due.filter(({ takesOver }) => takesOver !== null).length
  const completed = ended.filter(({ token }) => token !== null)
  for (const [place, { due: { at, lane } }] of due.entries()) {
    if (wanted?.places.has(place) !== true) first.set(lane, Math.min(at, first.get(lane) ?? Infinity))
  }
  return [
    {
      name: "completed",
      rows: completed,
      certain: completed.length,
      text: (p) =>
        `delete from ${t.work} w using json_to_recordset(${p}) as x(kind text, key text, token int8)
         where w.kind = x.kind and w.key = x.key and w.token = x.token returning 1 as completed`
    },
    {
      name: "cancelled",
      rows: ended.filter(({ token }) => token === null).map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `delete from ${t.work} w using json_to_recordset(${p}) as x(kind text, key text)
         where w.kind = x.kind and w.key = x.key`
    },
    {
      name: "lined_up",
      rows: due.map(({ due: { at, failures = 0, lane, work }, takesOver }, n) => ({
        kind: work.kind,
        key: work.key,
        lane,
        at,
        n,
        failures,
        ...(takesOver === null
          ? {}
          : { old_kind: takesOver.kind, old_key: takesOver.key, old_token: takesOver.token }),
        ...(wanted?.places.has(n) === true ? { wanted: true } : {})
      })),
      text: (p) =>
        `select *, case when epoch is not null then seq end as token from (
           select n, kind, key, lane, ${instant("at")} as due_at, ${t.next} as seq, failures, old_kind, old_key,
             old_token, wanted, ${HeldAtOnce.epochOf(wanted)} as epoch
           from (
             select * from json_to_recordset(${p}) as x(
               kind text, key text, lane text, at int8, n int4, failures int4, old_kind text, old_key text,
               old_token int8, wanted bool
             )
             order by n
           ) x
         ) x`
    },
    {
      name: "taken_over",
      rows: takenOver === 0 ? [] : null,
      certain: takenOver,
      text: () =>
        `update ${t.work} w set kind = d.kind, key = d.key, lane = d.lane, due_at = d.due_at, seq = d.seq,
           failures = d.failures, epoch = d.epoch, token = d.token
         from lined_up d where w.kind = d.old_kind and w.key = d.old_key and w.token = d.old_token
           and not exists (select from ${t.work} o where o.kind = d.kind and o.key = d.key)
         returning 1 as inserted`
    },
    {
      name: "due",
      rows: takenOver === due.length ? [] : null,
      text: () =>
        `insert into ${t.work} (kind, key, lane, due_at, seq, failures, epoch, token)
         select kind, key, lane, due_at, seq, failures, epoch, token from lined_up where old_kind is null
         on conflict (kind, key) do update set lane = excluded.lane, due_at = excluded.due_at, seq = excluded.seq,
           failures = excluded.failures, epoch = excluded.epoch, token = excluded.token`
    },
    {
      name: "left_rung",
      rows: wanted === null ? [] : null,
      text: () =>
        `insert into ${t.bell} (lane, at, turn, rung)
         select lane, min(due_at), ${t.next}, ${ringing("min(due_at)")} from lined_up
         where wanted and epoch is null group by lane`
    },
    {
      name: "freed",
      rows: freed.map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `update ${t.work} w set epoch = null, token = null from json_to_recordset(${p}) as x(kind text, key text)
         where w.kind = x.kind and w.key = x.key returning w.lane, w.due_at`
    },
    {
      name: "freed_rung",
      rows: freed.length === 0 ? [] : null,
      text: () =>
        `insert into ${t.bell} (lane, at, turn, rung)
         select lane, min(due_at), ${t.next}, ${ringing("min(due_at)")} from freed group by lane`
    },
    ...pauseParts(t, pauses),
    {
      name: "rung",
      rows: [...first].map(([lane, at]) => ({ lane, at })),
      text: (p) =>
        `insert into ${t.bell} (lane, at, turn, rung)
         select lane, ${instant("at")}, ${t.next}, ${
          ringing(instant("at"))
        } from json_to_recordset(${p}) as x(lane text, at int8)`
    },
    {
      name: "replied",
      rows: replies.map((reply) => ({ ...reply.claim, at: reply.at, reply: JSON.stringify(reply) })),
      text: (p) =>
        `update ${t.claim} c set reply = x.reply, at = ${instant("x.at")}
         from json_to_recordset(${p}) as x(account text, key text, at int8, reply text)
         where c.account = x.account and c.key = x.key`
    }
  ]
}

/** Fails, as if by a unique violation, unless all rows were inserted. */
const allNew = (inserted: Effect.Effect<ReadonlyArray<unknown>, SqlError>, count: number) =>
  Effect.flatMap(inserted, ({ length }) => length === count ? Effect.void : Effect.fail(lost()))

/**
 * Locks the keys that a commit found absent and does not write, until the batch is committed: a concurrent insert of
 * one waits, and when another node has just inserted one, this batch starts again. The keys that are inserted anyway
 * are locked with them in one order, so that two batches that each expect the absence of what the other inserts do not
 * deadlock.
 */
const holdAbsentRows = ({ query, tables }: Database, { absent, inserts }: Changes): Effect.Effect<void, SqlError> => {
  if (absent.length === 0) return Effect.void
  const rows = [...absent, ...inserts].map(({ key, kind }) => ({ kind, key }))
  const params = [JSON.stringify(rows)]
  return Effect.andThen(
    allNew(
      query(
        `insert into ${tables.rows} (kind, key, version, value)
         select kind, key, 0, '' from json_to_recordset($1::json) as x(kind text, key text)
         order by kind collate "C", key collate "C" ${skipping}`,
        params
      ),
      rows.length
    ),
    Effect.asVoid(query(
      `delete from ${tables.rows} r using json_to_recordset($1::json) as x(kind text, key text)
       where r.kind = x.kind and r.key = x.key`,
      params
    ))
  )
}

/** The placeholders of keys in a table: how they are inserted, and how they are taken away again. */
interface Placeholders {
  readonly isOf: (key: { readonly text: string }) => boolean
  readonly insert: string
  readonly remove: string
}

const placeholders = (t: Tables): ReadonlyArray<Placeholders> => [
  {
    isOf: isOther,
    insert: `insert into ${t.other_key} (text, kind, key)
       select text, '', '' from json_to_recordset($1::json) as x(text text) order by text collate "C" ${skipping}`,
    remove: `delete from ${t.other_key} u using json_to_recordset($1::json) as x(text text) where u.text = x.text`
  },
  {
    isOf: ({ text }) => isContactNumber(text),
    insert: `insert into ${t.rows} (kind, key, version, value, uniques)
       select 'contact', text, 0, '', array[text] from json_to_recordset($1::json) as x(text text)
       order by text collate "C" ${skipping}`,
    remove: `delete from ${t.rows} r using json_to_recordset($1::json) as x(text text)
       where r.kind = 'contact' and r.key = x.text`
  }
]

/** Does the same for unique keys that a commit found free and does not take. */
const holdFree = ({ query, tables }: Database, { free, taken }: Changes): Effect.Effect<void, SqlError> =>
  Effect.forEach(placeholders(tables), ({ insert, isOf, remove }) => {
    const found = free.map((text) => ({ text })).filter(isOf)
    if (found.length === 0) return Effect.void
    const rows = [...found, ...taken.filter(isOf).map(({ text }) => ({ text }))]
    const params = [JSON.stringify(rows)]
    return Effect.andThen(allNew(query(insert, params), rows.length), query(remove, params))
  }, { discard: true })

/**
 * Deletes the contacts that go, and those that get another number, before anything is inserted: a number may pass from
 * one contact to another in one commit.
 */
const freeNumbers = ({ query, tables }: Database, { deletes }: Changes): Effect.Effect<void, SqlError> => {
  const contacts = deletes.filter(({ kind }) => kind === "contact").map(({ key, kind }) => ({ kind, key }))
  if (contacts.length === 0) return Effect.void
  return Effect.asVoid(query(
    `delete from ${tables.rows} r using json_to_recordset($1::json) as x(kind text, key text)
     where r.kind = x.kind and r.key = x.key`,
    [JSON.stringify(contacts)]
  ))
}

/**
 * The parts that come after those of the steps.
 *
 * @param shard which of the counters of a list's total this process adds to
 * @param wanted what is given to its holder; its part goes before these
 */
export const writeParts = (
  t: Tables,
  changes: Changes,
  shard: number,
  wanted: Wanted | null = null
): ReadonlyArray<Part> => [
  ...HeldAtOnce.vacantPart(t, wanted),
  ...rowParts(t, changes),
  ...uniqueParts(t, changes),
  ...subscriptionParts(t, changes),
  ...sumParts(t, changes, shard),
  ...workParts(t, changes, wanted)
]

/** The version of the rows that these parts write, as the last column of their statement; null when they write none. */
export const versionOf = (parts: ReadonlyArray<Part>): string =>
  `${parts.some(({ name, rows }) => name === "tick" && rows === null) ? version : "null"}::float8 as version`

/** Returns the version of the rows that it has written. */
export const write = (db: Database, changes: Changes, shard: number): Effect.Effect<number | null, SqlError> =>
  Effect.suspend(() => {
    const parts = [...stepParts(db.tables, changes), ...writeParts(db.tables, changes, shard)]
    const statement = withParts(parts, () => `select ${orLost(parts)} as is_whole, ${versionOf(parts)}`)
    return Effect.andThen(
      Effect.all([freeNumbers(db, changes), holdAbsentRows(db, changes), holdFree(db, changes)], { discard: true }),
      statement === null
        ? Effect.succeed(null)
        : Effect.map(
          db.query<{ readonly version: number | null }>(statement.text, statement.params),
          ([row]) => row!.version
        )
    )
  })
