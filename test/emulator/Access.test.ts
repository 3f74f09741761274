/** The control has no key, so only some callers may use it. */
import * as Access from "@signalbox/emulator/control/Access"
import { describe, expect, it } from "vitest"

const visitor = (parts: Partial<Access.Client>): Access.Client => ({
  address: "127.0.0.1",
  host: "127.0.0.1:3000",
  origin: undefined,
  ...parts
})

const isWelcome = (parts: Partial<Access.Client>, host = "127.0.0.1") => Access.isWelcome(visitor(parts), host)

describe("Access", () => {
  it.each(["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1", "::FFFF:127.1.2.3"])("%s is here", (address) => {
    expect(isWelcome({ address })).toBe(true)
  })

  it.each([
    null,
    "",
    "10.0.0.1",
    "128.0.0.1",
    "126.255.255.255",
    "0.0.0.0",
    "::",
    "::2",
    "fe80::1",
    "::ffff:10.0.0.1",
    "127.0.0.1.example",
    "127.1",
    "localhost"
  ])("%s is elsewhere", (address) => {
    expect(isWelcome({ address })).toBe(false)
  })

  it.each([undefined, "localhost", "LOCALHOST:80", "127.0.0.9", "[::1]:3000", "[::1]"])("Host %s is ours", (host) => {
    expect(isWelcome({ host })).toBe(true)
  })

  it.each(["", "example.com", "localhost.example.com", "127.0.0.1.example.com:3000", "192.168.1.4:3000", "[fe80::1]"])(
    "Host %s is not ours",
    (host) => {
      expect(isWelcome({ host })).toBe(false)
    }
  )

  it("knows the name where it listens", () => {
    expect(isWelcome({ host: "Box.lan:3000" }, "box.lan")).toBe(true)
    expect(isWelcome({ host: "other.lan:3000" }, "box.lan")).toBe(false)
    expect(isWelcome({ address: "192.168.1.5", host: "box.lan:3000" }, "box.lan")).toBe(false)
  })

  it.each([
    ["172.17.0.1", ["172.17.0.0/16"], true],
    ["::ffff:172.17.0.1", ["10.0.0.1", "172.17.0.0/16"], true],
    ["fd00::7", ["fd00::/64"], true],
    ["172.18.0.1", ["172.17.0.0/16"], false],
    ["172.17.0.1", [], false],
    ["", ["0.0.0.0/0", "::/0"], false],
    ["127.0.0.1", ["172.17.0.0/16"], true]
  ])("lets in %j where clients of %j may", (address, clients, expected) => {
    expect(Access.isWelcome(visitor({ address }), "0.0.0.0", { clients, hosts: [] })).toBe(expected)
  })

  it("knows the names by which clients may call it, and no others", () => {
    const allowed = { clients: ["172.17.0.0/16"], hosts: ["Emulator", "box.lan"] }
    const ask = (parts: Partial<Access.Client>) =>
      Access.isWelcome(visitor({ address: "172.17.0.1", ...parts }), "0.0.0.0", allowed)
    expect(ask({ host: "emulator:3000" })).toBe(true)
    expect(ask({ host: "box.lan", origin: "http://box.lan" })).toBe(true)
    expect(ask({ host: "localhost:3000" })).toBe(true)
    expect(ask({ host: "other.lan" })).toBe(false)
    expect(ask({ host: "172.17.0.2:3000" })).toBe(false)
    expect(ask({ host: "emulator:3000", origin: "https://attacker.example" })).toBe(false)
    expect(ask({ host: "emulator:3000", address: "203.0.113.9" })).toBe(false)
  })

  it.each(["http://localhost:5173", "https://127.0.0.1", "http://[::1]:3000"])("Origin %s is ours", (origin) => {
    expect(isWelcome({ origin })).toBe(true)
  })

  it.each([
    "",
    "null",
    "https://example.com",
    "http://localhost.example.com",
    "file://",
    "http://127.0.0.1@example.com"
  ])(
    "Origin %s is foreign",
    (origin) => {
      expect(isWelcome({ origin })).toBe(false)
    }
  )

  const call = (parts: Partial<Access.Call>): Access.Call => ({
    method: "POST",
    host: "localhost:3000",
    origin: "http://localhost:5173",
    contentType: "text/plain;charset=UTF-8",
    site: undefined,
    ...parts
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", undefined])(
    "refuses what a page of another origin posts as %s",
    (contentType) => {
      for (const method of ["POST", "PUT", "DELETE"]) {
        expect(Access.isForgeable(call({ method, contentType }))).toBe(true)
      }
    }
  )

  it.each(["cross-site", "same-site", ""])(
    "refuses what a browser says is from %j, whatever Origin it shows",
    (site) => {
      for (const origin of [undefined, "http://localhost:3000", "null"]) {
        expect(Access.isForgeable(call({ origin, site }))).toBe(true)
        expect(Access.isForgeable(call({ origin, site, contentType: "application/json" }))).toBe(false)
      }
    }
  )

  it.each([
    [{ origin: undefined }, true],
    [{ origin: undefined, site: "none" }, true],
    [{ origin: "http://localhost:3000", site: "same-origin" }, true],
    [{ origin: "http://localhost:3000" }, true],
    [{ origin: "http://localhost:3000", site: "same-site" }, false],
    [{ origin: undefined, site: "cross-site" }, false],
    [{ origin: undefined, site: "same-site" }, false],
    [{ origin: undefined, site: "" }, false],
    [{ origin: "http://localhost:5173" }, false],
    [{ origin: "null" }, false],
    [{ origin: "https://example.com", site: "none" }, false]
  ])("shows keys to its own pages and to what is no page: %j", (parts, expected) => {
    expect(Access.isOwn(call({ contentType: "application/json", ...parts }))).toBe(expected)
  })

  it("takes JSON, which a browser sends after a preflight only, and whatever comes from its own page or from no page", () => {
    const fine = [
      call({ contentType: "application/json" }),
      call({ contentType: "application/JSON; charset=utf-8" }),
      call({ origin: "http://localhost:3000" }),
      call({ origin: undefined }),
      call({ origin: undefined, site: "none" }),
      call({ origin: "http://localhost:3000", site: "same-origin" }),
      call({ method: "GET" })
    ]
    for (const each of fine) expect(Access.isForgeable(each)).toBe(false)
    expect(Access.isForgeable(call({ contentType: "text/plain; application/json" }))).toBe(true)
  })
})
