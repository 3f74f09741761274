/**
 * Measures and cleans texts. The API counts UTF-16 units, and UTF-8 bytes on the wire.
 */

const encoder = new TextEncoder()

export const bytes = (text: string): number => encoder.encode(text).length

/** Returns whether the text has at most so many bytes in UTF-8. */
export const hasAtMostBytes = (text: string, most: number): boolean =>
  text.length <= most && (text.length * 3 <= most || bytes(text) <= most)

/** Cuts the text to at most `length` units, without splitting a surrogate pair. */
export const truncate = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Returns a text that every store can hold: U+0000 is removed, and lone surrogates are replaced. */
export const clean = (text: string): string =>
  text.replace(/[\0\p{Surrogate}]/gu, (ill) => ill === "\0" ? "" : "\ufffd")

/** Returns whether every store can hold the text as it is. */
export const isClean = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)
