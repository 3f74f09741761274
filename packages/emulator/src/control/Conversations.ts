/**
 * The handsets that have something to show, and what each has received and written.
 */
import type { MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Message } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described } from "../network/Described.ts"
import type { Arrival, Written } from "../network/Handset.ts"
import { Network } from "../network/Network.ts"
import * as Script from "../network/Script.ts"
import * as Call from "./Call.ts"
import { phoneOf, show, Shown } from "./Handsets.ts"
import * as MessageRows from "./MessageRows.ts"
import * as Query from "./Query.ts"

const Page = Schema.Struct({
  limit: Schema.optionalKey(Query.whole(1, 200)),
  before: Schema.optionalKey(Query.phone)
})

const Length = Schema.Struct({
  limit: described("How many of the latest: 200 unless given.", Query.whole(1, 1000))
})

const { carrier: _, received_at: __, ...shownFields } = Shown.fields

/** A message of a conversation. `out` is what the service sent. */
export const Said = Schema.Struct({
  direction: Schema.Literals(["in", "out"]),
  account: Schema.String,
  to: Schema.NullOr(Schema.String),
  ...shownFields,
  carrier: Schema.NullOr(Schema.String),
  at: Schema.String,
  status: Schema.NullOr(Schema.String),
  segments: Schema.NullOr(Schema.Finite),
  price: Schema.NullOr(Schema.Finite),
  read_at: Schema.NullOr(Schema.String)
})

const list = Effect.fnUntraced(function*({ before, limit = 50 }: typeof Page.Type) {
  const network = yield* Network
  const seen = yield* network.handsets(yield* Instant.now, before ?? null, limit)
  return yield* Effect.forEach(
    seen,
    ({ account, count, lastAt, phone }) =>
      Effect.map(network.remaining(phone), (steps) => ({
        phone,
        account,
        last_at: Instant.toMillis(lastAt),
        count,
        next: steps.map(Script.written)
      }))
  )
})

/** Returns how the service shows a message; nulls where it knows nothing any more. */
const known = (row: Message | undefined) => {
  const attempt = row?.attempts.at(-1)
  const read = row?.history.find(({ reached, status }) => reached && status === "READ")
  return {
    status: row?.status ?? null,
    segments: attempt?.segments ?? null,
    price: row === undefined || row.price === null ? null : Money.toNumber(row.price),
    read_at: read === undefined ? null : Instant.toMillis(read.at)
  }
}

type Rows = ReadonlyMap<MessageId, Message>

const received = ({ account, phone, received: one }: Arrival, rows: Rows) => {
  const { received_at: at, ...shown } = show(one)
  return { direction: "out", account, to: phone, ...shown, at, ...known(rows.get(one.message)) } as const
}

const written = (phone: PhoneNumber, one: Written, rows: Rows) => ({
  direction: "in",
  account: one.account,
  to: one.to,
  message_id: one.message,
  carrier: null,
  channel: one.channel,
  from: phone,
  header: null,
  header_media: null,
  body: one.text ?? "",
  footer: null,
  buttons: [],
  media: one.media,
  subject: null,
  at: Instant.toMillis(one.at),
  ...known(rows.get(one.message))
} as const)

const conversation = Effect.fnUntraced(function*(phone: PhoneNumber, limit: number) {
  const network = yield* Network
  const now = yield* Instant.now
  const arrivals = yield* network.arrivals({ now, phone, channel: null, since: null, limit })
  const texts = yield* network.written(phone, limit)
  const rows = yield* MessageRows.load([
    ...arrivals.map(({ received: { message } }) => message),
    ...texts.map(({ message }) => message)
  ])
  const both = [
    ...arrivals.map((one) => ({ at: one.received.receivedAt, shown: received(one, rows) })),
    ...texts.map((one) => ({ at: one.at, shown: written(phone, one, rows) }))
  ]
  return both.toSorted((one, two) => one.at - two.at).slice(-limit).map(({ shown }) => shown)
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.ask("/emulator/handsets", Page, list),
  Call.said(
    "Reads a handset's conversation: what it has received (`out`: the service sent it) and written (`in`), the oldest " +
      "first, with status, segments and price.",
    Call.ask(
      "/emulator/handsets/:phone/conversation",
      Length,
      ({ limit = 200 }, parameters) => Effect.flatMap(phoneOf(parameters), (phone) => conversation(phone, limit))
    )
  )
]
