/**
 * The schema as numbered steps. A released step never changes; every change is a new step. Until the first release the
 * first step may still change.
 */
import type { KindName } from "@signalbox/core/Row"
import * as Trigrams from "../rows/trigrams.ts"
import type { Tables } from "../statement/tables.ts"
import { isContact, literal } from "../statement/tables.ts"

export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: (tables: Tables) => ReadonlyArray<string>
  /** The kinds of rows whose unique keys, lists or filters have changed and must be derived again. */
  readonly derives?: ReadonlyArray<KindName>
  /** True when nodes that do not know the step can do nothing beside it. They go unready, and do not start again. */
  readonly stopsEarlier?: boolean
}

/**
 * Tables that grow large and whose rows change or go are vacuumed once a twentieth of them has, instead of a fifth: what is
 * left free until then is room that the table keeps. Once a twentieth is new, they are vacuumed as well, so that lists are
 * counted by their indexes.
 */
const large = (fillfactor = 100): string =>
  `with (fillfactor = ${fillfactor}, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05)`

/** Tables whose rows come and go all the time are vacuumed often, and keep free space for updates in place. */
const busy = (fillfactor: number): string =>
  `with (fillfactor = ${fillfactor}, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)`

/**
 * Pages of lists are counted by their indexes alone where the server knows that all rows of a page of the table are seen by
 * everybody. It learns that by vacuuming, which by default waits until a fifth of a table is new, and what people look at
 * is the newest. So a thousand new messages suffice; what has not changed since the last time is passed over.
 */
const listed = (fillfactor: number): string =>
  busy(fillfactor).replace(
    ")",
    ", autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000)"
  )

/** Rows of all other kinds. Keys are compared by their bytes: the order of pages must not depend on the language of a database. */
const rows = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.rows} (
    kind text collate "C" not null,
    key text collate "C" not null,
    at1 timestamptz, at2 timestamptz,
    list1 text collate "C", scope1 text collate "C",
    list2 text collate "C", scope2 text collate "C",
    uniques text[], terms text[], search text collate "C",
    sought text collate "C" generated always as (case when kind = 'contact' then search end) stored,
    version int8 not null,
    value text not null,
    primary key (kind, key)
  ) ${large(85)}`,
  // The indexes of lists rise, so that their pages fill up; who reads one goes backwards.
  ...[1, 2].map((slot) =>
    `create index row_list${slot} on ${t.rows} (list${slot}, scope${slot}, at${slot}, key)
     where list${slot} is not null`
  ),
  `create unique index contact_number on ${t.rows} ((uniques[1] collate "C"))
   where ${isContact("uniques")}`,
  // New entries wait in a line that every search reads through, so the line is short.
  `create index contact_search on ${t.rows} using gin ((${Trigrams.indexed}))
   with (gin_pending_list_limit = 256) where ${Trigrams.isIndexed}`,
  `create table ${t.other_key} (
    text text collate "C" primary key,
    kind text collate "C" not null,
    key text collate "C" not null
  ) ${large()}`,
  `create table ${t.list_count} (
    list text collate "C" not null,
    scope text collate "C" not null,
    shard int4 not null,
    amount int8 not null,
    primary key (list, scope, shard)
  ) ${busy(50)}`,
  // What it is about besides: channel, outcome and country.
  `create table ${t.usage} (
    account text collate "C" not null,
    day date not null,
    what text collate "C" not null,
    shard int4 not null,
    messages int8 not null,
    segments int8 not null,
    price int8 not null,
    active_contact_price int8 not null,
    primary key (account, day, what, shard)
  ) ${busy(50)}`,
  `create table ${t.subscription} (
    webhook text collate "C" primary key,
    account text collate "C" not null,
    events text[] not null,
    parent text collate "C"
  )`,
  `create index subscription_account on ${t.subscription} (account)`,
  `create table ${t.document} (
    id text collate "C" primary key,
    account text collate "C" not null,
    key text not null,
    file_name text not null,
    content_type text not null,
    bytes bytea not null,
    until timestamptz
  )`,
  `create index document_account on ${t.document} (account)`,
  `create index document_until on ${t.document} (until) where until is not null`
]

/**
 * A message is a row in two tables. Its content hardly ever changes, so its pages are full, and all indexes but one are of
 * it. Its state is small, and its pages keep room for the steps that it takes, which touch no index as long as the message
 * stays in its part. The server logs of an update what lies between the first and the last difference, so what changes
 * stands together.
 *
 * Lists of messages, and their parts, stand by their numbers, which are a third as long as their names.
 */
const messages = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.message} (
    key uuid primary key,
    at1 timestamptz not null,
    account uuid not null,
    entire int8, conversation int8, part1 int8, part2 int8, part3 int8, part4 int8,
    uniques text[],
    value text not null
  ) ${listed(100)}`,
  ...(["entire", "conversation", "part1", "part2", "part3", "part4"] as const).map((column) =>
    `create index message_${column} on ${t.message} (${column}, at1, key) where ${column} is not null`
  ),
  `create table ${t.message_state} (
    key uuid primary key,
    at1 timestamptz,
    moving int8,
    terms text[],
    version int8 not null,
    value text not null
  ) ${listed(50)}`,
  `create index message_state_moving on ${t.message_state} (moving, at1, key) where moving is not null`
]

/**
 * Events and deliveries. An event is written once. A delivery is written again by each attempt, of which nearly all have one, so
 * that its pages keep room for that. Its lists are those of its webhook and of that which this one is a clone of.
 */
const events = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.event} (
    key uuid primary key,
    at1 timestamptz,
    account uuid,
    name text collate "C",
    body text,
    version int8 not null,
    value text not null
  ) ${large()}`,
  `create table ${t.delivery} (
    key uuid primary key,
    at1 timestamptz,
    scope1 uuid,
    scope2 uuid,
    event uuid,
    ids uuid[],
    name text collate "C",
    version int8 not null,
    status text collate "C",
    value text not null
  ) ${busy(50)}`,
  ...[1, 2].map((slot) =>
    `create index delivery_list${slot} on ${t.delivery} (scope${slot}, at1, key) where scope${slot} is not null`
  )
]

const sums = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.sum} (
    book text collate "C" not null,
    name text collate "C" not null,
    amount int8 not null,
    primary key (book, name)
  ) ${busy(50)}`,
  `create table ${t.sum_entry} (
    book text collate "C" not null,
    name text collate "C" not null,
    once text collate "C" not null,
    amount int8 not null,
    made_at timestamptz not null default now(),
    primary key (book, name, once)
  ) ${large()}`,
  `create index sum_entry_made on ${t.sum_entry} (book, made_at)`
]

const requests = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.claim} (
    account text collate "C" not null,
    key text collate "C" not null,
    token int8 not null,
    fingerprint text not null,
    at timestamptz not null,
    reply text,
    primary key (account, key)
  ) ${large()}`,
  `create index claim_at on ${t.claim} (at)`,
  `create table ${t.lockout} (
    credential text collate "C" primary key,
    failures int4 not null,
    locks int4 not null,
    locked_until timestamptz,
    failed_at timestamptz not null
  )`,
  `create index lockout_failed_at on ${t.lockout} (failed_at)`
]

/**
 * The table of work keeps room on its pages, so that what becomes of an item stands beside it. Claims read the entries
 * of `lane_ready` in their order until they have enough of them; an entry that was added for later has no place in the
 * line yet.
 */
const queue = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.node} (
    id text collate "C" primary key,
    epoch int8 not null unique,
    seen_at timestamptz not null default now(),
    watched_since timestamptz not null,
    session int4 not null default pg_backend_pid(),
    session_since timestamptz not null default now()
  ) ${busy(50)}`,
  `create table ${t.work} (
    kind text collate "C" not null,
    key text collate "C" not null,
    lane text collate "C" not null,
    due_at timestamptz not null,
    seq int8 not null,
    epoch int8,
    token int8,
    failures int4 not null default 0,
    primary key (kind, key)
  ) ${busy(40)}`,
  `create index work_lane on ${t.work} (lane, due_at, seq) where epoch is null`,
  // For `nextDue` alone. Its second condition, which always holds, keeps it from those who look for the first work of a
  // lane: by this index they would read over the work of all other lanes.
  `create index work_due on ${t.work} (due_at) where epoch is null and seq > 0`,
  `create index work_held on ${t.work} (lane, epoch) where epoch is not null`,
  // The key of an item is made of a message and what stands at the same place of the others.
  `create table ${t.lapsing} (
    due_at timestamptz not null,
    seq int8 not null,
    lane text collate "C" not null,
    kind text collate "C" not null,
    moving int8 not null,
    messages uuid[] not null,
    others uuid[] not null,
    after int4[] not null,
    primary key (due_at, seq)
  ) ${busy(100)}`,
  `create table ${t.lane_ready} (
    lane text collate "C" not null,
    at timestamptz not null,
    turn int8 not null,
    was_due boolean not null default false
  ) ${busy(100)}`,
  `create index lane_ready_at on ${t.lane_ready} (at)`,
  `create index lane_ready_lane on ${t.lane_ready} (lane)`,
  `create index lane_ready_turn on ${t.lane_ready} (turn) where was_due`,
  `create index lane_ready_ahead on ${t.lane_ready} (at) where not was_due`,
  `create table ${t.pause} (lane text collate "C" primary key, until timestamptz not null) ${busy(50)}`,
  `create index pause_until on ${t.pause} (until)`
]

const rateLimits = (t: Tables): ReadonlyArray<string> => [
  `create table ${t.rate_fixed} (
    pool text collate "C" primary key,
    started_at timestamptz not null,
    ends_at timestamptz not null,
    count int4 not null,
    admitted boolean not null
  ) ${busy(50)}`,
  `create index rate_fixed_ends_at on ${t.rate_fixed} (ends_at)`,
  `create table ${t.rate_share} (
    pool text collate "C" not null,
    owner text collate "C" not null,
    units int4 not null,
    seen_at timestamptz not null default now(),
    primary key (pool, owner)
  ) ${busy(50)}`,
  `create index rate_share_owner on ${t.rate_share} (owner)`,
  `create table ${t.rate_taken} (
    pool text collate "C" not null,
    owner text collate "C" not null,
    number int8 not null,
    told_at timestamptz not null,
    waits int4[] not null,
    counts int4[] not null,
    ends_at timestamptz not null,
    primary key (pool, owner, number)
  ) ${large()}`,
  `create index rate_taken_ends_at on ${t.rate_taken} (ends_at)`,
  `create table ${t.pace_share} (
    pool text collate "C" not null,
    owner text collate "C" not null,
    recent int4 not null,
    under_way int4 not null,
    place int8,
    waits_until timestamptz,
    seen_at timestamptz not null,
    primary key (pool, owner)
  ) ${busy(50)}`
]

/**
 * Tells whether a node may hold work of a lane, which nodes do not share, from the beginning on. It locks the lane as claims
 * do, to the end of the transaction, and then looks at what was committed before: a claim comes before that or after the
 * commit. Who holds something of the lane already shares the lock with the other commits of the same node. A transaction
 * that sees nothing newer than its beginning cannot look again.
 *
 * The plans of a function are kept by a session, and made when a table may be empty.
 */
const isVacant = (t: Tables): string => {
  const held = (of: string): string => `exists (select from ${t.work} w where w.lane = of_lane and w.epoch ${of})`
  const lock = t.lock("of_lane")
  const body = `
    declare
      is_own boolean := ${held("= of_epoch")};
    begin
      if current_setting('transaction_isolation') <> 'read committed' then return false; end if;
      if is_own then
        if not pg_try_advisory_xact_lock_shared(${lock}) then return false; end if;
        if not ${held("= of_epoch")} then return false; end if;
      else
        -- Whoever has the lane is not kept from it by the locks of others.
        if ${held("is not null")} then return false; end if;
        if not pg_try_advisory_xact_lock(${lock}) then return false; end if;
        if ${held("is not null")} then return false; end if;
      end if;
      return not exists (select from ${t.work} w where w.lane = of_lane and w.epoch is null and w.due_at <= due);
    end`
  return `create function ${t.isVacant}(of_lane text, of_epoch int8, due timestamptz) returns boolean
    language plpgsql volatile set enable_seqscan = off as ${literal(body)}`
}

const first: Migration = {
  id: 1,
  name: "rows, sums, requests, the queue, rate limits",
  statements: (t) => [
    `create sequence ${t.sequence} as int8`,
    ...rows(t),
    ...messages(t),
    ...events(t),
    ...sums(t),
    ...requests(t),
    ...queue(t),
    isVacant(t),
    ...rateLimits(t)
  ]
}

export const migrations: ReadonlyArray<Migration> = [first]
