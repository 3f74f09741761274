/**
 * UUIDs as lower-case text: made from given bytes, never from a hidden source of randomness (RFC 9562).
 */
import { sha1 } from "@noble/hashes/legacy.js"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID with hyphens, in either case. */
export const is = (text: string): boolean => pattern.test(text)

const hex: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Sixteen bytes as text. */
export const format = (bytes: Uint8Array): string => {
  let text = ""
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-"
    text += hex[bytes[index]!]
  }
  return text
}

/** The sixteen bytes of a UUID. */
export const parse = (uuid: string): Uint8Array => {
  const digits = uuid.replaceAll("-", "")
  return Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16))
}

const stamped = (bytes: Uint8Array, version: number): string => {
  const copy = bytes.slice(0, 16)
  copy[6] = (copy[6]! & 0x0f) | (version << 4)
  copy[8] = (copy[8]! & 0x3f) | 0x80
  return format(copy)
}

/** Returns a UUID of version 4 made of sixteen random bytes. */
export const v4 = (random: Uint8Array): string => stamped(random, 4)

/** Returns a UUID of version 5 (SHA-1) of a name in a namespace. */
export const v5 = (name: string, namespace: string): string => {
  const head = parse(namespace)
  const tail = new TextEncoder().encode(name)
  const input = new Uint8Array(head.length + tail.length)
  input.set(head)
  input.set(tail, head.length)
  return stamped(sha1(input), 5)
}

/**
 * Returns a UUID of version 7: milliseconds, then a 12-bit sequence that orders the ids of one millisecond, then ten
 * random bytes of which 62 bits are used. A range of ids is a range of time.
 */
export const v7 = (millis: number, sequence: number, random: Uint8Array): string => {
  const bytes = new Uint8Array(16)
  let rest = millis
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = (sequence >> 8) & 0x0f
  bytes[7] = sequence & 0xff
  bytes.set(random.subarray(0, 8), 8)
  return stamped(bytes, 7)
}
