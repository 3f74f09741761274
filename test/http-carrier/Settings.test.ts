/** Errors name each setting that is not as it should be, and quote none of them. */
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Settings from "@signalbox/http-carrier/Settings"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const shape = Schema.Struct({
  id: Settings.CarrierId,
  channels: Settings.Channels,
  apiKey: Settings.token,
  url: HttpClient.Url,
  pace: Schema.optionalKey(Settings.Pace),
  failures: Schema.optionalKey(Settings.Failures),
  http: Schema.optionalKey(HttpClient.Options)
})

const right = { id: "acme", channels: ["sms"], apiKey: "s3cret", url: "https://acme.example/v1" }

const check = (given: object) => () => Settings.check("acme", shape, { ...right, ...given })

describe("Settings", () => {
  it("takes what is right, secrets also Redacted", () => {
    const read = check({ apiKey: Redacted.make("s3cret"), pace: undefined, http: { proxy: "http://me:pw@proxy" } })()
    expect(Settings.reveal(read.apiKey)).toBe("s3cret")
    expect(JSON.stringify(read)).not.toContain("s3cret")
    expect(Settings.reveal(check({})().apiKey)).toBe("s3cret")
  })

  it.each([
    [{ id: "Acme" }, /^acme: id must be 1 to 64/],
    [{ channels: [] }, /channels must name a channel/],
    [{ channels: ["fax"] }, /channels/],
    [{ apiKey: "with space s3cret" }, /apiKey must be printable/],
    [{ apiKey: Redacted.make("s3cret\n") }, /apiKey must be printable/],
    [{ apiKey: 5 }, /apiKey/],
    [{ url: "ftp://acme.example" }, /url must be a URL/],
    [{ url: "https://me:s3cret@acme.example" }, /url must be a URL/],
    [{ pace: { perSecond: 0, inFlight: 1 } }, /pace.perSecond must be above 0/],
    [{ failures: { a: "s3cret" } }, /failures/],
    [{ http: { proxy: "s3cret" } }, /http.proxy must be a URL/],
    [{ http: { proxy: "http://me:s3cret%zz@proxy" } }, /http.proxy must be a URL/],
    [{ http: { connections: 0 } }, /http.connections must be a whole number/],
    [{ apikey: "s3cret" }, /apikey/]
  ])("names what is wrong in %j", (given, words) => {
    expect(check(given)).toThrow(words)
    expect(check(given)).toThrow(TypeError)
    expect(check(given)).not.toThrow(/s3cret/)
  })

  const flaws = (given: object): string => {
    try {
      check(given)()
      return "none"
    } catch (error) {
      return error instanceof Error ? error.message : ""
    }
  }

  it("bounds the connections, and says how far each setting may go", () => {
    const http = (name: string, least: number, most: number) => {
      const words = `acme: http.${name} must be a whole number between ${least} and ${most}`
      const told = [least, most, least - 1, most + 1, least + 0.5].map((value) => flaws({ http: { [name]: value } }))
      expect(told).toEqual(["none", "none", words, words, words])
    }
    http("connections", 1, 1024)
    http("longestAnswer", 1024, 67_108_864)
    for (const name of ["connectTimeout", "headersTimeout", "bodyTimeout", "timeout"]) http(name, 1, 0x7fff_ffff)
  })

  it("says in words what each setting has to be", () => {
    const url = "must be a URL with http or https"
    expect([
      flaws({ id: "-" }),
      flaws({ channels: [] }),
      flaws({ apiKey: "" }),
      flaws({ url: "x" }),
      flaws({ http: { proxy: "ftp://proxy" } }),
      flaws({ pace: { perSecond: 0.1, inFlight: 0 } }),
      flaws({ pace: { perSecond: Infinity, inFlight: 1 } }),
      flaws({ url: "x", id: "" })
    ]).toEqual([
      "acme: id must be 1 to 64 small letters, digits and hyphens",
      "acme: channels must name a channel",
      "acme: apiKey must be printable ASCII without spaces",
      `acme: url ${url}`,
      `acme: http.proxy ${url}`,
      "acme: pace.inFlight must be above 0",
      "acme: pace.perSecond must be above 0",
      `acme: id must be 1 to 64 small letters, digits and hyphens\n  url ${url}`
    ])
    for (const id of ["a", "9-a", "a".repeat(64)]) expect(flaws({ id })).toBe("none")
    for (const id of ["", "-a", "A", "a".repeat(65)]) expect(flaws({ id })).not.toBe("none")
    expect([flaws({ apiKey: "!~" }), flaws({ http: { proxy: "https://me:p%20w@proxy" } })]).toEqual(["none", "none"])
  })

  it("has texts that are more than blanks, and keys of Ed25519", () => {
    const told = (schema: Schema.Codec<string, string>, value: string): string => {
      try {
        Settings.check("acme", Schema.Struct({ value: schema }), { value })
        return "none"
      } catch (error) {
        return error instanceof Error ? error.message : ""
      }
    }
    expect([told(Settings.filled, "x"), told(Settings.filled, " ")]).toEqual(["none", "acme: value must not be empty"])
    expect(told(Settings.ed25519, "AAAA")).toBe(
      "acme: value must be a public key of Ed25519: 32 bytes in base64, or PEM"
    )
  })
})
