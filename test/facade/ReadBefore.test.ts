/**
 * A body that something has read before Signalbox: it is answered 500, and the log names what the framework wants.
 */
import type { RequestHandler } from "express"
import express from "express"
import { Agent, createServer, request } from "node:http"
import { connect, createServer as createHttp2 } from "node:http2"
import type { AddressInfo, Server } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, start } from "./Acme.ts"

const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const begin = async (options: Parameters<typeof start>[1] = {}): Promise<Acme & { readonly key: string }> => {
  const acme = await start(
    { callback: ({ body }) => ({ response: { status: 200, body: new TextDecoder().decode(body) } }) },
    options
  )
  ends.push(() => acme.box.close({ graceMs: 100 }))
  return { ...acme, key: await acme.box.keys.create(acme.account) }
}

const listen = async (server: Server): Promise<string> => {
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const form = (): FormData => {
  const made = new FormData()
  made.set("name", "Support")
  return made
}

/** One request each of a carrier, of a client that sends JSON, and of one that sends a form. */
const requests = (key: string): ReadonlyArray<readonly [path: string, init: RequestInit]> => {
  const headers = { "x-api-key": key, connection: "close" }
  const json = { ...headers, "content-type": "application/json" }
  return [
    ["/carriers/acme", { method: "POST", headers: json, body: "{\"id\" : 1}" }],
    ["/v3/messages", { method: "POST", headers: json, body: JSON.stringify(order) }],
    ["/v3/sender-profiles", { method: "POST", headers, body: form() }]
  ]
}

const said = ({ logged }: Acme): ReadonlyArray<string> =>
  logged.map(({ message }) => message).filter((message) => message.includes("was read before it came to Signalbox"))

const express5 = "in Express, mount it before the body parsers"
const nest = "in Nest, mount it in main.ts"
const fastify = "in Fastify, mount it in a plugin of its own"
const next = "in Next, hand the request over before request.json()"
const hono = "in Hono, hand c.req.raw over"
const all = [express5, nest, fastify, next, hono]

/** Expects that each of these lines names some remedies, and none of the others. */
const expectRemedies = (lines: ReadonlyArray<string>, remedies: ReadonlyArray<string>): void => {
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(all.filter((each) => line.includes(each))).toEqual(remedies)
}

/** Whoever reads the stream of a request, and leaves something of it there. */
const reading = (leave: (request: object, body: string) => void): RequestHandler => (request, _, go) => {
  text(request).then((body) => {
    leave(request, body)
    go()
  }, go)
}

describe("behind what reads bodies on Node's server, node answers 500 and names", () => {
  it("Express, where its parsers were first, and Nest too, where that is there", async () => {
    const acme = await begin()
    const app = express()
    app.use(express.json(), express.urlencoded())
    app.use(acme.box.node)
    const url = await listen(createServer(app))
    const [[path, init]] = requests(acme.key) as [readonly [string, RequestInit]]
    expect((await fetch(`${url}${path}`, init)).status).toBe(500)
    expectRemedies(said(acme), [express5])
    Object.assign(Reflect, { getMetadata: () => undefined })
    ends.push(async () => Reflect.deleteProperty(Reflect, "getMetadata"))
    expect((await fetch(`${url}${path}`, init)).status).toBe(500)
    expectRemedies(said(acme).slice(1), [express5, nest])
  })

  it.each([
    ["Fastify, which leaves nothing at the request of Node's server", () => {}, [fastify]],
    ["Next, whose pages get requests with more on them", (request: object) => {
      Object.assign(request, { body: {}, draftMode: false })
    }, [next]]
  ])("%s", async (_, leave, remedies) => {
    const acme = await begin()
    const read = reading(leave) as unknown as (...given: ReadonlyArray<unknown>) => void
    const url = await listen(
      createServer((request, response) => read(request, response, () => acme.box.node(request, response)))
    )
    const asked = requests(acme.key)
    const statuses = await Promise.all(asked.map(async ([path, init]) => (await fetch(`${url}${path}`, init)).status))
    // What Next has parsed is taken where bytes are not needed: here it is an empty object.
    expect(statuses[0]).toBe(500)
    if (remedies[0] === fastify) expect(statuses.slice(1)).toEqual([500, 500])
    expectRemedies(said(acme), remedies)
  })

  it("nothing where the parser has kept the bytes", async () => {
    const acme = await begin()
    const keep = reading((request, body) =>
      Object.assign(request, { body: JSON.parse(body), rawBody: Buffer.from(body) })
    )
    const url = await listen(createServer(express().use(keep).use(acme.box.node)))
    const [hook, send] = requests(acme.key)
    const answer = await fetch(`${url}${hook![0]}`, hook![1])
    expect([answer.status, await answer.text()]).toEqual([200, "{\"id\" : 1}"])
    expect((await fetch(`${url}${send![0]}`, send![1])).status).toBe(202)
    expect(said(acme)).toEqual([])
  })

  it("nothing where a host has only begun to read, and the connection goes on to the next request", async () => {
    const { box } = await begin()
    const url = await listen(createServer((request, response) => {
      request.once("data", () => {
        request.pause()
        box.node(request, response)
      })
    }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    ends.push(async () => agent.destroy())
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${url}/v3/messages`, { method: "POST", agent, headers: { "content-length": 200_000 } })
        asked.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode))).on(
          "error",
          reject
        )
        asked.end("x".repeat(200_000))
      })
    expect([await ask(), await ask()]).toEqual([401, 401])
  })

  it("those whose requests are not Node's, immediately", async () => {
    const { box } = await begin()
    const strange = box.node as (...given: ReadonlyArray<unknown>) => void
    for (const given of [[{ raw: {} }, { raw: {} }], [new Request("http://localhost/v3/me")], []]) {
      expect(() => strange(...given)).toThrow("in Fastify request.raw and reply.raw; a Request of the web is for fetch")
    }
  })
})

describe("with a Request whose body was read, fetch answers 500 and names", () => {
  it.each([
    ["Hono and Next", {}, [next, hono]],
    ["Next, whose requests say so", { nextUrl: {} }, [next]]
  ])("%s", async (_, more, remedies) => {
    const acme = await begin()
    for (const [path, init] of requests(acme.key)) {
      const request = Object.assign(new Request(`http://localhost${path}`, init), more)
      await request.clone().text()
      if (path.startsWith("/carriers")) expect((await acme.box.fetch(request.clone())).status).toBe(200)
      await request.text()
      expect((await acme.box.fetch(request)).status).toBe(500)
    }
    expect(said(acme)).toHaveLength(3)
    expectRemedies(said(acme), remedies)
  })
})

describe("over HTTP/2, node", () => {
  it("answers requests with and without a body, and the head alone", async () => {
    const { box, key } = await begin()
    const url = await listen(createHttp2((request, response) => box.node(request, response)))
    const client = connect(url)
    ends.push(() => new Promise((resolve) => client.close(() => resolve(null))))
    const ask = async (method: string, path: string, body?: string) => {
      const stream = client.request({
        ":method": method,
        ":path": path,
        "x-api-key": key,
        "content-type": "application/json"
      })
      const head = new Promise<Record<string, unknown>>((resolve) => stream.once("response", resolve))
      stream.end(body)
      const [answered, heard] = await Promise.all([head, text(stream)])
      return { status: answered[":status"], length: Number(answered["content-length"]), heard }
    }
    expect(await ask("POST", "/v3/messages", JSON.stringify(order))).toMatchObject({ status: 202 })
    const me = await ask("GET", "/v3/me")
    expect([me.status, me.length]).toEqual([200, Buffer.byteLength(me.heard)])
    const head = await ask("HEAD", "/v3/me")
    expect([head.status, head.heard, head.length > 0]).toEqual([200, "", true])
    expect(await ask("POST", "/carriers/acme", "{ as it is }")).toMatchObject({ status: 200, heard: "{ as it is }" })
    expect(await ask("GET", "/health/live")).toMatchObject({ status: 204, heard: "" })
  })
})
