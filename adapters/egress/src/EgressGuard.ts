/**
 * The guard decides which hosts the service may call on behalf of an account. A URL is checked twice: as it is written,
 * with `inspect`, and when its name is dialled, with `lookup`, which resolves all addresses, refuses when any of them
 * is blocked and hands back the very addresses that it checked. Both are needed: the runtime does not look up literal
 * addresses.
 *
 * For `node:http` and `node:https` on Node and on Bun. Not for fetch or undici, which have no such hook on every runtime.
 */
import * as AddressRule from "@signalbox/core/AddressRule"
import * as BlockedPort from "@signalbox/core/BlockedPort"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { isIPv6 } from "node:net"
import * as Resolver from "./Resolver.ts"
import * as Timers from "./Timers.ts"

export interface Options extends Resolver.Options {
  /** Ranges such as `127.0.0.0/8` or `::1/128` that are not blocked. */
  readonly allow?: ReadonlyArray<string> | undefined
  /** All addresses of a name. Rejects when there are none. Without it `Resolver` finds them. */
  readonly resolve?: ((host: string) => Promise<ReadonlyArray<string>>) | undefined
}

/** The guard fails with this error, which names what it refused and by which rule. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly code = "ERR_EGRESS_REFUSED"
}

export interface EgressGuard {
  /** The URL, unless it must not be called as it is written. */
  readonly inspect: (url: string) => URL | Refused
  /**
   * The `lookup` of a connection; it fails with `Refused`.
   *
   * @param organization on whose behalf the connection is opened: each has so many look-ups at a time
   */
  readonly lookupFor: (organization: string) => LookupFunction
  /** Returns why a URL must not be called now, or null; also null when its name does not resolve. */
  readonly refuse: (url: string, organization?: string) => Promise<string | null>
}

/** The elapsed time for which `refuse` waits for a name to resolve. */
const patienceMillis = 3000

const patiently = async (promise: Promise<unknown>): Promise<void> => {
  const ended = await Timers.within(promise.then(() => true), patienceMillis)
  if (ended === null) throw Resolver.notFound()
}

const localName = (host: string): Refused => new Refused(`blocked address ${host} (local name)`)

/** An account learns that a name leads inside, and not where: that would be a map of the network. */
const inside = (host: string): Refused => new Refused(`blocked address: ${host} does not lead to a public one`)

/** @throws TypeError when `allow` holds something else than ranges. */
export const make = (options: Options = {}): EgressGuard => {
  const { allow = [] } = options
  for (const range of allow) {
    if (!AddressRule.isRange(range)) throw new TypeError(`Not a range of addresses: ${JSON.stringify(range)}`)
  }

  const resolver = Resolver.make(options)
  const resolve = options.resolve ?? resolver.resolve

  const refusalOf = (address: string): Refused | null => {
    const rule = AddressRule.blockedBy(address, allow)
    return rule === null ? null : new Refused(`blocked address ${address} (${rule})`)
  }

  const checkedAddresses = async (host: string, organization: string): Promise<ReadonlyArray<LookupAddress>> => {
    const isLocal = AddressRule.isBlockedName(host)
    if (isLocal && allow.length === 0) throw localName(host)
    const addresses = await resolve(host, organization)
    if (addresses.length === 0) throw Resolver.notFound()
    for (const address of addresses) {
      if (isLocal && !AddressRule.isAllowed(address, allow)) throw localName(host)
      if (refusalOf(address) !== null) throw inside(host)
    }
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }

  const inspect = (text: string): URL | Refused => {
    const url = URL.parse(text)
    if (url === null) return new Refused("not a valid URL")
    if (url.protocol !== "http:" && url.protocol !== "https:") return new Refused("neither http nor https")
    if (url.username !== "" || url.password !== "") return new Refused("user-info in the URL")
    const port = BlockedPort.of(url)
    if (port !== null) return new Refused(`blocked port ${port}`)
    const address = AddressRule.literal(url.hostname)
    return (address === null ? null : refusalOf(address)) ?? url
  }

  return {
    inspect,

    lookupFor: (organization) => (host, { all, family }, callback) => {
      const wanted = family === "IPv4" ? 4 : family === "IPv6" ? 6 : family ?? 0
      const tell = (addresses: ReadonlyArray<LookupAddress>): void => {
        const usable = addresses.filter((each) => wanted === 0 || each.family === wanted)
        const [first] = usable
        if (first === undefined) callback(Resolver.notFound(), "")
        else if (all === true) callback(null, usable)
        else callback(null, first.address, first.family)
      }
      // An error that the connection throws over the answer is no failure of the look-up.
      checkedAddresses(host, organization).then(
        (addresses) => process.nextTick(tell, addresses),
        (error: NodeJS.ErrnoException) => process.nextTick(callback, error, "")
      )
    },

    refuse: async (text, organization = "registration") => {
      const url = inspect(text)
      if (url instanceof Refused) return url.message
      if (AddressRule.literal(url.hostname) !== null) return null
      try {
        await patiently(checkedAddresses(url.hostname, organization))
        return null
      } catch (error) {
        if (error instanceof Refused) return error.message
        return AddressRule.isBlockedName(url.hostname) ? localName(url.hostname).message : null
      }
    }
  }
}
