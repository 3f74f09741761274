/**
 * Finds the addresses of host names: in the hosts file, then from name servers. It does not use the system's
 * `getaddrinfo`, which has four threads for the whole process: a few names that never resolve would hold up all others.
 *
 * Names are asked for as they are, so the search domains of `/etc/resolv.conf` do not apply.
 */
import { Resolver as NameServers } from "node:dns/promises"
import { readFile } from "node:fs/promises"
import { isIP } from "node:net"
import * as Timers from "./Timers.ts"

export interface Options {
  /** The name servers, as `address` or `address:port`. Without them those of the system are asked. */
  readonly servers?: ReadonlyArray<string> | undefined
  /** The elapsed time that a look-up may take. */
  readonly lookupMillis?: number | undefined
  /**
   * The number of look-ups that may be under way in all; 1,024 unless given. Names that have not had addresses lately
   * take half of the places at most, so those that never resolve leave the other half to those that do.
   */
  readonly maxLookups?: number | undefined
  /** The file with names of this machine's own. Without it the system's hosts file is read. */
  readonly hostsFile?: string | undefined
}

/**
 * The service itself could not look the name up: no name server answers, or too many look-ups are under way. It says
 * nothing about the name.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable"
  readonly code = "ERR_RESOLVER_UNAVAILABLE"
}

export interface Resolver {
  /**
   * All addresses of a name. Rejects with the code ENOTFOUND when it has none, and with `Unavailable`.
   *
   * @param organization whose look-up this is; each has so many at a time
   */
  readonly resolve: (host: string, organization: string) => Promise<ReadonlyArray<string>>
}

/** The number of look-ups of one organization that may be under way. */
const mostOfOne = 64

/** The time for which the addresses of one family are waited for once those of the other are there, in milliseconds. */
const grace = 500

/** The time for which an answer proves that the name servers can be reached, in milliseconds. */
const proof = 30_000

/** The time for which the hosts file is not read again, in milliseconds. */
const freshness = 5000

const systemHosts = (): string =>
  process.platform === "win32"
    ? `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts"

export const notFound = (): Error => Object.assign(new Error("no address"), { code: "ENOTFOUND" })

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

/** The codes by which a name server has answered, though without an address. */
const answers = new Set(["ENOTFOUND", "ENODATA", "ESERVFAIL", "EFORMERR", "EBADNAME", "EBADRESP", "ENONAME"])

/** Reads the lines of a hosts file: an address, and the names that have it. */
export const parseHosts = (text: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const name of names) {
      const addresses = found.get(name.toLowerCase()) ?? []
      if (!addresses.includes(address)) found.set(name.toLowerCase(), [...addresses, address])
    }
  }
  return found
}

const loopback: ReadonlyArray<string> = ["127.0.0.1", "::1"]

/** Names of this machine: those of its hosts file, and localhost. */
const localNames = (path: string) => {
  let names: Promise<ReadonlyMap<string, ReadonlyArray<string>>> | null = null
  let readAt = 0
  return async (host: string): Promise<ReadonlyArray<string> | null> => {
    const now = performance.now()
    if (names === null || now - readAt > freshness) {
      readAt = now
      // A machine without a hosts file has no names in it.
      names = readFile(path, "utf8").then(parseHosts, () => new Map())
    }
    return (await names).get(host) ?? (host === "localhost" || host.endsWith(".localhost") ? loopback : null)
  }
}

/** The number of names of one organization that are known at the same time: those that had addresses last. */
const mostNames = 256

/** The time for which a name is known, in milliseconds. */
const memory = 3_600_000

/** From so many organizations on, those of which no name is known any more are looked for and forgotten. */
const crowd = 256

/** Names that had addresses lately, for each organization by itself: nobody's names push out those of others. */
const knownNames = () => {
  /** The time at which each name had addresses, the latest one last. */
  const known = new Map<string, Map<string, number>>()
  let sweepAt = crowd

  const isFresh = (at: number | undefined): boolean => at !== undefined && performance.now() - at < memory

  const sweep = (): void => {
    for (const [organization, names] of known) {
      if (![...names.values()].some(isFresh)) known.delete(organization)
    }
    sweepAt = Math.max(crowd, 2 * known.size)
  }

  return {
    add: (organization: string, host: string): void => {
      if (known.size >= sweepAt) sweep()
      const names = known.get(organization) ?? new Map<string, number>()
      known.set(organization, names)
      names.delete(host)
      names.set(host, performance.now())
      const [oldest] = names.keys()
      if (names.size > mostNames && oldest !== undefined) names.delete(oldest)
    },
    has: (organization: string, host: string): boolean => isFresh(known.get(organization)?.get(host))
  }
}

type Found = PromiseSettledResult<ReadonlyArray<string>>

const addressesOf = (found: Found | null): ReadonlyArray<string> => found?.status === "fulfilled" ? found.value : []

const settled = async (asked: Promise<ReadonlyArray<string>>): Promise<Found> => (await Promise.allSettled([asked]))[0]!

export const make = (options: Options = {}): Resolver => {
  const { hostsFile = systemHosts(), lookupMillis = 5000, maxLookups = 1024, servers } = options
  const names = new NameServers({ timeout: Math.ceil(lookupMillis / 3), tries: 2 })
  if (servers !== undefined) names.setServers(servers)
  const local = localNames(hostsFile)
  const running = new Map<string, Promise<ReadonlyArray<string>>>()
  const owned = new Map<string, number>()
  const known = knownNames()
  let answeredAt = -Infinity

  /** Both families, as far as they came in time. Null stands for one that did not. */
  const bothFamilies = async (host: string): Promise<ReadonlyArray<Found | null>> => {
    const asked = [settled(names.resolve4(host)), settled(names.resolve6(host))] as const
    const first = await Timers.within(Promise.race(asked), lookupMillis)
    const left = addressesOf(first).length > 0 ? grace : lookupMillis
    return Promise.all(asked.map((each) => Timers.within(each, first === null ? 0 : left)))
  }

  const ask = async (host: string): Promise<ReadonlyArray<string>> => {
    const found = await bothFamilies(host)
    const addresses = found.flatMap(addressesOf)
    const codes = found.map((each) => each?.status === "rejected" ? codeOf(each.reason) : "")
    if (addresses.length > 0 || codes.some((code) => answers.has(code))) answeredAt = performance.now()
    if (addresses.length > 0) return addresses
    // When the name servers answer for other names, this one has no addresses.
    if (performance.now() - answeredAt < proof) throw notFound()
    throw new Unavailable("no name server answers")
  }

  const lookUp = async (host: string, organization: string): Promise<ReadonlyArray<string>> => {
    const mine = (owned.get(organization) ?? 0) + 1
    const most = known.has(organization, host) ? maxLookups : Math.ceil(maxLookups / 2)
    if (mine > mostOfOne || running.size >= most) throw new Unavailable("too many look-ups are under way")
    owned.set(organization, mine)
    const asked = ask(host)
    running.set(host, asked)
    try {
      return await asked
    } finally {
      running.delete(host)
      const left = owned.get(organization)! - 1
      if (left === 0) owned.delete(organization)
      else owned.set(organization, left)
    }
  }

  return {
    resolve: async (text, organization) => {
      const host = text.toLowerCase().replace(/\.$/, "")
      const own = await local(host)
      if (own !== null) return own
      const addresses = await (running.get(host) ?? lookUp(host, organization))
      known.add(organization, host)
      return addresses
    }
  }
}
