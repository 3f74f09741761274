/**
 * The client's address, as the mount knows it. A web `Request` has none, so a mount that knows the address provides it;
 * otherwise the address of the socket is used.
 */
import * as Context from "effect/Context"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

export const ClientAddress = Context.Reference<string | null>("@signalbox/http/ClientAddress", {
  defaultValue: () => null
})

/**
 * Takes off what some proxies put around an address: a port, the brackets of an IPv6 address, its zone. The port of a
 * client changes with each connection, and so would its pool.
 */
export const bare = (address: string): string => {
  const trimmed = address.trim()
  const within = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^(.*\d\.\d+\.\d+\.\d+):\d+$/, "$1")
  return within.split("%")[0]!
}

/** The addresses that were looked at lately. Requests come from few. */
const kept = 1000
const networks = new Map<string, string>()

/**
 * Returns the network that an address counts as. Whoever has one IPv6 address has the 2^64 of its /64, so they share one
 * pool; an IPv4 address in IPv6 clothes is that IPv4 address.
 */
export const network = (address: string): string => {
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= kept) networks.clear()
  const found = networkOf(address)
  networks.set(address, found)
  return found
}

const networkOf = (address: string): string => {
  const parsed = NetAddress.ipFromString(bare(address))
  if (Result.isFailure(parsed)) return address
  const ip = parsed.success
  if (NetAddress.isIpv4Address(ip)) return NetAddress.formatIp(ip)
  return Option.match(NetAddress.fromIpv4Mapped(ip), {
    onNone: () => `${NetAddress.ipv6ToSegments(ip).slice(0, 4).map((segment) => segment.toString(16)).join(":")}::/64`,
    onSome: NetAddress.formatIp
  })
}
