/**
 * The reasons why a route cannot take a message. Activities show them for the candidates that were left out.
 */
import * as Schema from "effect/Schema"

export const catalogue = {
  channel_not_set_up: "the account has not set the channel up",
  no_sender: "the account has no sender that may be used there",
  mms_not_allowed: "the account may not send MMS",
  carrier_not_configured: "no such carrier takes this channel",
  template_has_no_body: "the template has no body for the channel",
  not_acceptable_on_mms: "the attachment or the content is not acceptable on MMS",
  template_not_approved_there: "the template is not approved for the channel",
  recipient_not_on_whatsapp: "the recipient could lately not be reached on WhatsApp",
  no_open_conversation: "free-form WhatsApp needs an inbound message within 24 hours",
  carrier_drained: "the operator sends nothing new through the carrier",
  no_rate: "the channel has no price",
  denied_by_rule: "a routing rule denies it",
  already_tried: "it was tried in this send",
  passed_over: "the message was not delivered there in time",
  routes_used_up: "three routes were tried in this send"
} as const satisfies Record<string, string>

export type DropReason = keyof typeof catalogue

export const DropReason = Schema.Literals(Object.keys(catalogue) as ReadonlyArray<DropReason>)

/** A sentence for a person. Its wording may change. */
export const sentence = (reason: DropReason): string => catalogue[reason]
