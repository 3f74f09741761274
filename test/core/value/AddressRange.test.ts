/**
 * Ranges of addresses are judged as the IP networks of Effect are, which core may not use as long as they are not stable.
 */
import * as AddressRange from "@signalbox/core/AddressRange"
import { prop } from "@signalbox/testing/Prop"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const four = fc.ipV4()
const six = fc.ipV6()
const address = fc.oneof(four, six)

const theirs = (text: string) => Result.getOrNull(NetAddress.ipFromString(text))

/** An IPv4 address that is written as IPv6 is the IPv4 address to us. */
const isMapped = (text: string): boolean => {
  const ip = theirs(text)
  return ip !== null && NetAddress.isIpv6Address(ip) && NetAddress.fromIpv4Mapped(ip)._tag === "Some"
}

/** A network around an address, which is often within it or a neighbour. */
const network = fc.oneof(
  fc.tuple(four, fc.integer({ min: 0, max: 32 })),
  fc.tuple(six, fc.integer({ min: 0, max: 128 }))
).map(([text, length]) => {
  const ip = theirs(text)!
  const bits = NetAddress.isIpv4Address(ip) ? 32 : 128
  return { ip: text, length: Math.min(length, bits) }
})

prop("every address is its own range, in one form [XPR-144]", address, (text) => {
  if (isMapped(text)) return
  const ip = theirs(text)!
  expect(AddressRange.canonical(text)).toBe(`${NetAddress.formatIp(ip)}/${NetAddress.width(ip)}`)
  expect(AddressRange.holds([text], text)).toBe(true)
})

prop("a range holds what Effect's network holds [XPR-144]", network, address, ({ ip, length }, other) => {
  if (isMapped(ip) || isMapped(other)) return
  const whole = Result.getOrThrow(IpNetwork.fromAddress(theirs(ip)!, length))
  const text = IpNetwork.format(whole)
  expect(AddressRange.canonical(text)).toBe(text)
  expect(AddressRange.holds([text], ip)).toBe(true)
  expect(AddressRange.holds([text], other)).toBe(IpNetwork.contains(whole, theirs(other)!))
  const isExact = NetAddress.formatIp(whole.address) === NetAddress.formatIp(theirs(ip)!)
  expect(AddressRange.canonical(`${ip}/${length}`) === null).toBe(!isExact)
})

prop("what is no address to Effect is none to us", fc.string({ maxLength: 50 }), (text) => {
  if (theirs(text.trim()) === null) expect(AddressRange.canonical(text)).toBe(null)
  expect(AddressRange.holds(["0.0.0.0/0", "::/0"], text)).toBe(theirs(text) !== null)
})

it.each([
  ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
  [" 10.0.0.0/8 ", "10.0.0.0/8"],
  ["1:0:0:2:0:0:0:3", "1:0:0:2::3/128"],
  // No address takes more characters.
  ["0000:0000:0000:0000:0000:ffff:255.255.255.255", "255.255.255.255/32"],
  ["1111:2222:3333:4444:5555:6666:255.255.255.255", "1111:2222:3333:4444:5555:6666:ffff:ffff/128"],
  ["10.0.0.1/8", null],
  ["10.0.0.0/08a", null],
  ["10.0.0.0/8/8", null],
  ["010.0.0.1", null],
  ["1.2.3", null],
  ["1::2::3", null],
  ["::/0/", null],
  ["::ffff:10.0.0.0/8", null],
  ["::ffff:0.0.0.0/8", null],
  ["::ffff:0.0.0.0/95", null],
  ["::ffff:0.0.0.0/96", "0.0.0.0/0"],
  ["0.0.0.0/33", null],
  ["", null]
])("%j is kept as %j", (text, kept) => expect(AddressRange.canonical(text)).toBe(kept))

prop("an address is cut to its first 24 or 48 bits", address, (text) => {
  const cut = AddressRange.network(text)!
  expect(AddressRange.holds([cut], text)).toBe(true)
  expect(cut).toMatch(cut.includes(":") ? /\/48$/ : /^\d+\.\d+\.\d+\.0\/24$/)
})

it("whoever writes what is no range is told what one is", () => {
  const read = Schema.decodeUnknownResult(AddressRange.AddressRange)
  expect(Result.getOrThrow(read("10.0.0.0/8"))).toBe("10.0.0.0/8")
  for (const text of ["10.0.0.1/8", "x", ""]) {
    const wrong = read(text)
    expect(Result.isFailure(wrong) && String(wrong.failure)).toBe(
      "SchemaError(must be an address or a range such as 192.0.2.0/24 or 2001:db8::/32, without bits behind its prefix)"
    )
  }
})

it("what is no address has no network", () => {
  expect(["x", "", "1.2.3", "10.0.0.0/8"].map(AddressRange.network)).toEqual([null, null, null, null])
})
