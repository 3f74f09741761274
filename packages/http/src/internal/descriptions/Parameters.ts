/**
 * Tells of the parameters that several operations share what they mean. A parameter of one operation says it in its own
 * Schema.
 */
import type { Descriptions } from "./Descriptions.ts"

/** By name, or by the operation and the name. */
export const parameters: Descriptions = {
  "messages.id": "The id of the message.",
  "conversations.id": "The id of the conversation: a UUID of version 5 made of the account's and the contact's ids.",
  "contacts.id": "The id of the contact.",
  "templates.id": "The id of the template.",
  "webhooks.id": "The id of the webhook.",
  "privacy.id": "The id of the erasure.",
  "verifications.id": "The id of the verification.",
  "senderProfiles.id": "The id of the sender profile.",
  userId: "The id of the user.",
  profileId: "The id of the profile.",
  campaignId: "The id of the campaign.",
  page: "The page of the list; the first one is 1.",
  page_size: "How many items a page has, 1 to 100: 20 when nothing is given.",
  "conversations.page_size": "How many items a page has, 1 to 100.",
  after: "A cursor of a page of this list: answers what is older.",
  before: "A cursor of a page of this list: answers what is newer.",
  "usage.from": "The first day, in UTC; 30 days before the last one when nothing is given.",
  "usage.to": "The last day, in UTC; today when nothing is given.",
  "usage.channel": "Only messages on this channel.",
  "usage.status": "Only messages with this outcome.",
  "usage.country": "Only messages with numbers of this country, as two capital letters.",
  "messages.status": "Only messages with this status.",
  "messages.channel": "Only messages on this channel.",
  "messages.direction": "Only what was sent, OUTBOUND, or what was received, INBOUND.",
  "messages.reference": "Only messages with this reference of the client.",
  template_id: "Only messages of this template.",
  contact_id: "Only messages of this contact.",
  "messages.phone": "Only messages of the contact that has this number now.",
  from: "Only what is as new as this time or newer, in ISO 8601 with an offset.",
  to: "Only what is older than this time, in ISO 8601 with an offset.",
  "contacts.search": "Only contacts whose number holds these characters.",
  "contacts.phone": "Only the contact with this number.",
  "contacts.channel": "Only contacts that can be reached on this channel.",
  "templates.search": "Only templates in whose name or text these characters stand.",
  "templates.status": "Only templates with this status.",
  "templates.category": "Only templates of this category.",
  is_welcome_playground: "It is accepted and has no effect.",
  "webhooks.search": "Only webhooks whose name or URL holds these characters.",
  "webhooks.events.search": "Only deliveries in whose event these characters stand.",
  is_active: "Only webhooks that are switched on, or only those that are off.",
  event_type: "Only deliveries of this event.",
  delivery_status: "Only deliveries with this status.",
  country: "The country as its two letters of ISO 3166-1, such as US.",
  type: "The kind of sender, such as TEN_DLC.",
  "requirements.channel": "The channel: `sms` when nothing is given."
}
