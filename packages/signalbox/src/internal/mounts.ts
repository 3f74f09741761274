/**
 * The facade's `fetch` and `node`: they wait for the service, count what is under way, and answer by themselves while
 * there is no service.
 */
import { StoreError } from "@signalbox/core/Store"
import { bare } from "@signalbox/http/ClientAddress"
import type { Handler } from "@signalbox/node/NodeMiddleware"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isIP } from "node:net"
import type { Signalbox } from "../Signalbox.ts"
import { SignalboxError } from "../SignalboxError.ts"
import type { Handlers } from "./handlers.ts"
import type { InFlight } from "./inFlight.ts"

type Open = () => Promise<Handlers["Service"]>

const help = "hand the client's address over by name, as in fetch(request, { ip }); leave it out when it is not known"

const isRequest = (value: unknown): value is Request =>
  typeof value === "object" && value !== null && "url" in value && "method" in value && "headers" in value &&
  typeof (value.headers as Headers).get === "function"

interface Address {
  readonly ip: string | null
  readonly port?: number
}

const portOf = (client: object): Pick<Address, "port"> => {
  if (!("port" in client) || client.port === undefined || client.port === null) return {}
  if (typeof client.port === "number" && Number.isInteger(client.port)) return { port: client.port }
  throw new TypeError("Signalbox: the port that fetch was given is no port; leave it out when it is not known.")
}

/** Frameworks hand over other things as second arguments: bindings, parameters, a server. */
const addressOf = (client: unknown): Address => {
  if (client === undefined || client === null) return { ip: null }
  if (typeof client !== "object" || !("ip" in client)) {
    throw new TypeError(`Signalbox: the second argument of fetch is no client: ${help}.`)
  }
  const { ip } = client
  if (ip === undefined || ip === null) return { ip: null }
  if (typeof ip !== "string" || isIP(bare(ip)) === 0) {
    throw new TypeError(`Signalbox: the ip that fetch was given is no IP address: ${help}.`)
  }
  return { ip, ...portOf(client) }
}

/** Callers are told in the envelope that there is no service now, and that they may try again. */
const envelope = ({ code, message }: SignalboxError): string =>
  JSON.stringify({
    success: false,
    status: 503,
    data: null,
    error: { code, message },
    meta: { request_id: "req_0000000000000000", timestamp: new Date().toISOString(), version: "v3" }
  })

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "connection": "close"
}

/**
 * Tells clients that the storage is away, in the words of the store and without those of its server. Every other cause
 * stands in the log and in `ready`, and is nobody's business outside.
 */
const outside = ({ cause }: SignalboxError): string => {
  const words = cause instanceof StoreError && cause.reason === "unavailable"
    ? cause.message.replace(/ \(.*$/s, "")
    : ""
  return `The service is temporarily unavailable${words === "" ? "" : `: ${words}`}`
}

const away = (error: SignalboxError): string => envelope(new SignalboxError({ ...error, message: outside(error) }))

const headersOf = ({ retryAfterMs }: SignalboxError) => ({
  ...headers,
  "retry-after": String(Math.ceil((retryAfterMs ?? 1000) / 1000))
})

export const fetch = (inFlight: InFlight, open: Open): Signalbox["fetch"] => async (request, client) => {
  if (!isRequest(request)) throw new TypeError("Signalbox: the first argument of fetch must be a Request.")
  const address = addressOf(client)
  try {
    return await inFlight.pass(async () => (await open()).fetch(request, address))
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { connection: _, ...rest } = headersOf(error)
    return new Response(away(error), { status: 503, headers: rest })
  }
}

const ended = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed) resolve()
    else response.once("close", resolve)
  })

const serve = async (
  handle: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  next: ((error?: unknown) => void) | undefined
): Promise<void> => {
  // A client that has waited may be gone.
  if (response.closed) return
  let isOurs = true
  const pass = next === undefined ? undefined : (error?: unknown) => {
    isOurs = false
    next(error)
  }
  handle(request, response, pass)
  if (isOurs) await ended(response)
}

/** Frameworks have requests and responses of their own, and those of Node's server within. */
const isNodes = (response: unknown): response is ServerResponse =>
  typeof response === "object" && response !== null && "writeHead" in response &&
  typeof response.writeHead === "function"

export const node = (inFlight: InFlight, open: Open): Signalbox["node"] => (hostRequest, hostResponse, next) => {
  const request = hostRequest as IncomingMessage
  const response: unknown = hostResponse
  if (!isNodes(response)) {
    throw new TypeError(
      "Signalbox: node needs the request and the response of Node's server, in Fastify request.raw and reply.raw; a " +
        "Request of the web is for fetch."
    )
  }
  const begin = async () => serve((await open()).node, request, response, next)
  inFlight.pass(begin).catch((error: unknown) => {
    if (!(error instanceof SignalboxError) || response.headersSent) return next?.(error)
    const body = away(error)
    response.writeHead(503, { ...headersOf(error), "content-length": Buffer.byteLength(body) })
    response.end(request.method === "HEAD" ? undefined : body)
  })
}
