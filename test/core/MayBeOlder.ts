/**
 * The rows on which a decision may rest although they change before its commit is applied, each with the reason. A row that
 * it writes it must have expected all the same, unless that stands here, too.
 */

export interface Reason {
  readonly because: string
  /** Whether it may write the row without having expected it. */
  readonly isWritten?: true
}

type Reasons = Readonly<Record<string, Reason>>

/** By kind, in every decision: how somebody has set the service up, and what never changes. */
const everywhere: Reasons = {
  account: { because: "the settings of an account hold from the next decision on; its money is guarded by debits" },
  campaign_list: { because: "the campaigns of an account hold from the next decision on" },
  channel_set: { because: "the channels of an account hold from the next decision on" },
  line: {
    because: "a line only spares a busy carrier: whoever comes too early is told to wait and writes it again",
    isWritten: true
  },
  paused_prefix: { because: "a pause holds from the next decision on" },
  restrictions: { because: "a restriction holds from the next decision on" },
  template: { because: "a message keeps to the revision with which it was accepted" },
  template_revision: { because: "a revision never changes" }
}

const consent: Reason = {
  because: "who opts out while a message is decided is asked no later than at its hand-over, which expects the contact"
}
const never: Reason = { because: "what a carrier calls a message never changes, and goes with it", isWritten: true }
const monotone: Reason = { because: "an attempt that waits is looked at again in line, and one that is over stays so" }
const shown: Reason = { because: "the answer tells how the endpoint fares at the moment" }
const member: Reason = { because: "whether a webhook is in the list changes with the webhook, which is expected" }
const followed: Reason = { because: "a clone that follows already is looked at again by the work that follows" }
const opening: Reason = { because: "a window that opens or closes meanwhile serves the next message" }
const later: Reason = { because: "what is left as it is now is looked at again by the work that follows" }

/** By decision and kind. */
const byDecision: Readonly<Record<string, Reasons>> = {
  "accounts.create": { api_key: { because: "a key is never free again, and taking one twice is refused" } },
  "accounts.suppress": {
    contact: { because: "a number that is left as it is changes after that, whoever changes it meanwhile" }
  },
  answered: { contact: consent, conversation_opening: opening, message: opening },
  "audit_log.retain": { audit_entry: { because: "an entry is changed by this work alone, whose lease is held" } },
  "carriers.review": {
    carrier_counts: { because: "what nodes count meanwhile is judged at the next review, which is soon" }
  },
  "delivery.settle": {
    endpoint: { because: "what a delivery that is over tells of its endpoint is not counted" },
    webhook: { because: "a delivery to a webhook that changes is looked at again when it is due" }
  },
  dispatch: {
    contact: consent,
    conversation_opening: opening,
    message: opening
  },
  "delivery.fanout": {
    event: { because: "whom the others reach stands in the event that leads them, which is expected" },
    webhook: { because: "whose clone a webhook is never changes" }
  },
  fallback: { contact: consent, conversation_opening: opening, message: opening },
  hand_over: {
    contact: consent,
    message: monotone,
    one_time_code: { because: "a code is written once, and taken away when the message is over" }
  },
  media_probed: { contact: consent, conversation_opening: opening, message: monotone },
  "messages.resend": {
    contact: consent,
    conversation_opening: opening,
    message: { because: "what the message that is sent again says stays as it is" }
  },
  "messages.send": {
    contact: consent,
    conversation_opening: opening,
    message: opening
  },
  "privacy.erase": {
    recipient_erasure: { because: "the erasure that runs is told, and a second one is refused by its unique key" }
  },
  "privacy.erase_step": {
    carrier_reference: never,
    delivery: { because: "a delivery is erased with its event, whatever has become of it", isWritten: true },
    event: { because: "an event of a delivery never changes but by erasure" }
  },
  "privacy.redact": { carrier_reference: never, message: later, redaction: later },
  "privacy.redact_bodies": { deleted_webhook: later, delivery: later, event: later, redaction: later, webhook: later },
  "profile.complete": {
    profile_completion: { because: "it is written once, and belongs to the work whose lease is held", isWritten: true }
  },
  receipt_deadline: { contact: consent, conversation_opening: opening, message: monotone },
  "restrictions.open": { line: { because: "an operator opens what is there" } },
  "retention.purge": {
    carrier_reference: never,
    contact: later,
    conversation_opening: later,
    one_time_code: later,
    verification: later
  },
  "retention.purge_accounts": { purge: later },
  "users.delete": { team: { because: "the team matters to the removal of an active admin, which expects it" } },
  "users.update": { team: { because: "the team matters to a change of an active admin, which expects it" } },
  "v2.messages.phone": { contact: consent },
  "v2.messages.contact": { contact: consent },
  "v2.messages.quick_message": { contact: consent },
  "verifications.check": {
    verification: { because: "tries are counted with a ceiling; a verification that is over stays so" }
  },
  "verifications.create": {
    contact: consent,
    one_time_code: { because: "a code is taken away with the end of its verification, which is expected" }
  },
  "webhooks.clones": { webhook: later },
  "webhooks.rotate_secret": { cloned_webhooks: member, webhook: followed },
  "webhooks.test": { webhook: { because: "a test goes to the address that the webhook had when it was asked for" } },
  "webhooks.toggle": { cloned_webhooks: member, endpoint: shown, webhook: followed },
  "webhooks.update": { cloned_webhooks: member, endpoint: shown, webhook: followed }
}

/** Returns the reason, if there is one. */
export const mayBeOlder = (decision: string, kind: string): Reason | undefined =>
  everywhere[kind] ?? byDecision[decision]?.[kind]
