/**
 * Keeps of a recipient's text and files as much as the limits allow: together they are bounded by the bytes that they
 * take in an answer, so that no list of messages is without a bound (decisions 9.4). The rest is counted. Pure.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { InboundMedia } from "../row/Message.ts"
import * as Text from "../value/Text.ts"

/** Counts the characters of the text and the files that were left out. */
export interface Left {
  readonly characters: number
  readonly files: number
}

export const nothing: Left = { characters: 0, files: 0 }

export interface Content {
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
  readonly left: Left
}

/** The text comes first, and is cut at a character. After the first file that does not fit no other one is kept. */
export const kept = (text: string | null, media: ReadonlyArray<InboundMedia>): Content => {
  const words = text === null ? "" : Text.truncateJson(text, Limit.inboundBytes)
  const rest = (text ?? "").slice(words.length)
  let bytes = Text.jsonBytes(words)
  const beyond = media.findIndex(({ url }, index) => {
    bytes += Text.jsonBytes(url)
    return index >= Limit.inboundFiles || bytes > Limit.inboundBytes
  })
  const files = beyond === -1 ? media : media.slice(0, beyond)
  return {
    text: text === null ? null : words,
    media: files,
    left: { characters: [...rest].length, files: media.length - files.length }
  }
}

const counted = (count: number, one: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`]

/** Tells what was left out, or nothing. */
export const told = ({ characters, files }: Left): string => {
  const all = [...counted(characters, "character"), ...counted(files, "file")]
  return all.length === 0 ? "" : `; ${all.join(" and ")} beyond the limit left out`
}
