/**
 * Work that lapses when its message leaves the part that it is in now (`Due.lapsesWith`): hardly anything of it is left when
 * it is due. So what a batch schedules of it is one row for each lane, with the items as arrays, which nobody touches until
 * it ripens: then what has not lapsed becomes work like any other.
 */
import * as Uuid from "@signalbox/core/Uuid"
import type { Due, Lane } from "@signalbox/core/Work"
import type { Placed } from "../rows/rows.ts"
import { movingNumber } from "../rows/rows.ts"
import type { Part } from "../statement/parts.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, isDueNow, isMessage } from "../statement/tables.ts"
import type { Changes, Scheduled } from "./changes.ts"

/** Items of one kind and lane, whose messages move through one part. The first is due at `at`. */
interface LapsingSet {
  readonly lane: Lane
  readonly kind: string
  readonly moving: number
  at: number
  readonly messages: Array<string>
  readonly others: Array<string>
  /** How many milliseconds after the first each is due. */
  after: Array<number>
}

/** The longest time between the first and the last item of a set, in milliseconds. */
const longest = 60_000

/** Returns what stands behind its message in the key of such work, or null when the key is made of something else. */
const otherOf = ({ work: { key } }: Due, message: string): string | null => {
  const other = key.slice(message.length + 1)
  return key === `${message}/${other}` && Uuid.is(message) && Uuid.is(other) ? other : null
}

const add = (sets: Map<string, LapsingSet>, { at, lane, work: { kind } }: Due, moving: number) => {
  const text = `${lane}/${kind}/${moving}/${Math.floor(at / longest)}`
  const known = sets.get(text)
  const set = known ?? { lane, kind, moving, at, messages: [], others: [], after: [] }
  if (known === undefined) sets.set(text, set)
  if (at < set.at) {
    set.after = set.after.map((after) => after + set.at - at)
    set.at = at
  }
  return set
}

export interface Split {
  readonly sets: ReadonlyArray<LapsingSet>
  /** The places of the work that is in sets, within what the batch schedules. */
  readonly places: ReadonlySet<number>
}

/** Finds the scheduled work that goes into sets: where it lapses is known from the message that the batch puts. */
export const split = ({ due, inserts, updates }: Pick<Changes, "due" | "inserts" | "updates">): Split => {
  const sets = new Map<string, LapsingSet>()
  const places = new Set<number>()
  let messages: Map<string, Placed> | null = null
  for (const [place, { due: each, takesOver }] of due.entries()) {
    const { failures = 0, holder, lapsesWith } = each
    if (lapsesWith === undefined || takesOver !== null || holder !== undefined || failures > 0) continue
    messages ??= new Map([...inserts, ...updates].filter(isMessage).map((row) => [row.key, row]))
    const message = messages.get(lapsesWith)
    const moving = message === undefined ? null : movingNumber(message.row)
    const other = otherOf(each, lapsesWith)
    if (moving === null || other === null) continue
    const set = add(sets, each, moving)
    set.messages.push(lapsesWith)
    set.others.push(other)
    set.after.push(each.at - set.at)
    places.add(place)
  }
  return { sets: [...sets.values()], places }
}

/** Returns whether scheduled work may take over the row of work that ends: what goes into a set has none of its own. */
export const mayTakeOver = ({ lapsesWith }: Due): boolean => lapsesWith === undefined

export const part = (t: Tables, { sets }: Split): Part => ({
  name: "lapses",
  rows: sets,
  text: (p) =>
    `insert into ${t.lapsing} (due_at, seq, lane, kind, moving, messages, others, after)
     select ${instant("at")}, ${t.next}, lane, kind, moving, messages, others, after
     from json_to_recordset(${p}) as x(
       at int8, lane text, kind text, moving int8, messages uuid[], others uuid[], after int4[]
     )`
})

/** So many sets ripen at a time, and so long before they are due, so that who travels in time meets few of them. */
const most = 32
const ahead = "interval '1 hour'"

/**
 * Parts of a statement that make work of the sets that are due soon, where their messages have not left their part. It
 * sees that work when it is asked again.
 *
 * @param now an expression for the instant, and one that is true where it may
 */
export const ripening = (t: Tables, now: string, may: string): string =>
  `ripe as materialized (
     delete from ${t.lapsing} where ctid = any(array(
       select l.ctid from ${t.lapsing} l where l.due_at <= ${now} + ${ahead} and ${may}
       order by l.due_at limit ${most} for update of l skip locked
     )) returning *
   ), ${ripened(t)}`

/** Parts of a statement that make work of the sets in `ripe`, where their messages have not left their part. */
export const ripened = (t: Tables): string =>
  `ripened as (
     insert into ${t.work} (kind, key, lane, due_at, seq)
     select kind, message || '/' || other, lane, due_at + after * interval '1 millisecond', ${t.next} from (
       select r.kind, r.lane, r.due_at, m.* from ripe r
       cross join lateral unnest(r.messages, r.others, r.after) as m(message, other, after)
       cross join lateral (
         -- Not "moving =", which would let the index of parts compete with the key.
         select from ${t.message_state} s where ${
    is("s.key", "m.message")
  } and coalesce(s.moving, 0) = r.moving offset 0
       ) s
       order by r.due_at + m.after * interval '1 millisecond', r.seq
     ) x
     on conflict (kind, key) do nothing
     returning lane, due_at
   ), ripened_rung as (
     insert into ${t.lane_ready} (lane, at, turn, was_due)
     select lane, min(due_at), ${t.next}, ${isDueNow("min(due_at)")} from ripened group by lane
   )`

/** An expression for the instant at which the first set ripens at the latest. */
export const first = (t: Tables): string => `(select l.due_at from ${t.lapsing} l order by l.due_at limit 1)`

/** Returns the scheduled work that gets a row of its own, with its place. */
export const rowsOf = (due: ReadonlyArray<Scheduled>, { places }: Split): ReadonlyArray<readonly [number, Scheduled]> =>
  [...due.entries()].filter(([place]) => !places.has(place))
