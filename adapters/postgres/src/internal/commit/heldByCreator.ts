/**
 * Work that its node holds from the beginning on. The statement that commits it looks, lane by lane, whether a claim could
 * bring it now: the node lives, the lane is not paused, nothing in it waits in front, and no other node holds anything of a
 * lane that is not shared, which is locked to the end of the transaction. The row of the node is locked first, so that
 * whoever buries it waits for the commit and then frees what it gave.
 *
 * The token of such a lease is the work's place in line, which no claim gives: so a claim whose answer was lost and a commit
 * whose answer was lost are told apart.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Outcome } from "@signalbox/core/Outcome"
import { applied } from "@signalbox/core/Outcome"
import type { Due, Lane, Lease, LeaseToken } from "@signalbox/core/Work"
import { pauseOf } from "../queue/pauses.ts"
import type { Part } from "../statement/parts.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant } from "../statement/tables.ts"
import type { Changes, Scheduled } from "./changes.ts"

/** The work that a batch asks to be given to a node, by its place in the batch's scheduled work. */
export interface Wanted {
  readonly node: NodeId
  readonly epoch: string
  readonly offset: number
  readonly places: ReadonlySet<number>
  /** The lanes, each with the latest instant of what is asked for. */
  readonly lanes: ReadonlyMap<Lane, number>
  /** Those of them that nodes do not share. */
  readonly alone: ReadonlySet<Lane>
}

/** @param epochOf the epoch of a node that has claimed here */
export const wanted = (
  { due, freed, pauses }: Changes,
  epochOf: (node: NodeId) => string | undefined
): Wanted | null => {
  const holder = due.find((each) => each.due.holder !== undefined)?.due.holder
  const epoch = holder === undefined ? undefined : epochOf(holder.node)
  // The statement of a batch does not see what the batch itself frees or pauses.
  if (holder === undefined || epoch === undefined || freed.length > 0 || pauses.length > 0) return null
  const places = new Set<number>()
  const lanes = new Map<Lane, number>()
  const alone = new Set<Lane>()
  const waiting = new Map<Lane, number>()
  for (const [place, { due: { at, holder: asked, lane } }] of due.entries()) {
    if (asked?.node === holder.node && (waiting.get(lane) ?? Infinity) > at) {
      places.add(place)
      if (asked.isAlone === true) alone.add(lane)
      lanes.set(lane, Math.max(at, lanes.get(lane) ?? at))
    } else waiting.set(lane, Math.min(at, waiting.get(lane) ?? at))
  }
  return places.size === 0 ? null : { node: holder.node, offset: holder.offset, epoch, places, lanes, alone }
}

/** The holder, when it lives, and the instant by which work is due. */
export const holderPart = (t: Tables, wanted: Wanted | null): ReadonlyArray<Part> =>
  wanted === null ? [] : [{
    name: "holder",
    rows: [{ id: wanted.node, epoch: wanted.epoch, ahead: wanted.offset }],
    text: (p) =>
      `select n.epoch, clock_timestamp() + x.ahead * interval '1 millisecond' as now
       from json_to_recordset(${p}) as x(id text, epoch int8, ahead float8)
       join ${t.node} n on ${is("n.id", "x.id")} and n.epoch = x.epoch for key share of n`
  }]

/** The lanes from which a claim of the holder would bring what is asked for. */
export const vacantPart = (t: Tables, wanted: Wanted | null): ReadonlyArray<Part> =>
  wanted === null ? [] : [{
    name: "vacant",
    rows: [...wanted.lanes].map(([lane, at]) => ({ lane, at, alone: wanted.alone.has(lane) })),
    text: (p) =>
      `select x.lane from json_to_recordset(${p}) as x(lane text, at int8, alone bool)
       where exists (select from holder) and (
         select true from ${pauseOf(t, "x.lane", "(select now from holder)")}
       ) is null and case when x.alone then ${t.isVacant}(x.lane, (select epoch from holder), ${instant("x.at")}) else (
         select true from ${t.work} w where w.lane = x.lane and w.epoch is null and w.due_at <= ${
        instant("x.at")
      } limit 1
       ) is null end`
  }]

/**
 * The epoch of whoever holds a row of scheduled work from the beginning on. It is found before the row's place in line, so
 * that the places of what is given come after all tokens that claims have given before.
 */
export const epochOf = (wanted: Wanted | null): string =>
  wanted === null
    ? "null::int8"
    : `case when x.wanted and x.lane in (select lane from vacant) and ${instant("x.at")} <= (select now from holder)
       then (select epoch from holder) end`

/** Returns the last column of the statement: the work that was given, by its place. */
export const given = (wanted: Wanted | null): string =>
  wanted === null
    ? "null as given"
    : "(select json_agg(json_build_array(n, token) order by n) from scheduled where token is not null)::text as given"

const toLease = ({ at, failures = 0, lane, work }: Due, token: number): Lease => ({
  work,
  lane,
  at,
  token: token as LeaseToken,
  failures
})

/** The work that a batch has scheduled, in its order and by the events of each commit, and the answer about it. */
export interface Answered {
  readonly due: ReadonlyArray<Scheduled>
  readonly fanned: ReadonlyArray<ReadonlyArray<Due>>
  readonly given: string | null
}

/** The outcomes of a batch of which every commit was applied, with what was given. */
export const outcomes = (
  batch: ReadonlyArray<Commit>,
  outcomes: ReadonlyArray<Outcome>,
  { due, fanned, given }: Answered
): ReadonlyArray<Outcome> => {
  if (given === null) return outcomes
  const tokens = new Map<Due, number>()
  for (const [place, token] of JSON.parse(given) as ReadonlyArray<readonly [number, number]>) {
    tokens.set(due[place]!.due, token)
  }
  return batch.map((commit, index) => {
    const events = fanned[index]!
    const leases = [...commit.due, ...events].flatMap((each) => {
      const token = tokens.get(each)
      return token === undefined ? [] : [toLease(each, token)]
    })
    return applied(leases, events.some((each) => !tokens.has(each)))
  })
}
