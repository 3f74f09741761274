/** The rule blocks addresses as a table of our own and ipaddr.js have it. */
import * as AddressRule from "@signalbox/core/AddressRule"
import * as fc from "fast-check"
import ipaddr from "ipaddr.js"
import { isIP } from "node:net"
import { describe, expect, it } from "vitest"

/** ipaddr.js names these ranges and we let them pass: IANA's registries mark them as globally reachable. */
const reachable = new Set(["unicast", "as112", "amt"])

const asWords = (value: bigint): string =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(":")

const asOctets = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join(".")

/** Returns whether ipaddr.js lets an address pass, with what decisions 3.1 say of addresses in addresses. */
const passes = (text: string): boolean => {
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return reachable.has(address.range())
  if (address.isIPv4MappedAddress()) return passes(address.toIPv4Address().toString())
  const first = address.parts[0] ?? 0
  // AMT and AS112 are reachable in 2620:4f:8000::/48 only; we block all of 2001::/23 and all that is not 2000::/3.
  const isProtocol = first === 0x2001 && (address.parts[1] ?? 0) < 0x200
  return reachable.has(address.range().replace("as112v6", "as112")) && first >> 13 === 1 && !isProtocol
}

/** Numbers next to the borders of ranges are where a rule goes wrong. */
const near = (bases: ReadonlyArray<string>, bits: number): fc.Arbitrary<bigint> =>
  fc.tuple(fc.constantFrom(...bases), fc.integer({ min: 0, max: bits }), fc.constantFrom(-1n, 0n, 1n)).map(
    ([base, length, step]) => {
      const bytes = ipaddr.parse(base).toByteArray()
      const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
      return BigInt.asUintN(bits, value + step * 2n ** BigInt(length))
    }
  )

const bases4 = ["0.0.0.0", "10.0.0.0", "100.64.0.0", "127.0.0.0", "169.254.0.0", "172.16.0.0", "192.0.0.0"].concat(
  ["192.0.2.0", "192.88.99.0", "192.168.0.0", "198.18.0.0", "198.51.100.0", "203.0.113.0", "224.0.0.0", "240.0.0.0"]
)
const bases6 = ["::", "::1", "::ffff:0:0", "::ffff:127.0.0.1", "::ffff:0:0:0", "64:ff9b::", "64:ff9b:1::"].concat(
  ["100::", "2000::", "2001::", "2001:2::", "2001:200::", "2001:db8::", "2002::", "2620:4f:8000::", "3fff::", "5f00::"],
  ["fc00::", "fe80::", "fec0::", "ff00::"]
)

const addresses4 = fc.oneof(fc.nat({ max: 0xffff_ffff }), near(bases4, 32).map(Number)).map(asOctets)
const addresses6 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  near(bases6, 128),
  fc.nat({ max: 0xffff_ffff }).map((inner) => 0xffff_0000_0000n + BigInt(inner))
).map(asWords)

describe("AddressRule", () => {
  it("agrees with ipaddr.js about IPv4", () => {
    fc.assert(
      fc.property(addresses4, (text) => {
        expect(AddressRule.blockedBy(text) === null, text).toBe(passes(text))
      }),
      { numRuns: 10_000 }
    )
  })

  it("agrees with ipaddr.js about IPv6, in full and in short notation", () => {
    fc.assert(
      fc.property(addresses6, (text) => {
        const rule = AddressRule.blockedBy(text)
        expect(rule === null, text).toBe(passes(text))
        expect(AddressRule.blockedBy(ipaddr.parse(text).toString())).toBe(rule)
      }),
      { numRuns: 10_000 }
    )
  })

  it("reads an address if and only if it is strictly one, as Node's own isIP does", () => {
    const pieces = [
      "0",
      "1",
      "00",
      "01",
      "9",
      "255",
      "256",
      "ffff",
      "10000",
      "g",
      ".",
      ":",
      "::",
      "%1",
      "[",
      "]",
      " ",
      "-1"
    ]
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 17 }).map((parts) => parts.join(""))
    const broken = fc.tuple(fc.oneof(addresses4, addresses6), fc.nat(40), fc.constantFrom(...pieces)).map(
      ([text, at, piece]) => text.slice(0, at) + piece + text.slice(at)
    )
    fc.assert(
      fc.property(fc.oneof(texts, broken), (text) => {
        const isAddress = isIP(text) !== 0 && !text.includes("%")
        expect(AddressRule.blockedBy(text) !== "not an address", text).toBe(isAddress)
      }),
      { numRuns: 20_000 }
    )
  })

  it.each([
    "",
    "127.0.0.01",
    "0x7f.0.0.1",
    "127.1",
    "2130706433",
    "::1%lo",
    "2606:4700::1111%eth0",
    "8.8.8.8%eth0",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7",
    "1:2:3:4::5:6:7:8",
    "::ffff:1.2.3",
    "1.2.3.4::",
    "example.com"
  ])("blocks what is not strictly an address: %j", (text) => {
    expect(AddressRule.blockedBy(text)).toBe("not an address")
    expect(AddressRule.blockedBy(text, ["0.0.0.0/0", "::/0"])).toBe("not an address")
    expect(AddressRule.isAllowed(text, ["0.0.0.0/0", "::/0"])).toBe(false)
  })

  it("lets pass what is allowed, and nothing beside it", () => {
    const allow = ["127.0.0.0/8", "::1/128"]
    expect(
      ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"].map((text) => AddressRule.blockedBy(text, allow))
    )
      .toEqual([null, null, null, null])
    expect(
      ["10.0.0.1", "126.0.0.1", "0.0.0.0", "::", "::2", "::7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::"].map((text) =>
        AddressRule.blockedBy(text, allow) === null || AddressRule.isAllowed(text, allow)
      )
    ).toEqual([false, true, false, false, false, false, false, false])
    expect(AddressRule.isAllowed("126.0.0.1", allow)).toBe(false)
    expect(AddressRule.isAllowed("127.0.0.1", allow)).toBe(true)
  })

  it.each([
    ["127.0.0.1", "4:7f000001"],
    ["::ffff:127.0.0.1", "4:7f000001"],
    ["127.0.0.2", "4:7f000002"],
    ["2606:4700:1:2::3", "6:2606470000010002"],
    ["2606:4700:1:2:ffff::", "6:2606470000010002"],
    ["2606:4700:1:3::3", "6:2606470000010003"],
    ["64:ff9b::127.0.0.1", "6:64ff9b00000000"],
    ["localhost", null]
  ])("tells that %s is of the network %s, which one customer has", (text, network) => {
    expect(AddressRule.networkOf(text)).toBe(network)
  })

  it("still checks the address behind NAT64 where NAT64 is allowed", () => {
    const allow = ["64:ff9b::/96"]
    expect(AddressRule.blockedBy("64:ff9b::8.8.8.8", allow)).toBe(null)
    expect(AddressRule.blockedBy("64:ff9b::10.0.0.1", allow)).toBe("10.0.0.0/8")
    expect(AddressRule.blockedBy("64:ff9b::10.0.0.1", [...allow, "10.0.0.0/8"])).toBe(null)
  })

  it.each(["127.0.0.0/8", "::1/128", "0.0.0.0/0", "::/0"])("takes %s as a range", (text) => {
    expect(AddressRule.isRange(text)).toBe(true)
  })

  it.each(["127.0.0.1", "127.0.0.0/33", "::1/129", "127.0.0.0/", "127.0.0.0/-1", "127.0.0.0/8/8", "localhost/8", ""])(
    "does not take %j as a range",
    (text) => {
      expect(AddressRule.isRange(text)).toBe(false)
    }
  )
})
