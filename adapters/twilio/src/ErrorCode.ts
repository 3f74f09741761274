/**
 * Twilio's error codes of messages (its error dictionary), and what each means for a message that was handed over.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"

/**
 * Follows besides the failure: nothing was sent, and the line or the recipient waits for so many milliseconds unless the
 * answer says how long; or the recipient has opted out with Twilio.
 */
export type Consequence =
  | { readonly busy: "lane" | "recipient"; readonly pause: number }
  | "opted out"

export interface ErrorCode {
  readonly code: number
  /** Words that quote nothing of the message, its recipient or the account. */
  readonly words: string
  readonly failure: FailureClass
  readonly consequence: Consequence | null
}

type Row = readonly [code: number, words: string, failure: FailureClass, consequence?: Consequence]

const second = 1000
const minute = 60 * second

const moment: Consequence = { busy: "lane", pause: second }
const queueFull: Consequence = { busy: "lane", pause: minute }

/** The codes by which the API refuses a message. */
const refusals: ReadonlyArray<Row> = [
  [10001, "the account is not active", "provider_unavailable"],
  [11751, "the media exceed the size that the channel takes", "content_not_acceptable"],
  [14101, "the recipient is no phone number", "invalid_number"],
  [14102, "the sender is no number of the account", "sender_refused"],
  [14107, "too many messages between these two numbers", "rate_limited", { busy: "recipient", pause: minute }],
  [20003, "the credentials are wrong or lack the permission", "provider_unavailable"],
  [20005, "the account is not active", "provider_unavailable"],
  [20006, "access is denied", "provider_unavailable"],
  [20008, "test credentials cannot do this", "provider_unavailable"],
  [20403, "access is forbidden", "provider_unavailable"],
  [20404, "the account does not exist", "provider_unavailable"],
  [20410, "the API is gone", "provider_unavailable"],
  [20422, "a parameter is invalid", "content_not_acceptable"],
  [20429, "too many requests", "rate_limited", moment],
  [20503, "the service is unavailable", "provider_unavailable"],
  [21211, "the recipient's number is invalid", "invalid_number"],
  [21212, "the sender's number is invalid", "sender_refused"],
  [21214, "the recipient's number cannot be reached", "invalid_number"],
  [21217, "the number is invalid", "invalid_number"],
  [21266, "sender and recipient are the same", "undeliverable_by_route"],
  [21408, "the account may not send to this region", "no_route_to_network"],
  [21601, "the sender can send no SMS", "sender_refused"],
  [21602, "the message has no content", "content_not_acceptable"],
  [21603, "the message has no sender", "sender_refused"],
  [21604, "the message has no recipient", "invalid_number"],
  [21605, "the text is too long", "content_not_acceptable"],
  [21606, "the sender cannot send messages to this recipient", "sender_refused"],
  [21607, "a trial account may only send from the sandbox", "sender_refused"],
  [21608, "a trial account may only send to verified numbers", "undeliverable_by_route"],
  [21609, "the URL of status callbacks is invalid", "provider_unavailable"],
  [21610, "the recipient has opted out", "carrier_filtered", "opted out"],
  [21611, "the sender's queue is full", "rate_limited", queueFull],
  [21612, "there is no way from this sender to this recipient", "no_route_to_network"],
  [21614, "the recipient's number is no mobile number", "invalid_number"],
  [21616, "several numbers of the account match the sender", "sender_refused"],
  [21617, "the text is longer than 1,600 characters", "content_not_acceptable"],
  [21618, "the text is filtered by all carriers", "carrier_filtered"],
  [21619, "the message has no content", "content_not_acceptable"],
  [21620, "the URL of an attachment is invalid", "content_not_acceptable"],
  [21621, "the sender can send no MMS", "sender_refused"],
  [21622, "the account may send no MMS", "sender_refused"],
  [21623, "the message has too many attachments", "content_not_acceptable"],
  [21624, "the validity period is invalid", "content_not_acceptable"],
  [21635, "the recipient's number is a landline", "invalid_number"],
  [21652, "the subject is longer than 40 characters", "content_not_acceptable"],
  [21654, "variables need a content", "content_not_acceptable"],
  [21655, "the content is unknown", "content_not_acceptable"],
  [21656, "the variables of the content are invalid", "content_not_acceptable"],
  [21658, "a parameter is too long", "content_not_acceptable"],
  [21659, "the sender is no number of Twilio, or of another country", "sender_refused"],
  [21660, "the sender belongs to another account", "sender_refused"],
  [21661, "the sender can send no SMS", "sender_refused"],
  [21701, "the messaging service does not exist", "sender_refused"],
  [21703, "the messaging service has no sender for this message", "sender_refused"],
  [21704, "the messaging service has no senders", "sender_refused"],
  [21712, "the sender belongs to another messaging service", "sender_refused"],
  [21910, "sender and recipient are on different channels", "sender_refused"]
]

/** The codes with which a message that was taken is not delivered; some of them come as refusals as well. */
const failures: ReadonlyArray<Row> = [
  [30001, "the queue is full", "rate_limited", queueFull],
  [30002, "the account is suspended", "provider_unavailable"],
  [30003, "the handset cannot be reached", "handset_unreachable"],
  [30004, "the message is blocked", "carrier_filtered"],
  [30005, "the handset is unknown", "invalid_number"],
  [30006, "the number is a landline, or its carrier cannot be reached", "undeliverable_by_route"],
  [30007, "the message is filtered", "carrier_filtered"],
  [30008, "the carrier names no reason", "unknown"],
  [30010, "the price is above the agreed one", "undeliverable_by_route"],
  [30011, "the recipient's number takes no MMS", "undeliverable_by_route"],
  [30012, "the validity period is too short", "content_not_acceptable"],
  [30013, "the validity period is too long", "content_not_acceptable"],
  [30014, "the recipient is invalid", "invalid_number"],
  [30015, "the channel is not supported", "sender_refused"],
  [30016, "sender and recipient are on different channels", "sender_refused"],
  [30017, "the carrier's network is congested", "temporary_carrier_error"],
  [30018, "the carrier asks for a registered sender", "sender_refused"],
  [30019, "the content is larger than the carrier takes", "content_not_acceptable"],
  [30020, "scheduling has failed", "provider_unavailable"],
  [30021, "the messaging service has failed", "provider_unavailable"],
  [30022, "the rate of the registered campaign is exceeded", "rate_limited"],
  [30023, "the day's messages of the registered campaign are used up", "rate_limited"],
  [30024, "the sender is not provisioned on the carrier", "sender_refused"],
  [30027, "the day's messages to the carrier are used up", "rate_limited"],
  [30032, "the toll-free number is not verified", "sender_refused"],
  [30033, "the registered campaign is suspended", "sender_refused"],
  [30034, "the sender is not registered for the United States", "sender_refused"],
  [30035, "the registered campaign is still being configured", "sender_refused"],
  [30036, "the validity period is over", "temporary_carrier_error"],
  [30038, "the text of a code is filtered", "carrier_filtered"],
  [30042, "the sender's name is blocked", "sender_refused"],
  // Twilio does not try again either, because the message may have gone out.
  [30410, "the carrier has not answered in time", "unknown"],
  [30450, "the message is blocked as one of a fraud", "carrier_filtered"],
  [30453, "the message is blocked as one of a fraud", "carrier_filtered"],
  [30500, "Twilio has failed", "provider_unavailable"]
]

/** The codes of WhatsApp. */
const channels: ReadonlyArray<Row> = [
  [63001, "the channel does not know the credentials", "provider_unavailable"],
  [63002, "the channel does not know the sender", "sender_refused"],
  [63003, "the channel does not know the recipient", "recipient_not_on_channel"],
  [63005, "the channel does not take the content", "content_not_acceptable"],
  [63006, "the content cannot be written for the channel", "content_not_acceptable"],
  [63007, "there is no channel with this sender", "sender_refused"],
  [63008, "the channel is not configured as it should be", "provider_unavailable"],
  [63009, "the channel has failed", "provider_unavailable"],
  [63010, "Twilio has failed", "provider_unavailable"],
  [63011, "the request is invalid", "content_not_acceptable"],
  [63012, "the channel has failed", "provider_unavailable"],
  [63013, "the message violates the channel's policy", "carrier_filtered"],
  [63014, "the recipient has blocked the message", "carrier_filtered"],
  [63015, "the recipient has not joined the sandbox", "undeliverable_by_route"],
  [63016, "a message without a template is outside of the window", "undeliverable_by_route"],
  [63017, "the rate of the account is exceeded", "rate_limited", moment],
  [63018, "the rate of the channel is exceeded", "rate_limited", moment],
  [63019, "the media cannot be fetched", "content_not_acceptable"],
  [63020, "the business account is not in order", "sender_refused"],
  [63021, "the content is invalid", "content_not_acceptable"],
  [63022, "the sender's name is not certified", "sender_refused"],
  [63023, "the channel names no reason", "unknown"],
  [63024, "the recipient cannot be reached on the channel", "recipient_not_on_channel"],
  [63025, "the media are there already", "content_not_acceptable"],
  [63026, "the sender is flagged as a spammer", "sender_refused"],
  [63027, "the template does not exist in this language", "content_not_acceptable"],
  [63028, "the template has another number of variables", "content_not_acceptable"],
  [63029, "the recipient could not fetch the template", "content_not_acceptable"],
  [63030, "the channel does not know a parameter", "content_not_acceptable"],
  [63031, "sender and recipient are the same", "undeliverable_by_route"],
  [63032, "WhatsApp does not deliver to this recipient", "undeliverable_by_route"],
  [63033, "the recipient is blocked", "carrier_filtered"],
  [63034, "the media are too large", "content_not_acceptable"],
  [63036, "the recipient cannot be reached on the channel", "recipient_not_on_channel"],
  [63038, "the day's messages of the account are used up", "rate_limited", { busy: "lane", pause: 15 * minute }],
  [63040, "the template is rejected", "content_not_acceptable"],
  [63041, "the template is paused", "content_not_acceptable"],
  [63042, "the template is disabled", "content_not_acceptable"],
  [63049, "Meta has chosen not to deliver the message", "undeliverable_by_route"],
  [63062, "the terms of marketing messages are not accepted", "sender_refused"]
]

export const table: ReadonlyArray<ErrorCode> = [...refusals, ...failures, ...channels].map(
  ([code, words, failure, consequence = null]) => ({ code, words, failure, consequence })
)

const byCode = new Map(table.map((each) => [each.code, each]))

/** Returns what a code says; one that the table does not have means an unknown failure. */
export const of = (code: number): ErrorCode =>
  byCode.get(code) ?? { code, words: "a code that is not in the table", failure: "unknown", consequence: null }

/** Returns whether the table has the code. */
export const isKnown = (code: number): boolean => byCode.has(code)
