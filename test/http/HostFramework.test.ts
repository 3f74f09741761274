/**
 * The log tells the host that has read a body before Signalbox what to do, in the words of its framework.
 */
import * as HostFramework from "@signalbox/http/HostFramework"
import { describe, expect, it } from "vitest"

const beginning =
  "The body of a request was read before it came to Signalbox. Mount Signalbox before what reads bodies: "

describe("a body that the host has read", () => {
  it("is known by whose request it was", () => {
    expect(HostFramework.ofWeb({})).toEqual(["hono", "next"])
    expect(HostFramework.ofWeb({ nextUrl: null })).toEqual(["next"])
    expect(HostFramework.onNode).toEqual(["express", "nest", "fastify", "next"])
  })

  it.each<readonly [HostFramework.HostFramework, string]>([
    [
      "express",
      "in Express, mount it before the body parsers: app.use(\"/messaging\", box.node), then app.use(express.json())"
    ],
    [
      "nest",
      "in Nest, mount it in main.ts before the application listens, app.use(\"/messaging\", box.node), " +
      "or create the application with { rawBody: true }"
    ],
    [
      "fastify",
      "in Fastify, mount it in a plugin of its own without parsers: scope.removeAllContentTypeParsers(), " +
      "scope.addContentTypeParser(\"*\", (_request, _body, done) => done(null))"
    ],
    [
      "next",
      "in Next, hand the request over before request.json() or request.text(), " +
      "and in pages/api let the file export config = { api: { bodyParser: false } }"
    ],
    ["hono", "in Hono, hand c.req.raw over before a middleware reads c.req.json() or c.req.text()"]
  ])("in %s says how to mount it", (framework, sentence) => {
    expect(HostFramework.eaten([framework])).toBe(`${beginning}${sentence}.`)
  })

  it("names all frameworks that it may be", () => {
    const [one, other] = (["hono", "express"] as const).map((each) =>
      HostFramework.eaten([each]).slice(beginning.length, -1)
    )
    expect(HostFramework.eaten(["hono", "express"])).toBe(`${beginning}${one}; ${other}.`)
  })
})
