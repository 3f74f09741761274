/**
 * The pages before the reference: first steps, states, errors and events. The tables are made from the service's own.
 */
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as EventName from "@signalbox/core/EventName"
import * as EventTypes from "@signalbox/core/EventTypes"

const row = (...cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n")

const introduction = `Sends and receives SMS, WhatsApp, RCS and MMS.

Every answer has the same envelope: \`success\`, \`data\`, \`error\` and \`meta\`. A program branches on \`error.code\`. \
Fields may be added to answers at any time, and fields of requests that the service does not know are ignored.`

const firstSteps = `# First steps

1. Take your key. It goes into the header \`x-api-key\`, or after \`Authorization: Bearer\`.
2. Make a template with \`POST /v3/templates\` and \`"submit_for_review": true\`. It can be sent as soon as it is APPROVED.
3. Send it with \`POST /v3/messages\`. The answer is 202 and names a \`message_id\` for each recipient and channel.
4. Read what became of a message with \`GET /v3/messages/{id}\`, or be told: register a webhook.

With \`"sandbox": true\` in the body a request is checked and answered, and nothing is stored or sent. With the header \
\`Idempotency-Key\` a POST, PUT or PATCH can be repeated safely for 24 hours.`

/** Specification "Message statuses". */
const statuses: ReadonlyArray<readonly [status: string, meaning: string]> = [
  ["QUEUED", "The send was accepted."],
  ["SCHEDULED", "The message is held for a future instant or for quiet hours."],
  ["PROCESSED", "The message is being prepared, for a short time."],
  ["ROUTED", "A channel and a carrier were chosen."],
  ["SENT", "The carrier took the message."],
  ["DELIVERED", "The message reached the handset."],
  ["READ", "The recipient read the message, on WhatsApp or RCS."],
  ["FAILED", "The message failed for good; `reason_code` says why."],
  ["FILTERED", "A policy stopped the message, such as a missing consent; `reason_code` says which."],
  ["BLOCKED", "The account's state stopped the message, such as its balance; `reason_code` says why."],
  ["CANCELLED", "The message was called off while it was SCHEDULED."],
  ["RECEIVED", "The message came in."]
]

const states = (): string =>
  `# States of messages

${table(["Status", "Meaning"], statuses.map(([status, meaning]) => [`\`${status}\``, meaning]))}

A message goes from QUEUED by ROUTED and SENT to DELIVERED or READ. A message whose carrier could not deliver it may be \
QUEUED and ROUTED again, on up to three routes in all.`

const errors = (): string =>
  `# Errors

A program branches on \`error.code\`, whose meaning never changes. \`error.details\` names each field that is wrong.

${
    table(
      ["Code", "Status", "Meaning"],
      ErrorCode.codes.map((code) => [`\`${code}\``, String(ErrorCode.status(code)), ErrorCode.meaning(code)])
    )
  }`

const events = (): string =>
  `# Events and their signature

An event is a POST to the URL of a webhook. Answer it with 2xx within the webhook's \`timeout_seconds\`; anything else is \
tried again. \`event_id\` stays the same for every attempt: take each of them once.

To verify a delivery, compute the HMAC-SHA256 of \`{x-webhook-id}.{x-webhook-timestamp}.{raw body}\` with the base64 after \
\`whsec_\` in the signing secret as the key. \`x-webhook-signature\` is \`v1,\` and its base64. Compare in constant time, over \
the bytes as they came, and refuse a timestamp that is more than 300 seconds away.

${table(["Event", "Emitted when"], EventName.all.map((name) => [`\`${name}\``, EventTypes.description(name)]))}`

/** The description of the document, whose headings are pages of the reference. */
export const markdown = (): string => [introduction, firstSteps, states(), errors(), events()].join("\n\n")
