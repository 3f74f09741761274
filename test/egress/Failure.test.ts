/**
 * The words for failures that an account sees, whole: by the codes of the runtime, and of what is refused before.
 */
import { EgressGuard, Resolver } from "@signalbox/egress"
import * as Failure from "@signalbox/egress/internal/Failure"
import type { LookupAddress } from "node:dns"
import { describe, expect, it } from "vitest"
import { sender } from "./Endpoint.ts"

/** The words by the codes, which stand behind them. */
const words: Readonly<Record<string, string>> = {
  "connection refused": "ECONNREFUSED",
  "connection closed before an answer": "ECONNRESET EPIPE",
  "connection timed out": "ETIMEDOUT",
  "host unreachable": "EHOSTUNREACH",
  "network unreachable": "ENETUNREACH",
  "host name does not resolve": "ENOTFOUND EAI_AGAIN",
  "TLS handshake failed": "EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_TLS_HANDSHAKE",
  "malformed answer": "HPE_INVALID_CONSTANT HPE_CERT",
  "TLS certificate refused": "CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID DEPTH_ZERO_SELF_SIGNED_CERT " +
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER CRL_HAS_EXPIRED",
  "request failed": `EHPE_ A_60_${"X".repeat(55)}`
}

describe("a failure", () => {
  it.each(Object.entries(words))("%s is said of its codes", async (text, codes) => {
    for (const code of codes.split(" ")) {
      await using calls = sender({ resolve: () => Promise.reject(Object.assign(new Error("s3cret"), { code })) })
      expect(await calls.send("http://example.com/")).toEqual({ _tag: "Failed", message: `${text} (${code})` })
    }
  })

  it("has no code that is long, or of other characters", async () => {
    for (const code of ["X".repeat(61), "econnreset", "", "A B"]) {
      await using calls = sender({ resolve: () => Promise.reject(Object.assign(new Error("s3cret"), { code })) })
      expect(await calls.send("http://example.com/")).toEqual({ _tag: "Failed", message: "request failed" })
    }
  })
})

it.each([["ECONNRESET", true], ["EPIPE", true], ["ECONNREFUSED", false], ["", false]])(
  "of the code %j says that the other side closed the connection: %j",
  (code, isClosed) => {
    expect(Failure.isClosed(Object.assign(new Error("x"), { code }))).toBe(isClosed)
  }
)

describe("the guard", () => {
  const guard = EgressGuard.make({ resolve: () => Promise.resolve(["93.184.215.14", "2606:4700::1111"]) })
  const inspected = (url: string): string => {
    const read = guard.inspect(url)
    return read instanceof EgressGuard.Refused ? `${read.name} ${read.code}: ${read.message}` : read.href
  }

  it("says why it refuses a URL as it is written, the first reason alone", () => {
    const refused = (words: string): string => `Refused ERR_EGRESS_REFUSED: ${words}`
    expect([
      inspected("s3cret"),
      inspected("ftp://me@10.0.0.1:22/"),
      inspected("https://me@10.0.0.1:22/"),
      inspected("https://:pw@example.com/"),
      inspected("https://10.0.0.1:22/"),
      inspected("https://example.com:443/a"),
      inspected("http://93.184.215.14/")
    ]).toEqual([
      refused("not a valid URL"),
      refused("neither http nor https"),
      refused("user-info in the URL"),
      refused("user-info in the URL"),
      refused("blocked port 22"),
      "https://example.com/a",
      "http://93.184.215.14/"
    ])
  })

  const lookUp = (options: { readonly all?: boolean; readonly family?: 0 | 4 | 6 | "IPv4" | "IPv6" }) =>
    new Promise<string | readonly [string | ReadonlyArray<LookupAddress>, number | undefined]>((resolve) => {
      guard.lookupFor("a")(
        "hook.example",
        options,
        (error, address, family) => resolve(error === null ? [address, family] : String(error.code))
      )
    })

  it("hands over the addresses of the family that is asked for, one or all", async () => {
    const [four, six] = [{ address: "93.184.215.14", family: 4 }, { address: "2606:4700::1111", family: 6 }] as const
    for (const family of [undefined, 0] as const) {
      expect(await lookUp({ all: true, ...(family === undefined ? {} : { family }) })).toEqual([[four, six], undefined])
    }
    for (const family of [4, "IPv4"] as const) {
      expect([await lookUp({ family }), await lookUp({ family, all: true })])
        .toEqual([[four.address, 4], [[four], undefined]])
    }
    for (const family of [6, "IPv6"] as const) {
      expect([await lookUp({ family }), await lookUp({ family, all: true })])
        .toEqual([[six.address, 6], [[six], undefined]])
    }
    const only = EgressGuard.make({ resolve: () => Promise.resolve(["93.184.215.14"]) })
    const none = new Promise((resolve) => only.lookupFor("a")("hook.example", { family: 6 }, (error) => resolve(error)))
    expect(await none).toMatchObject({ code: "ENOTFOUND", message: "no address" })
  })

  it("is made of ranges only, and says which is none", () => {
    expect(() => EgressGuard.make({ allow: ["10.0.0.0/8", "x"] })).toThrow(
      new TypeError(`Not a range of addresses: "x"`)
    )
  })
})

describe("a hosts file", () => {
  it("is read line by line: an address, and names in any case, each with its addresses once", () => {
    const text = [
      "127.0.0.1\tlocalhost  Me.Example",
      "",
      "# 10.0.0.1 no",
      "  ::1 localhost # and me",
      "127.0.0.1 localhost",
      "10.0.0.2 localhost#x",
      "nothing here",
      "10.0.0.3"
    ].join("\n")
    expect(Resolver.parseHosts(text)).toEqual(
      new Map([["localhost", ["127.0.0.1", "::1", "10.0.0.2"]], ["me.example", ["127.0.0.1"]]])
    )
    expect(Resolver.parseHosts("")).toEqual(new Map())
  })
})
