/**
 * Sentences about the fields that many resources share. A name stands for every field of that name; a name with what it
 * is in before it (`Webhook.id`, `templates.create.category`) stands for that one only.
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  id: "The id of the resource.",
  customer_id: "The account that owns the resource: a profile's own id when a profile owns it.",
  organization_id: "The organization that the profile belongs to; null where there is none.",
  display_name: "The name that people read.",
  description: "What it is, in words for people; null when nothing was given.",
  reason_code: "Why, as a code that never changes its meaning; it is left out where nothing is wrong.",
  reason: "Why, as a sentence for people whose wording may change.",
  created_at: "When it was made.",
  updated_at: "When it was changed last; null when it never was.",
  email: "An e-mail address; null when none is known.",
  icon: "The URL of a picture; null when there is none.",
  short_name: "The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them.",
  timestamp: "When it happened.",
  country: "The country as its two letters of ISO 3166-1, such as US.",
  sandbox:
    "With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent.",

  success: "Whether the request was carried out.",
  data: "What the operation answers; null in every error.",
  error: "What went wrong; null in every success.",
  meta: "Facts of the answer itself.",
  "Meta.request_id": "The id of the request, as in the header `X-Request-Id`.",
  "Meta.timestamp": "When the answer was made.",
  "Meta.version": "The version of the API, which is always `v3`.",
  "Failure.status": "The HTTP status of the answer.",
  "ApiError.code": "What went wrong, as the code on which a program branches.",
  "ApiError.message": "What went wrong, in words for people.",
  "ApiError.details": "For each field that is wrong, what is wrong with it; it is left out when no field is.",
  "ApiError.doc_url": "Where the code is explained; it is left out when the service has no such page.",

  pagination: "Which part of the list the page is.",
  "Pagination.page": "The page that was asked for; the first one is 1.",
  "Pagination.page_size": "How many items a page has at most.",
  "Pagination.total_count": "How many items there are in all.",
  "Pagination.total_pages": "How many pages there are in all.",
  "Pagination.has_more": "Whether there is a page after this one.",
  "Pagination.cursors": "Null, since the pages have numbers.",
  "AskedPagination.page": "The page that was asked for; the first one is 1.",
  "AskedPagination.page_size": "How many items a page has at most.",
  "AskedPagination.total_count":
    "How many items there are in all; with a cursor, how many there were at the first page.",
  "AskedPagination.total_pages": "How many pages there are in all.",
  "AskedPagination.has_more": "Whether there is a page after this one.",
  "AskedPagination.cursors":
    "Null, unless the request asks for cursors: from where the list goes on, in both directions.",
  "AskedPagination.cursors.after": "The cursor of what is older; null when there is nothing more.",
  "AskedPagination.cursors.before": "The cursor of what is newer; null when there is nothing more.",

  phone_number: "A phone number in E.164, such as +12015550123; null when there is none.",
  "NumberLookup.phone_number": "The number that was looked up, in E.164.",
  "contacts.create.phone_number": "The number of the contact in E.164.",
  "Contact.customer_id": "The account that the contact belongs to.",
  "Contact.phone_number": "The number of the contact as it was given, in E.164.",
  "Contact.format_e164": "The number in E.164.",
  "Contact.format_international": "The number as it is written abroad.",
  "Contact.format_national": "The number as it is written in its own country.",
  "Contact.format_rfc": "The number as a `tel:` URI.",
  country_code: "The calling code of the country, such as 1; null when it is not known.",
  region_code: "The country of the number as two letters; ZZ when it is not known.",
  "Contact.available_channels": "The channels on which the contact can be reached, with commas between them.",
  default_channel: "The channel that is preferred for the contact: sms or whatsapp.",
  "Contact.language":
    "Signalbox, beyond v3: the language in which templates in several languages are sent to the contact; it is left out when none was given.",
  "contacts.create.language":
    "Signalbox, beyond v3: the language in which templates in several languages are sent to the contact, such as de or en_US.",
  "contacts.update.language":
    "Signalbox, beyond v3: the language in which templates in several languages are sent to the contact, such as de or en_US; null takes it away.",
  "Contact.preferences":
    "Signalbox, beyond v3: what the contact has said about the purposes of the account, by their names: opt_in, opt_out, or null; it is left out when the account has no purposes.",
  "contacts.create.preferences":
    "Signalbox, beyond v3: what the contact has said about purposes of the account, by their names: opt_in or opt_out.",
  "contacts.update.preferences":
    "Signalbox, beyond v3: changes what the contact has said about purposes of the account, by their names: opt_in or opt_out; null takes it back.",
  opt_out: "Whether nothing may be sent to the contact any more, on any channel.",
  "Contact.is_inherited": "Whether the contact is the organization's and cannot be changed here.",
  contacts: "The contacts of the page, the newest first.",

  calls: "The calls of the page, the newest first.",

  users: "The users of the account, the first ones first.",
  "User.customer_id": "The account to which the user has access.",
  "User.email": "The address at which the user is invited, and by which roles are checked.",
  "User.name": "The name of the user.",
  "User.role": "What the user may do: admin, billing or developer.",
  "User.status": "Whether the user is invited, active, suspended or rejected.",
  "users.create.email": "The address of the person who is invited.",
  "users.create.name": "The name of the person who is invited.",
  role: "What the user may do: admin, billing or developer.",
  invited_at: "When the invitation was sent, which expires after 7 days.",
  last_login_at: "When the user was last seen; null when never.",

  "Me.type": "Whether the account is an organization, a user or a profile.",
  "Me.name": "The name of the account.",
  "Me.status": "The state of a profile; null for other accounts.",
  "Me.short_name": "The sender name of a profile; null for other accounts.",
  "Me.settings": "The settings of a profile; null for other accounts.",
  "Me.profiles": "The profiles of an organization; empty for other accounts.",
  "Me.profiles.name": "The name of the profile.",
  "Me.profiles.role": "What the caller may do in the profile.",
  "Me.profiles.status": "The state of the profile.",
  "Me.profiles.settings": "The settings of the profile.",
  "Me.channels": "On which channels the account can send.",
  "Me.channels.sms": "Whether and from which number the account sends SMS.",
  "Me.channels.whatsapp": "Whether and from which number the account sends on WhatsApp.",
  "Me.channels.rcs": "Whether the account sends on RCS.",
  configured: "Whether the account can send on the channel.",
  business_name: "The name of the business as WhatsApp shows it; null when it is not known."
}
