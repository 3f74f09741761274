/**
 * Claims of work. The table `lane_ready` says which lanes have work that may be due: whoever frees work adds an entry
 * for its lane, with the instant of the work and the lane's turn. So a claim looks neither at lanes without due work,
 * nor at many more lanes than it takes from, nor at work behind the items that it takes.
 *
 * A lane that is paused is treated like one without due work: its entries are replaced by one for the end of the pause.
 *
 * A claim is a transaction of two statements. The first picks lanes and locks them; the second sees everything that was
 * committed before they were locked, so two nodes never take work of one lane that is not shared. A lane that another
 * claim has locked is left out, and told of; a claim that gets nothing for that reason alone waits for the other one and is
 * repeated.
 *
 * The answer to a claim may be lost while the node lives on. The next claim finds the leased work again by its tokens
 * and returns it.
 */
import type { NodeId } from "@signalbox/core/Id"
import { make as instantOf } from "@signalbox/core/Instant"
import type { Claimed, ClaimRequest, StoreError } from "@signalbox/core/Store"
import type { Lane, Lease, LeaseToken, WorkRef } from "@signalbox/core/Work"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import { ripening } from "../commit/lapsing.ts"
import type { Database } from "../connection/database.ts"
import { transaction } from "../connection/database.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { isDueNow, lockMask, millis, serviceClock } from "../statement/tables.ts"
import { head, soonest } from "./foreseeing.ts"
import type { Nodes } from "./nodes.ts"
import { pauseOf } from "./pauses.ts"

/** A claim looks at so many entries of `lane_ready` beyond the lanes that it may take, and looks for more so often. */
const spare = 100
const looks = 4

const micros = (p: string): string => `(timestamptz 'epoch' + ${p}::text::int8 * interval '1 microsecond')`

/**
 * $1 node, $2 its epoch, $3 offset, $4 terms by kind of lane, $5 limit, $6 schema
 *
 * The entries of `lane_ready` are read in their order until there are enough of them, however many are due: those that
 * were due when they were added (`was_due`) by their turns, the others by their instants. Entries of lanes that this
 * node cannot take from now, or leaves to others, are passed over.
 */
const pick = (t: Tables): string => {
  // A look at a lane costs as much as this node holds of it, so a lane with several entries is looked at for one of them.
  const hasEarlier = `(
         -- By the lane alone: an index of turns would lead through all that are before it.
         select true from (select * from ${t.lane_ready} o where o.lane = b.lane offset 0) e
         where e.was_due and e.turn < b.turn and e.at <= (select now from clock) limit 1
       )`
  const isFull = `(x.width < 1 or (
         select true from ${t.work} w
         where w.lane = b.lane and w.epoch = $2::text::int8 offset greatest(x.width - 1, 0) limit 1
       ))`
  // In the order of epochs, what this node holds lies between what others hold.
  const heldByOthers = (side: "<" | ">"): string =>
    `(select true from ${t.work} w where w.lane = b.lane and w.epoch ${side} $2::text::int8 limit 1)`
  // One look for each lane; an "exists" may become one look at all work. A look that begins where the entry says passes
  // over what claims have left of earlier work in the index.
  const isFree = (at: string): string =>
    `select true from ${t.work} w where w.lane = b.lane and w.epoch is null and w.due_at ${at} limit 1`
  const walk = (which: string, order: string): string =>
    `(
     select b.lane, b.turn, coalesce(x.width, 0) as width, coalesce(x.shared, false) as shared, s.due
     from ${t.lane_ready} b
     left join terms x on x.kind = split_part(b.lane, ':', 1) and not (b.lane ^@ any(x.leaves))
     cross join lateral (
       select case when ${hasEarlier} or ${isFull} then null
         else not exists (select from ${pauseOf(t, "b.lane", "(select now from clock)")}) and coalesce((
           ${isFree("between b.at and (select now from clock)")}
         ), (
           -- Where a lane was paused, its entry is of the end of the pause, and work was due before.
           ${isFree("< b.at")}
         ), false) end as due
       -- Asked once for each entry, in their order.
       offset 0
     ) s
     where ${which} and b.at <= (select now from clock) and exists (select from me) and case when s.due then
       x.kind is not null and (x.shared or (${heldByOthers("<")} is null and ${heldByOthers(">")} is null))
     else s.due is not null end
     order by ${order} limit $5::text::int8 + ${spare}
   )`
  return `with clock as materialized (
     select ${serviceClock("$3")} as now
   ), me as materialized (
     select epoch from ${t.node} where id = $1 and epoch = $2::text::int8 for key share
   ), terms as materialized (
      select * from json_to_recordset($4::text::json) as x(kind text, width int8, shared bool, leaves text[])
   ), ${ripening(t, "(select now from clock)", "exists (select from me)")}, was_due as materialized (
     ${walk("b.was_due", "b.turn")} union all ${walk("not b.was_due", "b.at")}
   ), ready as materialized (
     select lane, width, shared, due, min(turn) as turn from was_due group by lane, width, shared, due
   ), open as materialized (
     select lane, turn, width, shared from ready where due order by turn limit $5::text::int8
   ), ${head(t)}, locked as materialized (
     select lane, turn, width, shared from open
     where pg_try_advisory_xact_lock(hashtext($6), hashtext(lane) & ${lockMask})
   )
   select (select count(*) from me)::int4 as alive,
     case when not exists (select from locked)
       then (select hashtext(lane) & ${lockMask} from open order by turn limit 1) end as blocked,
     case when exists (select from locked)
       then (select json_agg(lane) from open where lane not in (select lane from locked)) end::text as passed,
     (select count(*) from was_due) >= $5::text::int8 + ${spare} or exists (select from ripe) as more,
     (select (extract(epoch from now) * 1000000)::int8::text from clock) as now,
     exists (select from open) as "hasOpen", case when not exists (select from open) then (${
    soonest(t)
  }) end::float8 as next, (
     select json_agg(p) from (
       select lane, turn, width, shared, false as idle from locked
       union all select lane, turn, width, shared, true from ready where not due
     ) p
   )::text as picked`
}

/**
 * $1 picked lanes, $2 epoch, $3 now in microseconds, $4 limit
 *
 * No free work of a lane is due before the least instant of its entries (`since`): whoever frees work adds an entry for
 * its instant in the same transaction, and whoever removes entries adds one for the first work that he leaves. Only the
 * entry for the end of a pause is of a later instant, and none of those was due when a claim added it. So a look at a
 * lane begins there, behind what claims have left of earlier work in the index.
 *
 * An item is locked, and leased, where it was found. One that somebody has changed in between stands elsewhere: it is left.
 *
 * The parameters stand behind selects of their own: the planner could find a plan for their values cheaper than the one for
 * any values, and plan the statement anew each time.
 */
const take = (t: Tables): string =>
  `with clock as materialized (
     select ${micros("$3")} as now
   ), picked as materialized (
     select x.*, p.until, e.since
     from json_to_recordset($1::text::json) as x(lane text, turn int8, width int8, shared bool, idle bool)
     left join lateral (select p.until from ${pauseOf(t, "x.lane", "(select now from clock)")}) p on true
     cross join lateral (
       select coalesce(case when bool_and(e.was_due) then min(e.at) end, '-infinity') as since
       from ${t.lane_ready} e where ${is("e.lane", "x.lane")}
     ) e
   ), room as (
     select p.lane, p.turn, p.since, greatest(p.width - h.mine, 0) as room
     from picked p cross join lateral (
       -- By lanes: a join would look at everything that nodes hold, once for each lane.
       select count(*) filter (where w.epoch = $2::text::int8) as mine,
         count(*) filter (where w.epoch <> $2::text::int8) as theirs
       from ${t.work} w where w.lane = p.lane and w.epoch is not null offset 0
     ) h
     where not p.idle and p.until is null and (p.shared or h.theirs = 0)
   ), ranked as (
     select f.place, f.rank, room.turn from room cross join lateral (
       select w.ctid as place, row_number() over (order by w.due_at, w.seq) as rank from ${t.work} w
       where w.lane = room.lane and w.epoch is null and w.due_at between room.since and (select now from clock)
       order by w.due_at, w.seq limit room.room
     ) f order by f.rank, room.turn limit (select $4::text::int8)
   ), free as materialized (
     select w.ctid as place, r.rank, r.turn from ranked r join ${t.work} w on w.ctid = r.place
     -- Not "is null", which would let the index of free work compete with the place.
     where coalesce(w.epoch, 0) = 0 for no key update of w skip locked
   ), numbered as materialized (
     select place, ${t.next} as token from (select * from free order by rank, turn) f
   ), leased as (
     update ${t.work} w set epoch = $2::text::int8, token = n.token from numbered n
     where w.ctid = n.place
     returning w.kind, w.key, w.lane, ${millis("w.due_at")} as at, w.token, w.failures
   ), served as (
     select lane, until, since from picked where idle or lane in (select lane from leased)
   ), silenced as (
     delete from ${t.lane_ready} where ctid = any(array(
       select b.ctid from ${t.lane_ready} b join served s on ${is("b.lane", "s.lane")} for update of b skip locked
     ))
   ), was_due as (
     insert into ${t.lane_ready} (lane, at, turn, was_due)
     select s.lane, greatest(f.due_at, s.until), ${t.next}, greatest(f.due_at, s.until) <= (select now from clock)
     from served s cross join lateral (
       select w.due_at from ${t.work} w
       where w.lane = s.lane and w.epoch is null and w.due_at >= s.since
         and w.ctid not in (select place from numbered)
       order by w.due_at, w.seq limit 1
     ) f
   )
   select (select json_agg(l order by l.token) from leased l)::text as leases`

interface Found extends WorkRef {
  readonly lane: Lane
  readonly at: number
  readonly token: number
  readonly failures: number
}

const toLease = ({ at, failures, key, kind, lane, token }: Found): Lease => ({
  work: { kind, key },
  lane,
  at: instantOf(at),
  token: token as LeaseToken,
  failures
})

/** The lanes that a claim would have taken were all locked by other claims. */
interface Blocked {
  readonly by: number
}

interface Picked {
  readonly alive: number
  readonly blocked: number | null
  /** The lanes that others have locked, where this claim has locked some as well. */
  readonly passed: string | null
  readonly more: boolean
  /** Whether a lane has work that is due for this node; when the next falls due, where none has. */
  readonly hasOpen: boolean
  readonly next: number | null
  readonly now: string
  readonly picked: string | null
}

const claimOnce = (
  { query, tables }: Database,
  schema: string,
  { lanes, leaves = [], limit, node, offset }: ClaimRequest,
  epoch: string
): Effect.Effect<Claimed | Blocked | null, SqlError> =>
  Effect.gen(function*() {
    const terms = JSON.stringify(
      Object.entries(lanes).map(([kind, { shared, width }]) => ({
        kind,
        width,
        shared,
        leaves: leaves.filter((beginning) => beginning.startsWith(`${kind}:`))
      }))
    )
    for (let left = looks;; left--) {
      const [first] = yield* query<Picked>(pick(tables), [node, epoch, String(offset), terms, String(limit), schema])
      const { alive, blocked, hasOpen, more, next, now, passed, picked } = first!
      if (alive === 0) return null
      if (picked !== null) {
        const [second] = yield* query<{ readonly leases: string | null }>(
          take(tables),
          [picked, epoch, now, String(limit)]
        )
        const found = JSON.parse(second!.leases ?? "[]") as ReadonlyArray<Found>
        if (found.length > 0) {
          return {
            leases: found.map(toLease),
            ...(passed === null ? {} : { passed: JSON.parse(passed) as Array<Lane> })
          }
        }
      }
      if (blocked !== null) return { by: blocked }
      // The entries in front led to no work, and are gone now.
      if (!more && !hasOpen) return { leases: [], next: next === null ? null : instantOf(next) }
      if (!more || left === 1) return { leases: [] }
    }
  })

/** Waits for the claim that has locked a lane. This transaction holds nothing yet, so nobody waits for it. */
const awaitLane = ({ query }: Database, schema: string, { by }: Blocked): Effect.Effect<void, SqlError> =>
  Effect.asVoid(query("select pg_advisory_xact_lock(hashtext($1), $2::text::int4)::text", [schema, String(by)]))

/**
 * The time within which a failed claim may still be committed: the server may finish a statement that nobody waits for
 * any more.
 */
const doubtMillis = 15_000

/**
 * Finds the leases of an epoch whose claims were never answered, oldest first: $1 epoch, $2 the last token that was
 * answered
 */
const lost = (t: Tables): string =>
  `select w.kind, w.key, w.lane, ${millis("w.due_at")}::float8 as at, w.token::float8 as token,
     w.failures from ${t.work} w
   where w.epoch = $1::text::int8 and w.token > $2::text::int8 and w.token <> w.seq order by w.token`

/** Finds what an epoch holds from the beginning on of some work: $1 epoch, $2 the work */
const heldByCreator = (t: Tables): string =>
  `select w.kind, w.key, w.lane, ${millis("w.due_at")}::float8 as at, w.token::float8 as token, w.failures
   from json_to_recordset($2::text::json) as x(kind text, key text) join ${t.work} w on ${
    is("w.kind", "x.kind")
  } and w.key = x.key
   where w.epoch = $1::text::int8 and w.token = w.seq order by w.token`

/** The answered claims of a node in its epoch. */
interface AnsweredClaims {
  readonly epoch: string
  /**
   * The last answered token. Tokens increase, so a lease with a higher one comes from a claim whose answer was lost.
   */
  readonly token: number
  /** The time until which such a claim may appear, in elapsed milliseconds. */
  readonly doubtUntil: number
}

export interface Claiming {
  readonly claim: (request: ClaimRequest) => Effect.Effect<Claimed, SqlError | StoreError>
  /** Removes what claims need no more. To be called with each heartbeat. */
  readonly tidy: Effect.Effect<void, SqlError>
}

export const make = Effect.fnUntraced(function*(db: Database, schema: string, nodes: Nodes) {
  const { query, tables } = db
  const answered = new Map<NodeId, AnsweredClaims>()
  let lastOffset: number | null = null
  // Claims run one after the other: of two concurrent ones, neither could tell whose answer was lost.
  const turn = yield* Semaphore.make(1)
  const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

  const found = (known: AnsweredClaims): Effect.Effect<ReadonlyArray<Lease>, SqlError> =>
    Effect.map(query<Found>(lost(tables), [known.epoch, String(known.token)]), (rows) => rows.map(toLease))

  const firstHeld = ({ doubts = [] }: ClaimRequest, epoch: string): Effect.Effect<ReadonlyArray<Lease>, SqlError> =>
    doubts.length === 0
      ? Effect.succeed([])
      : Effect.map(query<Found>(heldByCreator(tables), [epoch, JSON.stringify(doubts)]), (rows) => rows.map(toLease))

  const claimNow = Effect.fnUntraced(function*(request: ClaimRequest, epoch: string) {
    const once = claimOnce(db, schema, request, epoch)
    const first = yield* transaction(db, once)
    if (first === null || !("by" in first)) return first
    const second = yield* transaction(db, Effect.andThen(awaitLane(db, schema, first), once))
    return second === null || !("by" in second) ? second : { leases: [] }
  })

  const claim = Effect.fnUntraced(function*(request: ClaimRequest) {
    lastOffset = request.offset
    while (true) {
      const { node } = request
      const epoch = yield* nodes.epoch(node)
      const last = answered.get(node)
      const known = last?.epoch === epoch ? last : { epoch, token: Number(epoch), doubtUntil: 0 }
      const doubts = known.doubtUntil > (yield* elapsed)
      const again = doubts ? yield* found(known) : []
      const first = yield* firstHeld(request, epoch)
      const claimed = again.length > 0 ? { leases: again } : yield* claimNow(request, epoch).pipe(
        Effect.onExit((exit) =>
          Exit.isSuccess(exit)
            ? Effect.void
            : Effect.map(elapsed, (now) => void answered.set(node, { ...known, doubtUntil: now + doubtMillis }))
        )
      )
      if (claimed !== null) {
        const { leases } = claimed
        answered.set(node, { ...known, token: leases.reduce((most, { token }) => Math.max(most, token), known.token) })
        return first.length === 0 ? claimed : { leases: [...first, ...leases] }
      }
      // This node was declared dead: its leases are void, and it starts again under a new epoch.
      yield* nodes.isOver(node, epoch)
    }
  })

  const claiming: Claiming = {
    claim: (request) => Semaphore.withPermit(turn, claim(request)),
    tidy: Effect.suspend(() =>
      Effect.andThen(mergeEntries(db), lastOffset === null ? Effect.void : endPauses(db, lastOffset))
    )
  }
  return claiming
})

/** Removes pauses that are over by this offset of the service's clock. */
const endPauses = ({ query, tables: t }: Database, offset: number): Effect.Effect<void, SqlError> =>
  Effect.asVoid(query(
    `delete from ${t.pause} where lane = any(array(
       select lane from ${t.pause} where until <= (select ${serviceClock("$1")}) limit 1000 for update skip locked
     ))`,
    [String(offset)]
  ))

/** The number of entries that a lane may have in `lane_ready` before they are replaced by one. */
const crowd = 4

/**
 * Work that falls due much later leaves its entries until then. This merges the entries of a lane into one, so that
 * there are about as many entries as lanes.
 */
const mergeEntries = ({ query, tables: t }: Database): Effect.Effect<void, SqlError> =>
  Effect.asVoid(query(
    `with crowded as materialized (
       select lane, min(turn) as turn from ${t.lane_ready} group by lane having count(*) > ${crowd} limit 1000
     ), gone as (
       delete from ${t.lane_ready} where ctid = any(array(
         select b.ctid from ${t.lane_ready} b join crowded c on ${is("b.lane", "c.lane")} for update of b skip locked
       ))
     )
     insert into ${t.lane_ready} (lane, at, turn, was_due)
     select c.lane, f.due_at, c.turn, ${isDueNow("f.due_at")} from crowded c cross join lateral (
       select w.due_at from ${t.work} w where w.lane = c.lane and w.epoch is null
       order by w.due_at, w.seq limit 1
     ) f`
  ))
