/**
 * The JSON that a store keeps for a message: its state, which its steps change, and its content, which they never or hardly
 * ever change. A store keeps the two in one object or apart. The state is written with each step and kept for good, so its
 * names are short, fields with their usual value are left out, and what is nearly always as before is not repeated. Of the
 * state, what a step changes comes first, the newest line of the history before the older ones, always in the same order: a
 * database that logs of an update what lies between the first and the last difference then logs little more than the step.
 */
import type { Rendered } from "../definition/Rendered.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import type { Attempt } from "./Attempt.ts"
import type { Activity, Message, Status, TemplateUse } from "./MessageRow.ts"

/** The names under which fields are kept, in their order. */
type Names<Value> = { readonly [Name in keyof Value]-?: string }

/** The usual values of fields that have one. */
type Usual<Value> = { readonly [Name in keyof Value]?: unknown }

/** The form in which fields are written: undefined, which JSON leaves out, where one has its usual value. */
type Written<Fields extends Readonly<Record<string, string>>> = { readonly [Name in Fields[keyof Fields]]: unknown }

/** A field, the name under which it is kept, and its usual value. */
type Table = ReadonlyArray<readonly [name: string, kept: string, usual: unknown]>

const table = (names: Readonly<Record<string, string>>, usual: Readonly<Record<string, unknown>> = {}): Table =>
  Object.entries(names).map(([name, kept]) => [name, kept, usual[name]])

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

const charges = ["reserved", "taken", "returned"] as const satisfies ReadonlyArray<Attempt["charge"]>

const placesOf = <Name extends string>(names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.map((name, place) => [name, place])) as { readonly [Each in Name]: number }

const statusPlaces: { readonly [Name in Status]: number } = placesOf(statuses)
const chargePlaces: { readonly [Name in Attempt["charge"]]: number } = placesOf(charges)

const statusAt = (place: Json): Status => statuses[place as number]!

/**
 * The fields of a line beside those that every line has. Its instant is kept as the time since the line before,
 * or since the message was made, and what it is from where that is another: true where the last attempt is from there, too.
 */
const lineNames = {
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
const progressNames = {
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
const openingNames = {
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

const openingUsual: Usual<Attempt> = { send: 1, from: null, segments: 1 }

/** The plain text is left out where it is the content. */
const renderedNames = {
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

const changingNames = {
  status: "s",
  channel: "c",
  code: "o",
  price: "p",
  activeContactPrice: "a"
} as const satisfies Names<Pick<Message, Changing>>

const changingUsual: Usual<Message> = { code: null, price: null, activeContactPrice: null }

/** Whatever else the state holds, after those fields. */
const restNames = {
  progress: "g",
  history: "l",
  attempts: "t",
  rendered: "d"
} as const satisfies Names<Pick<Message, "attempts" | "history" | "rendered"> & { readonly progress: unknown }>

/** The template as it was used. */
const templateNames = {
  id: "i",
  revision: "v",
  name: "n",
  category: "c",
  parameters: "p"
} as const satisfies Names<TemplateUse>

/** The content. The id of the message is the key of the row. When it is queued is left out where that is when it was made. */
const lastingNames = {
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

const lastingUsual = { send: 1, scheduledAt: null, template: null, direction: "OUTBOUND" } satisfies Usual<Message>

const line = table(lineNames, lineUsual)
const progress = table(progressNames, progressUsual)
const opening = table(openingNames, openingUsual)
const rendering = table(renderedNames, renderedUsual)
const changing = table(changingNames, changingUsual)
const lasting = table(lastingNames, lastingUsual)
const using = table(templateNames)

/** Reads the fields, with their usual values where they were left out. */
const read = (fields: Table, stored: JsonObject, into: Record<string, unknown> = {}): Record<string, unknown> => {
  for (const [name, kept, usual] of fields) {
    const field = stored[kept] ?? usual
    if (field !== undefined) into[name] = field
  }
  return into
}

const readRendered = (stored: JsonObject) => {
  const rendered = read(rendering, stored)
  rendered["plain"] ??= rendered["content"]
  return rendered
}

/** The route that the last attempt takes, which most descriptions name. */
interface Way {
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

const nowhere: Way = { carrier: "", channel: "", from: null }

const textsOf = (way: Way): ReadonlyArray<string> => described.map((text) => text(way))

type Line = ReadonlyArray<Json>

/** Reads the lines of a history, which are kept from the newest to the oldest. */
const readLines = (
  lines: ReadonlyArray<Line>,
  createdAt: number,
  way: Way
): ReadonlyArray<unknown> => {
  const texts = textsOf(way)
  let at = createdAt
  let from: Json = null
  return lines.toReversed().map(([status = 0, since, said, rest = {}]) => {
    const { f = from } = rest as JsonObject
    at += since as number
    from = f === true ? way.from : f
    const description = typeof said === "number" ? texts[said] : said
    return read(line, rest as JsonObject, { status: statusAt(status), at, description, from })
  })
}

const readProgress = (stored: JsonObject, into: Record<string, unknown>): Record<string, unknown> => {
  const attempt = read(progress, stored, into)
  const { c, d, h, r } = stored
  attempt["charge"] = charges[c as number]
  if (r !== undefined) attempt["report"] = statusAt(r)
  if (d !== undefined) attempt["deadline"] = into["startedAt"] as number + (d as number)
  if (h === undefined) return attempt
  const [token, times, withDispatch] = h as ReadonlyArray<Json>
  attempt["handedOver"] = { token, times, ...(withDispatch === undefined ? {} : { withDispatch }) }
  return attempt
}

/** Literals in the order of the fields, since objects that grow field by field take three times the time and memory. */
const writeRendered = (rendered: Rendered): Written<typeof renderedNames> => {
  const { content, media, plain } = rendered
  return {
    c: content,
    plain: plain === content ? undefined : plain,
    header: rendered.header ?? undefined,
    headerMedia: rendered.headerMedia ?? undefined,
    footer: rendered.footer ?? undefined,
    buttons: rendered.buttons ?? undefined,
    subject: rendered.subject ?? undefined,
    media: media.length === 0 ? undefined : media
  }
}

const writeHandOver = (handedOver: Attempt["handedOver"]): ReadonlyArray<unknown> | undefined => {
  if (handedOver === undefined) return undefined
  const { times, token, withDispatch } = handedOver
  return withDispatch === undefined ? [token, times] : [token, times, withDispatch]
}

const writeProgress = (attempt: Attempt): Written<typeof progressNames> => ({
  c: chargePlaces[attempt.charge],
  r: attempt.report === null ? undefined : statusPlaces[attempt.report],
  receipt: attempt.receipt,
  failure: attempt.failure ?? undefined,
  refusal: attempt.refusal,
  heldBack: attempt.heldBack,
  leftLine: attempt.leftLine,
  overdue: attempt.overdue,
  h: writeHandOver(attempt.handedOver),
  d: attempt.deadline === null ? undefined : attempt.deadline - attempt.startedAt,
  n: attempt.reference ?? undefined,
  parts: attempt.parts
})

const writeOpening = (
  attempt: Attempt,
  { account, channel, createdAt }: Message
): Written<typeof openingNames> => ({
  i: attempt.id,
  send: attempt.send === openingUsual.send ? undefined : attempt.send,
  c: attempt.carrier,
  h: attempt.channel === channel ? undefined : attempt.channel,
  f: attempt.from ?? undefined,
  segments: attempt.segments === openingUsual.segments ? undefined : attempt.segments,
  b: attempt.fallback,
  payer: attempt.payer === account ? undefined : attempt.payer,
  p: attempt.price,
  a: attempt.activeContactPrice,
  receiptSeconds: attempt.receiptSeconds,
  spendCounters: attempt.spendCounters,
  s: attempt.startedAt - createdAt
})

const writeLine = (
  activity: Activity,
  before: Activity | undefined,
  createdAt: number,
  way: Way,
  texts: ReadonlyArray<string>
): ReadonlyArray<unknown> => {
  const { activeContactPrice, at, code, description, from, leftOut, price, reached, scheduledAt } = activity
  const status = statusPlaces[activity.status]
  const place = texts.indexOf(description)
  const said = place === -1 ? description : place
  const since = at - (before?.at ?? createdAt)
  const isAsBefore = from === (before?.from ?? null)
  const isUsual = reached && isAsBefore && price === null && activeContactPrice === null && code === null &&
    scheduledAt === null && leftOut === undefined
  if (isUsual) return [status, since, said]
  const rest: Written<typeof lineNames> & { readonly f: unknown } = {
    r: reached ? undefined : reached,
    f: isAsBefore ? undefined : from !== null && from === way.from ? true : from,
    p: price ?? undefined,
    a: activeContactPrice ?? undefined,
    o: code ?? undefined,
    s: scheduledAt ?? undefined,
    l: leftOut
  }
  return [status, since, said, rest]
}

const writeTemplate = (template: TemplateUse): Written<typeof templateNames> => ({
  i: template.id,
  v: template.revision,
  n: template.name,
  c: template.category,
  p: template.parameters
})

export const encodeState = (message: Message): JsonObject => {
  const { attempts, createdAt, history, rendered } = message
  const way = attempts.at(-1) ?? nowhere
  const texts = textsOf(way)
  const stored: Written<typeof changingNames> & Written<typeof restNames> = {
    s: statusPlaces[message.status],
    c: message.channel,
    o: message.code ?? undefined,
    p: message.price ?? undefined,
    a: message.activeContactPrice ?? undefined,
    g: attempts.map(writeProgress),
    l: history.map((each, index) => writeLine(each, history[index - 1], createdAt, way, texts)).toReversed(),
    t: attempts.map((attempt) => writeOpening(attempt, message)),
    d: rendered === null ? undefined : writeRendered(rendered)
  }
  return stored as unknown as JsonObject
}

/** Returns the content without the account and without when the message was made, by which every store finds it. */
export const encodeContent = (message: Message): JsonObject => {
  const { createdAt, queuedAt } = message
  const stored: Written<Omit<typeof lastingNames, "account" | "createdAt">> = {
    send: message.send === lastingUsual.send ? undefined : message.send,
    queuedAt: queuedAt === createdAt ? undefined : queuedAt ?? null,
    feedback: message.feedback,
    scheduledAt: message.scheduledAt ?? undefined,
    m: message.template === null ? undefined : writeTemplate(message.template),
    text: message.text,
    subject: message.subject,
    mediaUrls: message.mediaUrls,
    clientReference: message.clientReference,
    metadata: message.metadata,
    purpose: message.purpose,
    smartEncoding: message.smartEncoding,
    fallback: message.fallback,
    expiry: message.expiry,
    x: message.opens,
    autoReply: message.autoReply,
    verification: message.verification,
    isWatched: message.isWatched,
    inboundMedia: message.inboundMedia,
    reference: message.reference,
    missingParts: message.missingParts,
    redacted: message.redacted,
    direction: message.direction === lastingUsual.direction ? undefined : message.direction,
    r: message.requested,
    n: message.phone,
    k: message.contact
  }
  return stored as unknown as JsonObject
}

export const encode = (message: Message): JsonObject => ({
  ...encodeState(message),
  ...encodeContent(message),
  w: message.createdAt,
  u: message.account
})

/**
 * Returns whether a change of a message leaves its content as it was. It compares nothing deeply: a step takes over what
 * it does not change, and where it has not done so the content is said to have changed.
 */
export const keepsContent = (before: Message, after: Message): boolean =>
  lasting.every(([name]) => before[name as keyof Message] === after[name as keyof Message])

interface Stored extends JsonObject {
  readonly s: number
  readonly c: string
  readonly m?: JsonObject
  readonly u: string
  readonly w: number
  readonly g: ReadonlyArray<JsonObject>
  readonly l: ReadonlyArray<Line>
  readonly t: ReadonlyArray<JsonObject>
  readonly d?: JsonObject
}

export const decode = (json: Json, id: string): unknown => {
  const stored = json as Stored
  const { c: channel, d: rendered, g: steps, l: lines, m: template, s: status, t: attempts } = stored
  const { u: account, w: createdAt } = stored
  const message = read(changing, stored, { id })
  message["status"] = statusAt(status)
  message["rendered"] = rendered === undefined ? null : readRendered(rendered)
  message["attempts"] = attempts.map((attempt, index) =>
    readProgress(steps[index]!, {
      payer: account,
      channel,
      ...read(opening, attempt),
      startedAt: createdAt + (attempt["s"] as number)
    })
  )
  const openings = message["attempts"] as ReadonlyArray<Way>
  message["history"] = readLines(lines, createdAt, openings.at(-1) ?? nowhere)
  if (stored["queuedAt"] === undefined) message["queuedAt"] = createdAt
  read(lasting, stored, message)
  if (template !== undefined) message["template"] = read(using, template)
  return message
}
