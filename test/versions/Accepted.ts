/**
 * The differences between the last version and today's that are meant. Each has the sentence of CHANGELOG.md that tells
 * others of it.
 */
import type { Json } from "@signalbox/core/Json"
import type { Difference } from "./Difference.ts"

export interface Accepted {
  /** Stands in CHANGELOG.md, but for where its lines break. */
  readonly sentence: string
  readonly title: RegExp
  readonly place: RegExp
  /** Both hold for any value unless they are given; undefined is what is not there. */
  readonly before?: (value: Json | undefined) => boolean
  readonly after?: (value: Json | undefined) => boolean
}

export const table: ReadonlyArray<Accepted> = [
  {
    sentence: "Every answer says `cache-control: no-store` and `x-content-type-options: nosniff`.",
    title: /./,
    place: /^headers\.(?:cache-control|x-content-type-options)$/,
    before: (value) => value === undefined
  },
  {
    sentence:
      "revisions of templates (`/v3/templates/{id}/revisions`, `template_revision` of messages and their events)",
    title: /./,
    place: /\.template_revision$/,
    before: (value) => value === undefined
  },
  {
    sentence: "Events say their id in the body as well (`event_id`), because a signature covers no header.",
    title: /^event |^GET \/v3\/webhooks\/:id\/events$/,
    place: /(?:^|\.event_data\.)event_id$/,
    before: (value) => value === undefined
  },
  {
    sentence:
      "`GET /v3/channels` and sender profiles show a WhatsApp channel that the operator has given to an account.",
    title: /^GET \/v3\/(?:channels|me|profiles|sender-profiles)/,
    place: /(?:\.channels|^body\.data)\.whatsapp$/,
    before: (value) => value === null,
    after: (value) => JSON.stringify(value).includes(`"status":"ACTIVE"`)
  },
  {
    sentence:
      "`event_type` of a webhook's test that is no text is refused with VALIDATION_006, as one that names no event.",
    title: /^POST \/v3\/webhooks\/:id\/test$/,
    place: /^body\.error\.(?:code|message|details\.event_type\[\])$/,
    before: (value) =>
      ["VALIDATION_001", "Request validation failed", "must be a string"].some((text) => text === value)
  },
  {
    sentence: "each entry of `to` parameters and a reference of its own",
    title: /^POST \/v3\/messages$/,
    place: /^body\.error\.details\.to\[\d+\]\[\]$/,
    before: (value) => value === "must be a string"
  },
  {
    sentence: "`GET /v3/messages` lists messages by what they are and by time, with cursors",
    title: /./,
    place: /^headers\.allow$/,
    before: (value) => value === "POST",
    after: (value) => value === "GET, HEAD, POST"
  },
  {
    sentence:
      "Once an account has connected a WhatsApp account of its own, that one alone decides: `GET /v3/me`, contacts " +
      "and sends count WhatsApp in while it is ACTIVE.",
    title: /\/v3\/contacts/,
    place: /\.available_channels$/,
    after: (value) => !String(value).includes("whatsapp")
  },
  {
    sentence:
      "Once an account has connected a WhatsApp account of its own, that one alone decides: `GET /v3/me`, contacts " +
      "and sends count WhatsApp in while it is ACTIVE.",
    title: /^GET \/v3\/me$/,
    place: /\.whatsapp\.(?:configured|phone_number)$/,
    after: (value) => value === false || value === null
  },
  {
    sentence: "activities explain a message that waits, and have the routes that were dropped as data (`left_out`)",
    title: /activities$/,
    place: /\.activities\[\]\.left_out$/,
    before: (value) => value === undefined
  },
  {
    sentence: "The activity of a route that has failed after the carrier had accepted the message says `FAILED`",
    title: /activities$/,
    place: /\.activities\[\]\.status$/,
    before: (value) => value === "SENT",
    after: (value) => value === "FAILED"
  },
  {
    sentence: "verifications, one-time codes on top of AUTHENTICATION templates, with events of their own",
    title: /event-types$/,
    place: /^body\.data\.(?:event_types|pagination\.total_count)$/
  },
  {
    sentence: "verifications, one-time codes on top of AUTHENTICATION templates, with events of their own",
    title: /webhooks/,
    place: /^body\.error\.details\.event_\w+(?:\[\d+\])?\[\]$/,
    after: (value) => /\bverification\b.*\baccount\b/.test(String(value))
  }
]

const covers = ({ after, before, place, title }: Accepted, difference: Difference): boolean =>
  title.test(difference.title) && place.test(difference.place) && (before?.(difference.before) ?? true) &&
  (after?.(difference.after) ?? true)

/** Returns the row that a difference is accepted by. */
export const by = (difference: Difference, all: ReadonlyArray<Accepted> = table): Accepted | undefined =>
  all.find((row) => covers(row, difference))

const joined = (text: string): string => text.replaceAll(/\s+/g, " ")

/** Returns the sentences that a changelog lacks. */
export const untold = (changelog: string, all: ReadonlyArray<Accepted> = table): ReadonlyArray<string> =>
  [...new Set(all.map(({ sentence }) => sentence))].filter((sentence) => !joined(changelog).includes(joined(sentence)))
