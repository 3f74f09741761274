/**
 * The reference page as the service answers with it: what it may run and ask, what it shows, and what it sends for its reader.
 */
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { afterEach, describe, expect, it } from "vitest"
import * as Document from "../../api/Document.ts"
import * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import * as Storages from "../Storages.ts"

let subject: HttpSubject | undefined

afterEach(() => subject?.stop())

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
    subject = await starter({ mount: Mounts.node, storage: Storages.memory })()
    const nobody = HttpClient.make(subject.baseUrl)
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
    expect([again.status, again.text, again.headers.get("etag"), again.headers.get("cache-control")]).toStrictEqual([
      304,
      "",
      etag,
      "no-cache"
    ])
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
