/**
 * The header of user data (GSM 03.40, 9.2.3.24): the place of a part among the parts of its message.
 */

export interface Part {
  readonly reference: number
  /** How many octets the reference has: 8 bits and 16 bits do not mean each other. */
  readonly width: 1 | 2
  readonly count: number
  /** From 1. */
  readonly index: number
}

/** Returns the header of a part: 6 octets with a reference of 8 bits, 7 with one of 16. */
export const encode = ({ count, index, reference, width }: Part): Uint8Array =>
  width === 1
    ? Uint8Array.of(5, 0x00, 3, reference & 0xff, count, index)
    : Uint8Array.of(6, 0x08, 4, (reference >> 8) & 0xff, reference & 0xff, count, index)

export interface Read {
  /** Null for a message that is whole, or whose header says nothing that can be right. */
  readonly part: Part | null
  /** Whether the message is meant for a port, and so for a program of the handset. */
  readonly isForPort: boolean
  readonly rest: Uint8Array
}

const partOf = (id: number, value: Uint8Array): Part | null => {
  const width = id === 0x00 && value.length === 3 ? 1 : id === 0x08 && value.length === 4 ? 2 : null
  if (width === null) return null
  const count = value.at(-2)!
  const index = value.at(-1)!
  const reference = width === 1 ? value[0]! : value[0]! * 0x100 + value[1]!
  return count === 0 || index === 0 || index > count ? null : { reference, width, count, index }
}

/** Reads the header that the user data begins with. A header that reaches beyond the end is taken as far as it goes. */
export const read = (octets: Uint8Array): Read => {
  const end = Math.min(1 + (octets[0] ?? 0), octets.length)
  let part: Part | null = null
  let isForPort = false
  for (let at = 1; at + 1 < end;) {
    const [id, length] = [octets[at]!, octets[at + 1]!]
    const value = octets.slice(at + 2, Math.min(at + 2 + length, end))
    part ??= partOf(id, value)
    isForPort ||= id === 0x04 || id === 0x05
    at += 2 + length
  }
  return { part, isForPort, rest: octets.slice(end) }
}
