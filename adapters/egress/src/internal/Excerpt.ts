/**
 * The leading part of a text that arrives as bytes of UTF-8.
 */
export interface Excerpt {
  /** Adds bytes. Returns true when no more are needed. */
  readonly add: (bytes: Uint8Array) => boolean
  /**
   * Returns the text: at most the given number of UTF-16 units, without half a character at the end and without NUL,
   * which no database keeps.
   */
  readonly text: () => string
}

/** A UTF-16 unit is at most three bytes of UTF-8 (four bytes make two units). */
const bytesPerUnit = 3

export const make = (length: number): Excerpt => {
  // Most endpoints answer with nothing.
  let bytes = new Uint8Array(0)
  let size = 0
  return {
    add: (more) => {
      if (size === 0) bytes = new Uint8Array(length * bytesPerUnit)
      const part = more.subarray(0, bytes.length - size)
      bytes.set(part, size)
      size += part.length
      return size === bytes.length
    },
    text: () => {
      if (size === 0) return ""
      // As a stream, the decoder keeps back a character that is not complete.
      const text = new TextDecoder("utf-8").decode(bytes.subarray(0, size), { stream: true })
      return text.slice(0, length).replace(/[\ud800-\udbff]$/, "").replaceAll("\0", "\ufffd")
    }
  }
}
