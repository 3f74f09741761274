/**
 * Finds in a text what a test wants to know of it: one-time codes and links.
 */

const link = /\bhttps?:\/\/[^\s<>"'`]+/gi

/** Four to eight digits that stand by themselves, or three and three; no part of a number, a price or a date. */
const code = /(?<![\w+]|\d[.,:/-])(?:\d{3}[ -]\d{3}|\d{4,8})(?!\w|[.,:/-]\d)/g

/** Returns the links, without the punctuation of the sentence that they stand in. */
export const links = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(link)].map(([found]) => found.replace(/[.,;:!?)\]}]+$/, "")))
]

/** Returns the codes, as digits alone. Digits within links are none. */
export const codes = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.replaceAll(link, " ").matchAll(code)].map(([found]) => found.replace(/[ -]/, "")))
]
