/**
 * The schema as numbered steps. A released step never changes; every change is a new step.
 */
import type { KindName } from "@signalbox/core/Row"
import type { Tables } from "./tables.ts"

export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: (tables: Tables) => ReadonlyArray<string>
  /** The kinds of rows whose unique keys, lists or filters have changed and must be derived again. */
  readonly derives?: ReadonlyArray<KindName>
}

/** Tables whose rows come and go all the time are vacuumed often, and keep free space for updates in place. */
const busy = (fillfactor: number): string =>
  `with (fillfactor = ${fillfactor}, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)`

/** The table of rows up to the seventh step. */
const row = ({ schema }: Tables): string => `${schema}."row"`

/** The table of unique keys up to the ninth step. */
const uniqueKey = ({ schema }: Tables): string => `${schema}.unique_key`

const first: Migration = {
  id: 1,
  name: "rows, sums, claims, work, nodes, lockouts, rates",
  statements: (t) => [
    `create sequence ${t.tick} as int8`,
    // Keys are compared by their bytes: the order of pages must not depend on the language of a database.
    `create table ${row(t)} (
      kind text collate "C" not null,
      key text collate "C" not null,
      version int8 not null,
      value text not null,
      list1 text collate "C", scope1 text collate "C", at1 timestamptz,
      list2 text collate "C", scope2 text collate "C", at2 timestamptz,
      primary key (kind, key)
    ) with (fillfactor = 85)`,
    `create index row_list1 on ${row(t)} (list1, scope1, at1 desc, key desc) where list1 is not null`,
    `create index row_list2 on ${row(t)} (list2, scope2, at2 desc, key desc) where list2 is not null`,
    `create table ${t.list_count} (
      list text collate "C" not null,
      scope text collate "C" not null,
      shard int4 not null,
      amount int8 not null,
      primary key (list, scope, shard)
    ) ${busy(50)}`,
    `create table ${t.subscription} (
      webhook text collate "C" primary key,
      account text collate "C" not null,
      events text[] not null
    )`,
    `create index subscription_account on ${t.subscription} (account)`,
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
    )`,
    `create table ${t.claim} (
      account text collate "C" not null,
      key text collate "C" not null,
      token int8 not null,
      fingerprint text not null,
      at timestamptz not null,
      reply text,
      primary key (account, key)
    )`,
    `create index claim_at on ${t.claim} (at)`,
    `create table ${t.node} (
      id text collate "C" primary key,
      epoch int8 not null unique,
      seen_at timestamptz not null default now()
    ) ${busy(50)}`,
    `create table ${t.work} (
      kind text collate "C" not null,
      key text collate "C" not null,
      lane text collate "C" not null,
      due_at timestamptz not null,
      seq int8 not null,
      epoch int8,
      token int8,
      primary key (kind, key)
    ) ${busy(85)}`,
    `create index work_lane on ${t.work} (lane, due_at, seq) where epoch is null`,
    // For `nextDue` alone. Its second condition, which always holds, keeps it from those who look for the first work of
    // a lane: by this index they would walk over the work of all other lanes.
    `create index work_due on ${t.work} (due_at) where epoch is null and seq > 0`,
    `create index work_held on ${t.work} (lane, epoch) where epoch is not null`,
    `create table ${t.bell} (lane text collate "C" not null, at timestamptz not null, turn int8 not null)
      ${busy(100)}`,
    `create index bell_at on ${t.bell} (at)`,
    `create index bell_lane on ${t.bell} (lane)`,
    `create table ${t.lockout} (
      credential text collate "C" primary key,
      failures int4 not null,
      locks int4 not null,
      locked_until timestamptz,
      failed_at timestamptz not null
    )`,
    `create index lockout_failed_at on ${t.lockout} (failed_at)`,
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
    `create index rate_share_owner on ${t.rate_share} (owner)`
  ]
}

/** The kinds of rows that earlier versions used as indexes. */
const indexes = "('inbound_reference', 'own_number', 'profile_short_name', 'template_name', 'user_email')"

const second: Migration = {
  id: 2,
  name: "unique keys and filters",
  statements: (t) => [
    `create table ${uniqueKey(t)} (
      text text collate "C" primary key,
      kind text collate "C" not null,
      key text collate "C" not null
    )`,
    `alter table ${row(t)} add column uniques text[], add column terms text[], add column search text collate "C"`,
    // A node of the previous version would keep names and addresses where nobody looks for them any more, so this
    // constraint makes it fail.
    `alter table ${row(t)} add constraint row_uniques check (
      kind not in ${indexes} and (version = 0 or uniques is not null or kind not in ('contact', 'template', 'user'))
    ) not valid`,
    // The first account with a number or a short name keeps it; the rows of the others are marked as sharing it.
    `update ${row(t)} a set value = jsonb_set(a.value::jsonb, '{numbers}', (
       select jsonb_agg(
         case when o.key is null then e.own || '{"isShared": true}'::jsonb else e.own end order by e.n
       )
       from jsonb_array_elements(a.value::jsonb->'numbers') with ordinality as e(own, n)
       left join ${row(t)} o
         on o.kind = 'own_number' and o.key = e.own->>'number' and o.value::json->>'account' = a.key
     ))::text
     where a.kind = 'account' and exists (
       select 1 from json_array_elements(a.value::json->'numbers') as e(own)
       left join ${row(t)} o
         on o.kind = 'own_number' and o.key = e.own->>'number' and o.value::json->>'account' = a.key
       where o.key is null
     )`,
    `update ${row(t)} a set value = left(a.value, -1) || ',"sharesShortName":true}'
     where a.kind = 'account' and a.value::json->>'organization' is not null
       and a.value::json->>'shortName' is not null and a.value::json->>'deletedAt' is null
       and a.key not in (select p.value::json->>'profile' from ${row(t)} p where p.kind = 'profile_short_name')`,
    `update ${row(t)} m set uniques = array['inbound_reference/' || i.key],
       value = left(m.value, -1) || ',"reference":' ||
         json_build_object('carrier', i.value::json->'carrier', 'text', i.value::json->'reference')::text || '}'
     from ${row(t)} i
     where i.kind = 'inbound_reference' and m.kind = 'message' and m.key = i.value::json->>'message'`,
    `insert into ${uniqueKey(t)} (text, kind, key)
     select uniques[1], kind, key from ${row(t)} where kind = 'message' and uniques is not null`,
    `update ${row(t)} d set value = left(d.value, -1) || ',"name":' || (e.value::json->'name')::text || '}'
     from ${row(t)} e where d.kind = 'delivery' and e.kind = 'event' and e.key = d.value::json->>'event'`,
    `delete from ${row(t)} where kind in ${indexes}`,
    `update ${row(t)} set key = value::json->>'id', uniques = array['contact_number/' || key] where kind = 'contact'`
  ],
  derives: ["account", "contact", "delivery", "template", "user", "webhook"]
}

const third: Migration = {
  id: 3,
  name: "pauses, failures of work, pace, ages of keys",
  statements: (t) => [
    `alter table ${t.work} add column failures int4 not null default 0`,
    `create table ${t.pause} (lane text collate "C" primary key, until timestamptz not null) ${busy(50)}`,
    `create index pause_until on ${t.pause} (until)`,
    `create index sum_entry_made on ${t.sum_entry} (book, made_at)`,
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
}

/** Suppressions become part of the recipients' rows. Like the second step it needs old nodes to be stopped. */
const fourth: Migration = {
  id: 4,
  name: "suppressions in the rows of contacts, conversations by their id",
  statements: (t) => [
    `update ${row(t)} c set version = ${t.next},
       value = left(c.value, -1) || ',"suppressedAt":' || (s.value::json->>'createdAt') || '}'
     from ${row(t)} s
     where s.kind = 'suppression' and s.version > 0 and c.kind = 'contact' and c.version > 0
       and c.uniques = array['contact_number/' || s.key]`,
    // A number without a contact gets a row that clients do not see.
    `insert into ${row(t)} (kind, key, version, value, uniques)
     select 'contact', n.id, ${t.next}, json_build_object(
         'id', n.id, 'account', s.value::json->'account', 'phone', s.value::json->'phone', 'optOut', false,
         'suppressedAt', s.value::json->'createdAt', 'isOnlySuppressed', true,
         'createdAt', s.value::json->'createdAt', 'updatedAt', null
       )::text, array['contact_number/' || s.key]
     from ${row(t)} s cross join lateral (select md5('suppression/' || s.key)::uuid::text as id) n
     where s.kind = 'suppression' and s.version > 0 and not exists (
       select 1 from ${row(t)} c
       where c.kind = 'contact' and c.version > 0 and c.uniques = array['contact_number/' || s.key]
     )`,
    `insert into ${t.list_count} (list, scope, shard, amount)
     select 'suppressions', value::json->>'account', 0, count(*) from ${row(t)}
     where kind = 'suppression' and version > 0 group by 2`,
    `delete from ${row(t)} where kind = 'suppression'`,
    // A node of an earlier version would suppress numbers where nobody looks any more, so this makes it fail.
    `alter table ${row(t)} add constraint row_suppression check (kind <> 'suppression') not valid`,
    // Contacts that WhatsApp could not reach are tried there again when their time comes.
    `insert into ${t.work} (kind, key, lane, due_at, seq)
     select 'whatsapp_return', key, 'contact:' || (value::json->>'account'),
       to_timestamp((value::json->>'whatsappUndeliverableUntil')::float8 / 1000), ${t.next}
     from ${row(t)} where kind = 'contact' and version > 0 and value::json->>'whatsappUndeliverableUntil' is not null`,
    `insert into ${t.bell} (lane, at, turn)
     select lane, min(due_at), ${t.next} from ${t.work} where kind = 'whatsapp_return' group by lane`
  ],
  derives: ["contact", "message", "template"]
}

const fifth: Migration = {
  id: 5,
  name: "clones of webhooks, search in the log of deliveries",
  statements: (t) => [`alter table ${t.subscription} add column parent text collate "C"`],
  derives: ["delivery"]
}

const sixth: Migration = {
  id: 6,
  name: "documents",
  statements: (t) => [
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
}

const seventh: Migration = {
  id: 7,
  name: "the line of bells",
  statements: (t) => [
    // Claims walk over the bells in their order until they have enough of them. A bell that was left for later has no
    // place in the line yet.
    `alter table ${t.bell} add column rung boolean not null default false`,
    `create index bell_turn on ${t.bell} (turn) where rung`,
    `create index bell_ahead on ${t.bell} (at) where not rung`
  ]
}

/**
 * Messages get a partition of their own, whose pages keep room for the steps of each message, so that a step touches no
 * index. Its columns have an order of their own as well: the server logs of an update what lies between the first and
 * the last difference, so the version stands next to the value. Like the second step this one needs old nodes to be
 * stopped: they would misread messages, so they no longer find the table.
 */
const eighth: Migration = {
  id: 8,
  name: "messages in a partition of their own",
  statements: (t) => [
    `alter table ${row(t)} rename to row_other`,
    `create table ${t.rows} (
      kind text collate "C" not null,
      key text collate "C" not null,
      at1 timestamptz, at2 timestamptz,
      list1 text collate "C", scope1 text collate "C",
      list2 text collate "C", scope2 text collate "C",
      uniques text[], terms text[], search text collate "C",
      version int8 not null,
      value text not null,
      primary key (kind, key)
    ) partition by list (kind)`,
    `create table ${t.schema}.row_message partition of ${t.rows} for values in ('message') ${busy(30)}`,
    `with moved as (delete from ${t.schema}.row_other where kind = 'message' returning *)
     insert into ${t.rows} (kind, key, version, value, list1, scope1, at1, list2, scope2, at2, uniques, terms, search)
     select kind, key, version, value, list1, scope1, at1, list2, scope2, at2, uniques, terms, search from moved`,
    `create index row_message_list1 on ${t.schema}.row_message (list1, scope1, at1 desc, key desc)
     where list1 is not null`,
    `create index row_message_list2 on ${t.schema}.row_message (list2, scope2, at2 desc, key desc)
     where list2 is not null`,
    `alter table ${t.rows} attach partition ${t.schema}.row_other default`
  ]
}

const ninth: Migration = {
  id: 9,
  name: "requests that leave their windows",
  statements: (t) => [
    `create table ${t.rate_taken} (
      pool text collate "C" not null,
      owner text collate "C" not null,
      number int8 not null,
      told_at timestamptz not null,
      waits int4[] not null,
      counts int4[] not null,
      ends_at timestamptz not null,
      primary key (pool, owner, number)
    )`,
    `create index rate_taken_ends_at on ${t.rate_taken} (ends_at)`
  ]
}

/** An index of a list in the order in which its rows come, so that its pages fill up; who reads it goes backwards. */
const rising = (t: Tables, table: string, index: string, slot: 1 | 2): ReadonlyArray<string> => [
  `create index ${index}_rising on ${t.schema}.${table} (list${slot}, scope${slot}, at${slot}, key)
   where list${slot} is not null`,
  `drop index ${t.schema}.${index}`,
  `alter index ${t.schema}.${index}_rising rename to ${index}`
]

/**
 * The number of a contact is unique by an index of the contacts, and no row of its own keeps it any more. Like the second
 * step this one needs old nodes to be stopped: they would not find contacts by their numbers, so they no longer find the
 * table of unique keys. The table of work keeps room on its pages, so that what becomes of a piece stands beside it.
 */
const tenth: Migration = {
  id: 10,
  name: "numbers of contacts by an index, lists in rising order",
  statements: (t) => [
    `alter table ${uniqueKey(t)} rename to other_key`,
    `create unique index contact_number on ${t.schema}.row_other ((uniques[1] collate "C"))
     where kind = 'contact' and uniques is not null`,
    `delete from ${t.other_key} where kind = 'contact'`,
    ...rising(t, "row_other", "row_list1", 1),
    ...rising(t, "row_other", "row_list2", 2),
    ...rising(t, "row_message", "row_message_list1", 1),
    ...rising(t, "row_message", "row_message_list2", 2),
    `alter table ${t.work} set (fillfactor = 40)`
  ]
}

export const migrations: ReadonlyArray<Migration> = [
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth
]
