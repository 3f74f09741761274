/**
 * Measures and cleans texts. The API counts UTF-16 units, and UTF-8 bytes on the wire.
 */

/** Returns how many bytes a text takes in UTF-8. They are counted, since writing them takes longer than a short text is worth. */
export const bytes = (text: string): number => {
  let size = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) size++
    else if (isPair(text, at, unit)) {
      size += 2
      at++
    } else size += 2
  }
  return size
}

/** Returns whether the two units from this place on are one character beyond U+FFFF. */
const isPair = (text: string, at: number, unit: number): boolean => {
  if (unit < 0xd800 || unit > 0xdbff) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}

/** Returns whether the text has at most so many bytes in UTF-8. */
export const hasAtMostBytes = (text: string, most: number): boolean =>
  text.length <= most && (text.length * 3 <= most || bytes(text) <= most)

/** Cuts the text to at most `length` units, without splitting a surrogate pair. */
export const truncate = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Returns how many bytes a character takes within a JSON text. */
const jsonBytesOf = (point: number): number => {
  if (point < 0x20) return point === 0x08 || (point >= 0x09 && point <= 0x0d && point !== 0x0b) ? 2 : 6
  if (point < 0x80) return point === 0x22 || point === 0x5c ? 2 : 1
  if (point < 0x800) return 2
  if (point >= 0xd800 && point <= 0xdfff) return 6
  return point < 0x10000 ? 3 : 4
}

/** Returns how many bytes a text takes within a JSON text in UTF-8, without its quotation marks. */
export const jsonBytes = (text: string): number => {
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!
    size += jsonBytesOf(point)
    if (point >= 0x10000) at++
  }
  return size
}

/** Cuts the text to what takes at most so many bytes within a JSON text, without splitting a character. */
export const truncateJson = (text: string, most: number): string => {
  if (text.length * 6 <= most) return text
  let taken = 0
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at)!
    taken += jsonBytesOf(point)
    if (taken > most) return text.slice(0, at)
    at += point >= 0x10000 ? 2 : 1
  }
  return text
}

/** Returns a text that every store can hold: U+0000 is removed, and lone surrogates are replaced. */
export const clean = (text: string): string =>
  text.replace(/[\0\p{Surrogate}]/gu, (ill) => ill === "\0" ? "" : "\ufffd")

const unseen = "[\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]"

const edges = new RegExp(`^${unseen}+|${unseen}+$`, "gu")

/**
 * Removes what nobody sees from both ends: white space of Unicode, and characters without a shape, such as zero-width
 * ones, joiners, marks of direction and variation selectors.
 */
export const trimmed = (text: string): string => text.replace(edges, "")

/** Returns whether every store can hold the text as it is. */
export const isClean = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)
