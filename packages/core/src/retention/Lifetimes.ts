/**
 * The lifetimes of everything that a store keeps: each says what ends it (decisions 19.1). Each kind of row has an answer here, and so has what is no row;
 * what has none does not compile.
 */
import type { Retention } from "../row/Retention.ts"
import type { KindName } from "../row/Row.ts"

export type Lifetime =
  /** Retention removes it, by this setting. */
  | { readonly ends: "retention"; readonly by: keyof Retention; readonly says: string }
  /** The service removes it by itself, whatever the retention. */
  | { readonly ends: "itself"; readonly says: string }
  /** A client or the operator removes it, or it goes with what it belongs to. */
  | { readonly ends: "owner"; readonly says: string }
  /** There are never many of them, or they are kept because somebody must be able to show them. */
  | { readonly ends: "never"; readonly says: string }

const retention = (by: keyof Retention, says: string): Lifetime => ({ ends: "retention", by, says })
const itself = (says: string): Lifetime => ({ ends: "itself", says })
const owner = (says: string): Lifetime => ({ ends: "owner", says })
const never = (says: string): Lifetime => ({ ends: "never", says })

export const rows: Readonly<Record<KindName, Lifetime>> = {
  account: never("an account is kept for its history, a closed one too"),
  api_key: never("a key that has ended tells who has used it"),
  audit_entry: itself("at the end that `auditLogDays` gave it when it was written"),
  campaign_list: owner("one for each profile"),
  carrier_counts: itself("minutes that are over leave the one row of each carrier"),
  carrier_reference: retention("messages", "goes with its message"),
  channel_set: owner("one for each account"),
  cloned_webhooks: owner("one for each profile"),
  consent_record: owner("goes with its contact: the law wants consent kept, so retention leaves both"),
  contact: retention("contacts", "when no message names it, and it has said nothing about consent"),
  conversation_opening: retention("messages", "goes with the last message of a conversation whose week is over"),
  dead_letter: owner("the operator puts it back or gives it up"),
  deleted_webhook: retention("webhookEvents", "goes when none of its deliveries is left"),
  delivery: retention("webhookEvents", "goes with its event"),
  endpoint: owner("goes with its webhook"),
  event: retention("webhookEvents", "when every delivery of it is over"),
  inbound_parts: itself("five minutes after the first part"),
  last_failed_check: owner("one for each account"),
  line: itself("when the carrier takes from the line again"),
  message: retention("messages", "when it has come to its end"),
  one_time_code: itself("with the end of its verification"),
  paused_prefix: itself("a day after its pause; one that the operator has pinned, when it is lifted"),
  profile_completion: itself("when its URL was told, or could not be"),
  purge: itself("when nothing is to be removed any more; one for each account"),
  recipient_erasure: never("it shows that a person was erased, and names nobody"),
  redaction: itself("when nothing is to be redacted any more; one for each account and webhook"),
  residence: never("one for each account of a cell; that of an account that has left says so"),
  restrictions: never("there is one"),
  sealed_proof: never("there is one"),
  service_settings: never("there is one"),
  suppression_hash: itself("when the account meets the number again; until then it says who has opted out"),
  team: owner("one for each account"),
  template: owner("a client deletes it"),
  template_revision: never("messages say by which revision they were sent"),
  top_up: never("a payment that is told twice is added once, whenever that is"),
  user: owner("an account deletes it"),
  verification: retention("messages", "goes with the message that brought its last code"),
  webhook: owner("a client deletes it")
}

/** The lifetimes of everything that stores keep besides rows, by general names. */
export const others: Readonly<Record<string, Lifetime>> = {
  balance: never("one for each account"),
  "key of a debit": itself("after 31 days"),
  "counter and its keys": itself("two days after the last key"),
  "sum of usage": retention("usage", "when no message of its day is left"),
  "Idempotency-Key and reply": itself("24 hours after the answer, as further requests come"),
  work: itself("when it is done, given up or cancelled"),
  lane: itself("when no work waits in it and its pause is over"),
  node: itself("when it is silent, 30 seconds at most"),
  "rate window, pace and lockout": itself("when their time is over, as further requests come"),
  document: owner("goes with its market"),
  "total of a list": owner("a few for each list that is not empty")
}
