/**
 * The document and the reference page can be switched off, each by itself. Express then leaves their paths to the host.
 */
import * as ExpressMount from "@signalbox/express/ExpressMount"
import type { Published } from "@signalbox/http/Published"
import * as Published_ from "@signalbox/http/Published"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import express from "express"
import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { afterEach, describe, expect, it } from "vitest"
import * as Document from "../api/Document.ts"
import type { Mount } from "./Mounts.ts"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

let subject: HttpSubject | undefined

afterEach(() => subject?.stop())

const start = async (mount: Mount, published: Published) => {
  subject = await starter({
    mount: Layer.provide(mount, Layer.succeed(Published_.Published, published)),
    storage: Storages.memory
  })()
  const nobody = HttpClient.make(subject.baseUrl)
  return { nobody, client: nobody.as({ "x-api-key": subject.apiKey }) }
}

/** An Express application that has a page of its own after Signalbox. */
const host: Mount = Mounts.around(
  Effect.map(
    ExpressMount.makeHandler,
    (handler) => {
      const own = (_: unknown, response: express.Response) => void response.send("the host's")
      return express().use(handler).get("/docs", own).get("/health/live", own)
    }
  )
)

const both = { document: "/openapi.json", page: "/docs" }

describe.each([["node", Mounts.node], ["web", Mounts.web]])("what is switched off on %s", (_, mount) => {
  it.each([
    { document: true, page: false, health: true },
    { document: false, page: true, health: true },
    { document: false, page: false, health: true }
  ])("is not there: %o", async (published) => {
    const { client, nobody } = await start(mount, published)
    for (const part of ["document", "page"] as const) {
      const path = both[part]
      const shown = published[part]
      const asked = { stranger: (await nobody.get(path)).status, known: (await client.get(path)).status }
      expect({ path, ...asked }).toEqual({
        path,
        ...(shown ? { stranger: 200, known: 200 } : { stranger: 401, known: 404 })
      })
      expect((await client.send("POST", path)).status).toBe(shown ? 405 : 404)
    }
  })

  it("answers nothing of its health where that is switched off", async () => {
    for (const health of [true, false]) {
      const { client, nobody } = await start(mount, { document: true, page: true, health })
      for (const path of ["/health/live", "/health/ready", "/healthcheck"]) {
        const asked = { stranger: (await nobody.get(path)).status, known: (await client.get(path)).status }
        expect({ path, ...asked }).toEqual({
          path,
          ...(health ? { stranger: 204, known: 204 } : { stranger: 401, known: 404 })
        })
      }
      await subject?.stop()
    }
  })
})

describe("on Express", () => {
  it("what is published is Signalbox's, and what is switched off is the host's", async () => {
    const on = await start(host, { document: true, page: true, health: true })
    expect((await on.nobody.get("/docs")).text).toContain("Signalbox")
    expect((await on.nobody.get("/docs?a=b")).status).toBe(200)
    expect((await on.nobody.get("/health/live")).status).toBe(204)
    await subject?.stop()
    const off = await start(host, { document: true, page: false, health: false })
    expect((await off.nobody.get("/docs")).text).toBe("the host's")
    expect((await off.nobody.get("/health/live")).text).toBe("the host's")
    expect((await off.nobody.get("/openapi.json")).status).toBe(200)
  })
})

interface Parameter {
  readonly required?: boolean
  readonly schema?: object
}

/** A parameter that may be left out has no schema of its own in the page, so that its samples leave it out as well. */
const optional = (given: unknown): unknown => {
  if (typeof given !== "object" || given === null) return given
  const { required, schema, ...rest } = given as Parameter
  return schema === undefined || required === true
    ? given
    : { ...rest, ...(required === undefined ? {} : { required }), content: { "text/plain": { schema } } }
}

describe("the reference page", () => {
  const page = async () => {
    const { nobody } = await start(Mounts.node, { document: true, page: true, health: true })
    return { nobody, ...await nobody.get("/docs") }
  }

  it("may run its two scripts and ask nobody but the service, and is read once", async () => {
    const { headers, nobody, text } = await page()
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) =>
      `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )
    expect(scripts).toHaveLength(2)
    const told = [
      "content-type",
      "content-security-policy",
      "referrer-policy",
      "x-content-type-options",
      "cache-control"
    ]
    expect(told.map((name) => headers.get(name))).toStrictEqual([
      "text/html",
      `default-src 'none'; script-src ${scripts.join(" ")}; style-src 'unsafe-inline'; img-src 'self' data:; ` +
      "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "no-referrer",
      "nosniff",
      "no-cache"
    ])
    const etag = headers.get("etag") ?? ""
    expect(etag).toBe(`"${createHash("sha256").update(text).digest("hex")}"`)
    const again = await nobody.get("/docs", { "if-none-match": etag })
    expect([again.status, again.text, again.headers.get("etag")]).toStrictEqual([304, "", etag])
  })

  it("asks the service that shows it, with what the reader has filled in", async () => {
    const { text } = await page()
    const line = (name: string) => {
      const from = text.lastIndexOf(name) + name.length
      return text.slice(from, text.indexOf("\n", from)).replace(/,$/, "")
    }
    const settings: unknown = JSON.parse(line("        ...").replace("window.location.origin", "\"here\""))
    const content: unknown = JSON.parse(line("\n        content: "))
    const codeFrom = text.lastIndexOf("customFetch: ") + "customFetch: ".length
    const code = text.slice(codeFrom, text.indexOf("\n}", codeFrom) + 2)
    expect(settings).toStrictEqual({
      _integration: "html",
      withDefaultFonts: false,
      authentication: { preferredSecurityScheme: "apiKey" },
      servers: [{ url: "here", description: "This service" }]
    })
    const asked: Array<unknown> = []
    const fetch = async (request: Request) => {
      asked.push([request.method, request.url, [...request.headers], await request.text()])
      return "answered"
    }
    const customFetch = runInNewContext(`(${code})`, { fetch, Request, URL, Headers })
    const init = { method: "POST", body: "{}", headers: { "x-empty": "", "x-full": "1", "content-type": "a/b" } }
    expect(await customFetch("http://here/v3/me?a=&b=1&a=2&c", init)).toBe("answered")
    expect(asked).toStrictEqual([
      ["POST", "http://here/v3/me?b=1&a=2", [["content-type", "a/b"], ["x-full", "1"]], "{}"]
    ])
    const { components, paths, ...rest } = JSON.parse(Document.agreed())
    const mapped = (values: object, change: (value: unknown) => unknown) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
    const withParameters = (operation: unknown) =>
      typeof operation === "object" && operation !== null && "parameters" in operation &&
        Array.isArray(operation.parameters)
        ? { ...operation, parameters: operation.parameters.map(optional) }
        : operation
    expect(content).toStrictEqual({
      ...rest,
      paths: mapped(paths, (methods) => mapped(Object(methods), withParameters)),
      components: { ...components, parameters: mapped(components.parameters, optional) }
    })
  })
})
