/**
 * A carrier's own words for what became of a message.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Detail } from "../port/Carrier.ts"
import type { Message } from "../row/Message.ts"
import * as Text from "../value/Text.ts"

/** Returns a word as one line that every store can hold. Carriers that are not typed may give their codes as numbers. */
const word = (value: unknown): string =>
  typeof value === "string"
    ? Text.clean(Text.truncate(value, Limit.detailLength)).replaceAll(/\p{Cc}+/gu, " ").trim()
    : Number.isFinite(value)
    ? String(value)
    : ""

/** Returns the form in which a carrier's words are stored, or null when they say nothing. */
export const kept = (detail: unknown): Detail | null => {
  if (typeof detail !== "object" || detail === null) return null
  const { code, text } = detail as { readonly code?: unknown; readonly text?: unknown }
  const words: Detail = { code: word(code), text: word(text) }
  return words.code === "" && words.text === "" ? null : words
}

/** Returns the words as the history shows them behind its own. */
export const told = (detail: Detail | null): string =>
  detail === null ? "" : ` (${[detail.code, detail.text].filter((each) => each !== "").join(": ")})`

const digits = /\d/g

/** Matches what may be a code: as many digits as the shortest one has, whatever stands between them. */
const codeLike = new RegExp(`\\d(?:[ .-]?\\d){${Limit.verification.codeLength.minimum - 1},}`, "g")

const hidden = (word: string): string => word.replaceAll(codeLike, (code) => code.replaceAll(digits, "*"))

/**
 * Returns the words as they may be kept with a message. A carrier that quotes a message which brings a code must not tell the
 * code, so nothing that may be one stays.
 */
export const keptWith = ({ verification }: Pick<Message, "verification">, detail: Detail): Detail =>
  verification === undefined ? detail : { code: hidden(detail.code), text: hidden(detail.text) }
