/**
 * What would become of messages, and why. Made by `npm run calls`.
 */
import type { MessageStatus, ReasonCode } from "./Common.ts"
import type { TemplateCategory } from "./Templates.ts"

export interface ExplainedMessage {
  /** A phone number in E.164 form */
  readonly to: string
  /** Signalbox, beyond v3: the channel that is asked for; `auto` when routing chooses it. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** Signalbox, beyond v3: the contact of the recipient; it is left out where the send would make it. */
  readonly contact_id?: string
  /** Signalbox, beyond v3: the template in the language of the recipient; null for a text. */
  readonly template_id: string | null
  /** Signalbox, beyond v3: the time of the dispatch that is explained. */
  readonly at: string
  /** Signalbox, beyond v3: what becomes of the message by its dispatch. */
  readonly outcome: {
    /** Signalbox, beyond v3: the status to which the dispatch brings the message. */
    readonly status: MessageStatus
    /** Signalbox, beyond v3: the activity that the dispatch would write. */
    readonly description: string
    /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
    readonly reason_code?: ReasonCode
    /** Why, as a sentence for people whose wording may change. */
    readonly reason?: string
  }
  /** Signalbox, beyond v3: when the quiet hours of the recipient end, into which the dispatch falls; null when it falls into none. */
  readonly held_until: string | null
  /** Signalbox, beyond v3: the look-up of the number that rules ask for; it is left out where no route depends on one. */
  readonly look_up?: {
    /** Signalbox, beyond v3: `known`, `failed`, `pending` when it would be made before the message gets a route, or `unavailable`. */
    readonly state: "known" | "failed" | "pending" | "unavailable" | (string & {})
    /** Signalbox, beyond v3: the same in words for people. */
    readonly sentence: string
    /** Signalbox, beyond v3: the rules that the look-up decides about, the first 20. */
    readonly rules: ReadonlyArray<{
      /** Signalbox, beyond v3: whether it is a rule of the account's own, or one of the service for all accounts. */
      readonly of: "account" | "service" | "default"
      /** Signalbox, beyond v3: its place among the rules there, from 1. */
      readonly position: number
      /** Signalbox, beyond v3: whether the message meets the rule by what is known now. */
      readonly is_met: boolean
    }>
    /** Signalbox, beyond v3: whether the number was taken to another network; it is left out where that is not known. */
    readonly ported?: boolean
    /** Signalbox, beyond v3: the network that the number belongs to, as the codes of country and network; it is left out where that is not known. */
    readonly network?: string
    /** Signalbox, beyond v3: when the number was looked up; it is left out where it never was. */
    readonly looked_up_at?: string
    /** Signalbox, beyond v3: when it is looked up again, should a message need it then. */
    readonly counts_until?: string
    /** Signalbox, beyond v3: what a look-up costs the operator; it is left out where nobody has said. */
    readonly cost?: number
  }
  /** Signalbox, beyond v3: the routing rules that the message meets, in the order in which they apply: the first 20, and all by which a route came up. */
  readonly rules: ReadonlyArray<{
    /** Signalbox, beyond v3: the number by which routes name the rule, from 1. */
    readonly rule: number
    /** Signalbox, beyond v3: whether it is a rule of the account's own, one of the service for all accounts, or one that applies where there are neither. */
    readonly of: "account" | "service" | "default"
    /** Signalbox, beyond v3: its place among the rules there, from 1. */
    readonly position: number
    /** Signalbox, beyond v3: whether it allows its routes or denies them. */
    readonly action: "ALLOW" | "DENY"
    /** Signalbox, beyond v3: the channel of its routes; null for every one. */
    readonly channel: "sms" | "whatsapp" | "rcs" | "mms" | null
    /** Signalbox, beyond v3: the carrier of its routes; null for every one. */
    readonly carrier: string | null
    /** Signalbox, beyond v3: whether another route may be tried when the carrier of an allowed one refuses, or after one that is denied. */
    readonly fallback: boolean
    /** Signalbox, beyond v3: its priority; lower numbers go first. */
    readonly priority: number
    /** Signalbox, beyond v3: the country that recipients must be in. */
    readonly country?: string
    /** Signalbox, beyond v3: the first digits that numbers must have. */
    readonly prefix?: string
    /** A phone number in E.164 form */
    readonly number?: string
    /** Signalbox, beyond v3: the type that numbers must have. */
    readonly number_type?:
      | "fixed_line"
      | "mobile"
      | "fixed_line_or_mobile"
      | "premium_rate"
      | "toll_free"
      | "shared_cost"
      | "voip"
      | "personal_number"
      | "pager"
      | "uan"
      | "voicemail"
      | "unknown"
    /** Signalbox, beyond v3: the category that templates must have. */
    readonly category?: TemplateCategory
    /** Signalbox, beyond v3: the language that templates must have. */
    readonly language?: string
    /** Signalbox, beyond v3: whether recipients must be in another country than the sender, or in the same. */
    readonly international?: boolean
    /** Signalbox, beyond v3: whether numbers must have been taken to another network. */
    readonly ported?: boolean
    /** Signalbox, beyond v3: the networks, of which numbers must belong to one, as the codes of country and network. */
    readonly network?: ReadonlyArray<string>
    /** Signalbox, beyond v3: when the rule ends. */
    readonly expires_at?: string
  }>
  /** Signalbox, beyond v3: the routes that remain, in the order in which they are tried; the first is the route. */
  readonly candidates: ReadonlyArray<{
    /** Signalbox, beyond v3: the channel of the route. */
    readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
    /** Signalbox, beyond v3: the carrier of the route. */
    readonly carrier: string
    /** Signalbox, beyond v3: what the message would come from; null when the carrier chooses that. */
    readonly sender: string | null
    /** Signalbox, beyond v3: how many segments it has there; 1 where there are none. */
    readonly segments: number
    /** Signalbox, beyond v3: what it costs there, in the currency of the account. */
    readonly price: {
      /** Signalbox, beyond v3: what is charged in all. */
      readonly amount: number
      /** Signalbox, beyond v3: the price of the message, all segments together. */
      readonly price: number
      /** Signalbox, beyond v3: what is charged on top of it. */
      readonly active_contact_price: number
    }
    /** Signalbox, beyond v3: the rule that allows the route. */
    readonly rule: number
    /** Signalbox, beyond v3: how the rule came to the place of the carrier: by a draw, or by what carriers charge; it is left out where the rule does neither. */
    readonly chosen?: "split" | "cheapest"
    /** Signalbox, beyond v3: the weight with which the carrier was drawn; it is left out where nothing was drawn. */
    readonly weight?: number
    /** Signalbox, beyond v3: why the route stands behind others that rules put after it; it is left out where it does not. */
    readonly moved?: "carrier_unwell"
  }>
  /** Signalbox, beyond v3: the routes that came up and cannot take the message. */
  readonly dropped: ReadonlyArray<{
    /** Signalbox, beyond v3: the channel of the route. */
    readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
    /** Signalbox, beyond v3: the carrier of the route. */
    readonly carrier: string
    /** Signalbox, beyond v3: the rule by which the route came up. */
    readonly rule: number
    /** Signalbox, beyond v3: why it is dropped, as a word that never changes its meaning. */
    readonly reason:
      | "channel_not_set_up"
      | "no_sender"
      | "mms_not_allowed"
      | "carrier_not_configured"
      | "template_has_no_body"
      | "not_acceptable_on_mms"
      | "template_not_approved_there"
      | "recipient_not_on_whatsapp"
      | "no_open_conversation"
      | "carrier_drained"
      | "no_rate"
      | "denied_by_rule"
      | "already_tried"
      | "passed_over"
      | "routes_used_up"
      | (string & {})
    /** Signalbox, beyond v3: why it is dropped, in words for people. */
    readonly sentence: string
  }>
  /** Signalbox, beyond v3: the gates in the order in which they are asked, each with its answer; the first that does not pass stops the message. */
  readonly gates: ReadonlyArray<{
    /** Signalbox, beyond v3: the gate. */
    readonly gate:
      | "consent"
      | "consent_for_the_purpose"
      | "destination"
      | "verification"
      | "standing"
      | "daily_limit"
      | "paused_prefix"
      | "frequency"
      | "spend"
      | "balance"
      | "template"
      | "variables"
      | "conversation_on_whatsapp"
      | "conversation"
      | (string & {})
    /** Signalbox, beyond v3: whether it lets the message through. */
    readonly passes: boolean
    /** Signalbox, beyond v3: the reason code of a message that it stops; it is left out when it passes. */
    readonly code?: ReasonCode
    /** Signalbox, beyond v3: why it stops the message; it is left out when it passes. */
    readonly sentence?: string
  }>
}

export interface Explanation {
  /** Signalbox, beyond v3: how many messages the send would make. */
  readonly messages: number
  /** Signalbox, beyond v3: how the messages would end up, each outcome once, with how many have it. */
  readonly outcomes: ReadonlyArray<{
    /** Signalbox, beyond v3: the status to which the dispatch would bring the messages. */
    readonly status: MessageStatus
    /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
    readonly reason_code?: ReasonCode
    /** Why, as a sentence for people whose wording may change. */
    readonly reason?: string
    /** Signalbox, beyond v3: how many messages have this outcome. */
    readonly messages: number
    /** Signalbox, beyond v3: what their first routes would cost together; 0 where none is taken. */
    readonly amount: number
  }>
  /** Signalbox, beyond v3: the first 100 messages, in the order of a send's answer, each explained. */
  readonly recipients: ReadonlyArray<ExplainedMessage>
}
