/**
 * Offers the tools of an emulator to whoever started this process, over its standard input and output.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import * as Address from "./Address.ts"
import * as Document from "./ApiDocument.ts"
import type { Ask } from "./EmulatorClient.ts"
import * as EmulatorClient from "./EmulatorClient.ts"
import { StartError } from "./StartError.ts"
import type { Tool } from "./Tool.ts"
import * as ToolCall from "./ToolCall.ts"
import * as Tools from "./Tools.ts"

export interface Options {
  /** The address of the emulator: `http://127.0.0.1:3000` unless given. */
  readonly url?: string
  readonly input?: Readable
  readonly output?: Writable
  /** Ends it, as the end of the input does. */
  readonly signal?: AbortSignal
  /** Takes what is to be logged, a line each. The output is for the protocol alone. */
  readonly log?: (line: string) => void
}

/** So long the emulator may take to say what it is, and to answer a call, in milliseconds. A travel may take minutes. */
const startMillis = 10_000
const callMillis = 5 * 60_000

const instructions =
  "The tools drive a Signalbox emulator on this machine: a messaging service with simulated carriers and handsets. " +
  "Nothing reaches a real phone. Times are those of the emulator's clock, which travels."

/** Returns a document of the emulator, or throws a `StartError` when what answers is none. */
const told = async <A>(ask: Ask, origin: string, path: string, schema: Schema.Codec<A, unknown>): Promise<A> => {
  const answer = await ask({ method: "GET", path, signal: AbortSignal.timeout(startMillis) }).catch(
    (error: unknown) => {
      throw error instanceof EmulatorClient.NoAnswer ? new StartError(error.message) : error
    }
  )
  const document = answer.status === 200 ? Schema.decodeUnknownOption(schema)(answer.json) : Option.none()
  if (Option.isSome(document)) return document.value
  throw new StartError(`${origin} is no Signalbox emulator. Start one with: npx signalbox dev`)
}

interface Offer {
  readonly tools: ReadonlyArray<Tool>
  /** The version of the API that the emulator has. */
  readonly version: string
}

/** The high-level server of the SDK wants Schemas of its own; this one takes the JSON Schemas as they are. */
const offering = (ask: Ask, { tools, version }: Offer, ended: AbortSignal): Server => {
  const implementation = { name: "signalbox", title: "Signalbox emulator", version }
  const server = new Server(implementation, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ description, inputSchema, name, reads, title }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { title, readOnlyHint: reads, openWorldHint: false }
    }))
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`)
    const until = AbortSignal.any([signal, ended, AbortSignal.timeout(callMillis)])
    const { isError, text } = await ToolCall.run(ask, tool, params.arguments ?? {}, until)
    return { content: [{ type: "text" as const, text }], isError }
  })
  return server
}

/**
 * Offers the tools until the input ends or the signal comes. Rejects with a `StartError`, whose message is a sentence,
 * when the address is not one of this machine, or no emulator answers there; nothing has been written then.
 */
export const serve = async (options: Options = {}): Promise<void> => {
  const { input = process.stdin, log = console.error, output = process.stdout, signal, url = Address.usual } = options
  const origin = Address.origin(url)
  const ask = EmulatorClient.make(origin)
  const list = await told(ask, origin, Tools.path, Tools.CallList)
  const document = await told(ask, origin, Document.path, Document.ApiDocument)
  const ending = new AbortController()
  const offer = { tools: Tools.make(document, list), version: document.info.version }
  const server = offering(ask, offer, ending.signal)
  const end = (): void => ending.abort()
  Object.assign(server, { onclose: end, onerror: ({ message }: Error) => log(message) })
  for (const event of ["end", "close", "error"]) input.once(event, end)
  output.once("error", end)
  signal?.addEventListener("abort", end)
  if (signal?.aborted === true) end()
  await server.connect(new StdioServerTransport(input, output))
  log(`Offers the emulator on ${origin}`)
  if (!ending.signal.aborted) await once(ending.signal, "abort")
  await server.close()
}
