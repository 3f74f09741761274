/**
 * The names under which a store keeps the fields of a message, the usual values that it leaves out, and the places by which
 * it keeps a status, a charge and a text. Whatever is stored already is read by them, so what has been here stays as it is.
 */
import type { Rendered } from "../definition/Rendered.ts"
import type { Attempt } from "./Attempt.ts"
import type { Activity, Message, Status, TemplateUse } from "./MessageRow.ts"

/** The names under which fields are kept, in their order. */
type Names<Value> = { readonly [Name in keyof Value]-?: string }

/** The usual values of fields that have one. */
type Usual<Value> = { readonly [Name in keyof Value]?: unknown }

/** The form in which fields are written: undefined, which JSON leaves out, where one has its usual value. */
export type Written<Fields extends Readonly<Record<string, string>>> = {
  readonly [Name in Fields[keyof Fields]]: unknown
}

/** A field, the name under which it is kept, and its usual value. */
export type Table<Name extends string = string> = ReadonlyArray<readonly [name: Name, kept: string, usual: unknown]>

const table = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  usual: { readonly [Each in NoInfer<Name>]?: unknown } = {}
): Table<Name> => (Object.keys(names) as Array<Name>).map((name) => [name, names[name], usual[name]])

/** A status is kept by its place, as reports and charges are, so one that has been here stays at it. */
const statuses = [
  "QUEUED",
  "PROCESSED",
  "ROUTED",
  "SENT",
  "DELIVERED",
  "READ",
  "FAILED",
  "RECEIVED",
  "SCHEDULED",
  "CANCELLED",
  "FILTERED",
  "BLOCKED"
] as const satisfies ReadonlyArray<Status>

export const charges = ["reserved", "taken", "returned"] as const satisfies ReadonlyArray<Attempt["charge"]>

const placesOf = <Name extends string>(names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.map((name, place) => [name, place])) as { readonly [Each in Name]: number }

export const statusPlaces: { readonly [Name in Status]: number } = placesOf(statuses)
export const chargePlaces: { readonly [Name in Attempt["charge"]]: number } = placesOf(charges)

export const statusAt = (place: number): Status => statuses[place]!

/**
 * The fields of a line beside those that every line has. Its instant is kept as the time since the line before,
 * or since the message was made, and what it is from where that is another: true where the last attempt is from there, too.
 */
export const lineNames = {
  reached: "r",
  price: "p",
  activeContactPrice: "a",
  code: "o",
  scheduledAt: "s",
  leftOut: "l"
} as const satisfies Names<Omit<Activity, "status" | "at" | "description" | "from">>

const lineUsual: Usual<Activity> = {
  reached: true,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null
}

type Progressing =
  | "charge"
  | "deadline"
  | "failure"
  | "handedOver"
  | "heldBack"
  | "leftLine"
  | "overdue"
  | "parts"
  | "receipt"
  | "reference"
  | "refusal"
  | "report"

/** The fields of an attempt that its steps change. Its deadline is kept as the time since it has begun. */
export const progressNames = {
  charge: "c",
  report: "r",
  receipt: "receipt",
  failure: "failure",
  refusal: "refusal",
  heldBack: "heldBack",
  leftLine: "leftLine",
  overdue: "overdue",
  handedOver: "h",
  deadline: "d",
  reference: "n",
  parts: "parts"
} as const satisfies Names<Pick<Attempt, Progressing>>

const progressUsual: Usual<Attempt> = { report: null, failure: null, deadline: null, reference: null }

/**
 * The other fields of an attempt. Its payer and its channel are left out where they are those of the message; when it has begun is
 * kept as the time since the message was made.
 */
export const openingNames = {
  id: "i",
  send: "send",
  carrier: "c",
  channel: "h",
  from: "f",
  segments: "segments",
  fallback: "b",
  payer: "payer",
  price: "p",
  activeContactPrice: "a",
  receiptSeconds: "receiptSeconds",
  spendCounters: "spendCounters",
  startedAt: "s"
} as const satisfies Names<Omit<Attempt, Progressing>>

export const openingUsual: Usual<Attempt> = { send: 1, from: null, segments: 1 }

/** The plain text is left out where it is the content. */
export const renderedNames = {
  content: "c",
  plain: "plain",
  header: "header",
  headerMedia: "headerMedia",
  footer: "footer",
  buttons: "buttons",
  subject: "subject",
  media: "media"
} as const satisfies Names<Rendered>

const renderedUsual: Usual<Rendered> = {
  header: null,
  headerMedia: null,
  footer: null,
  buttons: null,
  subject: null,
  media: []
}

type Changing = "status" | "channel" | "code" | "price" | "activeContactPrice"

export const changingNames = {
  status: "s",
  channel: "c",
  code: "o",
  price: "p",
  activeContactPrice: "a"
} as const satisfies Names<Pick<Message, Changing>>

const changingUsual: Usual<Message> = { code: null, price: null, activeContactPrice: null }

/** Whatever else the state holds, after those fields. */
export const restNames = {
  progress: "g",
  history: "l",
  attempts: "t",
  rendered: "d"
} as const satisfies Names<Pick<Message, "attempts" | "history" | "rendered"> & { readonly progress: unknown }>

/** The template as it was used. */
export const templateNames = {
  id: "i",
  revision: "v",
  name: "n",
  category: "c",
  parameters: "p"
} as const satisfies Names<TemplateUse>

/** The content. The id of the message is the key of the row. When it is queued is left out where that is when it was made. */
export const lastingNames = {
  send: "send",
  queuedAt: "queuedAt",
  feedback: "feedback",
  scheduledAt: "scheduledAt",
  template: "m",
  text: "text",
  subject: "subject",
  mediaUrls: "mediaUrls",
  clientReference: "clientReference",
  metadata: "metadata",
  purpose: "purpose",
  smartEncoding: "smartEncoding",
  fallback: "fallback",
  expiry: "expiry",
  opens: "x",
  autoReply: "autoReply",
  verification: "verification",
  isWatched: "isWatched",
  inboundMedia: "inboundMedia",
  reference: "reference",
  missingParts: "missingParts",
  redacted: "redacted",
  direction: "direction",
  requested: "r",
  createdAt: "w",
  phone: "n",
  contact: "k",
  account: "u"
} as const satisfies Names<Omit<Message, Changing | "attempts" | "history" | "rendered" | "id">>

export const lastingUsual = { send: 1, scheduledAt: null, template: null, direction: "OUTBOUND" } satisfies Usual<
  Message
>

export const line = table(lineNames, lineUsual)
export const progress = table(progressNames, progressUsual)
export const opening = table(openingNames, openingUsual)
export const rendering = table(renderedNames, renderedUsual)
export const changing = table(changingNames, changingUsual)
export const lasting = table(lastingNames, lastingUsual)
export const using = table(templateNames)

/** The route that the last attempt takes, which most descriptions name. */
export interface Way {
  readonly carrier: string
  readonly channel: string
  readonly from: string | null
}

/** The texts of nearly all lines. A line keeps the number of such a text, so a text that has been here stays at its place. */
const described: ReadonlyArray<(way: Way) => string> = [
  () => "accepted",
  () => "taken up",
  ({ carrier, channel }) => `${channel} through ${carrier}`,
  ({ carrier }) => `accepted by ${carrier}`,
  ({ carrier }) => `delivered, reported by ${carrier}`,
  ({ carrier }) => `read, reported by ${carrier}`
]

export const nowhere: Way = { carrier: "", channel: "", from: null }

export const textsOf = (way: Way): ReadonlyArray<string> => described.map((text) => text(way))
