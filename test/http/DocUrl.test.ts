/**
 * Where the host says where its documentation is, every error leads there, on every mount and whoever refuses; elsewhere
 * the envelope has no such key (decisions part 2 "doc_url").
 */
import { DocsBase, docUrl, failure, isDocsBase } from "@signalbox/core/Answer"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as Refused from "@signalbox/core/Refused"
import * as Envelope from "@signalbox/http/Envelope"
import { prop } from "@signalbox/testing/Prop"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { createServer } from "signalbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { start } from "../facade/Acme.ts"
import { fromSource } from "../FromSource.ts"
import * as Hooked from "./Hooked.ts"
import type { HookSubject } from "./HookSuite.ts"
import * as Mounts from "./Mounts.ts"

const docs = "https://docs.example.com/signalbox/"

const page = "https://docs.example.com/signalbox/reference/errors"

const at = (mount: Mounts.Mount) => Hooked.starter(Layer.provide(mount, Layer.succeed(DocsBase, docs)))

const bun = async (): Promise<HookSubject> => {
  const program = fileURLToPath(new URL("../../node_modules/.bin/bun", import.meta.url))
  const script = fileURLToPath(new URL("./servers/hooks-bun.ts", import.meta.url))
  const child = spawn(program, [...fromSource, script], {
    env: { ...process.env, DOCS_URL: docs },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [line] = await once(createInterface(child.stdout), "line") as [string]
  return {
    ...JSON.parse(line) as Pick<HookSubject, "baseUrl">,
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
  }
}

interface Failed {
  readonly error: { readonly code: string; readonly doc_url?: string }
}

const failed = async (baseUrl: string, path: string, init: RequestInit = {}): Promise<Failed["error"]> =>
  (await (await fetch(`${baseUrl}${path}`, init)).json() as Failed).error

/** Errors of an admission step in v3 and v2, of a path that is none, and of a page that is shown to anybody. */
const requests: ReadonlyArray<readonly [code: string, path: string, init: RequestInit]> = [
  ["AUTH_002", "/v3/me", {}],
  ["AUTH_002", "/v2/templates", {}],
  ["AUTH_002", "/v3/nothing", { method: "PUT" }],
  ["AUTH_002", "/openapi.json", { method: "POST" }]
]

describe.each<readonly [string, () => Promise<HookSubject>]>([
  ["node", at(Mounts.node)],
  ["express", at(Mounts.expressMount)],
  ["web", at(Mounts.web)],
  ["bun", bun]
])("on %s an error", (_, start) => {
  let subject: HookSubject
  beforeAll(async () => {
    subject = await start()
  })
  afterAll(() => subject.stop())

  it.each(requests)("%s leads to the documentation: %s", async (code, path, init) => {
    expect(await failed(subject.baseUrl, path, init)).toMatchObject({ code, doc_url: `${page}#${code.toLowerCase()}` })
  })
})

describe("with createSignalbox", () => {
  it("docsUrl leads there from the refusals of operations, of the server, and of what is mounted", async () => {
    await using acme = await start({}, { docsUrl: docs })
    const server = createServer({ docsUrl: docs }, acme.box.node)
    await once(server.listen(0, "127.0.0.1"), "listening")
    try {
      const { port } = server.address() as AddressInfo
      const headers = { "x-api-key": await acme.box.keys.create(acme.account) }
      const path = `/v3/messages/${randomUUID()}`
      const led = { code: "RESOURCE_003", doc_url: `${page}#resource_003` }
      expect(await failed(`http://127.0.0.1:${port}`, path, { headers })).toMatchObject(led)
      const answer = await acme.box.fetch(new Request(`http://localhost${path}`, { headers }))
      expect((await answer.json() as Failed).error).toMatchObject(led)
      const socket = connect(port, "127.0.0.1")
      socket.end("HELO you\r\n\r\n")
      const said = (await socket.setEncoding("utf8").toArray()).join("")
      expect(said).toContain(`"doc_url":"${page}#validation_001"`)
    } finally {
      server.close()
    }
  })

  it("no docsUrl leaves the key out", async () => {
    await using acme = await start()
    const answer = await acme.box.fetch(new Request("http://localhost/v3/me"))
    expect((await answer.json() as Failed).error).not.toHaveProperty("doc_url")
  })

  it("a docsUrl of the server that is none is refused", () => {
    expect(() => createServer({ docsUrl: "docs" })).toThrow(TypeError)
  })
})

describe("doc_url", () => {
  const frame = { requestId: "req", at: Given.now, sandbox: false, profile: null }
  const code = fc.constantFrom(...ErrorCode.codes)
  const details = fc.option(fc.dictionary(fc.string(), fc.array(fc.string(), { maxLength: 2 }), { maxKeys: 2 }), {
    nil: undefined
  })

  prop("is the only thing that a documentation adds to an error", fc.tuple(code, details), ([each, told]) => {
    const refused = Refused.refused(each, told)
    const plain = Envelope.encode(failure(frame, refused, ""))!
    const led = Envelope.encode(failure(frame, refused, docs))!
    expect(plain).not.toContain("\"doc_url\":")
    expect(led).toBe(
      plain.replace(/\},"meta":\{(?!.*\},"meta":\{)/s, () => `,"doc_url":"${docUrl(docs, each)}"},"meta":{`)
    )
  })

  prop("is one address for each code", code, (each) => {
    for (const base of ["https://docs.example.com", "http://localhost:5173/docs", docs]) {
      const { hash, href, pathname } = new URL(docUrl(base, each))
      expect(href.startsWith(base.replace(/\/$/, ""))).toBe(true)
      expect(pathname.endsWith("/reference/errors")).toBe(true)
      expect(pathname).not.toContain("//")
      expect(hash).toBe(`#${each.toLowerCase()}`)
    }
  })

  it.each([
    "",
    "docs.example.com",
    "ftp://docs.example.com",
    "https://a.example/?q",
    "https://a.example/#a",
    "http://a b",
    "https://a.example/?",
    "https://me@a.example"
  ])(
    "does not lead below \"%s\"",
    (text) => expect(isDocsBase(text)).toBe(false)
  )
})
