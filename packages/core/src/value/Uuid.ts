/**
 * UUIDs as lower-case text: made from given bytes, never from a hidden source of randomness (RFC 9562).
 */
import { sha1 } from "@noble/hashes/legacy.js"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text is a UUID with hyphens, in either case. */
export const is = (text: string): boolean => pattern.test(text)

/** Sixteen bytes as text. */
export const format = (bytes: Uint8Array): string => {
  for (let index = 0; index < 16; index++) write(places[index]!, bytes[index]!)
  return String.fromCharCode(...codes)
}

/** The sixteen bytes of a UUID. */
export const parse = (uuid: string): Uint8Array => {
  const digits = uuid.replaceAll("-", "")
  const bytes = new Uint8Array(16)
  for (let index = 0; index < 16; index++) bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** Writes version and variant into sixteen bytes that belong to nobody else, and returns them as text. */
const stamped = (bytes: Uint8Array, version: number): string => {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return format(bytes)
}

/** Returns a UUID of version 4 made of sixteen random bytes. */
export const v4 = (random: Uint8Array): string => stamped(random.slice(0, 16), 4)

const encoder = new TextEncoder()

/** Returns what makes UUIDs of version 5 (SHA-1) of names in a namespace. */
export const within = (namespace: string): (name: string) => string => {
  const head = parse(namespace)
  return (name) => {
    const tail = encoder.encode(name)
    const input = new Uint8Array(head.length + tail.length)
    input.set(head)
    input.set(tail, head.length)
    return stamped(sha1(input), 5)
  }
}

/** Returns a UUID of version 5 (SHA-1) of a name in a namespace. */
export const v5 = (name: string, namespace: string): string => within(namespace)(name)

/** Returns a UUID of version 8 made of the beginning of a hash in hexadecimal digits. */
export const v8 = (hash: string): string => stamped(parse(hash.slice(0, 32)), 8)

/**
 * Returns a UUID of version 7: milliseconds, then a 12-bit sequence that orders the ids of one millisecond, then ten
 * random bytes of which 62 bits are used. A range of ids is a range of time.
 */
export const v7 = (millis: number, sequence: number, random: Uint8Array): string => {
  const [high, low] = [Math.floor(millis / 0x10000), millis % 0x10000]
  write(0, high >>> 24)
  write(2, high >>> 16)
  write(4, high >>> 8)
  write(6, high)
  write(9, low >> 8)
  write(11, low)
  write(14, 0x70 | (sequence >> 8) & 0x0f)
  write(16, sequence)
  write(19, random[0]! & 0x3f | 0x80)
  write(21, random[1]!)
  for (let index = 2; index < 8; index++) write(20 + 2 * index, random[index]!)
  return String.fromCharCode(...codes)
}

/** The place in the text of each byte. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const

/** The characters of one id at a time. A text that is put together of pieces takes ten times the room. */
const codes: Array<number> = Array.from("-".repeat(36), (hyphen) => hyphen.charCodeAt(0))

const digits: ReadonlyArray<number> = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0))

const write = (at: number, byte: number): void => {
  codes[at] = digits[byte >> 4 & 0x0f]!
  codes[at + 1] = digits[byte & 0x0f]!
}
