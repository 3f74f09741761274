/**
 * How everything that a store keeps is found by the account that it belongs to, for whoever moves the account
 * (decisions 20.6). Each kind of row has an answer here, as has each kind of lane; what has none does not compile.
 */
import type { ListName } from "../row/Kind.ts"
import type { KindName } from "../row/Row.ts"
import type { LaneKind } from "../service/Jobs.ts"

export type Way =
  /** The id of the account is the key of its one row. */
  | { readonly by: "key" }
  /** The keys begin with the id of the account and a slash. */
  | { readonly by: "prefix" }
  /** They are all in a list of the account, or in one of two. */
  | { readonly by: "list"; readonly lists: readonly [ListName, ...ReadonlyArray<ListName>] }
  /** The account stands in a field. There are few rows of the kind, so that all of them are looked through. */
  | { readonly by: "field"; readonly field: string }
  /** They are found with rows of another kind, from which their keys follow. */
  | { readonly by: "companion"; readonly of: ReadonlyArray<KindName | "work"> }
  /** The lane of the work that each is about tells whose it is. */
  | { readonly by: "lane" }
  /** They are nobody's, and do not move. */
  | { readonly by: "nothing" }

const key: ReadonlyArray<Way> = [{ by: "key" }]
const prefix: ReadonlyArray<Way> = [{ by: "prefix" }]
const list = (...lists: readonly [ListName, ...ReadonlyArray<ListName>]): ReadonlyArray<Way> => [{ by: "list", lists }]
const field = (name: string): ReadonlyArray<Way> => [{ by: "field", field: name }]
const companion = (...of: ReadonlyArray<KindName | "work">): ReadonlyArray<Way> => [{ by: "companion", of }]
const nothing: ReadonlyArray<Way> = [{ by: "nothing" }]

/**
 * They are read, and later removed, in this order: what leads to others is removed after them, and the account is the
 * last of all.
 */
export const rows: Readonly<Record<KindName, ReadonlyArray<Way>>> = {
  message: list("messages"),
  carrier_reference: companion("message"),
  verification: companion("message"),
  one_time_code: companion("message"),
  delivery: list("deliveries"),
  event: companion("delivery", "work"),
  conversation_opening: prefix,
  suppression_hash: prefix,
  top_up: prefix,
  consent_record: list("consent_records"),
  contact: list("contacts", "suppressions"),
  audit_entry: list("audit_log"),
  paused_prefix: list("paused_prefixes"),
  inbound_parts: field("account"),
  line: field("account"),
  profile_completion: field("profile"),
  recipient_erasure: field("account"),
  dead_letter: [{ by: "lane" }],
  purge: key,
  redaction: [{ by: "key" }, ...companion("webhook", "deleted_webhook")],
  endpoint: companion("webhook"),
  webhook: field("account"),
  deleted_webhook: list("deleted_webhooks"),
  cloned_webhooks: key,
  template_revision: companion("template", "message"),
  template: list("templates"),
  campaign_list: key,
  channel_set: key,
  last_failed_check: key,
  team: key,
  user: list("users"),
  api_key: list("api_keys"),
  account: key,
  // Each cell counts for itself what its carriers have done.
  carrier_counts: nothing,
  // It says in which cell the account is.
  residence: nothing,
  // The operator has put the same ones into each cell.
  restrictions: nothing,
  // It tells by which keys the secrets of this store are sealed.
  sealed_proof: nothing,
  // The operator has put the same ones into each cell.
  service_settings: nothing
}

/** Whom the lanes of each kind belong to: an account, a webhook, or an account in its line at a carrier. */
export const lanes: Readonly<Record<LaneKind, "account" | "webhook" | "line">> = {
  audit: "account",
  channel: "account",
  clone: "account",
  contact: "account",
  deadline: "account",
  delivery: "webhook",
  document: "account",
  fanout: "account",
  inbound: "account",
  look_up: "account",
  media: "account",
  prefix: "account",
  privacy: "account",
  profile: "account",
  // One of them is that of the pass over all accounts, which stays.
  retention: "account",
  retry: "webhook",
  review: "account",
  send: "account",
  submission: "line",
  verification: "account"
}

/** How the names of all counters begin: the id of the account follows. A slash and more may come after it. */
export const counters = [
  "daily",
  "lookups",
  "prefix",
  "quick",
  "spend",
  "verification",
  "webhooks"
] as const

/** Whether what is no row moves, by the names of `Lifetimes`. */
export const others: Readonly<Record<string, boolean>> = {
  // By the id of the account.
  balance: true,
  // With its age, so that it is known for as long.
  "key of a debit": true,
  // By the beginnings of their names.
  "counter and its keys": true,
  // The days of the account.
  "sum of usage": true,
  // Where a request has its answer; one that has none is made again in the other cell.
  "Idempotency-Key and reply": true,
  // The lanes of the account, of its webhooks, and of its lines at carriers.
  work: true,
  // It comes with its work; pauses are those of the move.
  lane: false,
  // Each cell has its own.
  node: false,
  // They are over soon, and begin anew.
  "rate window, pace and lockout": false,
  // One at a time, bytes and all.
  document: true,
  // The store counts its rows.
  "total of a list": false
}
