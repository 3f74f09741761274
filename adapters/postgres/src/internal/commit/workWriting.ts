/**
 * Writes what a batch does to work: work that ends, is scheduled or is let go, lanes that pause, and the entries of
 * `lane_ready` that tell claims of it.
 */
import { Columns, plain, texts } from "../statement/columns.ts"
import type { Part } from "../statement/parts.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, isApart, isDueNow } from "../statement/tables.ts"
import type { Changes, Ended, Scheduled } from "./changes.ts"
import * as HeldByCreator from "./heldByCreator.ts"
import type { Wanted } from "./heldByCreator.ts"
import * as Lapsing from "./lapsing.ts"

/**
 * Work of a lane whose pause ends earlier than before, or immediately, may be due earlier than the lane's entries of
 * `lane_ready` say.
 */
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
    text: (p) =>
      `delete from ${t.pause} c using json_to_recordset(${p}) as x(lane text) where ${is("c.lane", "x.lane")}`
  },
  {
    name: "pause_rung",
    rows: pauses,
    text: (p) =>
      `insert into ${t.lane_ready} (lane, at, turn, was_due)
       select x.lane, greatest(f.due_at, ${instant("x.until")}), ${t.next},
         ${isDueNow(`greatest(f.due_at, ${instant("x.until")})`)}
       from json_to_recordset(${p}) as x(lane text, until int8) cross join lateral (
         select w.due_at from ${t.work} w where w.lane = x.lane and w.epoch is null order by w.due_at, w.seq limit 1
       ) f`
  }
]

/** Leases as columns. */
export const fenced = (works: ReadonlyArray<Ended>): Columns =>
  new Columns(works.length, () => ({
    kind: texts(works.map(({ kind }) => kind)),
    key: texts(works.map(({ key }) => key)),
    token: plain("int8", works.map(({ token }) => token))
  }))

/** Scheduled work with its place within what the batch schedules. */
const scheduled = (due: ReadonlyArray<readonly [number, Scheduled]>, wanted: Wanted | null): Columns =>
  new Columns(due.length, () => ({
    kind: texts(due.map(([, each]) => each.due.work.kind)),
    key: texts(due.map(([, each]) => each.due.work.key)),
    lane: texts(due.map(([, each]) => each.due.lane)),
    at: plain("int8", due.map(([, each]) => each.due.at)),
    n: plain("int8", due.map(([n]) => n)),
    failures: plain("int8", due.map(([, each]) => each.due.failures ?? 0)),
    old_kind: texts(due.map(([, { takesOver }]) => takesOver?.kind)),
    old_key: texts(due.map(([, { takesOver }]) => takesOver?.key)),
    old_token: plain("int8", due.map(([, { takesOver }]) => takesOver?.token)),
    wanted: plain("bool", due.map(([n]) => wanted?.places.has(n) === true ? true : null))
  }))

/** The server logs one record more of each row that may be there already. */
const replacing = `
  on conflict (kind, key) do update set lane = excluded.lane, due_at = excluded.due_at, seq = excluded.seq,
    failures = excluded.failures, epoch = excluded.epoch, token = excluded.token`

const uuidLength = 36

/**
 * Returns whether all of this is work about messages and deliveries that the same batch makes. Their ids are their own, and
 * the keys of such work begin with them, so that none of it is there already.
 */
const isOfNewRows = (due: ReadonlyArray<readonly [number, Scheduled]>, { inserts }: Changes): boolean => {
  const own = due.filter(([, { takesOver }]) => takesOver === null)
  if (own.length > inserts.length) return false
  const made = new Set(inserts.filter(isApart).map(({ key }) => key))
  return own.every(([, { due: { work } }]) => made.has(work.key.slice(0, uuidLength)))
}

/** Returns the parts that end, schedule and free work, and add the entries of its lanes to `lane_ready`. */
export const workParts = (
  t: Tables,
  changes: Changes,
  wanted: Wanted | null
): ReadonlyArray<Part> => {
  const { ended, freed, pauses } = changes
  const first = new Map<string, number>()
  const lapsing = Lapsing.split(changes)
  const due = Lapsing.rowsOf(changes.due, lapsing)
  const isNew = isOfNewRows(due, changes)
  const takenOver = due.filter(([, { takesOver }]) => takesOver !== null).length
  const completed = ended.filter(({ token }) => token !== null)
  for (const [place, { due: { at, lane } }] of due) {
    if (wanted?.places.has(place) !== true) first.set(lane, Math.min(at, first.get(lane) ?? Infinity))
  }
  return [
    {
      name: "completed",
      rows: fenced(completed),
      certain: completed.length,
      text: (p) =>
        `delete from ${t.work} w using ${p} as x
         where ${is("w.kind", "x.kind")} and w.key = x.key and w.token = x.token returning 1 as completed`
    },
    {
      name: "cancelled",
      rows: ended.filter(({ token }) => token === null).map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `delete from ${t.work} w using json_to_recordset(${p}) as x(kind text, key text)
         where ${is("w.kind", "x.kind")} and w.key = x.key`
    },
    {
      name: "scheduled",
      rows: scheduled(due, wanted),
      text: (p) =>
        `select *, case when epoch is not null then seq end as token from (
           select n, kind, key, lane, ${instant("at")} as due_at, ${HeldByCreator.epochOf(wanted)} as epoch,
             ${t.next} as seq, failures, old_kind, old_key, old_token, wanted
           from (select * from ${p} as y order by n) x
         ) x`
    },
    {
      name: "taken_over",
      rows: takenOver === 0 ? [] : null,
      certain: takenOver,
      text: () =>
        `update ${t.work} w set kind = d.kind, key = d.key, lane = d.lane, due_at = d.due_at, seq = d.seq,
           failures = d.failures, epoch = d.epoch, token = d.token
         from scheduled d where ${is("w.kind", "d.old_kind")} and w.key = d.old_key and w.token = d.old_token
           and not exists (select from ${t.work} o where ${is("o.kind", "d.kind")} and o.key = d.key)
         returning 1 as inserted`
    },
    {
      name: "due",
      rows: takenOver === due.length ? [] : null,
      text: () =>
        `insert into ${t.work} (kind, key, lane, due_at, seq, failures, epoch, token)
         select kind, key, lane, due_at, seq, failures, epoch, token from scheduled where old_kind is null${
          isNew ? "" : replacing
        }`
    },
    Lapsing.part(t, lapsing),
    {
      name: "left_rung",
      rows: wanted === null ? [] : null,
      text: () =>
        `insert into ${t.lane_ready} (lane, at, turn, was_due)
         select lane, min(due_at), ${t.next}, ${isDueNow("min(due_at)")} from scheduled
         where wanted and epoch is null group by lane`
    },
    {
      name: "freed",
      rows: freed.map(({ key, kind }) => ({ kind, key })),
      text: (p) =>
        `update ${t.work} w set epoch = null, token = null from json_to_recordset(${p}) as x(kind text, key text)
         where ${is("w.kind", "x.kind")} and w.key = x.key returning w.lane, w.due_at`
    },
    {
      name: "freed_rung",
      rows: freed.length === 0 ? [] : null,
      text: () =>
        `insert into ${t.lane_ready} (lane, at, turn, was_due)
         select lane, min(due_at), ${t.next}, ${isDueNow("min(due_at)")} from freed group by lane`
    },
    ...pauseParts(t, pauses),
    {
      name: "was_due",
      rows: [...first].map(([lane, at]) => ({ lane, at })),
      text: (p) =>
        `insert into ${t.lane_ready} (lane, at, turn, was_due)
         select lane, ${instant("at")}, ${t.next}, ${
          isDueNow(instant("at"))
        } from json_to_recordset(${p}) as x(lane text, at int8)`
    }
  ]
}
