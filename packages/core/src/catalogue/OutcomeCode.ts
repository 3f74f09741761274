/**
 * The outcome codes: `reason_code` and `reason` of a message that ended FAILED, FILTERED or BLOCKED
 * (specification "Errors", decisions 8.3). They are never HTTP errors of a send.
 */
import * as Schema from "effect/Schema"

type EndedAs = "FAILED" | "FILTERED" | "BLOCKED"

export const catalogue = {
  DELIVERY_001: ["FAILED", "The carrier reported a failure without a cause."],
  DELIVERY_002: ["FAILED", "The message could not be delivered by this route."],
  DELIVERY_003: ["FAILED", "No routing rule matched."],
  DELIVERY_004: ["FILTERED", "A routing rule denies this message."],
  DELIVERY_005: ["FAILED", "The number is not valid."],
  DELIVERY_006: ["FAILED", "The handset was not reachable before the message expired."],
  DELIVERY_007: ["FAILED", "The recipient is not registered on this channel."],
  DELIVERY_008: ["FAILED", "The carrier refused the sender."],
  DELIVERY_009: ["FAILED", "There is no route to the recipient's network."],
  DELIVERY_010: ["FAILED", "The carrier is not available."],
  DELIVERY_011: ["FAILED", "The carrier did not answer in time."],
  DELIVERY_012: ["FAILED", "The connection to the carrier failed."],
  DELIVERY_013: ["FAILED", "The carrier had a temporary error."],
  DELIVERY_014: ["FAILED", "The carrier limits the rate of messages."],
  DELIVERY_015: ["FAILED", "The carrier filtered the message."],
  DELIVERY_016: ["FAILED", "The content is not acceptable for the channel."],
  VALIDATION_008: ["FAILED", "A template variable is missing or invalid."],
  BUSINESS_003: ["BLOCKED", "The balance is insufficient."],
  BUSINESS_004: ["FILTERED", "The recipient has opted out."],
  BUSINESS_005: ["BLOCKED", "The template is not approved for sending."],
  BUSINESS_011: ["BLOCKED", "The destination country is not allowed."],
  BUSINESS_017: ["BLOCKED", "The account is not verified yet."],
  BUSINESS_018: ["BLOCKED", "The account is suspended or under review."],
  BUSINESS_019: ["BLOCKED", "The recipient is not allowed at this onboarding stage."],
  BUSINESS_020: ["BLOCKED", "The message limit of this onboarding stage is reached."],
  SIGNALBOX_001: ["BLOCKED", "A spend cap of the account is reached."],
  SIGNALBOX_003: ["FILTERED", "The recipient was sent as many messages as the account allows."],
  SIGNALBOX_004: ["FILTERED", "The recipient has not consented to this purpose."],
  CONVERSATION_TEMPLATE_REQUIRED: ["BLOCKED", "A free-form message needs an open conversation; send a template first."],
  WHATSAPP_TEMPLATE_REQUIRED: ["FAILED", "A free-form WhatsApp message needs an inbound message within 24 hours."],
  SIGNALBOX_002: ["BLOCKED", "Messages to this prefix are paused."],
  channel_unavailable: ["FAILED", "The account cannot send on this channel."]
} as const satisfies Record<string, readonly [EndedAs, string]>

export type OutcomeCode = keyof typeof catalogue

export const OutcomeCode = Schema.Literals(Object.keys(catalogue) as ReadonlyArray<OutcomeCode>)

/** The status in which a message with this outcome ends. */
export const endedAs = (code: OutcomeCode): EndedAs => catalogue[code][0]

/** One sentence for a person; its wording may change. */
export const reason = (code: OutcomeCode): string => catalogue[code][1]

/** How many names a description tells. */
const most = 10

/** Describes an end: its reason, and what the sender has to look at. */
export const described = (code: OutcomeCode, names: ReadonlyArray<string> = []): string => {
  if (names.length === 0) return reason(code)
  const more = names.length > most ? `, and ${names.length - most} more` : ""
  return `${reason(code).replace(/\.$/, "")}: ${names.slice(0, most).join(", ")}${more}`
}
