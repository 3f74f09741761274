/** The guard refuses addresses before a connection is opened, and hands the others to it. */
import { EgressGuard } from "@signalbox/egress"
import { createHook } from "node:async_hooks"
import type { LookupAddress } from "node:dns"
import { describe, expect, it } from "vitest"
import { notations, publicHosts } from "./Notations.ts"
import { onNode } from "./OnNode.ts"

/** Says of every name that it has these addresses, and keeps the names. */
const resolver = (...addresses: ReadonlyArray<string>) => {
  const asked: Array<string> = []
  const resolve = (host: string): Promise<ReadonlyArray<string>> => {
    asked.push(host)
    return Promise.resolve(addresses)
  }
  return { asked, resolve }
}

const unresolvable = (): Promise<never> => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }))

const lookUp = (guard: EgressGuard.EgressGuard, host: string, options: { all?: boolean; family?: 0 | 4 | 6 }) =>
  new Promise<string | ReadonlyArray<LookupAddress>>((resolve, reject) => {
    guard.lookupFor("test")(host, options, (error, address) => error === null ? resolve(address) : reject(error))
  })

describe("the guard refuses, as it is written,", () => {
  // A resolver that finds everything harmless, so that the notation alone is what refuses.
  const harmless = () => resolver("93.184.215.14")
  const guard = EgressGuard.make(harmless())

  it("at least 60 notations", () => {
    expect(new Set(notations.map(([host]) => host)).size).toBe(notations.length)
    expect(notations.length).toBeGreaterThanOrEqual(60)
  })

  it.each(notations)("http://%s/ because of: %s", async (host, rule) => {
    const { asked, resolve } = harmless()
    for (const scheme of ["http", "https"]) {
      expect(await EgressGuard.make({ resolve }).refuse(`${scheme}://${host}/hook`)).toContain(rule)
    }
    expect(asked).toEqual([])
  })

  it.each(["ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "javascript:alert(1)", "data:,x"])(
    "%s",
    async (url) => {
      expect(await guard.refuse(url)).toBe("neither http nor https")
    }
  )

  it.each(["", "/hook", "example.com", "http://", "http:// /", "//example.com/"])("%j", async (url) => {
    expect(await guard.refuse(url)).toBe("not a valid URL")
  })

  it.each(publicHosts)("but not http://%s/", async (host) => {
    expect(await guard.refuse(`http://${host}/hook`)).toBe(null)
    expect(await guard.refuse(`https://${host}:8443/hook?a=b#c`)).toBe(null)
  })
})

describe("the guard, of a name,", () => {
  it.each([
    "10.0.0.1",
    "172.20.1.1",
    "192.168.1.1",
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "fd00::1",
    "fe80::1%eth0"
  ])("refuses that it resolves to %s, and does not say so", async (address) => {
    const { asked, resolve } = resolver(address)
    const guard = EgressGuard.make({ resolve })
    const message = "blocked address: hook.example does not lead to a public one"
    expect(await guard.refuse("https://hook.example/")).toBe(message)
    for (const all of [true, false]) await expect(lookUp(guard, "hook.example", { all })).rejects.toThrow(message)
    expect(asked).toEqual(["hook.example", "hook.example", "hook.example"])
  })

  it.each([["93.184.215.14", "10.0.0.1"], ["10.0.0.1", "93.184.215.14"], ["2606:4700::1111", "93.184.215.14", "::1"]])(
    "refuses all addresses if any is blocked: %s, %s",
    async (...addresses) => {
      const guard = EgressGuard.make({ resolve: resolver(...addresses).resolve })
      expect(await guard.refuse("https://hook.example/")).toMatch(/^blocked address/)
      for (const family of [0, 4, 6] as const) {
        await expect(lookUp(guard, "hook.example", { family })).rejects.toThrow(/^blocked address/)
      }
    }
  )

  it("hands the addresses that it checked to the connection, which asks no one else", async () => {
    const { asked, resolve } = resolver("93.184.215.14", "2606:4700::1111")
    const guard = EgressGuard.make({ resolve })
    const both = [{ address: "93.184.215.14", family: 4 }, { address: "2606:4700::1111", family: 6 }]
    expect(await lookUp(guard, "hook.example", { all: true })).toEqual(both)
    expect(await lookUp(guard, "hook.example", { all: false })).toBe("93.184.215.14")
    expect(await lookUp(guard, "hook.example", { family: 6 })).toBe("2606:4700::1111")
    expect(await lookUp(guard, "hook.example", { all: true, family: 4 })).toEqual(both.slice(0, 1))
    expect(asked).toHaveLength(4)
  })

  it("that does not resolve gives no reason at registration, and fails a connection", async () => {
    for (const resolve of [unresolvable, resolver().resolve]) {
      const guard = EgressGuard.make({ resolve })
      expect(await guard.refuse("https://hook.example/")).toBe(null)
      await expect(lookUp(guard, "hook.example", { all: true })).rejects.toMatchObject({ code: "ENOTFOUND" })
    }
  })

  it("that resolves in time leaves no timer behind, which would keep the process", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length
    const guard = EgressGuard.make({ resolve: () => Promise.resolve(["93.184.215.14"]) })
    const before = timers()
    for (let time = 0; time < 20; time++) expect(await guard.refuse("http://hook.example/")).toBe(null)
    expect(timers() - before).toBeLessThan(20)
  })

  onNode("that takes longer than three seconds to resolve gives no reason at registration", async () => {
    const timers: Array<{ readonly _idleTimeout: number; readonly _onTimeout: () => void }> = []
    const hook = createHook({
      init: (_id, type, _trigger, resource: object) => {
        if (type === "Timeout" && "_idleTimeout" in resource && "_onTimeout" in resource) timers.push(resource as never)
      }
    }).enable()
    const refused = EgressGuard.make({ resolve: () => new Promise(() => {}) }).refuse("https://hook.example/")
    hook.disable()
    expect(timers.map((timer) => timer._idleTimeout)).toEqual([3000])
    timers[0]!._onTimeout()
    expect(await refused).toBe(null)
  })
})

describe("the guard, with an allow-list,", () => {
  const allow = ["127.0.0.0/8", "::1/128"]

  it("lets literal addresses in it pass, in any notation", async () => {
    const guard = EgressGuard.make({ allow, resolve: unresolvable })
    for (const host of ["127.0.0.1:3000", "127.1", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]"]) {
      expect(await guard.refuse(`http://${host}/`)).toBe(null)
    }
    for (const host of ["10.0.0.1", "169.254.169.254", "0", "[::]", "[fe80::1]", "[::127.0.0.1]"]) {
      expect(await guard.refuse(`http://${host}/`)).toMatch(/^blocked address/)
    }
  })

  it("lets a local name pass if all of its addresses are in it", async () => {
    const guard = EgressGuard.make({ allow, resolve: resolver("127.0.0.1", "::1").resolve })
    expect(await guard.refuse("http://localhost:3000/")).toBe(null)
    expect(await lookUp(guard, "localhost", { family: 4 })).toBe("127.0.0.1")
  })

  it.each([["127.0.0.1", "10.0.0.1"], ["93.184.215.14"], ["127.0.0.1", "93.184.215.14"]])(
    "refuses a local name with another address: %s, %s",
    async (...addresses) => {
      const guard = EgressGuard.make({ allow, resolve: resolver(...addresses).resolve })
      expect(await guard.refuse("http://localhost/")).toBe("blocked address localhost (local name)")
      await expect(lookUp(guard, "localhost", { all: true })).rejects.toThrow("blocked address localhost (local name)")
    }
  )

  it("refuses a local name that does not resolve", async () => {
    for (const resolve of [unresolvable, resolver().resolve]) {
      const guard = EgressGuard.make({ allow, resolve })
      expect(await guard.refuse("http://db.internal/")).toBe("blocked address db.internal (local name)")
    }
  })

  it("finds localhost with the system's resolver", async () => {
    expect(await EgressGuard.make({ allow }).refuse("http://localhost/")).toBe(null)
    expect(await EgressGuard.make().refuse("http://localhost/")).toBe("blocked address localhost (local name)")
    await expect(lookUp(EgressGuard.make(), "localhost", { all: true })).rejects.toThrow(/local name/)
  })

  it.each(["127.0.0.1", "localhost", "127.0.0.0/33"])("is not made with %j", (range) => {
    expect(() => EgressGuard.make({ allow: [range] })).toThrow(TypeError)
  })
})
