/**
 * Finds the addresses of host names: in the hosts file, then from name servers. It does not use the system's
 * `getaddrinfo`, which has four threads for the whole process: a few names that never resolve would hold up all others.
 *
 * Names are asked for as they are, so the search domains of `/etc/resolv.conf` do not apply.
 */
import { Resolver as NameServers } from "node:dns/promises"
import { readFile } from "node:fs/promises"
import { isIP } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface Options {
  /** The name servers, as `address` or `address:port`. Without them those of the system are asked. */
  readonly servers?: ReadonlyArray<string> | undefined
  /** How long a look-up may take, elapsed. */
  readonly lookupMillis?: number | undefined
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
   * @param owner whose look-up this is; each has so many at a time
   */
  readonly resolve: (host: string, owner: string) => Promise<ReadonlyArray<string>>
}

/** How many look-ups may be under way, of one owner and in all. */
const limits = { owner: 64, all: 1024 } as const

/** How long the addresses of one family are waited for once those of the other are there, in milliseconds. */
const grace = 500

/** How long an answer proves that the name servers can be reached, in milliseconds. */
const proof = 30_000

/** How long the hosts file is not read again, in milliseconds. */
const freshness = 5000

const systemHosts = process.platform === "win32"
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

type Found = PromiseSettledResult<ReadonlyArray<string>>

const addressesOf = (found: Found | null): ReadonlyArray<string> => found?.status === "fulfilled" ? found.value : []

const settled = async (asked: Promise<ReadonlyArray<string>>): Promise<Found> => (await Promise.allSettled([asked]))[0]!

/** Waits for a promise, and for no longer than a time. Null when the time was over first. */
const within = async <A>(promise: Promise<A>, millis: number): Promise<A | null> => {
  const stop = new AbortController()
  try {
    return await Promise.race([promise, sleep(millis, null, { signal: stop.signal })])
  } finally {
    stop.abort()
  }
}

export const make = ({ hostsFile = systemHosts, lookupMillis = 5000, servers }: Options = {}): Resolver => {
  const names = new NameServers({ timeout: Math.ceil(lookupMillis / 3), tries: 2 })
  if (servers !== undefined) names.setServers(servers)
  const local = localNames(hostsFile)
  const running = new Map<string, Promise<ReadonlyArray<string>>>()
  const owned = new Map<string, number>()
  let answeredAt = -Infinity

  /** Both families, as far as they came in time. Null stands for one that did not. */
  const bothFamilies = async (host: string): Promise<ReadonlyArray<Found | null>> => {
    const asked = [settled(names.resolve4(host)), settled(names.resolve6(host))] as const
    const first = await within(Promise.race(asked), lookupMillis)
    const left = addressesOf(first).length > 0 ? grace : lookupMillis
    return Promise.all(asked.map((each) => within(each, first === null ? 0 : left)))
  }

  const ask = async (host: string): Promise<ReadonlyArray<string>> => {
    const found = await bothFamilies(host)
    const addresses = found.flatMap(addressesOf)
    const codes = found.map((each) => each?.status === "rejected" ? codeOf(each.reason) : "")
    if (addresses.length > 0 || codes.some((code) => answers.has(code))) answeredAt = performance.now()
    if (addresses.length > 0) return addresses
    // Where the name servers answer for others, it is the name that they have no answer to.
    if (performance.now() - answeredAt < proof) throw notFound()
    throw new Unavailable("no name server answers")
  }

  const lookUp = async (host: string, owner: string): Promise<ReadonlyArray<string>> => {
    const mine = (owned.get(owner) ?? 0) + 1
    if (mine > limits.owner || running.size >= limits.all) throw new Unavailable("too many look-ups are under way")
    owned.set(owner, mine)
    const asked = ask(host)
    running.set(host, asked)
    try {
      return await asked
    } finally {
      running.delete(host)
      const left = owned.get(owner)! - 1
      if (left === 0) owned.delete(owner)
      else owned.set(owner, left)
    }
  }

  return {
    resolve: async (text, owner) => {
      const host = text.toLowerCase().replace(/\.$/, "")
      return (await local(host)) ?? running.get(host) ?? lookUp(host, owner)
    }
  }
}
