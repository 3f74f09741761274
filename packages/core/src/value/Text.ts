/**
 * Text as the API counts it: in UTF-16 units, and in bytes of UTF-8 where it goes over the wire.
 */

const encoder = new TextEncoder()

export const bytes = (text: string): number => encoder.encode(text).length

/** Whether it has at most so many bytes. */
export const hasAtMostBytes = (text: string, most: number): boolean =>
  text.length <= most && (text.length * 3 <= most || bytes(text) <= most)

/** At most so many units, without half a character at the end. */
export const truncate = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** What every store can hold: without U+0000, and with a mark where half of a surrogate pair stood. */
export const clean = (text: string): string =>
  text.replace(/[\0\p{Surrogate}]/gu, (ill) => ill === "\0" ? "" : "\ufffd")

/** Whether every store can hold it as it is. */
export const isClean = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)
