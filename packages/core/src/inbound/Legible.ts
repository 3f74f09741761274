/**
 * Brings an inbound message into a form that every store can hold: carriers deliver whatever handsets write.
 */
import * as Result from "effect/Result"
import * as Reference from "../carrier/Reference.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Refused } from "../commit/Refused.ts"
import { refused } from "../commit/Refused.ts"
import type { InboundMedia } from "../row/Message.ts"
import { Channel } from "../value/Channel.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Text from "../value/Text.ts"
import type { Command } from "./Receive.ts"

export interface Legible {
  readonly command: Command
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

/** Refuses a message that comes from no phone number or on an unknown channel. */
export const read = (brought: Command): Result.Result<Legible, Refused> => {
  const { channel, from, reference, text, to } = brought
  if (!PhoneNumber.is(from)) return Result.fail(refused("VALIDATION_002", { from: ["must be a number in E.164 form"] }))
  if (!Channel.literals.includes(channel)) {
    return Result.fail(refused("VALIDATION_001", { channel: [`must be one of ${Channel.literals.join(", ")}`] }))
  }
  const media = brought.media.slice(0, Limit.inboundFiles).flatMap((each) => file(each) ?? [])
  const command: Command = {
    ...brought,
    reference: Reference.kept(reference),
    to: to._tag === "Account" ? { ...to, sender: clean(to.sender, Limit.senderLength) } : to,
    text: text === null ? null : clean(text, Limit.inboundTextLength),
    media
  }
  return Result.succeed({
    command,
    mended: [
      ...(command.reference === reference ? [] : ["reference"]),
      ...(command.text === text ? [] : ["text"]),
      ...(JSON.stringify(media) === JSON.stringify(brought.media) ? [] : ["media"])
    ]
  })
}
