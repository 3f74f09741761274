/**
 * The IP addresses that a webhook must not reach (decisions 3.1, after IANA's special-purpose registries). This module
 * is pure: the guard that opens connections calls it with the address that it is about to dial.
 *
 * In IPv6 only `2000::/3` is global. Everything outside is blocked, so that a range that is assigned later is blocked
 * as well. The parser is strict: it accepts one decimal or hexadecimal notation, no octal and no zone.
 */
import * as Recent from "../value/Recent.ts"

interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

interface Range {
  readonly text: string
  readonly bits: 32 | 128
  /** How many low bits are free within the range. */
  readonly free: bigint
  /** The high bits, which all addresses of the range share. */
  readonly prefix: bigint
}

const parse4 = (text: string): bigint | null => {
  const octets = text.split(".")
  if (octets.length !== 4) return null
  if (!octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256)) return null
  return octets.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n)
}

/** Rewrites the last 32 bits as hexadecimal groups when they are written as an IPv4 address. */
const withoutTail4 = (text: string): string | null => {
  const tail = /^(.*:)([^:]*\.[^:]*)$/.exec(text)
  if (tail === null) return text
  const value = parse4(tail[2]!)
  return value === null ? null : `${tail[1]}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

const parse6 = (text: string): bigint | null => {
  const halves = withoutTail4(text)?.split("::") ?? []
  if (halves.length !== 1 && halves.length !== 2) return null
  const [before = [], after = []] = halves.map((half) => half === "" ? [] : half.split(":"))
  const missing = 8 - before.length - after.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
    : null
}

const parse = (text: string): Address | null => {
  const value4 = parse4(text)
  if (value4 !== null) return { bits: 32, value: value4 }
  const value6 = parse6(text)
  return value6 === null ? null : { bits: 128, value: value6 }
}

const parseRange = (text: string): Range | null => {
  const [base = "", length = "", ...rest] = text.split("/")
  const start = parse(base)
  if (start === null || rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > start.bits) return null
  const free = BigInt(start.bits - Number(length))
  return { text, bits: start.bits, free, prefix: start.value >> free }
}

const table = (...texts: ReadonlyArray<string>): ReadonlyArray<Range> => texts.map((text) => parseRange(text)!)

/** The first range that contains an address names the refusal, so narrow ranges come before wide ones. */
const blocked = table(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "::1/128",
  "::/96", // IPv4-compatible
  "::ffff:0:0:0/96", // IPv4-translated
  "64:ff9b::/96", // NAT64
  "64:ff9b:1::/48", // NAT64 of a site
  "100::/64", // discard
  "2001::/23", // protocols, Teredo among them
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
  "5f00::/16", // segment routing
  "fc00::/7", // unique local
  "fe80::/10", // link-local
  "fec0::/10", // site-local
  "ff00::/8", // multicast
  "::/3", // the rest of what is not 2000::/3
  "4000::/2",
  "8000::/1"
)

const mapped = parseRange("::ffff:0:0/96")!
const nat64 = parseRange("64:ff9b::/96")!

const within = (address: Address, range: Range): boolean =>
  address.bits === range.bits && address.value >> range.free === range.prefix

const last32 = (address: Address): Address => ({ bits: 32, value: address.value & 0xffff_ffffn })

/**
 * The addresses that a connection would reach. An IPv4-mapped address reaches the IPv4 address in it. A NAT64 address
 * counts as both, so that allowing its range does not open private IPv4 addresses.
 */
const reached = (address: Address): ReadonlyArray<Address> =>
  within(address, mapped)
    ? [last32(address)]
    : within(address, nat64)
    ? [address, last32(address)]
    : [address]

/**
 * Returns the network that one customer of a provider has: an IPv4 address by itself, of an IPv6 address the first 64 bits.
 * Null for a text that is no address.
 */
export const networkOf = (text: string): string | null => {
  const address = parse(text)
  if (address === null) return null
  const { bits, value } = within(address, mapped) ? last32(address) : address
  return bits === 32 ? `4:${value.toString(16)}` : `6:${(value >> 64n).toString(16)}`
}

/** An operator allows few ranges, which are asked for at each attempt to deliver. */
const known = Recent.make(parseRange)

const ranges = (allowed: ReadonlyArray<string>): ReadonlyArray<Range> => allowed.flatMap((text) => known.of(text) ?? [])

/** Returns whether a text is a range such as `127.0.0.0/8` or `::1/128`. */
export const isRange = (text: string): boolean => parseRange(text) !== null

/**
 * Returns whether the address is within one of these ranges. For a blocked host name, every address that it resolves to
 * must be.
 */
export const isAllowed = (text: string, allowed: ReadonlyArray<string>): boolean => {
  const address = parse(text)
  return address !== null && reached(address).every((each) => ranges(allowed).some((range) => within(each, range)))
}

/** Returns the range that blocks an address, or null. A text that is no address is blocked as "not an address". */
export const blockedBy = (text: string, allowed: ReadonlyArray<string> = []): string | null => {
  const address = parse(text)
  if (address === null) return "not an address"
  const open = ranges(allowed)
  const range = reached(address)
    .filter((each) => !open.some((range) => within(each, range)))
    .flatMap((each) => blocked.find((range) => within(each, range)) ?? [])[0]
  return range?.text ?? null
}

/** Returns whether a host name is blocked whatever it resolves to. */
export const isBlockedName = (host: string): boolean => {
  const name = host.toLowerCase().replace(/\.+$/, "")
  return ["localhost", "local", "internal"].some((end) => name === end || name.endsWith(`.${end}`))
}

/** Returns the host of a URL when it is an IP address, or null. The URL parser has already made it canonical. */
export const literal = (hostname: string): string | null => {
  const bare = /^\[(.*)\]$/.exec(hostname)?.[1] ?? hostname.replace(/\.+$/, "")
  return parse(bare) === null ? null : bare
}
