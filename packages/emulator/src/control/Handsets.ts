/**
 * `/emulator/handsets/{phone}`: what a handset received, and how its next submissions end.
 */
import { Channel } from "@signalbox/core/Channel"
import * as Instant from "@signalbox/core/Instant"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Button, HeaderMedia } from "@signalbox/core/Rendered"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Received } from "../network/Handset.ts"
import { Network } from "../network/Network.ts"
import { Script, steps } from "../network/Script.ts"
import * as Call from "./Call.ts"

const decodePhone = Schema.decodeUnknownEffect(PhoneNumber)

/** The number that a path names. */
export const phoneOf = ({ phone }: { readonly [key: string]: string | undefined }) =>
  Effect.mapError(
    decodePhone(phone),
    () =>
      new Call.Refusal({
        status: 400,
        message: "the path names no phone number",
        details: [{ path: "phone", message: "must be in E.164 form, such as +12015550123" }]
      })
  )

/** A message as the control shows it. */
export const Shown = Schema.Struct({
  message_id: Schema.String,
  carrier: Schema.String,
  channel: Channel,
  from: Schema.NullOr(Schema.String),
  header: Schema.NullOr(Schema.String),
  header_media: Schema.NullOr(HeaderMedia),
  body: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.Array(Button),
  media: Schema.Array(Schema.String),
  subject: Schema.NullOr(Schema.String),
  received_at: Schema.String
})

/** Returns the message as the control shows it. */
export const show = (received: Received): typeof Shown.Encoded => ({
  message_id: received.message,
  carrier: received.carrier,
  channel: received.channel,
  from: received.from,
  header: received.header,
  header_media: received.headerMedia,
  body: received.body,
  footer: received.footer,
  buttons: received.buttons,
  media: received.media,
  subject: received.subject,
  received_at: Instant.toMillis(received.receivedAt)
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/handsets/:phone", (parameters) =>
    Effect.gen(function*() {
      const network = yield* Network
      const received = yield* network.received(yield* phoneOf(parameters), yield* Instant.now)
      return received.map(show)
    })),
  Call.said(
    "Scripts a handset: says how the next messages to it end, one step each. Afterwards its messages are delivered " +
      "again. Replaces the script that it had.",
    Call.send("PUT", "/emulator/handsets/:phone", Script, (script, parameters) =>
      Effect.gen(function*() {
        const network = yield* Network
        yield* network.script(yield* phoneOf(parameters), steps(script))
        return { steps: script.script.length }
      }))
  )
]
