/**
 * The cause and the remedy of every code, for the page that `doc_url` leads to. The page is made from this table, and
 * nothing that runs loads it.
 */
import * as ErrorCode_ from "./ErrorCode.ts"
import type { ErrorCode } from "./ErrorCode.ts"
import * as OutcomeCode_ from "./OutcomeCode.ts"
import type { OutcomeCode } from "./OutcomeCode.ts"

export type Code = ErrorCode | OutcomeCode

/** A code that v3 has and this service never gives: what it is kept for. */
type Reserved = readonly [keptFor: string]

type Known = readonly [cause: string, remedy: string]

const table: Readonly<Record<Code, Known | Reserved>> = {
  AUTH_001: [
    "Nobody could be identified by something other than an API key: a voice token is missing, expired or signed by another service, or a console was opened without a session of the host's.",
    "Get a new voice token, or sign in again."
  ],
  AUTH_002: [
    "`x-api-key` is missing or empty, or no active key is what it says: the key was mistyped, revoked or has expired, belongs to another service, or may not be used from this address.",
    "Send the key as the header `x-api-key`, and compare its last characters with the list of keys. Make a new key where it was revoked. Stop trying the same key: many failures lock its address out."
  ],
  AUTH_003: [
    "A request of v2 has no `x-sender-id`, or one that is no UUID.",
    "Send the id of the account as `x-sender-id`, or use v3, which needs the key alone."
  ],
  AUTH_004: [
    "The key is valid, but its account, its role or its scopes do not allow this operation; or the key of a profile named another account in `x-profile-id`.",
    "Use a key with the scope or the role that the operation names, or the key of the organization."
  ],
  AUTH_005: ["an account whose onboarding is not complete"],
  AUTH_006: ["an account whose owner is not identified yet"],
  AUTH_007: ["an account whose channels are not set up"],
  VALIDATION_001: [
    "Fields of the request are missing or wrong. `details` names each of them, as the request does, with what it must be.",
    "Mend the fields that `details` names. The same request fails again, so do not repeat it unchanged."
  ],
  VALIDATION_002: [
    "A phone number cannot be one: it is not in the form E.164, or its country has no such numbers.",
    "Send numbers with a plus and the country code, digits only, such as `+12015550123`."
  ],
  VALIDATION_003: [
    "An id is not a UUID.",
    "Send the id as the service gave it, with its hyphens. A placeholder such as `{id}` in the path was often left unfilled."
  ],
  VALIDATION_004: [
    "A parameter that is required is missing. `details` names it.",
    "Add the parameter."
  ],
  VALIDATION_005: [
    "A number is smaller or larger than it may be. `details` names the bounds.",
    "Send a value within the bounds."
  ],
  VALIDATION_006: [
    "A value is none of those that the field takes. `details` lists them.",
    "Send one of the listed values; small and capital letters count."
  ],
  VALIDATION_007: [
    "`Idempotency-Key` is empty, too long, or has characters that it may not have. `details` says which are taken.",
    "Send another key: a UUID for each thing that is to be done once serves well."
  ],
  VALIDATION_008: [
    "A variable of the template is missing, does not match its pattern, or holds what the channel does not carry: a line break, a tab, or more than four spaces in a row. It is also how a message ends whose variables prove wrong later.",
    "Look at the variables of the template, and give each a value that fits. A preview shows the result without sending."
  ],
  VALIDATION_011: [
    "The identity of a voice client is empty, too long, or has characters that it may not have.",
    "Use 1 to 128 letters, digits and `. _ @ + : -`."
  ],
  RESOURCE_001: [
    "The account has no contact with this id: it was deleted, or belongs to another account.",
    "Read the list of contacts with the same key."
  ],
  RESOURCE_002: [
    "The account has no template with this id or name: it was deleted, belongs to another account, or its name is spelled otherwise.",
    "Read the list of templates with the same key; with `x-profile-id` the templates of that profile count."
  ],
  RESOURCE_003: [
    "The account has no message with this id: it belongs to another account or profile, or its retention is over.",
    "Read it with the key, and the `x-profile-id`, that sent it."
  ],
  RESOURCE_004: [
    "The service has no account with this id.",
    "Create the account first, or compare the id with the list of accounts."
  ],
  RESOURCE_005: ["an organization that does not exist"],
  RESOURCE_006: [
    "The account has no user with this id: the user was removed, or belongs to another account.",
    "Read the list of users."
  ],
  RESOURCE_007: [
    "There is such a thing already: `details` names the field that is taken, such as the name of a template or the number of a contact.",
    "Read and change the one that exists, or choose another value."
  ],
  RESOURCE_008: [
    "The account has no webhook with this id: it was deleted, or belongs to another account.",
    "Read the list of webhooks with the same key."
  ],
  RESOURCE_009: [
    "The profile has no brand, and campaigns belong to one.",
    "Register a brand for the profile, or let it inherit that of the organization."
  ],
  RESOURCE_010: [
    "The profile has no campaign with this id.",
    "Read the list of campaigns of the profile."
  ],
  RESOURCE_011: ["a batch that does not exist"],
  RESOURCE_012: ["a phone number that does not exist"],
  RESOURCE_013: [
    "Nothing is at this path, or the thing that it names is not there: the path is mistyped, the id belongs to another account, or `x-profile-id` names no profile of the organization.",
    "Compare path and method with the reference of the HTTP API, and the id with the list that it comes from."
  ],
  RESOURCE_014: [
    "The organization has no such profile: it was deleted, or belongs to another organization.",
    "Read the list of profiles with the key of the organization."
  ],
  RESOURCE_015: ["a call that does not exist"],
  RESOURCE_017: ["a participant of a call that does not exist"],
  BUSINESS_001: [
    "The contact is inherited from the organization, and its profile may only read it.",
    "Change it with the key of the organization."
  ],
  BUSINESS_002: [
    "More requests came in a minute than the account, the endpoint or the address may send; or an address is locked out after many wrong keys; or a code was asked for again too soon.",
    "Wait for the seconds that `Retry-After` names, and send at a steady pace. The `x-ratelimit-…` headers tell how much is left before it comes to this."
  ],
  BUSINESS_003: [
    "The balance does not suffice for the price of a message, so the message ended BLOCKED.",
    "Credit the account, and resend the message. A service without billing (`billing: false`) blocks nothing for money."
  ],
  BUSINESS_004: [
    "The recipient has opted out, so the message ended FILTERED.",
    "Do not write to them until they opt in again. Do not record a consent that they did not give."
  ],
  BUSINESS_005: [
    "The template, or its version for the channel, is not approved: it is a draft, in review, rejected or paused. A message of it ends BLOCKED; a verification is refused.",
    "Read the status of the template and its reason, submit it, and send once it is APPROVED."
  ],
  BUSINESS_006: [
    "The message is in a status that does not allow this: one that was handed over cannot be cancelled, one that has not ended cannot be resent, and one of a verification is never resent.",
    "Read the message, and act on the status that it has."
  ],
  BUSINESS_007: ["a channel on which a contact cannot be reached"],
  BUSINESS_008: [
    "There are as many things of this kind as the account may have. `details` names the limit.",
    "Delete what is no longer used, or let the operator raise the limit where it can be set."
  ],
  BUSINESS_011: [
    "The account may not send to this country or prefix (`destinations`), so the message ended BLOCKED. Its activity names the rule.",
    "Let the operator allow the destination, if messages are meant to go there."
  ],
  BUSINESS_017: [
    "The account is not verified yet, so the message ended BLOCKED.",
    "Let the operator verify the account, and resend the message."
  ],
  BUSINESS_018: [
    "The account is suspended or under review, so the message ended BLOCKED.",
    "Ask the operator what is being looked at, and resend once it is settled."
  ],
  BUSINESS_019: ["a recipient that an account may not write to at its stage"],
  BUSINESS_020: [
    "The account sent as many messages of this template today as it may (`dailyMessageLimit`), so the message ended BLOCKED.",
    "Send again after midnight UTC, or let the operator raise the limit."
  ],
  BUSINESS_022: ["a voice number that another account owns"],
  BUSINESS_023: [
    "Calls are not enabled: the service has no secret for voice tokens.",
    "Let the operator set one up; without it no voice tokens are made."
  ],
  BUSINESS_024: ["a number without voice"],
  BUSINESS_025: ["a participant that could not be added to a call"],
  BUSINESS_026: ["a recording that is not available"],
  BUSINESS_027: ["a number that could not be set up"],
  BUSINESS_028: ["an area code without a number to give"],
  CONFLICT_001: [
    "A request with the same `Idempotency-Key` is still being carried out.",
    "Wait for the seconds of `Retry-After`, and send the same request with the same key: it gets the answer of the first."
  ],
  CONFLICT_005: [
    "The `Idempotency-Key` was used for a request with another method, path, query or body.",
    "Use a new key for a new request, and the same key only to repeat a request unchanged."
  ],
  CONFLICT_006: [
    "The template is in review, and what the reviewer looks at cannot change.",
    "Wait for the review to end, or make another template."
  ],
  CONFLICT_007: ["a default line that must stay on"],
  CONFLICT_008: ["a call that has ended"],
  CONFLICT_009: ["a call outside of a conference"],
  CONFLICT_010: [
    "The thing is in a state that does not allow this: a verification has ended, an account was deleted, a key is revoked already. The message says which.",
    "Read its state. Repeating the request does not help."
  ],
  CONFLICT_011: ["a call without a phone leg"],
  LIMIT_001: ["too many messages that are held"],
  SERVICE_001: [
    "The store of idempotency keys could not be reached, so the request was not carried out.",
    "Send the same request with the same key after the seconds of `Retry-After`."
  ],
  INTERNAL_001: [
    "The service failed in a way that it does not foresee. The message holds the request id, and the log has the cause with that id.",
    "Give the request id to the operator. Repeat a write only with its `Idempotency-Key`, since it may have been carried out."
  ],
  INTERNAL_002: [
    "The database refused an operation. The log has the cause under the request id.",
    "Give the request id to the operator, who looks at the log and the database."
  ],
  INTERNAL_003: [
    "A system that the service asked, such as the log of calls, gave no answer that can be used.",
    "Try again later, and tell the operator if it stays so."
  ],
  INTERNAL_004: [
    "What a call waited for did not come in its time. The message says what it was; it goes on all the same.",
    "Wait longer (`timeoutMs`), or look at the state later."
  ],
  INTERNAL_005: [
    "The service cannot do this now: its database is away, it is starting or closing, or too many answers wait to be read. `details` names the part, where it is known.",
    "Try again after the seconds of `Retry-After`, with the same `Idempotency-Key` for a write."
  ],
  DELIVERY_001: [
    "The carrier reported a failure and no cause for it.",
    "Look for the message at the carrier by its reference, and resend it if the number is right."
  ],
  DELIVERY_002: [
    "The carrier cannot deliver this message by its route, and no other route was left.",
    "Add a carrier or a rule for the country, and resend."
  ],
  DELIVERY_003: [
    "Routing rules name no carrier for this message.",
    "Look at the rules with `explain`, and add one that matches."
  ],
  DELIVERY_004: [
    "A routing rule denies this message.",
    "Nothing, if that is meant; else look at the rules with `explain`, and change the one that it names."
  ],
  DELIVERY_005: [
    "The carrier says that the number does not exist.",
    "Correct the number of the recipient, or stop writing to it."
  ],
  DELIVERY_006: [
    "The handset was off or out of reach until the message expired.",
    "Resend later, or give the message a longer validity."
  ],
  DELIVERY_007: [
    "The recipient does not use this channel.",
    "Send by another channel, or let `fallback` choose one."
  ],
  DELIVERY_008: [
    "The carrier does not accept the sender: it is not registered for the country or the brand.",
    "Register the sender with the carrier, or send from another one."
  ],
  DELIVERY_009: [
    "The carrier does not reach the network of the recipient.",
    "Add a carrier that does."
  ],
  DELIVERY_010: [
    "The carrier could not be used: it refused every connection or reported itself unavailable.",
    "Resend later. A second carrier for the country takes such messages over."
  ],
  DELIVERY_011: [
    "The carrier did not answer in time, so it is unknown whether it took the message.",
    "Look for the message at the carrier before you resend it."
  ],
  DELIVERY_012: [
    "The connection to the carrier broke.",
    "Resend later. Look at the network and the addresses of the carrier if it goes on."
  ],
  DELIVERY_013: [
    "The carrier had an error that it calls temporary, and it lasted longer than the message.",
    "Resend later."
  ],
  DELIVERY_014: [
    "The carrier takes fewer messages in a second than it was given.",
    "Set the `pace` of the carrier to what its contract allows, and resend."
  ],
  DELIVERY_015: [
    "The carrier took the message for spam or for content that it forbids.",
    "Change the text: shortened links and capital letters are usual causes. Register the campaign where the country wants that."
  ],
  DELIVERY_016: [
    "The channel does not carry this content: an attachment is too large, of a wrong kind, or cannot be fetched.",
    "Change the content to what the channel allows."
  ],
  SIGNALBOX_001: [
    "The message would pass a spend cap of the account or its organization, so it ended BLOCKED. Its activity names the cap.",
    "Wait for the next day or month (UTC), or let the operator raise the cap."
  ],
  SIGNALBOX_002: [
    "Messages to this prefix are paused, because codes sent there were not typed in or messages did not arrive: a sign of SMS pumping.",
    "Look at who asked for these messages. The pause ends by itself; the operator can end or lengthen it."
  ],
  SIGNALBOX_003: [
    "The recipient was sent as many messages in the period as `frequency` allows, so this one ended FILTERED.",
    "Send fewer, or later; urgent categories can be excepted."
  ],
  SIGNALBOX_004: [
    "The recipient has not consented to the purpose of the message, so it ended FILTERED.",
    "Ask for their consent to this purpose, and record it in `preferences`."
  ],
  CONVERSATION_TEMPLATE_REQUIRED: [
    "A text without a template is only sent where the recipient has written lately, and they have not.",
    "Begin with an approved template, and send free text once they have answered."
  ],
  WHATSAPP_TEMPLATE_REQUIRED: [
    "WhatsApp takes free text only within 24 hours after the recipient has written.",
    "Send an approved template."
  ],
  channel_unavailable: [
    "The account cannot send on this channel to this recipient: it is not set up, has no sender or no price for the country, or no carrier serves it.",
    "Look at the channels of the account, and ask `explain` what is missing."
  ]
}

export interface Remedy {
  readonly code: Code
  /** The HTTP status of an error; null for what is only the outcome of a message. */
  readonly status: number | null
  /** The status in which a message with this outcome ends; null for what is only an error. */
  readonly endedAs: "FAILED" | "FILTERED" | "BLOCKED" | null
  /** One sentence, as answers have it. */
  readonly meaning: string
  /** Markdown. */
  readonly cause: string
  /** Markdown. */
  readonly remedy: string
  /** True for what this version never answers with. */
  readonly isReserved: boolean
}

const isError = (code: Code): code is ErrorCode => code in ErrorCode_.catalogue

const isOutcome = (code: Code): code is OutcomeCode => code in OutcomeCode_.catalogue

/** Every code once, in the order of the catalogues. */
export const codes = Object.keys(table) as ReadonlyArray<Code>

export const of = (code: Code): Remedy => {
  const [cause, remedy] = table[code]
  return {
    code,
    status: isError(code) ? ErrorCode_.status(code) : null,
    endedAs: isOutcome(code) ? OutcomeCode_.endedAs(code) : null,
    meaning: isError(code) ? ErrorCode_.meaning(code) : OutcomeCode_.reason(code as OutcomeCode),
    cause: remedy === undefined ? `It is kept for ${cause}; this version never gives it.` : cause,
    remedy: remedy ?? "None is needed. A client need not handle it.",
    isReserved: remedy === undefined
  }
}
