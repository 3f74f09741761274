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
import type { Table, Way, Written } from "./MessageLayout.ts"
import * as Layout from "./MessageLayout.ts"
import type { Activity, Message, TemplateUse } from "./MessageRow.ts"

/** Reads the fields, with their usual values where they were left out. */
const read = (
  fields: Table,
  stored: Readonly<Record<string, unknown>>,
  into: Record<string, unknown> = {}
): Record<string, unknown> => {
  for (const [name, kept, usual] of fields) {
    const field = stored[kept] ?? usual
    if (field !== undefined) into[name] = field
  }
  return into
}

const nothing: JsonObject = {}

const readRendered = (stored: JsonObject) => {
  const rendered = read(Layout.rendering, stored)
  rendered["plain"] ??= rendered["content"]
  return rendered
}

/** The status, the time since the line before, the text or its place, and what is unusual about the line. */
type Line = readonly [status: number, since: number, said: number | string, rest?: JsonObject]

type HandedOver = readonly [token: number, times: number, withDispatch?: Json]

type Steps = {
  readonly c: number
  readonly r?: number
  readonly d?: number
  readonly h?: HandedOver
}

type Opening = {
  readonly c: string
  readonly h?: string
  readonly f?: string
  readonly s: number
}

/** A message as it was written, which a store gives back as it is. */
type Stored = {
  readonly s: number
  readonly c: string
  readonly m?: JsonObject
  readonly queuedAt?: number | null
  readonly u: string
  readonly w: number
  readonly g: ReadonlyArray<Steps>
  readonly l: ReadonlyArray<Line>
  readonly t: ReadonlyArray<Opening>
  readonly d?: JsonObject
}

/** Reads the lines of a history, which are kept from the newest to the oldest. */
const readLines = (lines: ReadonlyArray<Line>, createdAt: number, way: Way): ReadonlyArray<unknown> => {
  const texts = Layout.textsOf(way)
  let at = createdAt
  let from: Json = null
  return lines.toReversed().map(([status, since, said, rest = nothing]) => {
    const { f = from } = rest
    at += since
    from = f === true ? way.from : f
    const description = typeof said === "number" ? texts[said] : said
    return read(Layout.line, rest, { status: Layout.statusAt(status), at, description, from })
  })
}

const readProgress = (
  stored: Steps,
  startedAt: number,
  into: Record<string, unknown>
): Record<string, unknown> => {
  const attempt = read(Layout.progress, stored, into)
  const { c, d, h, r } = stored
  attempt["charge"] = Layout.charges[c]
  if (r !== undefined) attempt["report"] = Layout.statusAt(r)
  if (d !== undefined) attempt["deadline"] = startedAt + d
  if (h === undefined) return attempt
  const [token, times, withDispatch] = h
  attempt["handedOver"] = { token, times, ...(withDispatch === undefined ? {} : { withDispatch }) }
  return attempt
}

/** Returns fields as JSON, which leaves out those that are undefined. */
const json = (written: Readonly<Record<string, unknown>>): JsonObject => written as JsonObject

/** Literals in the order of the fields, since objects that grow field by field take three times the time and memory. */
const writeRendered = (rendered: Rendered): Written<typeof Layout.renderedNames> => {
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

const writeProgress = (attempt: Attempt): Written<typeof Layout.progressNames> => ({
  c: Layout.chargePlaces[attempt.charge],
  r: attempt.report === null ? undefined : Layout.statusPlaces[attempt.report],
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
): Written<typeof Layout.openingNames> => ({
  i: attempt.id,
  send: attempt.send === Layout.openingUsual.send ? undefined : attempt.send,
  c: attempt.carrier,
  h: attempt.channel === channel ? undefined : attempt.channel,
  f: attempt.from ?? undefined,
  segments: attempt.segments === Layout.openingUsual.segments ? undefined : attempt.segments,
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
  const status = Layout.statusPlaces[activity.status]
  const place = texts.indexOf(description)
  const said = place === -1 ? description : place
  const since = at - (before?.at ?? createdAt)
  const isAsBefore = from === (before?.from ?? null)
  const isUsual = reached && isAsBefore && price === null && activeContactPrice === null && code === null &&
    scheduledAt === null && leftOut === undefined
  if (isUsual) return [status, since, said]
  const rest: Written<typeof Layout.lineNames> & { readonly f: unknown } = {
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

const writeTemplate = (template: TemplateUse): Written<typeof Layout.templateNames> => ({
  i: template.id,
  v: template.revision,
  n: template.name,
  c: template.category,
  p: template.parameters
})

export const encodeState = (message: Message): JsonObject => {
  const { attempts, createdAt, history, rendered } = message
  const way = attempts.at(-1) ?? Layout.nowhere
  const texts = Layout.textsOf(way)
  const stored: Written<typeof Layout.changingNames> & Written<typeof Layout.restNames> = {
    s: Layout.statusPlaces[message.status],
    c: message.channel,
    o: message.code ?? undefined,
    p: message.price ?? undefined,
    a: message.activeContactPrice ?? undefined,
    g: attempts.map(writeProgress),
    l: history.map((each, index) => writeLine(each, history[index - 1], createdAt, way, texts)).toReversed(),
    t: attempts.map((attempt) => writeOpening(attempt, message)),
    d: rendered === null ? undefined : writeRendered(rendered)
  }
  return json(stored)
}

/** Returns the content without the account and without when the message was made, by which every store finds it. */
export const encodeContent = (message: Message): JsonObject => {
  const { createdAt, queuedAt } = message
  const stored: Written<Omit<typeof Layout.lastingNames, "account" | "createdAt">> = {
    send: message.send === Layout.lastingUsual.send ? undefined : message.send,
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
    direction: message.direction === Layout.lastingUsual.direction ? undefined : message.direction,
    r: message.requested,
    n: message.phone,
    k: message.contact
  }
  return json(stored)
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
  Layout.lasting.every(([name]) => before[name] === after[name])

/** Returns the route that the last attempt takes. */
const wayOf = (attempts: ReadonlyArray<Opening>, usual: string): Way => {
  const last = attempts.at(-1)
  return last === undefined ? Layout.nowhere : { carrier: last.c, channel: last.h ?? usual, from: last.f ?? null }
}

export const decode = (json: Json, id: string): unknown => {
  const stored = json as Stored
  const { c: channel, d: rendered, g: steps, l: lines, m: template, s: status, t: attempts } = stored
  const { u: account, w: createdAt } = stored
  const message = read(Layout.changing, stored, { id })
  message["status"] = Layout.statusAt(status)
  message["rendered"] = rendered === undefined ? null : readRendered(rendered)
  message["attempts"] = attempts.map((attempt, index) => {
    const startedAt = createdAt + attempt.s
    const into = { payer: account, channel, ...read(Layout.opening, attempt), startedAt }
    return readProgress(steps[index]!, startedAt, into)
  })
  message["history"] = readLines(lines, createdAt, wayOf(attempts, channel))
  if (stored.queuedAt === undefined) message["queuedAt"] = createdAt
  read(Layout.lasting, stored, message)
  if (template !== undefined) message["template"] = read(Layout.using, template)
  return message
}
