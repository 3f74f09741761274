/**
 * Writes the changes of a batch in one statement.
 *
 * Rows that were read are updated. Rows that were absent must be inserted, every one of them: when another node has
 * inserted one meanwhile, the statement fails, and the transaction starts again and sees that row.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { eventTables, insertion, setting } from "../rows/eventTables.ts"
import type { Placed } from "../rows/rows.ts"
import {
  encoded,
  encodedEvents,
  encodedMessages,
  encodedSteps,
  inOrder,
  inOrderOfInserts,
  isContactNumber
} from "../rows/rows.ts"
import * as Usages from "../rows/usages.ts"
import type { Part } from "../statement/parts.ts"
import { Expected, is, orLost, skipping, withParts } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, isApart, isMessage } from "../statement/tables.ts"
import type { Changes } from "./changes.ts"
import { freeNumbers, holdAbsentRows, holdFree } from "./clearing.ts"
import * as HeldByCreator from "./heldByCreator.ts"
import type { Wanted } from "./heldByCreator.ts"
import { workParts } from "./workWriting.ts"

/** Sets the derived columns of a row. */
export const derivedSet = (x: string): string =>
  `list1 = ${x}.list1, scope1 = ${x}.scope1, at1 = ${instant(`${x}.at1`)},
   list2 = ${x}.list2, scope2 = ${x}.scope2, at2 = ${instant(`${x}.at2`)},
   uniques = ${x}.uniques, terms = ${x}.terms, search = ${x}.search`

/** Sets the derived columns of the content of a message, and those of its state. */
export const derivedContentSet = (x: string): string =>
  `at1 = ${instant(`${x}.at1`)}, account = ${x}.account, entire = ${x}.entire, conversation = ${x}.conversation,
   part1 = ${x}.part1, part2 = ${x}.part2, part3 = ${x}.part3, part4 = ${x}.part4, uniques = ${x}.uniques`

export const derivedStateSet = (x: string): string =>
  `at1 = ${instant(`${x}.at1`)}, moving = ${x}.moving, terms = ${x}.terms`

/** The version of all rows that a statement writes, of each of which it writes one state. */
const version = "(select version from sequence)"

/** Returns whether a row is updated without having been locked: the update itself looks whether it is as it was. */
export const isStepped = isApart

const stepsOf = ({ updates }: Changes): ReadonlyArray<Placed> => inOrder(updates.filter(isMessage))

/**
 * The parts that come before all others: the version of the rows, and the states of messages, which are locked by that, so
 * in the order of their keys.
 *
 * @param when what must hold for rows to be written; their version is above those that they had when it was found true
 */
export const stepParts = (t: Tables, changes: Changes, when = "true"): ReadonlyArray<Part> => {
  const { inserts, updates, upserts } = changes
  const all = stepsOf(changes)
  const steps = all.filter(({ isStep }) => isStep)
  const others = all.filter(({ isStep }) => !isStep)
  const asRead = `${is("s.key", "x.key")} and s.version = x.was returning 1 as stepped`
  return [
    {
      name: "sequence",
      rows: inserts.length + upserts.length + updates.length === 0 ? [] : null,
      text: () => `select case when ${when} then ${t.next} end as version`
    },
    ...eventTables.map((of): Part => {
      const rows = inOrder(updates.filter(({ kind }) => kind === of.kind))
      return {
        name: `stepped_${of.kind}`,
        rows: encodedEvents(of, rows),
        certain: rows.length,
        text: (p) =>
          `update ${of.table(t)} o set ${setting(of, version)} from ${p} as x
           where ${is("o.key", "x.key")} and o.version = x.was returning 1 as stepped`
      }
    }),
    {
      name: "stepped",
      rows: encodedSteps(steps),
      certain: steps.length,
      text: (p) =>
        `update ${t.message_state} s set version = ${version}, value = x.state, moving = x.moving, terms = x.terms
         from ${p} as x
         where ${asRead}`
    },
    {
      name: "replaced",
      rows: encodedMessages(others),
      certain: others.length,
      text: (p) =>
        `update ${t.message_state} s set version = ${version}, value = x.state, ${derivedStateSet("x")}
         from ${p} as x where ${asRead}`
    }
  ]
}

const rowParts = (t: Tables, changes: Changes): ReadonlyArray<Part> => {
  const insert = (p: string): string =>
    `insert into ${t.rows} as r (kind, key, version, value, list1, scope1, at1, list2, scope2, at2, uniques, terms, search)
     select kind, key, ${version}, value, list1, scope1, ${instant("at1")}, list2, scope2, ${instant("at2")},
       uniques, terms, search
     from ${p} as x`
  return [
    {
      name: "inserted",
      rows: encoded(inOrderOfInserts(changes.inserts.filter((row) => !isApart(row)))),
      isNew: true,
      text: (p) => `${insert(p)} ${skipping}`
    },
    {
      name: "upserted",
      rows: encoded(inOrder(changes.upserts.filter((row) => !isApart(row)))),
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
         from ${p} as x where ${is("r.kind", "x.kind")} and r.key = x.key`
    },
    {
      name: "deleted",
      rows: changes.deletes.filter((row) => row.kind !== "contact" && !isApart(row))
        .map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `delete from ${t.rows} r using json_to_recordset(${p}) as x(kind text, key text)
         where ${is("r.kind", "x.kind")} and r.key = x.key`
    }
  ]
}

const eventParts = (t: Tables, { deletes, inserts, upserts }: Changes): ReadonlyArray<Part> =>
  eventTables.flatMap((of): ReadonlyArray<Part> => {
    const own = ({ kind }: { readonly kind: string }): boolean => kind === of.kind
    return [
      {
        // Their ids are their own, as those of messages are.
        name: `made_${of.kind}`,
        rows: encodedEvents(of, inOrder(inserts.filter(own))),
        text: (p) => insertion(t, of, version, p)
      },
      {
        // Another node may have replaced the row after this statement took its number.
        name: `upserted_${of.kind}`,
        rows: encodedEvents(of, inOrder(upserts.filter(own))),
        text: (p) =>
          `${insertion(t, of, version, p)} on conflict (key) do update set ${
            setting(of, `case when o.version < excluded.version then excluded.version else ${t.next} end`, "excluded")
          }`
      },
      {
        name: `deleted_${of.kind}`,
        rows: deletes.filter(own).map(({ key }) => ({ key })),
        text: (p) =>
          `delete from ${of.table(t)} o using json_to_recordset(${p}) as x(key uuid) where ${is("o.key", "x.key")}`
      }
    ]
  })

const messageParts = (t: Tables, changes: Changes): ReadonlyArray<Part> => {
  const made = encodedMessages(inOrder(changes.inserts.filter(isMessage)))
  const withMade = made.length === 0 ? [] : null
  const deleted = changes.deletes.filter(isMessage).map(({ key }) => ({ key }))
  const gone = (name: string, table: string): Part => ({
    name,
    rows: deleted,
    text: (p) => `delete from ${table} m using json_to_recordset(${p}) as x(key uuid) where ${is("m.key", "x.key")}`
  })
  return [
    {
      name: "made",
      rows: made,
      text: (p) => `select * from ${p} as x`
    },
    {
      // The ids of messages are their own, so none is there already. If one were, the server could quote its id.
      name: "written",
      rows: withMade,
      text: () =>
        `insert into ${t.message_state} (key, at1, moving, terms, version, value)
         select key, ${instant("at1")}, moving, terms, ${version}, state from made`
    },
    {
      name: "written_contents",
      rows: withMade,
      text: () =>
        `insert into ${t.message}
           (key, at1, account, entire, conversation, part1, part2, part3, part4, uniques, value)
         select key, ${instant("at1")}, account, entire, conversation, part1, part2, part3, part4, uniques, content
         from made`
    },
    {
      name: "replaced_contents",
      rows: encodedMessages(stepsOf(changes).filter(({ isStep }) => !isStep)),
      text: (p) =>
        `update ${t.message} c set value = x.content, ${derivedContentSet("x")}
         from ${p} as x where ${is("c.key", "x.key")}`
    },
    gone("deleted_states", t.message_state),
    gone("deleted_messages", t.message)
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
       from json_to_recordset(${p}) as x(text text, kind text, key text) where ${is("u.text", "x.text")}`
  },
  {
    name: "released",
    rows: released.map((text) => ({ text })).filter(isOther),
    text: (p) =>
      `delete from ${t.other_key} u using json_to_recordset(${p}) as x(text text) where ${is("u.text", "x.text")}`
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
         where ${is("s.webhook", "x.webhook")}`
    }
  ]
}

const sumParts = (t: Tables, { sums, tallies, totals }: Changes, shard: string): ReadonlyArray<Part> => [
  {
    name: "totalled",
    rows: totals.toSorted((a, b) => `${a.list}/${a.scope}` < `${b.list}/${b.scope}` ? -1 : 1),
    text: (p) =>
      `insert into ${t.list_count} as c (list, scope, shard, amount)
       select list, scope, ${shard}, by from json_to_recordset(${p}) as x(list text, scope text, by int8)
       on conflict (list, scope, shard) do update set amount = c.amount + excluded.amount`
  },
  Usages.part(t, tallies, shard),
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
       where ${is("s.book", "x.book")} and s.name = x.name`
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

const replyParts = (t: Tables, { replies }: Changes): ReadonlyArray<Part> => [
  {
    name: "replied",
    rows: replies.map((reply) => ({ ...reply.claim, at: reply.at, reply: JSON.stringify(reply) })),
    text: (p) =>
      `update ${t.claim} c set reply = x.reply, at = ${instant("x.at")}
       from json_to_recordset(${p}) as x(account text, key text, at int8, reply text)
       where ${is("c.account", "x.account")} and c.key = x.key`
  }
]

/**
 * The parts that come after those of the steps.
 *
 * @param shard which of the counters of a list's total this process adds to, as an expression
 * @param wanted what is given to its holder; its part goes before these
 */
export const writeParts = (
  t: Tables,
  changes: Changes,
  shard: string,
  wanted: Wanted | null = null
): ReadonlyArray<Part> => [
  ...HeldByCreator.vacantPart(t, wanted),
  ...rowParts(t, changes),
  ...messageParts(t, changes),
  ...eventParts(t, changes),
  ...uniqueParts(t, changes),
  ...subscriptionParts(t, changes),
  ...sumParts(t, changes, shard),
  ...workParts(t, changes, wanted),
  ...replyParts(t, changes)
]

/** The version of the rows that these parts write, as the last column of their statement; null when they write none. */
export const versionOf = (parts: ReadonlyArray<Part>): string =>
  `${parts.some(({ name, rows }) => name === "sequence" && rows === null) ? version : "null"}::float8 as version`

/** Returns the version of the rows that it has written. */
export const write = (db: Database, changes: Changes, shard: string): Effect.Effect<number | null, SqlError> =>
  Effect.suspend(() => {
    const parts = [...stepParts(db.tables, changes), ...writeParts(db.tables, changes, shard)]
    const expected = new Expected()
    const statement = withParts(
      parts,
      () => `select ${orLost(parts, expected)} as whole, ${versionOf(parts)}`,
      expected
    )
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
