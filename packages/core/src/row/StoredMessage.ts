/**
 * The JSON that a store keeps for a message. Fields with their usual value are left out, and a line of the history is an
 * array of its status, instant and description, then of what else it has. What the steps of a message
 * change comes first, the newest line of the history before the older ones, and what never changes comes last, always in
 * the same order: a database that logs of an update what lies between the first and the last difference then logs little
 * more than the step.
 */
import type { Rendered } from "../definition/Rendered.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import type { Attempt } from "./Attempt.ts"
import type { Activity, Message } from "./MessageRow.ts"

/** The fields in the order in which they are kept, with their usual value; undefined when they have none. */
type Fields<Value> = { readonly [Name in keyof Value]-?: Value[Name] | undefined }

/** The fields of a line beside those that every line has. */
const lineFields: Fields<Omit<Activity, "status" | "at" | "description">> = {
  reached: true,
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null,
  leftOut: undefined
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

/** The fields of an attempt that its steps change. */
const progressFields: Fields<Pick<Attempt, Progressing>> = {
  charge: undefined,
  report: null,
  receipt: undefined,
  failure: null,
  refusal: undefined,
  heldBack: undefined,
  leftLine: undefined,
  overdue: undefined,
  handedOver: undefined,
  deadline: null,
  reference: null,
  parts: undefined
}

/** The other fields of an attempt. Its payer is left out where that is the account of the message. */
const openingFields: Fields<Omit<Attempt, Progressing>> = {
  id: undefined,
  send: 1,
  carrier: undefined,
  channel: undefined,
  from: null,
  segments: 1,
  fallback: undefined,
  payer: undefined,
  price: undefined,
  activeContactPrice: undefined,
  receiptSeconds: undefined,
  spendCounters: undefined,
  startedAt: undefined
}

/** The plain text is left out where it is the content. */
const renderedFields: Fields<Omit<Rendered, "media">> = {
  content: undefined,
  plain: undefined,
  header: null,
  headerMedia: null,
  footer: null,
  buttons: null,
  subject: null
}

type Changing = "status" | "channel" | "code" | "price" | "activeContactPrice"

const changingFields: Fields<Pick<Message, Changing>> = {
  status: undefined,
  channel: undefined,
  code: null,
  price: null,
  activeContactPrice: null
}

/** The steps of a message hardly ever change these fields. Its id is the key of the row. */
const lastingFields: Fields<Omit<Message, Changing | "attempts" | "history" | "rendered" | "id">> = {
  send: 1,
  queuedAt: undefined,
  feedback: undefined,
  scheduledAt: null,
  template: null,
  text: undefined,
  subject: undefined,
  mediaUrls: undefined,
  clientReference: undefined,
  metadata: undefined,
  purpose: undefined,
  smartEncoding: undefined,
  fallback: undefined,
  expiry: undefined,
  opens: undefined,
  autoReply: undefined,
  verification: undefined,
  isWatched: undefined,
  inboundMedia: undefined,
  reference: undefined,
  missingParts: undefined,
  redacted: undefined,
  direction: "OUTBOUND",
  requested: undefined,
  createdAt: undefined,
  phone: undefined,
  contact: undefined,
  account: undefined
}

type Table = ReadonlyArray<readonly [name: string, usual: unknown]>

const [line, progress, opening, rendering, changing, lasting] = [
  lineFields,
  progressFields,
  openingFields,
  renderedFields,
  changingFields,
  lastingFields
].map((fields): Table => Object.entries(fields)) as [Table, Table, Table, Table, Table, Table]

/** Reads the fields, with their usual values where they were left out. */
const read = (table: Table, stored: JsonObject, into: Record<string, unknown> = {}): Record<string, unknown> => {
  for (const [name, usual] of table) {
    const field = stored[name] ?? usual
    if (field !== undefined) into[name] = field
  }
  return into
}

const readRendered = (stored: JsonObject) => ({
  ...read(rendering, stored),
  media: stored["media"] ?? [],
  plain: stored["plain"] ?? stored["content"]
})

const readLine = ([status, at, description, rest = {}]: ReadonlyArray<Json>) =>
  read(line, rest as JsonObject, { status, at, description })

/** The form in which each field is written: undefined, which JSON leaves out, where it has its usual value. */
type Written<Value> = { readonly [Name in keyof Value]-?: unknown }

/** Literals in the order of the fields, since objects that grow field by field take three times the time and memory. */
const writeRendered = (rendered: Rendered): Written<Rendered> => {
  const { content, media, plain } = rendered
  return {
    content,
    plain: plain === content ? undefined : plain,
    header: rendered.header ?? undefined,
    headerMedia: rendered.headerMedia ?? undefined,
    footer: rendered.footer ?? undefined,
    buttons: rendered.buttons ?? undefined,
    subject: rendered.subject ?? undefined,
    media: media.length === 0 ? undefined : media
  }
}

const writeProgress = (attempt: Attempt): Written<typeof progressFields> => ({
  charge: attempt.charge,
  report: attempt.report ?? undefined,
  receipt: attempt.receipt,
  failure: attempt.failure ?? undefined,
  refusal: attempt.refusal,
  heldBack: attempt.heldBack,
  leftLine: attempt.leftLine,
  overdue: attempt.overdue,
  handedOver: attempt.handedOver,
  deadline: attempt.deadline ?? undefined,
  reference: attempt.reference ?? undefined,
  parts: attempt.parts
})

const writeOpening = (attempt: Attempt, account: string): Written<typeof openingFields> => ({
  id: attempt.id,
  send: attempt.send === openingFields.send ? undefined : attempt.send,
  carrier: attempt.carrier,
  channel: attempt.channel,
  from: attempt.from ?? undefined,
  segments: attempt.segments === openingFields.segments ? undefined : attempt.segments,
  fallback: attempt.fallback,
  payer: attempt.payer === account ? undefined : attempt.payer,
  price: attempt.price,
  activeContactPrice: attempt.activeContactPrice,
  receiptSeconds: attempt.receiptSeconds,
  spendCounters: attempt.spendCounters,
  startedAt: attempt.startedAt
})

const writeLine = (activity: Activity): ReadonlyArray<unknown> => {
  const { activeContactPrice, at, code, description, from, leftOut, price, reached, scheduledAt, status } = activity
  const isUsual = reached && from === null && price === null && activeContactPrice === null && code === null &&
    scheduledAt === null && leftOut === undefined
  if (isUsual) return [status, at, description]
  const rest: Written<typeof lineFields> = {
    reached: reached ? undefined : reached,
    from: from ?? undefined,
    price: price ?? undefined,
    activeContactPrice: activeContactPrice ?? undefined,
    code: code ?? undefined,
    scheduledAt: scheduledAt ?? undefined,
    leftOut
  }
  return [status, at, description, rest]
}

export const encode = (message: Message): Json => {
  const { account, attempts, history, rendered } = message
  const stored: Written<Omit<Message, "id" | "history"> & { readonly progress: unknown; readonly lines: unknown }> = {
    status: message.status,
    channel: message.channel,
    code: message.code ?? undefined,
    price: message.price ?? undefined,
    activeContactPrice: message.activeContactPrice ?? undefined,
    progress: attempts.map(writeProgress),
    lines: history.map(writeLine).toReversed(),
    attempts: attempts.map((attempt) => writeOpening(attempt, account)),
    rendered: rendered === null ? undefined : writeRendered(rendered),
    send: message.send === lastingFields.send ? undefined : message.send,
    queuedAt: message.queuedAt,
    feedback: message.feedback,
    scheduledAt: message.scheduledAt ?? undefined,
    template: message.template ?? undefined,
    text: message.text,
    subject: message.subject,
    mediaUrls: message.mediaUrls,
    clientReference: message.clientReference,
    metadata: message.metadata,
    purpose: message.purpose,
    smartEncoding: message.smartEncoding,
    fallback: message.fallback,
    expiry: message.expiry,
    opens: message.opens,
    autoReply: message.autoReply,
    verification: message.verification,
    isWatched: message.isWatched,
    inboundMedia: message.inboundMedia,
    reference: message.reference,
    missingParts: message.missingParts,
    redacted: message.redacted,
    direction: message.direction === lastingFields.direction ? undefined : message.direction,
    requested: message.requested,
    createdAt: message.createdAt,
    phone: message.phone,
    contact: message.contact,
    account
  }
  return stored as unknown as Json
}

interface Stored extends JsonObject {
  readonly account: string
  readonly progress: ReadonlyArray<JsonObject>
  readonly lines: ReadonlyArray<ReadonlyArray<Json>>
  readonly attempts: ReadonlyArray<JsonObject>
  readonly rendered?: JsonObject
}

export const decode = (json: Json, id: string): unknown => {
  const stored = json as Stored
  const { account, attempts, lines, progress: steps, rendered } = stored
  const message = read(changing, stored, { id })
  message["rendered"] = rendered === undefined ? null : readRendered(rendered)
  message["attempts"] = attempts.map((attempt, index) =>
    read(progress, steps[index]!, { payer: account, ...read(opening, attempt) })
  )
  message["history"] = lines.map(readLine).toReversed()
  return read(lasting, stored, message)
}
