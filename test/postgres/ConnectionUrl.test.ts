/** A URL of a database is read as libpq reads it, with any number of hosts. */
import * as ConnectionUrl from "@signalbox/postgres/ConnectionUrl"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const hidden = "hunter2secret"

const parsed = (url: string): ConnectionUrl.ConnectionUrl => Result.getOrThrow(ConnectionUrl.parse(url))

const flaw = (url: string): string => Result.getOrThrow(Result.flip(ConnectionUrl.parse(url)))

describe("a URL of a database", () => {
  it("names hosts, each of which has a URL of its own", () => {
    const query = "?target_session_attrs=primary&sslmode=require"
    const { hosts, passwords, session } = parsed(`postgresql://me:${hidden}@a:5433,[::1]:5434,c,%2Ftmp:5435/db${query}`)
    const alone = (host: string) => `postgresql://me:${hidden}@${host}/db?sslmode=require`
    expect(hosts).toEqual([
      { url: alone("a:5433"), address: { host: "a", port: 5433 } },
      { url: alone("[::1]:5434"), address: { host: "::1", port: 5434 } },
      { url: alone("c"), address: { host: "c", port: 5432 } },
      { url: alone("%2Ftmp:5435"), address: { path: "/tmp/.s.PGSQL.5435" } }
    ])
    expect(session).toBe("primary")
    expect(passwords).toEqual([hidden])
  })

  it.each([
    ["a host or a list of them in the query wins", "postgres://x:1/db?host=a,b&port=2,3", ["a:2", "b:3"]],
    ["one port is that of all", "postgres:///db?host=a,b,c&port=2", ["a:2", "b:2", "c:2"]],
    ["a port in the query wins", "postgres://a:1,b:2/db?port=3,4", ["a:3", "b:4"]],
    ["a port that is empty is the usual one", "postgres://a:1/db?port=", ["a:5432"]],
    ["a host in the query wins over one that cannot be read", "postgres://%zz/db?host=b&port=1", ["b:1"]],
    ["a host that is not named is this machine", "postgres:///db", ["localhost:5432"]],
    ["a host that is not named is one of several as well", "POSTGRES://,b/db", ["localhost:5432", "b:5432"]],
    ["a comma of a password is none of the hosts", "postgres://me:a,b@c/db", ["c:5432"]]
  ])("%s", (_, url, hosts) => {
    const found = parsed(url).hosts.map(({ address }) =>
      "path" in address ? address.path : `${address.host}:${address.port}`
    )
    expect(found).toEqual(hosts)
  })

  it("is itself that of its only host, and has a query where there was one", () => {
    const urls = [
      "postgres://a/db",
      "postgres://me:p%40ss@a:6543/db?sslmode=require&application_name=x",
      "postgresql://a/"
    ]
    expect(urls.map((url) => parsed(url).hosts.map((host) => host.url))).toStrictEqual(urls.map((url) => [url]))
    expect(urls.map((url) => parsed(url).passwords)).toStrictEqual([[], ["p%40ss"], []])
  })

  it("says where a host is once, whichever part of it has said so, and what else its query says", () => {
    const url = `postgres://x/db?host=a,b&port=2&target_session_attrs=any&password=${hidden}&sslmode=require`
    const { hosts, passwords } = parsed(url)
    expect(hosts.map((host) => host.url)).toStrictEqual(
      ["a", "b"].map((host) => `postgres://${host}:2/db?password=${hidden}&sslmode=require`)
    )
    expect(passwords).toStrictEqual([hidden])
    expect(parsed(`postgres://me:other@a/db?password=${hidden}`).passwords).toStrictEqual(["other", hidden])
  })

  it("may name sixteen hosts, and ports up to the last one", () => {
    const hosts = Array.from({ length: 16 }, (_, index) => `${index}.example:65535`)
    expect(parsed(`postgres://${hosts.join()}/db`).hosts.map(({ address }) => address)).toStrictEqual(
      hosts.map((_, index) => ({ host: `${index}.example`, port: 65_535 }))
    )
  })

  it("takes any server where it names one, and one that takes writes where it names several, unless it says otherwise", () => {
    expect(parsed("postgres://a/db").session).toBe("any")
    expect(parsed("postgres://a,b/db").session).toBe("read-write")
    for (const session of ["any", "read-write", "primary"]) {
      for (const hosts of ["a", "a,b"]) {
        expect(parsed(`postgres://${hosts}/db?target_session_attrs=${session}`).session).toBe(session)
      }
    }
  })

  it.each([
    [`mysql://me:${hidden}@a/db`, "is not one of PostgreSQL but of mysql"],
    [hidden, "cannot be read"],
    [`postgres://me:${hidden}@a:0/db`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a:65536,b/db`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a:b:c/db`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a:b:c/db?host=d`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@%zz/db`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a/db?port=x`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a/db?port=1.5`, "has a host or a port that cannot be read"],
    [`postgres://me:${hidden}@a/db?port=1e3`, "cannot be read"],
    [`postgres://me:${hidden}@a,b,c/db?port=1,2`, "names neither one port nor one for each host"],
    [`postgres://me:${hidden}@${Array.from({ length: 17 }, () => "a").join()}/db`, "names more than 16 hosts"],
    ...["read-only", "standby", "prefer-standby", hidden].map((session) => [
      `postgres://me:${hidden}@a,b/db?target_session_attrs=${session}`,
      "has target_session_attrs other than any, read-write and primary: Signalbox writes in each session"
    ])
  ])("%s: %s", (url, words) => {
    expect(flaw(url!)).toBe(words)
  })

  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constant("%2Fvar%2Frun")
  )

  prop(
    "has for each host a URL that means the same to one client alone, and nothing else in common with the others",
    fc.array(fc.tuple(host, fc.option(fc.integer({ min: 1, max: 65_535 }))), { minLength: 1, maxLength: 16 }),
    (places) => {
      const authority = places.map(([host, port]) => port === null ? host : `${host}:${port}`).join()
      const { hosts } = parsed(`postgres://me:${hidden}@${authority}/db?connect_timeout=3`)
      expect(hosts.length).toBe(places.length)
      for (const each of hosts) {
        expect(parsed(each.url)).toEqual({ hosts: [each], session: "any", passwords: [hidden] })
        expect(new URL(each.url).username).toBe("me")
        expect(new URL(each.url).search).toBe("?connect_timeout=3")
      }
    }
  )

  prop("is read or has a flaw, which quotes nothing of it", fc.string({ maxLength: 40 }), (text) => {
    const result = ConnectionUrl.parse(`postgres://me:${hidden}@${text}`)
    if (Result.isFailure(result)) expect(result.failure).not.toContain(hidden)
    else for (const { url } of result.success.hosts) expect(URL.canParse(url)).toBe(true)
  })
})
