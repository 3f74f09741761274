/**
 * `POST /emulator/inbound`: a handset writes.
 */
import { Channel } from "@signalbox/core/Channel"
import type { CarrierId } from "@signalbox/core/Id"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Addressee, InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { table } from "../network/CarrierTable.ts"
import { Network } from "../network/Network.ts"
import * as Call from "./Call.ts"
import * as MessageRows from "./MessageRows.ts"

const File = Schema.Struct({
  url: Schema.NonEmptyString,
  mime_type: Schema.optionalKey(Schema.NonEmptyString),
  size_bytes: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  hash_sha256: Schema.optionalKey(Schema.String)
})

const PartNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 255 }))

const Writing = Schema.Struct({
  from: PhoneNumber,
  to: Schema.optionalKey(PhoneNumber),
  channel: Channel,
  text: Schema.optionalKey(Schema.NullOr(Schema.String)),
  media: Schema.optionalKey(Schema.Array(Schema.Union([Schema.NonEmptyString, File]))),
  /** The place of a part of a long message among the parts with the same reference. */
  part: Schema.optionalKey(Schema.Struct({ reference: Schema.NonEmptyString, index: PartNumber, count: PartNumber }))
})
type Writing = typeof Writing.Type

/** The id of the message that came of it; null while parts of it are missing. */
export const Answer = Schema.Struct({ message_id: Schema.NullOr(Schema.String) })

const unknown = (message: string) => new Call.Refusal({ status: 422, message })

/** Returns whom the handset writes to: the number that it says, or else whoever wrote to it last. */
const addressee = Effect.fnUntraced(function*({ channel, from, to }: Writing) {
  if (to !== undefined) return { _tag: "Number", number: to } satisfies Addressee
  const network = yield* Network
  const last = yield* network.correspondent(from, channel)
  return last === null
    ? yield* unknown(`nobody has written to ${from} on ${channel} yet, so say to whom it writes`)
    : { _tag: "Account", account: last.account, sender: last.number ?? "" } satisfies Addressee
})

const media = (files: Writing["media"] = []) =>
  files.map((file) =>
    typeof file === "string"
      ? { url: file, mimeType: null, sizeBytes: null, hashSha256: null }
      : {
        url: file.url,
        mimeType: file.mime_type ?? null,
        sizeBytes: file.size_bytes ?? null,
        hashSha256: file.hash_sha256?.toLowerCase() ?? null
      }
  )

interface Received extends Pick<InboundMessage, "part"> {
  readonly from: PhoneNumber
  readonly addressee: Addressee
  readonly channel: Channel
  readonly text: string | null
  readonly media: ReturnType<typeof media>
}

/** A carrier brings what a handset has written. The handset keeps it once it is a message: null while parts are missing. */
export const receive = Effect.fnUntraced(function*({ addressee: to, ...writing }: Received) {
  const inbound = yield* Inbound
  const ids = yield* IdGenerator
  const answer = yield* inbound.receive({
    ...writing,
    carrier: table.find(({ channels }) => channels.some((each) => each === writing.channel))!.id as CarrierId,
    reference: ids.uuid(),
    to
  })
  if (answer._tag === "Waiting") return null
  if (answer._tag === "UnknownNumber") {
    return yield* unknown(
      to._tag === "Account"
        ? "nobody can answer the sender of that message: it has no number"
        : `no account has the number ${to.number}`
    )
  }
  const row = (yield* MessageRows.load([answer.message])).get(answer.message)
  if (row !== undefined) {
    const network = yield* Network
    yield* network.write(writing.from, {
      message: row.id,
      account: row.account,
      channel: writing.channel,
      to: to._tag === "Account" ? to.sender || null : to.number,
      text: row.rendered?.content ?? writing.text,
      media: writing.media.map(({ url }) => url),
      at: row.createdAt
    })
  }
  return row?.id ?? answer.message
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.said(
    "Writes from a handset to the service, to the number that wrote to it last on this channel unless `to` says another.",
    Call.send("POST", "/emulator/inbound", Writing, (writing) =>
      Effect.gen(function*() {
        const { channel, from, part, text = null } = writing
        const message = yield* receive({
          from,
          addressee: yield* addressee(writing),
          channel,
          text,
          media: media(writing.media),
          ...(part === undefined ? {} : { part: { series: part.reference, index: part.index, count: part.count } })
        })
        return { message_id: message } satisfies typeof Answer.Encoded
      }))
  )
]
