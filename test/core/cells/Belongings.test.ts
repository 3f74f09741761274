/**
 * The table of what moves with an account, as decisions 20.6 has it.
 */
import type { Way } from "@signalbox/core/internal/cells/Belongings"
import * as Belongings from "@signalbox/core/internal/cells/Belongings"
import { expect, it } from "vitest"

const textOf = (way: Way): string => {
  switch (way.by) {
    case "key":
      return "by the id of the account as the key"
    case "prefix":
      return "by keys that begin with the id"
    case "list":
      return `in a list of the account: ${way.lists.join(", ")}`
    case "field":
      return `by a field: ${way.field}`
    case "companion":
      return `with other rows: ${way.of.join(", ")}`
    case "lane":
      return "by the lane of its work"
    case "nothing":
      return "not at all"
  }
}

/** The names by what is said of them. */
const grouped = (all: ReadonlyArray<readonly [name: string, text: string]>): Readonly<Record<string, string>> => {
  const names = new Map<string, string>()
  for (const [name, text] of all) names.set(text, names.has(text) ? `${names.get(text)} ${name}` : name)
  return Object.fromEntries(names)
}

it("says how each kind of row is found", () => {
  const ways = Object.entries(Belongings.rows).map(([kind, all]) => [kind, all.map(textOf).join("; ")] as const)
  expect(grouped(ways)).toStrictEqual({
    "in a list of the account: messages": "message",
    "in a list of the account: contacts, suppressions": "contact",
    "in a list of the account: consent_records": "consent_record",
    "in a list of the account: audit_log": "audit_entry",
    "in a list of the account: paused_prefixes": "paused_prefix",
    "in a list of the account: templates": "template",
    "in a list of the account: users": "user",
    "in a list of the account: api_keys": "api_key",
    "in a list of the account: deleted_webhooks": "deleted_webhook",
    // It is that of each of its webhooks.
    "in a list of the account: deliveries": "delivery",
    "by the id of the account as the key":
      "purge cloned_webhooks campaign_list channel_set last_failed_check team account",
    "by keys that begin with the id": "conversation_opening suppression_hash top_up",
    "with other rows: message": "carrier_reference verification one_time_code",
    "with other rows: delivery, work": "event",
    "with other rows: template, message": "template_revision",
    "with other rows: webhook": "endpoint",
    "by the id of the account as the key; with other rows: webhook, deleted_webhook": "redaction",
    "by a field: account": "inbound_parts line recipient_erasure webhook",
    "by a field: profile": "profile_completion",
    "by the lane of its work": "dead_letter",
    "not at all": "carrier_counts residence restrictions sealed_proof service_settings"
  })
})

it("says whom the lanes of each kind belong to", () => {
  expect(grouped(Object.entries(Belongings.lanes))).toStrictEqual({
    account: "audit channel clone contact deadline document fanout inbound look_up media prefix privacy profile " +
      "retention review send verification",
    webhook: "delivery retry",
    line: "submission"
  })
})

it("says of all else whether it moves", () => {
  expect(grouped(Object.entries(Belongings.others).map(([name, moves]) => [`${name},`, String(moves)]))).toStrictEqual({
    true: "balance, key of a debit, counter and its keys, sum of usage, Idempotency-Key and reply, work, document,",
    false: "lane, node, rate window, pace and lockout, total of a list,"
  })
})
