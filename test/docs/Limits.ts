/**
 * The limits that a client can meet, in words, with the numbers of the code.
 */
import * as Limit from "@signalbox/core/Limit"
import type { Table } from "./Table.ts"

const number = (value: number): string => value.toLocaleString("en-US")

const units: ReadonlyArray<readonly [unit: string, millis: number]> = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
]

/** Says a time in the largest unit that it is a whole number of; a few days are so many hours. */
const time = (millis: number): string => {
  const fits = ([unit, size]: typeof units[number]): boolean =>
    millis % size === 0 && (unit !== "day" || millis > 3 * size)
  const [unit, size] = units.find(fits) ?? ["millisecond", 1]
  return `${number(millis / size)} ${unit}${millis === size ? "" : "s"}`
}

const bytes = (count: number): string =>
  count % 1_048_576 === 0 ? `${number(count / 1_048_576)} MiB` : `${number(count)} bytes`

const range = (
  { default: usual, maximum, minimum }:
    | typeof Limit.webhookRetryCount
    | typeof Limit.webhookTimeoutSeconds
    | typeof Limit.verification.codeLength
    | typeof Limit.verification.lifetimeMinutes
) => `${minimum} to ${maximum}, default ${usual}`

const { gsm, unicode } = Limit.smsSegment
const { codeExpirationMinutes, metadata, schedule, templateBodyLength, validity } = Limit
const minutes = Limit.lockoutSeconds.map((seconds) => seconds / 60)

const { codeLength, lifetimeMinutes } = Limit.verification
const sends = ({ day, hour }: { readonly hour: number; readonly day: number }) => `${number(hour)}, ${number(day)}`

const rows: ReadonlyArray<readonly [what: string, value: string]> = [
  ["Requests per account and minute (sliding window)", number(Limit.standardRequestsPerMinute)],
  ["Sensitive requests per account, endpoint and minute (fixed window)", number(Limit.sensitiveRequestsPerMinute)],
  [
    "Requests without a valid key per IP address and minute (sliding window)",
    number(Limit.unauthenticatedRequestsPerMinute)
  ],
  ["Voice telemetry per app identity and minute (sliding window)", number(Limit.telemetryRequestsPerMinute.identity)],
  ["Voice telemetry per account and minute (sliding window)", number(Limit.telemetryRequestsPerMinute.account)],
  ["Failed requests in a row that lock a credential", number(Limit.lockoutFailures)],
  ["Minutes that the first lock and further ones last", minutes.join(", ")],
  ["Size of a JSON body", bytes(Limit.bodyBytes)],
  ["Depth of a JSON body", number(Limit.bodyDepth)],
  ["Size of a multipart body", bytes(Limit.form.bytes)],
  ["Size of one part of it", bytes(Limit.form.partBytes)],
  ["Wrong fields that one answer names", number(Limit.violations)],
  ["`page_size`", `1 to ${Limit.pageSize.maximum}, default ${Limit.pageSize.default}`],
  ["Messages that a page of `GET /v3/messages` looks at, and that its total counts", number(Limit.messagesLookedAt)],
  [
    "Deliveries that a page of a webhook's log looks at, and that its total counts, with a filter",
    number(Limit.deliveriesLookedAt)
  ],
  [
    "Contacts that a page of `GET /v3/contacts` looks at, and that its total counts, with `channel=whatsapp` or with a " +
    "short or a broad `search`",
    number(Limit.contactsLookedAt)
  ],
  ["Days that an answer of `GET /v3/usage` adds up", number(Limit.usageDays)],
  ["Lifetime of an idempotency key", time(Limit.idempotencyLifetime)],
  ["Longest wait of a concurrent duplicate", time(Limit.idempotencyWait)],
  ["Largest answer that is kept for replays", bytes(Limit.idempotencyReplyBytes)],
  ["Recipients per send", number(Limit.recipientsPerSend)],
  ["Entries of `channel`", number(Limit.channelsPerSend)],
  ["Characters in `text`", number(Limit.textLength)],
  ["Characters in `reference`", number(Limit.referenceLength)],
  [
    "Entries of `metadata`, and characters in a name, in a value and in all of it",
    [metadata.entries, metadata.nameLength, metadata.valueLength, metadata.characters].map(number).join(", ")
  ],
  ["How far ahead `scheduled_at` may be", `${time(schedule.earliest)} to ${time(schedule.latest)}`],
  [
    "Beyond v3: `after_seconds` of a `fallback`",
    `${Limit.fallbackSeconds.shortest} to ${number(Limit.fallbackSeconds.longest)}`
  ],
  [
    "How long a send may be worth (`expires_at`, `validity_seconds`)",
    `${time(validity.shortest)} to ${time(validity.longest)}`
  ],
  ["Routes per send", number(Limit.routesPerSend)],
  ["Beyond v3: wait for a look-up that a routing rule asks for", time(Limit.lookup.patience)],
  ["Free-form window after a template", time(Limit.freeFormWindow.template)],
  ["Free-form window on WhatsApp after an inbound message", time(Limit.freeFormWindow.whatsapp)],
  ["Wait for the carrier's answer, unless the carrier sets another time", time(Limit.submissionDeadline)],
  ["Wait for a final receipt", time(Limit.receiptDeadline)],
  ["Wait for a carrier to take a message", time(Limit.expiryHours * 3_600_000)],
  ["Time without WhatsApp after a failure on the recipient's side", time(Limit.whatsappUndeliverable)],
  ["SMS: GSM-7 characters in a single message, and per segment", `${gsm.single}, ${gsm.split}`],
  ["SMS: Unicode characters in a single message, and per segment", `${unicode.single}, ${unicode.split}`],
  ["MMS: attachments", number(Limit.mmsMediaItems)],
  ["MMS: size of the attachment", bytes(Limit.attachmentBytes)],
  ["MMS: characters in the subject; further ones are cut", number(Limit.mmsSubjectLength)],
  ["Template: characters in a body (`multiChannel`, `sms`, `whatsapp`)", number(templateBodyLength.multiChannel)],
  ["Template: characters in a body (`rcs`)", number(templateBodyLength.rcs)],
  ["Template: characters in a body (`mms`)", number(templateBodyLength.mms)],
  ["Template: characters in header and in footer", `${Limit.templateHeaderLength}, ${Limit.templateFooterLength}`],
  ["Template: variables in the header", number(Limit.templateHeaderVariables)],
  ["Template: buttons", number(Limit.templateButtons)],
  [
    "Template: characters in a button's text and in its URL",
    `${Limit.buttonTextLength}, ${number(Limit.buttonUrlLength)}`
  ],
  ["Template: buttons that RCS shows", number(Limit.rcsChips)],
  ["Template: variables in one body, and in all", Object.values(Limit.definitionArrays).slice(0, 2).join(", ")],
  ["Template: size of the definition", bytes(Limit.definitionBytes)],
  ["Template: `codeExpirationMinutes`", `${codeExpirationMinutes.minimum} to ${codeExpirationMinutes.maximum}`],
  ["Template: characters in a `regex`", number(Limit.patternLength)],
  ["Template: characters in a value", number(Limit.parameterLength)],
  ["Template: characters in header, body and footer, as rendered", number(Limit.renderedLength)],
  ["Template: languages of one name", number(Limit.templateLanguages)],
  ["Explanation: messages of a send, rules without a route", `${Limit.explain.messages}, ${Limit.explain.rules}`],
  ["Preview: numbers, countries", `${Limit.preview.destinations}, ${Limit.preview.destinations}`],
  [
    "Webhooks per account",
    `${Limit.webhooksPerAccount.default}; the operator may allow up to ${number(Limit.webhooksPerAccount.most)}`
  ],
  ["Webhook: `retry_count`", range(Limit.webhookRetryCount)],
  ["Webhook: `timeout_seconds`", range(Limit.webhookTimeoutSeconds)],
  ["Webhook: failed attempts in a row that switch it off", number(Limit.webhookFailures)],
  ["Webhook: minutes that they must span", number(Limit.webhookDisableMinutes)],
  ["Webhook: characters of the endpoint's answer that are kept", number(Limit.webhookResponseLength)],
  ["Webhook: characters in `payload.body`", number(Limit.webhookBodyLength)],
  ["Lifetime of an invitation", time(Limit.invitationLifetime)],
  ["Inbound message: size of its text and URLs", bytes(Limit.inboundBytes)],
  ["Inbound message: files", number(Limit.inboundFiles)],
  ["SMS markets per account", number(Limit.marketsPerAccount)],
  ["Campaigns per profile", number(Limit.campaignsPerProfile)],
  ["Documents per account", bytes(Limit.documentBytes.account)],
  ["Ranges of addresses of a key (Signalbox, beyond v3)", number(Limit.addressesPerKey)],
  ["Audit log (Signalbox, beyond v3): days for which an entry is kept", `1 to ${number(Limit.auditLogDays)}`],
  ["Audit log: days for which an entry tells the network", number(Limit.auditNetworkDays)],
  ["Audit log: changes of one kind in a commit that have an entry each", number(Limit.auditEntriesPerChange)],
  ["Audit log: entries that a page looks at", number(Limit.auditEntriesLookedAt)],
  ["Own consent keywords per account", number(Limit.keywords)],
  ["Purposes per account (Signalbox, beyond v3)", number(Limit.purposes)],
  [
    "Purpose: characters in its name, in a keyword and in a reply",
    `${Limit.purposeNameLength}, ${Limit.purposeNameLength}, ${number(Limit.purposeReplyLength)}`
  ],
  ["Purposes whose consent a contact keeps", number(Limit.purposeConsents)],
  ["Quick messages of v2 per account and UTC day", number(Limit.quickMessagesPerDay)],
  [
    "Verification (Signalbox, beyond v3): digits of a code",
    range(codeLength)
  ],
  ["Verification: minutes in which its code is good", range(lifetimeMinutes)],
  ["Verification: codes that may be tried", number(Limit.verification.tries)],
  ["Verification: waits before its code is sent again", Limit.verificationWaits.map(time).join(", ")],
  ["Verification: codes to one number per account, hour and UTC day", sends(Limit.verificationSends.number)],
  ["Verification: codes for one `ip_address` per account, hour and UTC day", sends(Limit.verificationSends.address)],
  ["Verification: codes into one country per account, hour and UTC day", sends(Limit.verificationSends.country)],
  ["Erasure of a recipient: rows that one step looks at", number(Limit.recipientErasure.looked)],
  ["Erasure of a recipient: messages that one step erases", number(Limit.recipientErasure.messages)],
  ["Retention (Signalbox, beyond v3): days", `1 to ${number(Limit.retentionDays)}`],
  ["Retention: messages that one step redacts, of each kind", number(Limit.redaction.messages)],
  ["Retention: deliveries to webhooks that one step looks at", number(Limit.redaction.deliveries)],
  ["Retention: profiles that one step begins with", number(Limit.redaction.profiles)],
  ["Retention: webhooks that one step begins with", number(Limit.redaction.webhooks)],
  ["Retention: from one look at an account to the next", time(Limit.redaction.pause)],
  ["Retention: messages that one step removes", number(Limit.purge.messages)],
  ["Retention: contacts that one step looks at, once a day", number(Limit.purge.contacts)],
  ["Retention: accounts that one step begins with, once a day", number(Limit.purge.accounts)],
  [
    "Retention: a message that opened a conversation, or whose receipt may come, stays after its last step",
    time(Limit.purge.settled)
  ],
  ["Retention: rows of a kind that a dry run looks at", number(Limit.purgePreview)],
  [
    "Erasure of a recipient: before the contact of someone who opted out goes, the first time",
    time(Limit.recipientErasure.grace)
  ]
]

export const limits: Table = { head: ["Limit", "Value"], rows }
