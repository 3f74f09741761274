/**
 * IP addresses, and ranges of them in the form of CIDR: `192.0.2.0/24`, `2001:db8::/32`. An IPv4 address in the form of
 * IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
 */
import * as Schema from "effect/Schema"

/** An address as a number of so many bits. */
interface Address {
  readonly bits: bigint
  readonly width: 32 | 128
}

interface Range extends Address {
  readonly length: number
}

const octet = /^(?:0|[1-9]\d{0,2})$/

const ofOctets = (text: string): bigint | null => {
  const octets = text.split(".")
  if (octets.length !== 4 || octets.some((each) => !octet.test(each) || Number(each) > 255)) return null
  return octets.reduce((sum, each) => (sum << 8n) | BigInt(each), 0n)
}

const group = /^[0-9a-f]{1,4}$/i

/** Returns the groups of a half of an IPv6 address, whose last two may be written as IPv4; null when it is none. */
const groupsOf = (half: string, isLast: boolean): ReadonlyArray<bigint> | null => {
  if (half === "") return []
  const parts = half.split(":")
  const tail = isLast && parts.at(-1)!.includes(".") ? ofOctets(parts.pop()!) : undefined
  if (tail === null || parts.some((each) => !group.test(each))) return null
  const groups = parts.map((each) => BigInt(`0x${each}`))
  return tail === undefined ? groups : [...groups, tail >> 16n, tail & 0xffffn]
}

const ofGroups = (text: string): bigint | null => {
  const halves = text.split("::")
  if (halves.length > 2) return null
  const [head, tail] = halves as [string, string?]
  const front = groupsOf(head, tail === undefined)
  const back = tail === undefined ? [] : groupsOf(tail, true)
  if (front === null || back === null) return null
  const missing = 8 - front.length - back.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...front, ...Array.from({ length: missing }, () => 0n), ...back].reduce(
    (sum, each) => (sum << 16n) | each,
    0n
  )
}

/** No address is longer than this, with the zeros and the IPv4 part that it may be written with. */
const longest = 45

const mapped = 0xffffn << 32n

const read = (text: string): Address | null => {
  if (text.length > longest) return null
  const four = ofOctets(text)
  if (four !== null) return { bits: four, width: 32 }
  const six = ofGroups(text)
  if (six === null) return null
  return six >> 32n === mapped >> 32n ? { bits: six & 0xffff_ffffn, width: 32 } : { bits: six, width: 128 }
}

/** Returns the address with the bits behind the first so many cleared. */
const cleared = ({ bits, width }: Address, length: number): bigint => {
  const behind = BigInt(width - length)
  return (bits >> behind) << behind
}

/** Writes an address, an IPv6 address as RFC 5952 wants it: the longest run of two zeros or more becomes `::`. */
const written = ({ bits, width }: Address): string => {
  if (width === 32) return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join(".")
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16))
  const joined = groups.join(":")
  const runs = joined.match(/(?<![0-9a-f])0(?::0(?![0-9a-f]))+/g) ?? []
  const run = runs.reduce((best, each) => each.length > best.length ? each : best, "")
  if (run === "") return joined
  const at = joined.split(":").findIndex((_, index) =>
    groups.slice(index, index + run.split(":").length).join(":") === run
  )
  const size = run.split(":").length
  return `${groups.slice(0, at).join(":")}::${groups.slice(at + size).join(":")}`
}

const readRange = (text: string): Range | null => {
  const [before, after, ...more] = text.trim().split("/") as [string, string?, ...ReadonlyArray<string>]
  const address = read(before)
  if (address === null || more.length > 0) return null
  if (after === undefined) return { ...address, length: address.width }
  if (!/^\d{1,3}$/.test(after)) return null
  // A range of addresses that are written as IPv6 but are IPv4 counts the 96 bits in front of them.
  const length = Number(after) - (address.width === 32 && before.includes(":") ? 96 : 0)
  return length < 0 || length > address.width ? null : { ...address, length }
}

/**
 * Returns the range in the form in which it is kept, or null when the text is none. A single address is the range of it
 * alone. Bits that stand behind the prefix are refused, since whoever writes `10.0.0.7/8` means something else.
 */
export const canonical = (text: string): string | null => {
  const range = readRange(text)
  return range === null || cleared(range, range.length) !== range.bits ? null : `${written(range)}/${range.length}`
}

export const AddressRange = Schema.String.check(
  Schema.makeFilter((text: string) => canonical(text) !== null, {
    expected: "an address or a range of addresses",
    message: "must be an address or a range such as 192.0.2.0/24 or 2001:db8::/32, without bits behind its prefix"
  })
)

/** Returns whether an address is within one of the ranges. What is no address is within none. */
export const holds = (ranges: ReadonlyArray<string>, address: string): boolean => {
  const asked = read(address)
  return asked !== null && ranges.some((text) => {
    const range = readRange(text)
    return range !== null && range.width === asked.width &&
      cleared(asked, range.length) === cleared(range, range.length)
  })
}

/** Returns the first 24 bits of an IPv4 address, or the first 48 of an IPv6 address; null when it is no address. */
export const network = (address: string): string | null => {
  const asked = read(address)
  if (asked === null) return null
  const length = asked.width === 32 ? 24 : 48
  return `${written({ ...asked, bits: cleared(asked, length) })}/${length}`
}
