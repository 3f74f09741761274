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
    [{ http: { connections: 0 } }, /http.connections must be a whole number/],
    [{ apikey: "s3cret" }, /apikey/]
  ])("names what is wrong in %j", (given, words) => {
    expect(check(given)).toThrow(words)
    expect(check(given)).toThrow(TypeError)
    expect(check(given)).not.toThrow(/s3cret/)
  })
})
