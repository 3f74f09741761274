/**
 * `/emulator/messages`: waits for what a handset receives, and tells what the service has stored of a message.
 */
import { Channel } from "@signalbox/core/Channel"
import { MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Attempt, Message } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Arrivals } from "../network/Arrivals.ts"
import { described } from "../network/Described.ts"
import * as Findings from "../network/Findings.ts"
import type { Arrival, Received } from "../network/Handset.ts"
import { Network } from "../network/Network.ts"
import * as Call from "./Call.ts"
import { show, Shown } from "./Handsets.ts"
import * as MessageRows from "./MessageRows.ts"
import * as Query from "./Query.ts"

/** It waits so long at most, in elapsed milliseconds. */
const longest = 60_000
const usual = 10_000

/** So many of the latest messages are looked through. */
const most = 1000

const isMessageId = Schema.is(MessageId)

const Place = Schema.String.check(Schema.makeFilter(
  (text: string) => isMessageId(text) || (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))),
  { message: "must be an instant such as 2026-01-31T12:00:00Z, or the id of a message" }
))

const Wanted = Schema.Struct({
  to: described("The phone that receives it.", Query.phone),
  channel: described("The channel on which it comes.", Channel),
  contains: described(
    "A part of its text, in capitals or not.",
    Schema.NonEmptyString.check(Schema.isMaxLength(1000))
  ),
  after: described("Only what came behind this: an instant, or the id of a message.", Place),
  timeout_ms: described(
    `How long to wait, in elapsed milliseconds: ${usual} unless given, ${longest} at most.`,
    Query.whole(0, longest)
  )
})
type Wanted = typeof Wanted.Type

const textOf = ({ body, footer, header, subject }: Received): string =>
  [subject, header, body, footer].filter((part) => part !== null && part !== "").join("\n")

const isAsWanted = ({ channel, contains = "" }: Wanted) => {
  const sought = contains.toLowerCase()
  return ({ received }: Arrival): boolean =>
    (channel === undefined || received.channel === channel) && textOf(received).toLowerCase().includes(sought)
}

/** Returns the first one that is as wanted, or null. */
const look = Effect.fnUntraced(function*(wanted: Wanted) {
  const { after, to } = wanted
  const network = yield* Network
  const isBehind = isMessageId(after)
  const since = after === undefined || isBehind ? null : Instant.make(Date.parse(after))
  const now = yield* Instant.now
  const arrivals = yield* network.arrivals({ now, phone: to ?? null, channel: null, since, limit: most })
  const place = arrivals.findIndex(({ received: { message } }) => message === after)
  if (isBehind && place < 0) {
    return yield* new Call.Refusal({
      status: 404,
      message: `no handset shows message ${after}`,
      details: [{ path: "after", message: "must be the id of a message that was received lately" }]
    })
  }
  return arrivals.slice(place + 1).find(isAsWanted(wanted)) ?? null
})

/** A message that was waited for. */
export const Found = Schema.Struct({
  phone: Schema.String,
  account: Schema.String,
  ...Shown.fields,
  codes: Schema.Array(Schema.String),
  links: Schema.Array(Schema.String)
})

const found = ({ account, phone, received }: Arrival) => {
  const text = textOf(received)
  const buttons = received.buttons.filter(({ type }) => type === "URL").map(({ value }) => value)
  return {
    phone,
    account,
    ...show(received),
    codes: Findings.codes(text),
    links: [...new Set([...Findings.links(text), ...buttons])]
  }
}

const wordsOf = ({ channel, contains, to }: Wanted): string =>
  [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(channel === undefined ? [] : [`on ${channel}`]),
    ...(contains === undefined ? [] : [`that contains ${JSON.stringify(contains)}`])
  ].join(" ")

const wait = Effect.fnUntraced(function*(wanted: Wanted) {
  const { timeout_ms: millis = usual } = wanted
  const arrivals = yield* Arrivals
  const answer = yield* arrivals.next(look(wanted), millis)
  switch (answer._tag) {
    case "Found":
      return found(answer.value)
    case "Crowded":
      return yield* new Call.Refusal({ status: 503, message: "too many wait for messages already" })
    case "Over":
      return yield* new Call.Refusal({ status: 503, message: "the emulator ends" })
    case "Late": {
      const message = `no message ${wordsOf(wanted)} came within ${millis} ms`
      return yield* new Call.Refusal({ status: 404, message: message.replace(/ {2,}/, " ") })
    }
  }
})

const timestamp = (at: Instant.Instant | null | undefined) =>
  at === null || at === undefined ? null : Instant.toMillis(at)

const price = (amount: Money.Money | null) => amount === null ? null : Money.toNumber(amount)

const showAttempt = (attempt: Attempt) => ({
  id: attempt.id,
  send: attempt.send,
  carrier: attempt.carrier,
  channel: attempt.channel,
  from: attempt.from,
  segments: attempt.segments,
  price: price(attempt.price),
  charge: attempt.charge,
  started_at: Instant.toMillis(attempt.startedAt),
  handed_over: attempt.handedOver?.times ?? 0,
  answer_until: timestamp(attempt.deadline),
  references: attempt.parts?.map(({ reference }) => reference) ??
    (attempt.reference === null ? [] : [attempt.reference]),
  report: attempt.report,
  failure: attempt.failure,
  refusal: attempt.refusal === undefined ? null : { ...attempt.refusal }
})

const showRow = (row: Message) => ({
  message_id: row.id,
  account: row.account,
  phone: row.phone,
  direction: row.direction,
  status: row.status,
  channel: row.channel,
  code: row.code,
  template: row.template === null
    ? null
    : { id: row.template.id, name: row.template.name, revision: row.template.revision },
  price: price(row.price),
  created_at: Instant.toMillis(row.createdAt),
  scheduled_at: timestamp(row.scheduledAt),
  attempts: row.attempts.map(showAttempt),
  activities: row.history.map((line) => ({
    status: line.status,
    reached: line.reached,
    at: Instant.toMillis(line.at),
    description: line.description,
    from: line.from,
    price: price(line.price),
    code: line.code,
    scheduled_at: timestamp(line.scheduledAt),
    left_out: (line.leftOut ?? []).map((each) => ({ ...each }))
  }))
})

const decodeId = Schema.decodeUnknownEffect(MessageId)

/** The message that a path names. */
export const findRow = Effect.fnUntraced(function*(text: string | undefined) {
  const unknown = new Call.Refusal({ status: 404, message: `there is no message ${text ?? ""}` })
  const id = yield* Effect.mapError(decodeId(text), () => unknown)
  return (yield* MessageRows.load([id])).get(id) ?? (yield* unknown)
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.said(
    "Waits for a message. Looks at what the handsets have received so far, oldest first, and then waits; answers the " +
      "first message that matches, as its handset shows it, with the one-time codes and links in it. Messages that are " +
      "due later come only when the clock travels there.",
    Call.own(Call.ask("/emulator/messages", Wanted, wait))
  ),
  Call.get("/emulator/messages/:id", ({ id }) => Effect.map(findRow(id), showRow))
]
