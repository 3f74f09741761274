/**
 * Sentences about the fields of messages (specification "Message", "Events").
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  to: "The number of the recipient in E.164.",
  "messages.send.to":
    "The numbers of the recipients in E.164: at least one, at most 1,000. Signalbox, beyond v3: an entry may be an object instead, for parameters and a reference of its own.",
  "messages.send.to.phone_number": "Signalbox, beyond v3: The number of the recipient in E.164.",
  "messages.send.to.parameters":
    "Signalbox, beyond v3: Values for this recipient, which go before those of `template.parameters`.",
  "messages.send.to.reference":
    "Signalbox, beyond v3: The reference of this recipient's messages, which goes before that of the send.",
  "messages.send.template": "The template to send, by its id or by its name; a send has a template or a text.",
  "messages.send.template.id": "The id of the template.",
  "messages.send.template.name": "The exact name of the template.",
  "messages.send.template.language":
    "Signalbox, beyond v3: the language of the name to send in, such as de; without it that of each contact, else the first one of the name.",
  "messages.send.template.parameters": "The values of the template's variables, by their names.",
  "messages.send.text":
    "A text without a template, which goes only to contacts who wrote or were sent an approved template lately.",
  "messages.send.channel":
    "The channels to send on: each makes a message of its own for every recipient. Without any, the service chooses one.",
  "messages.send.media_urls": "One https URL of a file, which takes the place of the template's.",
  "messages.send.subject": "The subject of an MMS, which takes the place of the template's.",
  "messages.send.fallback":
    "Signalbox, beyond v3: An order of channels for this send, which the service chooses the channel by. It goes without `channel`, or with `auto_detect`.",
  "messages.send.fallback.channels": "The channels to try, each once, the first one first; no other one is tried.",
  "messages.send.fallback.after_seconds":
    "For how many seconds, 10 to 86,400, the message waits for its delivery on one channel before it goes on to the next; without it, it goes on only after a failure. A message that goes on may arrive on both channels, and is charged for both.",
  "messages.send.purpose":
    "Signalbox, beyond v3: the purpose that the messages are for, one of the account's; without it, the first one with the category of the template. Who has not consented to it gets nothing: FILTERED with SIGNALBOX_004.",
  "messages.send.smart_encoding":
    "Signalbox, beyond v3: Whether an SMS is sent with plain forms of typographic quotes, dashes, spaces and ellipses where they alone keep it out of GSM-7; without it, as the account is set.",
  "messages.send.scheduled_at":
    "When to send, with an offset from UTC: at least a minute and at most 30 days from now. Without it, immediately.",
  "messages.send.expires_at":
    "Signalbox, beyond v3: Until when the messages are worth anything, with an offset from UTC: no carrier is handed them later.",
  "messages.send.validity_seconds":
    "Signalbox, beyond v3: For how many seconds the messages are worth anything, in place of `expires_at`: from now, or from `scheduled_at`.",
  "messages.send.reference":
    "Signalbox, beyond v3: What the client calls the messages by, at most 255 characters: shown with each of them and in every event of theirs.",
  "messages.send.metadata":
    "Signalbox, beyond v3: What the client keeps with the messages, at most 20 texts by names of its own: shown with each of them and in every event of theirs.",

  "AcceptedSend.status": "QUEUED, or SCHEDULED when the send is held.",
  template_id: "The template of the message; null for a text without one.",
  template_name: "The name of that template; null for a text without one.",
  scheduled_at: "Until when the message is or was held.",
  expires_at:
    "Signalbox, beyond v3: Until when the message is worth anything; it is left out when the send did not say.",
  "AcceptedSend.recipients": "One entry for each recipient and channel, in the order of the request.",
  message_id: "The id of the message.",
  "AcceptedSend.recipients.channel": "The channel that was asked for, or `auto_detect`.",
  "AcceptedSend.recipients.body":
    "The text that the recipient will read; null when it is not known before a route is chosen.",

  "AcceptedSend.recipients.reference":
    "Signalbox, beyond v3: The reference of the message; it is left out when the send gave none.",

  messages: "The messages of the page, the newest first.",
  "Message.contact_id": "The contact that the message is with.",
  "Message.phone": "The number of the contact in E.164.",
  phone_international: "The number of the contact as it is written abroad.",
  template_category: "The category of that template; null for a text without one.",
  template_revision:
    "Signalbox, beyond v3: the revision of that template that the message belongs to; it is left out for a text without one.",
  channel: "The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that.",
  message_body: "What the recipient reads; null as long as it is not known.",
  "Message.message_body.header": "The text above the content; null when there is none.",
  content: "The text of the message.",
  "Message.message_body.footer": "The text below the content; null when there is none.",
  "Message.message_body.buttons": "The buttons below the message; null when there are none.",
  "Message.message_body.buttons.type": "What the button does.",
  value: "What the button opens, calls, copies or answers.",
  "Message.message_body.buttons.text": "What stands on the button; null when nothing does.",
  postbackData: "What comes back when the button is tapped; null when nothing does.",
  headerMedia: "The file above the content; null when there is none.",
  "Message.message_body.headerMedia.type": "Whether the file is an image, a video or a document.",
  "Message.message_body.headerMedia.url": "Where the file is.",
  "Message.message_body.media": "The files of the message; null when there are none.",
  "Message.message_body.media.url": "Where the file is.",
  "Message.message_body.media.mediaType":
    "Whether the file is an image, a video, a document or a contact, if declared.",
  mimeType: "The media type of the file, if declared.",
  sizeBytes: "How many bytes the file has, if declared.",
  sourceHashSha256: "The SHA-256 of the file in hexadecimal digits, if declared.",
  "Message.message_body.subject": "The subject of an MMS; null when there is none.",
  usage: "The sums of the page, the latest day first.",
  total: "The sum of all lines that meet the filters, those of other pages too.",
  look_ups:
    "Signalbox, beyond v3: how many numbers were looked up for routing rules on these days; it is left out where none was.",
  "UsageLookUps.count": "Signalbox, beyond v3: how many look-ups there were.",
  "UsageLookUps.cost":
    "Signalbox, beyond v3: what they cost the operator together; it is left out where nobody has said what one costs.",
  "Usage.day": "The day of UTC on which the messages were accepted or came in.",
  "Usage.channel": "The channel of the messages; auto_detect and auto where none was chosen.",
  "Usage.status":
    "The outcome that the messages have now: ACCEPTED as long as no carrier has taken them, otherwise their status.",
  "Usage.country": "The country of the other side's numbers as two letters; ZZ where there is none.",
  "Usage.messages": "How many messages there are.",
  "Usage.segments":
    "How many segments they have: those of the last attempt, or the parts in which an inbound message came.",
  "Usage.price": "What the channels cost, in all.",
  "Usage.active_contact_price": "What is charged on top of it, in all.",
  "UsageTotal.messages": "How many messages there are.",
  "UsageTotal.segments": "How many segments they have.",
  "UsageTotal.price": "What the channels cost, in all.",
  "UsageTotal.active_contact_price": "What is charged on top of it, in all.",
  "CursorPagination.page": "The page that was asked for; the first one is 1.",
  "CursorPagination.page_size": "How many items a page has at most.",
  "CursorPagination.total_count":
    "How many items meet the filters among the newest 10,000 that were looked at, when the first page was read.",
  "CursorPagination.total_pages": "How many pages these items fill.",
  "CursorPagination.has_more": "Whether the list goes on after this page.",
  "CursorPagination.cursors": "From where the list goes on, in both directions.",
  "CursorPagination.cursors.after": "The cursor of what is older; null when there is nothing more.",
  "CursorPagination.cursors.before": "The cursor of what is newer; null when there is nothing more.",
  "Message.status": "How far the message has come.",
  direction: "OUTBOUND for what the account sends, INBOUND for what it receives.",
  price: "What the channel costs; null until the message was handed to a carrier.",
  active_contact_price: "What is charged on top of it; null until the message was handed to a carrier.",
  "Message.reference": "Signalbox, beyond v3: The reference of the send; it is left out when there is none.",
  "Message.metadata": "Signalbox, beyond v3: The metadata of the send; they are left out when there are none.",
  "messages.feedback.outcome":
    "Whether the recipient did what the message was for (`converted`) or did not want it (`complained`).",
  "Message.feedback":
    "Signalbox, beyond v3: What the account told of the message, each outcome once; left out without any.",
  "Message.feedback.outcome": "The outcome that was told.",
  "MessageFeedback.updated_at": "When the outcome was told.",
  "MessageFeedback.template_name": "The name of that template; it is left out for a text without one.",
  "MessageFeedback.body": "The text for the recipient, cut after 3,072 characters; null as long as it is not known.",
  "MessageFeedback.reference": "Signalbox, beyond v3: The reference of the send; it is left out when there is none.",
  "MessageFeedback.metadata": "Signalbox, beyond v3: The metadata of the send; they are left out when there are none.",
  "MessageFeedback.outcome": "The outcome that was told.",
  "Message.events": "The statuses that the message has reached, the first one first; null in conversations.",
  "Message.events.status": "The status that was reached.",
  "Message.events.description": "What happened, in words; null when nothing is to be told.",

  "Activities.message_id": "The message that the activities are of.",
  activities: "What happened to the message, the newest first.",
  "Activity.status": "The status that the message reached.",
  "Activity.description": "What happened, in words.",
  "Activity.from": "The number or name that it was sent from; null before one is chosen.",

  account_id: "The account that the event is of: the profile for deliveries of a clone.",
  outbound_number: "The number of the recipient in E.164.",
  "InboundMessage.outbound_number": "The account's own number, which received the message.",
  inbound_number: "The number of the contact in E.164.",
  message_status: "The status that the message has reached.",
  "OutboundMessage.updated_at": "When the message reached the status.",
  "OutboundMessage.template_name": "The name of that template; it is left out for a text without one.",
  "OutboundMessage.template_revision":
    "Signalbox, beyond v3: the revision of that template that the message belongs to; it is left out for a text without one.",
  "OutboundMessage.body": "The text for the recipient, cut after 3,072 characters; null as long as it is not known.",
  "OutboundMessage.reference": "Signalbox, beyond v3: The reference of the send; it is left out when there is none.",
  "OutboundMessage.metadata": "Signalbox, beyond v3: The metadata of the send; they are left out when there are none.",
  "InboundMessage.updated_at": "When the message came in.",
  "InboundMessage.text": "What the contact wrote; null when the message has only files.",
  "InboundMessage.channel": "The channel on which the message came in.",
  received_at: "When the message came in.",
  "InboundMessage.media": "The files of the message; it is left out when there are none.",
  "InboundMessage.media.url": "Where the file is, for as long as the carrier keeps it.",
  mime_type: "The media type of the file, if declared.",
  size_bytes: "How many bytes the file has, if declared.",
  hash_sha256: "The SHA-256 of the file in hexadecimal digits, if declared."
}
