/**
 * The tools of an emulator as an assistant is offered them, in this process: what each is called and says, which request it
 * makes, and how the service of them begins and ends. The emulator is a server that answers as it is told.
 */
import * as EmulatorClient from "@signalbox/mcp/EmulatorClient"
import { serve } from "@signalbox/mcp/Stdio"
import type { RequestListener } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TransformOptions } from "node:stream"
import { PassThrough } from "node:stream"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"

type Offered = readonly [name: string, title: string, reads: boolean, asked: string, id?: string]

/** Each tool, and the request that it makes; of the API's also the id of its operation. */
const tools: ReadonlyArray<Offered> = [
  ["send_message", "Send a message", false, "POST /v3/a", "messages.send"],
  ["wait_for_message", "Wait for a message", true, "GET /emulator/messages"],
  ["get_message", "Read a message", true, "GET /v3/b/{id}", "messages.get"],
  ["get_message_activities", "Read a message's line", true, "GET /v3/c/{id}", "messages.activities"],
  ["explain_message", "Explain what would become of a message", true, "POST /v3/d", "messages.explain"],
  ["script_handset", "Script a handset", false, "PUT /emulator/handsets/{phone}"],
  ["get_conversation", "Read a handset's conversation", true, "GET /emulator/handsets/{phone}/conversation"],
  ["write_from_handset", "Write from a handset", false, "POST /emulator/inbound"],
  ["get_clock", "Read the clock", true, "GET /emulator/clock"],
  ["travel", "Travel in time", false, "POST /emulator/clock"],
  ["list_templates", "List the templates", true, "GET /v3/e", "templates.list"],
  ["preview_template", "Preview a template", true, "POST /v3/f/{id}", "templates.preview"],
  ["preview_definition", "Preview a definition", true, "POST /v3/g", "templates.preview_definition"]
]

const calls = tools.filter(([, , , , id]) => id === undefined).map(([name, , , asked]) => {
  const [method, path] = asked.split(" ")
  return { method, path, summary: `Does ${name}.`, input: { type: "object", properties: { [name]: {} } } }
})

const text = { type: "string" }
const parameters = [
  { name: "id", in: "path", required: true, description: "Its id", schema: text },
  { name: "page", in: "query", schema: text },
  { name: "session", in: "cookie", required: true, schema: text },
  { name: "x-key", in: "header", required: true, schema: text },
  { $ref: "#/components/parameters/key" }
]
const operations = tools.flatMap(([, , , asked, operationId]) => {
  if (operationId === undefined) return []
  const [method, path] = asked.split(" ")
  const operation = { operationId, summary: "Does it", description: "Well.", parameters }
  const schema = { properties: { body: { $ref: "#/components/schemas/Body" } }, required: ["body"] }
  const body = method === "POST" ? { requestBody: { content: { "application/json": { schema } } } } : {}
  return [[path!, { [method!.toLowerCase()]: { ...operation, ...body } }] as const]
})
const document = {
  info: { version: "9.8.7" },
  paths: Object.fromEntries(operations),
  components: { schemas: { Body: text } }
}

const accounts = [{ id: "1", name: "Acme", api_key: "k", profiles: [{ id: "2", name: "Shop" }] }]

const served: Readonly<Record<string, unknown>> = {
  "/emulator/calls": { calls },
  "/openapi.json": document,
  "/emulator/accounts": accounts
}

interface Asked {
  readonly line: string
  readonly key: string | undefined
  readonly profile: string | undefined
  readonly type: string | undefined
  readonly body: string
}

let asked: Array<Asked> = []
/** Answers in place of the emulator, where it is told. */
let instead: Record<string, RequestListener> = {}
const server = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  const { "content-type": type, "x-api-key": key, "x-profile-id": profile } = request.headers
  asked.push({ line: `${request.method} ${request.url}`, key: key as string, profile: profile as string, type, body })
  const path = request.url ?? ""
  const other = instead[path]
  if (other !== undefined) return other(request, response)
  response.end(JSON.stringify(served[path] ?? { success: true, data: path }))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close().closeAllConnections())
beforeEach(() => {
  asked = []
  instead = {}
})
afterEach(() => vi.restoreAllMocks())

/** Speaks with it as an assistant does, a line each. */
const begin = (signal?: AbortSignal, input = new PassThrough()) => {
  const output = new PassThrough()
  const logged: Array<string> = []
  const answers = new Map<number, (answer: unknown) => void>()
  output.setEncoding("utf8").on("data", (lines: string) => {
    for (const line of lines.split("\n").filter((each) => each !== "")) {
      const { error, id, result } = JSON.parse(line) as { readonly id: number; result: unknown; error: unknown }
      answers.get(id)?.(result ?? error)
    }
  })
  const log = (line: string) => void logged.push(line)
  const over = serve({ url, input, output, log, ...(signal === undefined ? {} : { signal }) })
  let last = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      answers.set(++last, resolve)
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`)
    })
  return {
    input,
    output,
    logged,
    over,
    ask,
    call: (name: string, given: object) => ask("tools/call", { name, arguments: given })
  }
}

const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }

describe("the tools", () => {
  it("are offered with all that the emulator says of them", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout")
    const { ask, input, logged, over } = begin()
    expect(await ask("initialize", client)).toEqual({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "signalbox", title: "Signalbox emulator", version: "9.8.7" },
      instructions:
        "The tools drive a Signalbox emulator on this machine: a messaging service with simulated carriers " +
        "and handsets. Nothing reaches a real phone. Times are those of the emulator's clock, which travels."
    })
    const account = {
      type: "string",
      description: "The account that asks, by its id or name: the emulator's first unless given."
    }
    const given = { id: { ...text, description: "Its id" }, page: text }
    expect(await ask("tools/list")).toEqual({
      tools: tools.map(([name, title, readOnlyHint, line, id]) => {
        const annotations = { title, readOnlyHint, openWorldHint: false }
        if (id === undefined) {
          const inputSchema = { type: "object", properties: { [name]: {} } }
          return { name, title, description: `Does ${name}.`, inputSchema, annotations }
        }
        const isPost = line.startsWith("POST")
        return {
          name,
          title,
          description: "Does it. Well.",
          inputSchema: {
            type: "object",
            properties: { ...given, ...(isPost ? { body: { $ref: "#/$defs/Body" } } : {}), account },
            required: ["id", ...(isPost ? ["body"] : [])],
            ...(isPost ? { $defs: { Body: text } } : {})
          },
          annotations
        }
      })
    })
    expect(logged).toEqual([`Offers the emulator on ${url}`])
    expect(asked.map(({ line }) => line)).toEqual(["GET /emulator/calls", "GET /openapi.json"])
    expect(timeouts.mock.calls).toEqual([[10_000], [10_000]])
    input.write("nonsense\n")
    await expect.poll(() => logged.length, { timeout: 40_000 }).toBe(2)
    input.end()
    await over
  })

  it("ask for what they are called, those of the API with the key of their account", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout")
    const { ask, call, input, over } = begin()
    await ask("ping")
    for (const [name, , , line, id] of tools) {
      asked = []
      const given = { id: "a/b", phone: "+1", more: 1, ...(id === undefined ? {} : { account: "Shop" }) }
      const [method, path] = line.split(" ")
      await call(name, given)
      const { line: made, ...sent } = asked.at(-1)!
      expect(made.startsWith(`${method} ${path!.replace("{id}", "a%2Fb").replace("{phone}", "%2B1")}`), made).toBe(true)
      expect(made.endsWith("more=1"), made).toBe(method === "GET")
      expect(sent.type).toBe(method === "GET" ? undefined : "application/json")
      if (method !== "GET") expect(JSON.parse(sent.body)).toMatchObject({ more: 1 })
      expect([sent.key, sent.profile]).toEqual(id === undefined ? [undefined, undefined] : ["k", "2"])
      expect(asked.length).toBe(id === undefined ? 1 : 2)
    }
    expect(timeouts.mock.calls.slice(2)).toEqual(tools.map(() => [300_000]))
    expect(await call("list_templates", {})).toEqual({ content: [{ type: "text", text: "\"/v3/e\"" }], isError: false })
    expect(await call("get_message", {})).toEqual({
      content: [{ type: "text", text: "id is missing." }],
      isError: true
    })
    expect(await call("reset", {})).toEqual({ code: -32_602, message: "MCP error -32602: there is no tool reset" })
    input.destroy()
    await over
  })

  it("end with a signal, also one that has come before", async () => {
    await begin(AbortSignal.abort()).over
    const [ending, { ask, over }] = [new AbortController(), begin()]
    const other = begin(ending.signal)
    await other.ask("initialize", client)
    ending.abort()
    await other.over
    // It leaves its input to whoever has given it.
    expect(other.input.listenerCount("data")).toBe(0)
    // Nobody has told this one.
    expect(await ask("ping")).toEqual({})
    void over
  })

  it.each<readonly [string, TransformOptions, end: (input: PassThrough) => unknown]>([
    ["ends", { autoDestroy: false }, (input) => input.end()],
    ["is closed", {}, (input) => input.destroy()],
    ["breaks", { emitClose: false }, (input) => input.destroy(new Error("gone"))]
  ])("end when their input %s", async (_, options, end) => {
    const { ask, input, over } = begin(undefined, new PassThrough(options))
    await ask("ping")
    end(input)
    expect(await over).toBeUndefined()
  })

  it("end when nobody reads what they say", async () => {
    const { ask, output, over } = begin()
    await ask("ping")
    output.destroy(new Error("gone"))
    expect(await over).toBeUndefined()
  })

  const no = "is no Signalbox emulator. Start one with: npx signalbox dev"

  it.each<readonly [path: string, name: string, answer: RequestListener, says: string]>([
    ["/emulator/calls", "refused", (_, response) => response.writeHead(404).end(JSON.stringify({ calls })), no],
    ["/emulator/calls", "another document", (_, response) => response.end("{}"), no],
    ["/openapi.json", "no JSON", (_, response) => response.end("no JSON"), no],
    [
      "/openapi.json",
      "another address",
      (_, response) => response.writeHead(302, { location: "/" }).end(),
      "does not answer. Is the emulator running?"
    ]
  ])("are none where the answer to %s is %s", async (path, _, answer, says) => {
    instead[path] = answer
    await expect(serve({ url })).rejects.toMatchObject({ name: "StartError", message: `${url} ${says}` })
  })
})

describe("an answer of the emulator", () => {
  const ask = (path: string, signal = AbortSignal.timeout(40_000)) =>
    EmulatorClient.make(url)({ method: "GET", path, signal })

  it("has its status, and its JSON where that is what it has", async () => {
    instead["/a"] = (_, response) => response.writeHead(418).end("{\"a\":\"é\"}")
    instead["/b"] = (_, response) => response.writeHead(200).end("no JSON")
    expect([await ask("/a"), await ask("/b")]).toEqual([{ status: 418, json: { a: "é" } }, {
      status: 200,
      json: undefined
    }])
  })

  it("is read whole where a character comes in two parts", async () => {
    const bytes = new TextEncoder().encode("{\"a\":\"é\"}")
    const body = ReadableStream.from([bytes.subarray(0, 7), bytes.subarray(7)])
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body))
    expect(await ask("/a")).toEqual({ status: 200, json: { a: "é" } })
  })

  it("may have eight mebibytes, and no more", async () => {
    const most = 8 * 1024 * 1024
    const answers = [most, most + 1].map((size) => new Response("1".padStart(size)))
    vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(answers.shift()!))
    expect(await ask("/a")).toEqual({ status: 200, json: 1 })
    await expect(ask("/b")).rejects.toMatchObject({
      name: "NoAnswer",
      message: "The answer is too long: ask for less."
    })
  })

  it("is none where it does not come in time", async () => {
    const leaving = new AbortController()
    instead["/a"] = () => leaving.abort()
    await expect(ask("/a", leaving.signal)).rejects.toThrow(`${url} gave no answer in time.`)
  })
})
