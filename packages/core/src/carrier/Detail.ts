/**
 * A carrier's own words for what became of a message.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Detail } from "../port/Carrier.ts"
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
