/**
 * Reading without locks: rows, balances and counters as one moment saw them.
 */
import type { Facts, Known } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Ref } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import type { Needs } from "@signalbox/core/Needs"
import type { RefMap } from "@signalbox/core/RefMap"
import { fromEntries } from "@signalbox/core/RefMap"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { Columns, plain, texts } from "../statement/columns.ts"
import type { Part } from "../statement/parts.ts"
import { is, withParts } from "../statement/parts.ts"
import type { Book } from "../statement/tables.ts"
import { isApart, isMessage } from "../statement/tables.ts"
import { eventTables } from "./eventTables.ts"
import type { Remembered, RowCache } from "./rowCache.ts"
import { byContactNumber, byKey, contentOf, decodeRow, isContactNumber } from "./rows.ts"

/** A row or a sum that is not as the load has said that it knows it. */
interface Found {
  /** A kind of row, or the book of a sum. Null for a unique key that no row has any more. */
  readonly of: string | null
  readonly key: string | null
  /** Null for a row that is not there any more. */
  readonly amount: number | null
  /** Null for a sum, too. */
  readonly value: string | null
  /** Null but for a row in a table of its own. */
  readonly state: string | null
  /** The unique key that the row was found by, if it was. */
  readonly via: string | null
}

const absent: Known = { version: 0, row: null }

/** The needs of a load, with what this process remembers of them. */
interface Asked {
  readonly needs: Needs
  readonly rows: RefMap<Remembered | undefined>
  readonly owners: ReadonlyMap<string, Remembered | undefined>
}

const ask = (needs: Needs, memory: RowCache): Asked => ({
  needs,
  rows: fromEntries(needs.rows.map((ref) => [ref, memory.get(ref)])),
  owners: new Map(needs.uniques.map((unique) => {
    const text = uniqueText(unique)
    return [text, memory.owner(text)]
  }))
})

const facts = ({ needs, ...asked }: Asked, found: ReadonlyArray<Found>, memory: RowCache): Facts => {
  const rows = needs.rows.map((ref): [Ref, Known] => [ref, asked.rows.get(ref)?.known ?? absent])
  const owners = new Map<string, Ref | null>()
  const sums: Record<Book, Map<string, number>> = { balance: new Map(), counter: new Map() }
  const changed = new Set(found.map(({ via }) => via))
  for (const [text, remembered] of asked.owners) {
    const isAsRemembered = remembered !== undefined && !changed.has(text)
    owners.set(text, isAsRemembered ? { kind: remembered.ref.kind, key: remembered.ref.key } : null)
    if (isAsRemembered) rows.push([remembered.ref, remembered.known])
  }
  for (const { amount, key, of, state, value, via } of found) {
    if (of === null || key === null || amount === null) {
      if (of !== null && key !== null) {
        rows.push([{ kind: of, key }, absent])
        memory.forget({ kind: of, key })
      }
    } else if (value === null) sums[of as Book].set(key, amount)
    else {
      const row = decodeRow(of, key, value, state)
      const size = state === null
        ? { length: value.length, content: 0 }
        : { length: state.length + value.length, content: value.length }
      rows.push([{ kind: of, key }, memory.read(row, amount, size)])
      if (via !== null) owners.set(via, { kind: of, key })
    }
  }
  return {
    ...empty,
    rows: fromEntries(rows),
    owners,
    balances: new Map(
      needs.balances.map((account: AccountId) => [account, money(sums.balance.get(account) ?? 0)])
    ),
    // A counter is kept as a negative sum.
    counters: new Map(needs.counters.map((counter) => [counter, 0 - (sums.counter.get(counter) ?? 0)]))
  }
}

/** The rows with unique keys that are not as remembered. */
const found = (
  name: string,
  { needs, owners }: Asked,
  isOf: (text: string) => boolean,
  owner: string
): Part => {
  const asked = needs.uniques.map(uniqueText).filter(isOf)
  const remembered = asked.map((text) => owners.get(text))
  return {
    name,
    rows: new Columns(asked.length, () => ({
      text: texts(asked),
      kind: texts(remembered.map((each) => each?.ref.kind)),
      key: texts(remembered.map((each) => each?.ref.key)),
      version: plain("int8", remembered.map((each) => each?.known.version))
    })),
    text: (p) =>
      `select r.kind as of, r.key, r.version::float8 as amount, r.value, r.state, x.text as via
       from ${p} as x left join lateral (${owner}) r on true
       where (r.kind, r.key, r.version) is distinct from (x.kind, x.key, x.version)`
  }
}

/** Rows of other kinds than messages, with the versions at which they are remembered. */
const others = (refs: ReadonlyArray<Ref>, { rows }: Asked): Columns =>
  new Columns(refs.length, () => ({
    kind: texts(refs.map(({ kind }) => kind)),
    key: texts(refs.map(({ key }) => key)),
    version: plain("int8", refs.map((ref) => rows.get(ref)?.known.version))
  }))

const messages = (refs: ReadonlyArray<Ref>, { rows }: Asked): Columns =>
  new Columns(refs.length, () => ({
    key: plain("uuid", refs.map(({ key }) => key)),
    version: plain("int8", refs.map((ref) => rows.get(ref)?.known.version))
  }))

export const load = (
  { query, tables: t }: Database,
  needs: Needs,
  memory: RowCache
): Effect.Effect<Facts, SqlError> => {
  const asked = ask(needs, memory)
  const statement = withParts(
    [
      {
        name: "rows",
        rows: others(needs.rows.filter((ref) => !isApart(ref)), asked),
        // A row that is as remembered is left out.
        text: (p) =>
          `select x.kind as of, x.key, r.version::float8 as amount, r.value, null::text as state,
             null::text as via
           from ${p} as x
             left join ${t.rows} r on ${is("r.kind", "x.kind")} and r.key = x.key
           where r.version is distinct from x.version`
      },
      {
        name: "messages",
        // No message has any other key.
        rows: messages(needs.rows.filter((ref) => isMessage(ref) && Uuid.is(ref.key)), asked),
        text: (p) =>
          `select 'message' as of, x.key::text, s.version::float8 as amount, ${contentOf} as value, s.value as state,
             null::text as via
           from ${p} as x
             left join ${t.message_state} s on ${is("s.key", "x.key")}
             left join ${t.message} c on ${is("c.key", "s.key")}
           where s.version is distinct from x.version`
      },
      ...eventTables.map((of): Part => ({
        name: `${of.kind}_rows`,
        rows: needs.rows.filter((ref) => ref.kind === of.kind && Uuid.is(ref.key)).map((ref) => ({
          key: ref.key,
          version: asked.rows.get(ref)?.known.version
        })),
        text: (p) =>
          `select '${of.kind}' as of, x.key::text, o.version::float8 as amount, ${of.content} as value,
             o.value as state, null::text as via
           from json_to_recordset(${p}) as x(key uuid, version int8)
             left join ${of.table(t)} o on ${is("o.key", "x.key")}
           where o.version is distinct from x.version`
      })),
      found(
        "found",
        asked,
        (text) => !isContactNumber(text),
        // Every statement locks the table of rows first, so that a concurrent change of the schema waits for it.
        `select r.kind, r.key, r.version, r.value, null::text as state
         from ${t.rows} r join ${t.other_key} u using (kind, key) where u.text = x.text
         union all
         select u.kind, u.key, m.version, m.value, m.state from (
           select u.kind, u.key from ${t.other_key} u where u.text = x.text and u.kind = 'message' offset 0
         ) u cross join lateral (${byKey(t, "u.key::uuid")}) m`
      ),
      found(
        "contacts",
        asked,
        isContactNumber,
        byContactNumber(t, "x.text")
      ),
      {
        name: "sums",
        rows: [
          ...needs.balances.map((name) => ({ book: "balance" satisfies Book, name })),
          ...needs.counters.map((name) => ({ book: "counter" satisfies Book, name }))
        ],
        text: (p) =>
          `select s.book as of, s.name as key, s.amount::float8 as amount, null::text as value,
             null::text as state, null::text as via
           from json_to_recordset(${p}) as x(book text, name text) join ${t.sum} s on ${
            is("s.book", "x.book")
          } and s.name = x.name`
      }
    ],
    (names) => names.map((name) => `select * from ${name}`).join(" union all ")
  )
  if (statement === null) return Effect.succeed(facts(asked, [], memory))
  return Effect.map(query<Found>(statement.text, statement.params), (found) => facts(asked, found, memory))
}
