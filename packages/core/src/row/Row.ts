/**
 * All kinds of rows that a store keeps.
 */
import type { Json } from "../value/Json.ts"
import { Accounts } from "./Account.ts"
import { ApiKeys } from "./ApiKey.ts"
import { AuditEntries } from "./AuditEntry.ts"
import { CampaignLists } from "./CampaignList.ts"
import { CarrierCountsRows } from "./CarrierCounts.ts"
import { CarrierReferences } from "./CarrierReference.ts"
import { ChannelSets } from "./ChannelSet.ts"
import { ConsentRecords } from "./ConsentRecord.ts"
import { Contacts } from "./Contact.ts"
import { ConversationOpenings } from "./ConversationOpening.ts"
import { DeadLetters } from "./DeadLetter.ts"
import { DeletedWebhooks } from "./DeletedWebhook.ts"
import { Deliveries, Events } from "./Delivery.ts"
import type { Filters } from "./Filters.ts"
import { InboundPartsRows } from "./InboundParts.ts"
import type * as Kind from "./Kind.ts"
import { LastFailedChecks } from "./LastFailedCheck.ts"
import { Lines } from "./Line.ts"
import { Messages } from "./Message.ts"
import { OneTimeCodes } from "./OneTimeCode.ts"
import { PausedPrefixes } from "./PausedPrefix.ts"
import { ProfileCompletions } from "./ProfileCompletion.ts"
import { Purges } from "./Purge.ts"
import { RecipientErasures } from "./RecipientErasure.ts"
import { Redactions } from "./Redaction.ts"
import { Residences } from "./Residence.ts"
import { RestrictionRows } from "./Restrictions.ts"
import { SealedProofs } from "./SealedProof.ts"
import { ServiceSettingsRows } from "./ServiceSettings.ts"
import { SuppressionHashes } from "./SuppressionHash.ts"
import { TemplateRevisions, Templates } from "./Template.ts"
import { TopUps } from "./TopUp.ts"
import { Teams, Users } from "./User.ts"
import { Verifications } from "./Verification.ts"
import { ClonedWebhooksRows, Endpoints, Webhooks } from "./Webhook.ts"

export const kinds = {
  account: Accounts,
  api_key: ApiKeys,
  audit_entry: AuditEntries,
  campaign_list: CampaignLists,
  carrier_counts: CarrierCountsRows,
  carrier_reference: CarrierReferences,
  cloned_webhooks: ClonedWebhooksRows,
  channel_set: ChannelSets,
  consent_record: ConsentRecords,
  contact: Contacts,
  conversation_opening: ConversationOpenings,
  dead_letter: DeadLetters,
  deleted_webhook: DeletedWebhooks,
  delivery: Deliveries,
  endpoint: Endpoints,
  event: Events,
  inbound_parts: InboundPartsRows,
  last_failed_check: LastFailedChecks,
  line: Lines,
  message: Messages,
  one_time_code: OneTimeCodes,
  paused_prefix: PausedPrefixes,
  sealed_proof: SealedProofs,
  suppression_hash: SuppressionHashes,
  team: Teams,
  profile_completion: ProfileCompletions,
  purge: Purges,
  recipient_erasure: RecipientErasures,
  redaction: Redactions,
  residence: Residences,
  restrictions: RestrictionRows,
  service_settings: ServiceSettingsRows,
  template: Templates,
  template_revision: TemplateRevisions,
  top_up: TopUps,
  user: Users,
  verification: Verifications,
  webhook: Webhooks
} as const

export type KindName = keyof typeof kinds

/** The value that a kind of row holds. */
export type Value<Name extends KindName> = (typeof kinds)[Name] extends Kind.Kind<string, infer V> ? V : never

/** A row to store: its kind, its key and its whole value. */
export type Row = {
  readonly [Name in KindName]: { readonly kind: Name; readonly key: string; readonly value: Value<Name> }
}[KindName]

/** The kind of row that a list holds. */
export const listed = {
  accounts: "account",
  api_keys: "api_key",
  audit_log: "audit_entry",
  consent_records: "consent_record",
  contacts: "contact",
  conversation: "message",
  dead_letters: "dead_letter",
  deleted_webhooks: "deleted_webhook",
  deliveries: "delivery",
  messages: "message",
  paused_prefixes: "paused_prefix",
  profiles: "account",
  suppressions: "contact",
  templates: "template",
  users: "user",
  webhooks: "webhook"
} as const satisfies Record<Kind.ListName, KindName>

type AnyKind = Kind.Kind<KindName, Row["value"]>

/** Returns the JSON that a store keeps for a row. */
export const encode = ({ kind, value }: Row): Json => kinds[kind].stored.encode(value)

/** Returns the row for the JSON that a store has kept. */
export const decode = (kind: KindName, key: string, stored: Json): Row =>
  ({ kind, key, value: kinds[kind].stored.decode(stored, key) }) as Row

/** Returns every place of a row in a list. */
export const listings = (row: Row): Kind.Listings => (kinds[row.kind] as AnyKind).listings(row.value)

/** Returns every unique key of a row. */
export const unique = (row: Row): ReadonlyArray<Kind.UniqueKey> => (kinds[row.kind] as AnyKind).unique(row.value)

/** Returns every place of a row in a part of a list. */
export const parts = (row: Row): ReadonlyArray<Kind.PartListing> => (kinds[row.kind] as AnyKind).parts(row.value)

/** Returns whether a changed row has its unique keys and its places as before, but for the parts that rows leave. */
export const keepsPlaces = (before: Row, after: Row): boolean =>
  (kinds[after.kind] as AnyKind).keepsPlaces(before.value, after.value)

/** Returns whether a changed row that keeps its places is in the parts in which it was. */
export const keepsParts = (before: Row, after: Row): boolean =>
  (kinds[after.kind] as AnyKind).keepsParts(before.value, after.value)

/** Returns the filters of a row in its lists. */
export const filters = (row: Row): Filters | null => (kinds[row.kind] as AnyKind).filters(row.value)
