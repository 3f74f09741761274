/**
 * Addresses that a webhook must not reach (decisions 3.1, after IANA's special-purpose registries). Pure: the guard
 * that opens connections asks here for the address that it is about to dial.
 */

/** An IPv4 or IPv6 address as a number of so many bits. */
interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

const ranges4 = [
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
  "240.0.0.0/4"
]

const ranges6 = [
  "::/128",
  "::1/128",
  "64:ff9b::/96",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
  "2001:db8::/32"
]

const parse4 = (text: string): bigint | null => {
  const octets = text.split(".")
  if (octets.length !== 4 || !octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) < 256)) return null
  return octets.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n)
}

const parse6 = (text: string): bigint | null => {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const inner = tail === null ? null : parse4(tail[2]!)
  if (tail !== null && inner === null) return null
  const hex = inner === null ? text : `${tail![1]}${(inner >> 16n).toString(16)}:${(inner & 0xffffn).toString(16)}`
  const halves = hex.split("::")
  if (halves.length > 2) return null
  const groups = halves.map((half) => half === "" ? [] : half.split(":"))
  const given = groups.reduce((sum, half) => sum + half.length, 0)
  if (halves.length === 1 ? given !== 8 : given > 7) return null
  const all = halves.length === 1 ? groups[0]! : [...groups[0]!, ...Array<string>(8 - given).fill("0"), ...groups[1]!]
  return all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
    : null
}

const parse = (text: string): Address | null => {
  const value4 = parse4(text)
  if (value4 !== null) return { bits: 32, value: value4 }
  const value6 = parse6(text.split("%")[0]!)
  return value6 === null ? null : { bits: 128, value: value6 }
}

const within = (address: Address, range: string): boolean => {
  const [base, length] = range.split("/")
  const start = parse(base!)
  if (start === null || start.bits !== address.bits) return false
  const shift = BigInt(address.bits - Number(length))
  return address.value >> shift === start.value >> shift
}

/** `::ffff:0:0/96` and IPv4-compatible addresses hide an IPv4 address, which is what counts. */
const hidden4 = (address: Address): Address | null =>
  address.bits === 128 && (address.value >> 32n === 0xffffn || (address.value >> 32n === 0n && address.value > 1n))
    ? { bits: 32, value: address.value & 0xffff_ffffn }
    : null

/** The range that blocks an address, or null. What is no address at all is blocked as "not an address". */
export const blockedBy = (text: string, allowed: ReadonlyArray<string> = []): string | null => {
  const given = parse(text)
  if (given === null) return "not an address"
  const address = hidden4(given) ?? given
  if (allowed.some((range) => within(address, range) || within(given, range))) return null
  return (address.bits === 32 ? ranges4 : ranges6).find((range) => within(address, range)) ?? null
}

/** Whether a host name is blocked by itself, whatever it resolves to. */
export const isBlockedName = (host: string): boolean => {
  const name = host.toLowerCase().replace(/\.$/, "")
  return name === "localhost" || [".localhost", ".local", ".internal"].some((end) => name.endsWith(end))
}

/** The address of a URL's host when it is written as a literal; the parser of URLs has made it canonical. */
export const literal = (hostname: string): string | null => {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname
  return parse(bare) === null ? null : bare
}
