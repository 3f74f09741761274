/**
 * Name servers that answer as a test says, for each family of addresses by itself, while elapsed time is made by hand: how long
 * an answer, a name and the hosts file count.
 */
import { Resolver } from "@signalbox/egress"
import { Resolver as NameServers } from "node:dns/promises"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest"

/** Addresses, a code, or no answer at all. */
type Said = ReadonlyArray<string> | string

const folder = mkdtempSync(join(tmpdir(), "resolver-"))
const none = join(folder, "none")

let now: number
let say: (host: string, family: 4 | 6) => Said
let asked: Array<string>

const answering = (family: 4 | 6) => (host: string): Promise<Array<string>> => {
  asked.push(`${host} ${family}`)
  const said = say(host, family)
  if (said === "silence") return new Promise(() => {})
  return typeof said === "string"
    ? Promise.reject(Object.assign(new Error(said), { code: said }))
    : Promise.resolve([...said])
}

beforeEach(() => {
  now = 1_000_000
  say = () => ["192.0.2.1"]
  asked = []
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.spyOn(NameServers.prototype, "resolve4").mockImplementation(answering(4) as never)
  vi.spyOn(NameServers.prototype, "resolve6").mockImplementation(answering(6) as never)
})

afterEach(() => void vi.restoreAllMocks())

afterAll(() => rmSync(folder, { recursive: true }))

/** Looks a name up, and returns its addresses, or the code and the words of why there are none. */
const looking = (options: Resolver.Options = {}) => {
  const { resolve } = Resolver.make({ hostsFile: none, lookupMillis: 10_000, ...options })
  return (host: string, organization = "a"): Promise<unknown> =>
    resolve(host, organization).catch(({ code, message }: NodeJS.ErrnoException) => `${code}: ${message}`)
}

const notFound = "ENOTFOUND: no address"
const unreachable = "ERR_RESOLVER_UNAVAILABLE: no name server answers"
const crowded = "ERR_RESOLVER_UNAVAILABLE: too many look-ups are under way"

describe("the addresses of a name", () => {
  it.each<[four: Said, six: Said, found: unknown]>([
    [["192.0.2.1", "192.0.2.2"], ["2001:db8::1"], ["192.0.2.1", "192.0.2.2", "2001:db8::1"]],
    [[], ["2001:db8::1"], ["2001:db8::1"]],
    ["ENODATA", ["2001:db8::1"], ["2001:db8::1"]],
    [["192.0.2.1"], "ETIMEOUT", ["192.0.2.1"]],
    // The other family is waited for no longer than a while.
    [["192.0.2.1"], "silence", ["192.0.2.1"]],
    ["ETIMEOUT", "ENODATA", notFound],
    ["ECONNREFUSED", "ETIMEOUT", unreachable],
    ["ECONNREFUSED", [], unreachable],
    ...["ENOTFOUND", "ENODATA", "ESERVFAIL", "EFORMERR", "EBADNAME", "EBADRESP", "ENONAME"].map(
      (code): [Said, Said, unknown] => [code, "ETIMEOUT", notFound]
    )
  ])("are those of both families: of %j and %j, %j", async (four, six, found) => {
    say = (_, family) => family === 4 ? four : six
    expect(await looking()("Hook.Example.")).toEqual(found)
    expect(asked).toEqual(["hook.example 4", "hook.example 6"])
  })

  it("are none where nobody answers in time, while the name servers have answered within half a minute", async () => {
    const look = looking({ lookupMillis: 20 })
    const dead = { code: "silence" }
    say = (host) => host === "dead.example" ? dead.code : ["192.0.2.1"]
    expect(await look("dead.example")).toBe(unreachable)
    await look("good.example")
    now += 29_999
    expect(await look("dead.example")).toBe(notFound)
    dead.code = "ETIMEOUT"
    expect(await look("dead.example")).toBe(notFound)
    now += 1
    expect(await look("dead.example")).toBe(unreachable)
    // An answer without an address proves it, too.
    dead.code = "ENOTFOUND"
    expect(await look("dead.example")).toBe(notFound)
    dead.code = "ETIMEOUT"
    now += 29_999
    expect(await look("dead.example")).toBe(notFound)
  })
})

it("the hosts file counts as it was for five seconds, and is read again then", async () => {
  const hostsFile = join(folder, "hosts")
  const look = looking({ hostsFile })
  const write = (text: string) => writeFileSync(hostsFile, text)
  write("127.0.0.1 db\n")
  expect(await look("db")).toEqual(["127.0.0.1"])
  write("127.0.0.2 db # moved\n127.0.0.2 db\n127.0.0.3 db\n")
  now += 5000
  expect(await look("db")).toEqual(["127.0.0.1"])
  now += 1
  expect(await look("db")).toEqual(["127.0.0.2", "127.0.0.3"])
  write("# nobody\n")
  now += 5000
  expect(await look("db")).toEqual(["127.0.0.2", "127.0.0.3"])
  expect(await look("app.localhost")).toEqual(["127.0.0.1", "::1"])
  expect(asked).toEqual([])
  now += 1
  expect(await look("db")).toEqual(["192.0.2.1", "192.0.2.1"])
})

it("the hosts file of Windows is below the folder of the system", async () => {
  const platform = Object.getOwnPropertyDescriptor(process, "platform")!
  const found: Array<unknown> = []
  Object.defineProperty(process, "platform", { ...platform, value: "win32" })
  vi.stubEnv("SystemRoot", join(folder, "W"))
  writeFileSync(join(folder, "W\\System32\\drivers\\etc\\hosts"), "192.0.2.7 db\n")
  try {
    found.push(await Resolver.make().resolve("db", "a"))
  } finally {
    Object.defineProperty(process, "platform", platform)
    vi.unstubAllEnvs()
  }
  expect(found).toEqual([["192.0.2.7"]])
})

describe("names that had addresses lately", () => {
  /** Of the two places one is taken, so that there is none left for names that are new. */
  const withOnePlace = (look: ReturnType<typeof looking>) => {
    say = (host) => host === "dead.example" ? "silence" : ["192.0.2.1"]
    void look("dead.example", "somebody")
  }

  it.each([[3_599_999, ["192.0.2.1", "192.0.2.1"]], [3_600_000, crowded]])(
    "are known for an hour: after %i ms their place is %j",
    async (millis, found) => {
      const look = looking({ maxLookups: 2 })
      await look("good.example")
      now += millis
      withOnePlace(look)
      expect([await look("good.example", "b"), await look("other.example")]).toEqual([crowded, crowded])
      expect(await look("good.example")).toEqual(found)
    }
  )

  it("are the last 256 of an organization, of which one that is found again is not the oldest", async () => {
    const look = looking({ maxLookups: 2 })
    for (let name = 0; name < 256; name++) await look(`good${name}.example`)
    await look("good0.example")
    await look("good256.example")
    withOnePlace(look)
    const found: Array<boolean> = []
    for (const name of [0, 1, 2, 256]) found.push(await look(`good${name}.example`) !== crowded)
    expect(found).toEqual([true, false, true, true])
  })

  it("are known still when those of a crowd of organizations are forgotten", async () => {
    const look = looking({ maxLookups: 2 })
    await look("old.example", "0")
    now += 1_800_000
    for (let organization = 0; organization < 300; organization++) await look("good.example", `${organization}`)
    now += 1_800_000
    for (let organization = 300; organization < 700; organization++) await look("good.example", `${organization}`)
    withOnePlace(look)
    const found: Array<boolean> = []
    for (const organization of ["0", "255", "256", "299", "600"]) {
      found.push(await look("good.example", organization) !== crowded)
    }
    expect([...found, await look("old.example", "0")]).toEqual([true, true, true, true, true, crowded])
  })
})

it("name servers are asked twice, each time for a third of five seconds, and half of 1024 places are for new names", async () => {
  const dns = createRequire(import.meta.url)("node:dns/promises") as { Resolver: typeof NameServers }
  const made: Array<unknown> = []
  const { Resolver: own } = dns
  dns.Resolver = class extends own {
    constructor(options?: ConstructorParameters<typeof NameServers>[0]) {
      super(options)
      made.push(options)
    }
  }
  syncBuiltinESMExports()
  try {
    Resolver.make({ hostsFile: none, lookupMillis: 299 })
    const { resolve } = Resolver.make({ hostsFile: none })
    expect(made).toEqual([{ timeout: 100, tries: 2 }, { timeout: 1667, tries: 2 }])
    say = () => "silence"
    const crowd = Array.from({ length: 600 }, (_, index) => resolve(`${index}.example`, `${index >> 5}`))
    const ended = Promise.allSettled(crowd)
    await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(1024), { interval: 1 })
    await new Promise((done) => setImmediate(done))
    expect(asked.length).toBe(2 * 512)
    void ended
  } finally {
    dns.Resolver = own
    syncBuiltinESMExports()
  }
})

it("an organization has 64 look-ups under way, and each place is free again whatever became of it", async () => {
  say = (host) => host.startsWith("dead") ? "silence" : ["192.0.2.1"]
  const look = looking({ maxLookups: 300, lookupMillis: 30 })
  await look("good.example", "b")
  const looked = Array.from({ length: 65 }, (_, index) => look(`dead${index}.example`))
  expect(await looked[64]).toBe(crowded)
  expect(await look("good.example")).toBe(crowded)
  // Whoever asks for a name that is looked up already takes no place.
  expect(await look("dead0.example")).toBe(notFound)
  expect(new Set(await Promise.all(looked.slice(0, 64)))).toEqual(new Set([notFound]))
  expect(await look("good.example")).toEqual(["192.0.2.1", "192.0.2.1"])
  expect(asked.filter((each) => each.startsWith("dead64"))).toEqual([])
})
