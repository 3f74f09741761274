/**
 * Targets of requests: how they are read of a URL, with the runtime's own reading as oracle, and how long they are remembered.
 */
import * as EgressGuard from "@signalbox/egress/EgressGuard"
import * as Target from "@signalbox/egress/internal/Target"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { urlToHttpOptions } from "node:url"
import { describe, expect, it } from "vitest"

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constant("münchen.example.")
)
const port = fc.oneof(fc.constantFrom("", ":80", ":443"), fc.integer({ min: 0, max: 65_535 }).map((port) => `:${port}`))
const rest = fc.oneof(
  fc.constantFrom("", "/", "?", "/?", "/#top", "/a//b/../c%20d?x=1&y=%2F#?", "/?#", "\\a\tb", "/ü?ü"),
  fc.string({ unit: "grapheme" }).map((text) => `/${text}`)
)
const url = fc.tuple(fc.constantFrom("http", "https", "HTTP"), host, port, rest)
  .map(([protocol, ...parts]) => URL.parse(`${protocol}://${parts.join("")}`))
  .filter((url) => url !== null)

describe("a target", () => {
  prop("is what the runtime reads of a URL", url, (url) => {
    const { hostname, path, port, protocol } = urlToHttpOptions(url)
    const expected = { hostname, path, protocol, ...(url.port === "" ? {} : { port }) }
    expect(Target.of(url)).toEqual(expected as Target.Target)
  })

  const counting = () => {
    const asked: Array<string> = []
    const guard = EgressGuard.make()
    const inspect = (text: string) => {
      asked.push(text)
      return guard.inspect(text)
    }
    return { asked, inspected: Target.inspecting({ inspect }) }
  }

  it("of a URL that has passed is remembered, and a refusal is not", () => {
    const { asked, inspected } = counting()
    const passed = "https://example.com:8443/hook?x=1"
    const refused = "http://10.0.0.1/"
    const first = inspected(passed)
    expect(first).toEqual({ protocol: "https:", hostname: "example.com", port: 8443, path: "/hook?x=1" })
    expect(inspected(passed)).toBe(first)
    for (let count = 0; count < 2; count++) expect(inspected(refused)).toBeInstanceOf(EgressGuard.Refused)
    expect(asked).toEqual([passed, refused, refused])
  })

  it("is remembered of so many URLs only", () => {
    const { asked, inspected } = counting()
    const all = Array.from({ length: 4096 }, (_, index) => `https://example.com/${index}`)
    for (const url of [...all, ...all]) inspected(url)
    expect(asked).toEqual(all)
    inspected("https://example.com/more")
    inspected(all[1]!)
    expect(asked).toHaveLength(4097)
    inspected(all[0]!)
    expect(asked).toHaveLength(4098)
  })
})
