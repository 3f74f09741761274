/**
 * Brings an inbound message into a form that every store can hold: carriers deliver whatever handsets write.
 */
import * as Result from "effect/Result"
import * as Addressee from "../account/Addressee.ts"
import * as Reference from "../carrier/Reference.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Refused } from "../commit/Refused.ts"
import { refused } from "../commit/Refused.ts"
import * as Segment from "../dispatch/Segment.ts"
import type { InboundMedia } from "../row/Message.ts"
import { Channel } from "../value/Channel.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Text from "../value/Text.ts"
import * as Content from "./Content.ts"
import type { Command } from "./Receive.ts"
import type { Part } from "./ReceivePart.ts"

/** A part of a long message as a carrier delivers it: all but the halves of characters, which are found here. */
export type BroughtPart = Pick<Part, "count" | "index" | "series">

/** A message, or a part of one, as a carrier delivers it. */
export interface Brought extends Command {
  readonly part?: BroughtPart
}

export interface InboundInput {
  readonly command: Command
  /** The place of a part among the parts of its message; null for a whole message. */
  readonly part: Part | null
  /** The fields that differ from what the carrier delivered. */
  readonly mended: ReadonlyArray<string>
}

const clean = (text: string, length: number): string => Text.clean(Text.truncate(text, length))

const hash = /^[0-9a-f]{64}$/

/** Drops the properties of a file that cannot be right. Returns null for a file without a usable URL. */
const file = ({ hashSha256, mimeType, sizeBytes, url }: InboundMedia): InboundMedia | null => {
  const sum = hashSha256?.toLowerCase() ?? ""
  return url === "" || url.length > Limit.inboundUrlLength ? null : {
    url: Text.clean(url),
    mimeType: mimeType === null || mimeType.length > Limit.mimeTypeLength ? null : Text.clean(mimeType),
    sizeBytes: sizeBytes !== null && Number.isSafeInteger(sizeBytes) && sizeBytes >= 0 ? sizeBytes : null,
    hashSha256: hash.test(sum) ? sum : null
  }
}

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** Returns the place of a part, or null for a message that is whole, or whose declaration cannot be right. */
const placed = (part: BroughtPart | undefined): BroughtPart | null => {
  if (part === undefined || !isWithin(part.count, 2, Limit.inboundParts) || !isWithin(part.index, 1, part.count)) {
    return null
  }
  const series = Reference.kept(part.series)
  return series === null ? null : { series, count: part.count, index: part.index }
}

/** Takes the halves of characters off a part: handsets split texts anywhere, also behind the escape of GSM 03.38. */
const split = (place: BroughtPart, text: string): readonly [part: Part, text: string] => {
  const lead = /^[\udc00-\udfff]/.test(text) ? { lead: text.charCodeAt(0) } : {}
  const rest = text.slice("lead" in lead ? 1 : 0)
  const trail = /[\ud800-\udbff]$/.test(rest) || rest.endsWith(Segment.escape)
    ? { trail: rest.charCodeAt(rest.length - 1) }
    : {}
  return [{ ...place, ...lead, ...trail }, rest.slice(0, "trail" in trail ? -1 : undefined)]
}

/** Refuses a message that comes from no phone number or on an unknown channel. */
export const read = (given: Brought): Result.Result<InboundInput, Refused> => {
  const from = PhoneNumber.spelt(given.from)
  const brought = { ...given, from: from ?? given.from, to: Addressee.spelt(given.to) }
  const { channel, reference, text, to } = brought
  if (from === null) return Result.fail(refused("VALIDATION_002", { from: ["must be a number in E.164 form"] }))
  if (!Channel.literals.includes(channel)) {
    return Result.fail(refused("VALIDATION_001", { channel: [`must be one of ${Channel.literals.join(", ")}`] }))
  }
  const { part: declared, ...whole } = brought
  const place = placed(declared)
  const [part, spoken] = place === null || text === null ? [place, text] : split(place, text)
  const words = spoken === null
    ? null
    : part === null
    ? Text.clean(spoken)
    : clean(spoken, Limit.inboundPartLength)
  const { left, media, text: kept } = Content.kept(words, brought.media.flatMap((each) => file(each) ?? []))
  const command: Command = {
    ...whole,
    reference: Reference.kept(reference),
    to: to._tag === "Account" ? { ...to, sender: clean(to.sender, Limit.senderLength) } : to,
    text: kept,
    media,
    left
  }
  return Result.succeed({
    command,
    part,
    mended: [
      ...(command.reference === reference ? [] : ["reference"]),
      ...(command.text === spoken ? [] : ["text"]),
      ...(JSON.stringify(media) === JSON.stringify(brought.media) ? [] : ["media"])
    ]
  })
}
