/**
 * The address of a client without what proxies put around it, and the network that it counts as.
 */
import { bare, network } from "@signalbox/http/ClientAddress"
import { describe, expect, it } from "vitest"

describe("an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["192.0.2.1:4711", "192.0.2.1"],
    ["192.0.2.1:", "192.0.2.1:"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:db8::1:4711", "2001:db8::1:4711"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["[2001:db8::1]:", "[2001:db8::1]:"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%eth0]:4711", "fe80::1"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["::ffff:192.0.2.1:4711", "::ffff:192.0.2.1"],
    ["", ""]
  ])("%j without what stands around it is %j", (address, expected) => {
    expect(bare(address)).toBe(expected)
  })

  it.each([
    ["192.0.2.1:4711", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:4711", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["unknown", "unknown"],
    ["1.2.3:4", "1.2.3:4"]
  ])("%j counts as %j, however often it is asked", (address, expected) => {
    for (let time = 0; time < 2; time++) expect(network(address)).toBe(expected)
  })

  it("counts as the same network however many others come between", () => {
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 1001; index++) {
        const address = `10.0.${index >> 8}.${index & 255}`
        expect(network(`${address}:1`)).toBe(address)
      }
    }
  })
})
