/**
 * Names are looked up in the hosts file first, then from name servers, and never so that names of one account hold up
 * those of another.
 */
import { Resolver } from "@signalbox/egress"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { http, sender, until } from "./Endpoint.ts"
import * as NameServer from "./NameServer.ts"

const hostsFile = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "hosts-")), "hosts")
  writeFileSync(path, text)
  return path
}

const none = hostsFile("")

const codeOf = async (looked: Promise<unknown>): Promise<string> => {
  try {
    await looked
    return "found"
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

describe("names of this machine", () => {
  it("stand below the system's folder on Windows", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hosts-"))
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!
    const root = process.env["SystemRoot"]
    process.env["SystemRoot"] = join(folder, "Windows")
    Object.defineProperty(process, "platform", { ...platform, value: "win32" })
    try {
      // This machine takes a backslash for a part of the name.
      writeFileSync(`${join(folder, "Windows")}\\System32\\drivers\\etc\\hosts`, "192.0.2.1 db\n")
      await using server = await NameServer.start(() => "NXDOMAIN")
      const { resolve } = Resolver.make({ servers: [server.address] })
      expect(await resolve("db", "a")).toEqual(["192.0.2.1"])
    } finally {
      Object.defineProperty(process, "platform", platform)
      if (root === undefined) delete process.env["SystemRoot"]
      else process.env["SystemRoot"] = root
      rmSync(folder, { recursive: true })
    }
  })

  it("are found in the hosts file, in any case, and no name server is asked", async () => {
    await using server = await NameServer.start(() => ["192.0.2.9"])
    const file = hostsFile(
      "127.0.0.1 localhost\n# 192.0.2.8 db\n192.0.2.1\tDb db.inner # the base\n2001:db8::1 db\nx y\n"
    )
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: file })
    expect(await resolve("db", "a")).toEqual(["192.0.2.1", "2001:db8::1"])
    expect(await resolve("DB.inner.", "a")).toEqual(["192.0.2.1"])
    expect(await resolve("localhost", "a")).toEqual(["127.0.0.1"])
    expect(server.asked).toEqual([])
    expect(await resolve("y", "a")).toEqual(["192.0.2.9"])
  })

  it("are localhost and all that ends in it, also without a hosts file", async () => {
    await using server = await NameServer.start(() => ["192.0.2.9"])
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: "/nowhere/hosts" })
    for (const name of ["localhost", "LOCALHOST.", "app.localhost"]) {
      expect(await resolve(name, "a")).toEqual(["127.0.0.1", "::1"])
    }
    expect(server.asked).toEqual([])
  })
})

describe("a name server", () => {
  it("says which addresses a name has, and is asked once for a name that many want at the same time", async () => {
    await using server = await NameServer.start(() => ["192.0.2.1", "192.0.2.2"])
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: none })
    const found = await Promise.all(Array.from({ length: 50 }, () => resolve("hook.example", "a")))
    for (const addresses of found) expect(addresses).toEqual(["192.0.2.1", "192.0.2.2"])
    // Once for each family.
    expect(server.asked).toEqual(["hook.example", "hook.example"])
  })

  it.each(["NXDOMAIN", "SERVFAIL"] as const)("that answers %s says that the name has no address", async (said) => {
    await using server = await NameServer.start(() => said)
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: none })
    expect(await codeOf(resolve("hook.example", "a"))).toBe("ENOTFOUND")
  })

  it("that never answers is a failure of this service's own, unless it answers for other names", async () => {
    await using server = await NameServer.start((name) => name === "good.example" ? ["192.0.2.1"] : "silence")
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: none, lookupMillis: 300 })
    expect(await codeOf(resolve("dead.example", "a"))).toBe("ERR_RESOLVER_UNAVAILABLE")
    expect(await resolve("good.example", "a")).toEqual(["192.0.2.1"])
    expect(await codeOf(resolve("dead.example", "a"))).toBe("ENOTFOUND")
  })
})

describe("names that never resolve", () => {
  it("hold up nobody else's, and their owner has at most 64 at a time", async () => {
    await using server = await NameServer.start((name) => name.startsWith("good") ? ["192.0.2.1"] : "silence")
    const { resolve } = Resolver.make({ servers: [server.address], hostsFile: none, lookupMillis: 2000 })
    await resolve("good0.example", "theirs")
    const dead = Array.from({ length: 100 }, (_, index) => codeOf(resolve(`dead${index}.example`, "mine")))
    // All of the other account's names are found while those of the first one are still waited for.
    for (let index = 1; index <= 200; index++) {
      expect(await resolve(`good${index}.example`, "theirs")).toEqual(["192.0.2.1"])
    }
    expect(server.held()).toBeGreaterThan(0)
    const codes = await Promise.all(dead)
    expect(codes.filter((code) => code === "ERR_RESOLVER_UNAVAILABLE").length).toBe(36)
    expect(codes.filter((code) => code === "ENOTFOUND").length).toBe(64)
    // Their places are free again.
    expect(await resolve("good201.example", "mine")).toEqual(["192.0.2.1"])
  })
})

describe("names of many organizations that never resolve", () => {
  it("leave half of all places to names that had addresses lately, whoever asks", async () => {
    await using server = await NameServer.start((name) => name.startsWith("good") ? ["192.0.2.1"] : "silence")
    const options = { servers: [server.address], hostsFile: none, lookupMillis: 6000, maxLookups: 128 }
    const { resolve } = Resolver.make(options)
    for (const organization of ["a", "b"]) await resolve("good.example", organization)
    for (let index = 0; index < 20; index++) await resolve(`good${index}.example`, "a")
    // What somebody else asks for makes nobody forget.
    for (let index = 0; index < 300; index++) await resolve(`good${index}.example`, "attacker 1")
    // Three organizations, of which each has as many as it may.
    let refused = 0
    for (let attacker = 0; attacker < 3; attacker++) {
      for (let index = 0; index < 64; index++) {
        resolve(`dead${index}.attacker${attacker}.example`, `attacker ${attacker}`).catch(
          ({ code }: { code: string }) => {
            if (code === "ERR_RESOLVER_UNAVAILABLE") refused++
          }
        )
      }
    }
    await until(() => server.held() >= 2 * 64)
    expect(refused).toBe(2 * 64)
    expect(await codeOf(resolve("good-but-new.example", "c"))).toBe("ERR_RESOLVER_UNAVAILABLE")
    expect(await codeOf(resolve("good.example", "c"))).toBe("ERR_RESOLVER_UNAVAILABLE")
    for (let asked = 0; asked < 20; asked++) {
      for (const name of ["a", "b"]) expect(await resolve("good.example", name)).toEqual(["192.0.2.1"])
    }
  })
})

describe("names that had addresses and answer no more", () => {
  it("never take more places than there are for all organizations together", async () => {
    const most = 16
    let isSilent = false
    await using server = await NameServer.start(() => isSilent ? "silence" : ["192.0.2.1"])
    const options = { servers: [server.address], hostsFile: none, lookupMillis: 1000, maxLookups: most }
    const { resolve } = Resolver.make(options)
    // Each organization is far below what one may have.
    const names = Array.from(
      { length: 3 * most },
      (_, index) => [`hook${index}.example`, `organization ${index}`] as const
    )
    for (const [name, organization] of names) await resolve(name, organization)
    isSilent = true
    const [asked, held] = [server.asked.length, server.held()]
    const looked = names.map(([name, organization]) => codeOf(resolve(name, organization)))
    // Node asks for both families at the same time, Bun for one after the other.
    await until(() => server.held() - held >= most)
    const codes = await Promise.all(looked)
    expect(new Set(server.asked.slice(asked)).size).toBe(most)
    // The name servers answered lately, so that it is the names that have no address.
    expect(codes.filter((code) => code === "ENOTFOUND").length).toBe(most)
    expect(codes.filter((code) => code === "ERR_RESOLVER_UNAVAILABLE").length).toBe(2 * most)
    isSilent = false
    // The places are free again. (Bun joins a look-up to one of the same name that has not ended yet.)
    const others = names.filter((_, index) => codes[index] === "ERR_RESOLVER_UNAVAILABLE")
    for (const [name, organization] of others) expect(await resolve(name, organization)).toEqual(["192.0.2.1"])
  })
})

describe("an attempt whose name cannot be looked up", () => {
  it("is unsent when it is this service that fails, and failed when the name has no address", async () => {
    await using endpoint = await http((_, response) => response.end("fine"))
    await using server = await NameServer.start((name) =>
      name === "hook.example" ? ["127.0.0.1"] : name === "gone.example" ? "NXDOMAIN" : "silence"
    )
    const options = { servers: [server.address], hostsFile: none, lookupMillis: 300, resolve: undefined }
    await using calls = sender(options)
    expect(await calls.send(`http://dead.example:${endpoint.port}/`)).toEqual({
      _tag: "Unsent",
      message: "no name server answers"
    })
    expect(await calls.send(`http://hook.example:${endpoint.port}/`)).toMatchObject({ _tag: "Answered", status: 200 })
    expect(await calls.send(`http://gone.example:${endpoint.port}/`)).toEqual({
      _tag: "Failed",
      message: "host name does not resolve (ENOTFOUND)"
    })
  })
})
