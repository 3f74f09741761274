/**
 * UUIDs as lower-case text: made from given bytes, never from a hidden source of randomness (RFC 9562).
 */
import { sha1 } from "@noble/hashes/legacy.js"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text is a UUID with hyphens, in either case. */
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
  const time = millis.toString(16).padStart(12, "0")
  const number = (sequence & 0xfff).toString(16).padStart(3, "0")
  const byte = (index: number): string => hex[random[index]!]!
  const variant = hex[(random[0]! & 0x3f) | 0x80]!
  const node = byte(2) + byte(3) + byte(4) + byte(5) + byte(6) + byte(7)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${number}-${variant}${byte(1)}-${node}`
}
