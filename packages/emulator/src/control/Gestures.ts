/**
 * A person reads a message on the handset, or taps one of its buttons.
 */
import { MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Receipts } from "@signalbox/core/Receipts"
import type { Button } from "@signalbox/core/Rendered"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Arrival } from "../network/Handset.ts"
import { Network } from "../network/Network.ts"
import * as Call from "./Call.ts"
import { phoneOf } from "./Handsets.ts"
import { receive } from "./InboundMessages.ts"
import { findRow } from "./Messages.ts"

const Reading = Schema.Struct({ message_id: MessageId })

/** The status that the message has now. */
export const ReadAnswer = Schema.Struct({ message_id: Schema.String, status: Schema.String })

const Tap = Schema.Struct({
  message_id: MessageId,
  /** Its place, from 0 on, or its text. */
  button: Schema.Union([Schema.Int, Schema.String])
})

/** So many of the latest messages of a handset are looked through. */
const most = 1000

/** The message on the handset's screen. */
const onScreen = Effect.fnUntraced(function*(phone: PhoneNumber, message: MessageId) {
  const network = yield* Network
  const now = yield* Instant.now
  const arrivals = yield* network.arrivals({ now, phone, channel: null, since: null, limit: most })
  return arrivals.findLast(({ received }) => received.message === message) ??
    (yield* new Call.Refusal({ status: 404, message: `${phone} shows no message ${message}` }))
})

/** Its carrier reports that it was read. The service says what becomes of it. */
const read = Effect.fnUntraced(function*({ received: { carrier, channel, message } }: Arrival) {
  const { attempts } = yield* findRow(message)
  const attempt = attempts.findLast((each) => each.carrier === carrier && each.channel === channel)
  if (attempt === undefined) {
    return yield* new Call.Refusal({ status: 404, message: `the service knows of no attempt of ${carrier}` })
  }
  const receipts = yield* Receipts
  const subject = { _tag: "Attempt", message, attempt: attempt.id } as const
  yield* receipts.report({ subject, reported: { _tag: "Read" } })
  const { status } = yield* findRow(message)
  return { message_id: message, status }
})

const named = (buttons: ReadonlyArray<Button>, name: number | string): Button | undefined =>
  typeof name === "number" ? buttons[name] : buttons.find(({ text, value }) => (text ?? value) === name)

const tap = Effect.fnUntraced(function*({ account, phone, received }: Arrival, name: number | string) {
  const button = named(received.buttons, name)
  if (button === undefined) {
    const labels = received.buttons.map(({ text, value }) => JSON.stringify(text ?? value))
    const message = labels.length === 0 ? "the message has no buttons" : `its buttons are ${labels.join(", ")}`
    return yield* new Call.Refusal({
      status: 422,
      message,
      details: [{ path: "button", message: "names none of them" }]
    })
  }
  // Only a button that replies writes something; the others open what they name.
  if (button.postbackData === null) return { message_id: null, opens: button.value }
  const written = yield* receive({
    from: phone,
    addressee: { _tag: "Account", account, sender: received.from ?? "" },
    channel: received.channel,
    text: button.postbackData,
    media: []
  })
  return { message_id: written, opens: null }
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.send(
    "POST",
    "/emulator/handsets/:phone/read",
    Reading,
    ({ message_id: id }, parameters) =>
      phoneOf(parameters).pipe(Effect.flatMap((phone) => onScreen(phone, id)), Effect.flatMap(read))
  ),
  Call.send(
    "POST",
    "/emulator/handsets/:phone/tap",
    Tap,
    ({ button, message_id: id }, parameters) =>
      phoneOf(parameters).pipe(
        Effect.flatMap((phone) => onScreen(phone, id)),
        Effect.flatMap((arrival) => tap(arrival, button))
      )
  )
]
