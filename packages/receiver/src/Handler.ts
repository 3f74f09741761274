/**
 * Handlers of HTTP servers: they read the raw body, verify it, and hand each event over once.
 *
 * They answer 204 when the event was handled, or had been before; 401 or 400 to what does not verify; 413 to a body that
 * is too large; 500 when the handling failed, so that the service delivers the event again.
 */
import type { Once, Seen } from "./Deduplication.ts"
import { deduplicate, memory } from "./Deduplication.ts"
import type { Delivery, HeadersLike, VerifyOptions } from "./Verification.ts"
import { keyBytes, tolerance, VerificationError, verify } from "./Verification.ts"

export interface HandlerOptions extends VerifyOptions {
  /** The webhook's secret; during a rotation the old one and the new one. A function is asked for each request. */
  readonly secrets: string | ReadonlyArray<string> | (() => string | ReadonlyArray<string>)
  /** Must end within the webhook's `timeout_seconds`. */
  readonly onEvent: (delivery: Delivery) => void | Promise<void>
  /**
   * Is told why a request was answered with an error. Without it what `onEvent` throws goes to `console.error`, and of
   * what does not verify, which anybody may send, one line a minute of each kind.
   */
  readonly onError?: (error: unknown) => void
  /** The memory of the events that were handled; within this process by default. */
  readonly seen?: Seen
  /** The largest body that is read; 1 MiB by default. */
  readonly maxBytes?: number
}

interface Answer {
  readonly status: number
  readonly text: string
}

const mebibyte = 1024 * 1024

class TooLarge extends Error {}

/** The body was parsed before it came here, so that its bytes are gone. */
class AlreadyParsed extends Error {
  override readonly message =
    "The webhook's body was parsed before it could be verified. Mount the handler before express.json(), or use express.raw({ type: \"*/*\" }) on its path."
}

const answerTo = (error: unknown): Answer => {
  if (error instanceof TooLarge) return { status: 413, text: "too large" }
  if (!(error instanceof VerificationError) || error.reason === "secret") return { status: 500, text: "failed" }
  const isUnknown = error.reason === "signature" || error.reason === "timestamp"
  return { status: isUnknown ? 401 : 400, text: error.message }
}

/** Reads a body of at most so many bytes. */
const read = async (chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw new TooLarge()
    parts.push(chunk)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    body.set(part, offset)
    offset += part.length
  }
  return body
}

const missing = "there is no secret: is the variable set that holds the signing secret of the webhook?"

/** Whoever sets up a handler learns of a wrong secret then, not from the first delivery that is refused. */
const checkSecrets = (secrets: unknown): void => {
  const all: ReadonlyArray<unknown> = Array.isArray(secrets) ? secrets : [secrets]
  if (all.length === 0) throw new VerificationError("secret", missing)
  for (const secret of all) {
    if (typeof secret !== "string" || secret.trim() === "") throw new VerificationError("secret", missing)
    keyBytes(secret)
  }
}

const minute = 60_000

/** Returns the kind of what anybody may send, as much of it as they like; null for failures of the host's own. */
const kindOf = (error: unknown): string | null => {
  if (error instanceof TooLarge) return "size"
  return error instanceof VerificationError && error.reason !== "secret" ? error.reason : null
}

const toConsole = (): (error: unknown) => void => {
  const toldAt = new Map<string, number>()
  return (error) => {
    const kind = kindOf(error)
    if (kind === null) return console.error("Signalbox receiver: a delivery has failed, and comes again:", error)
    const now = performance.now()
    if (now - (toldAt.get(kind) ?? -minute) < minute) return
    toldAt.set(kind, now)
    const why = error instanceof VerificationError ? error.message : "its body is too large"
    console.error(`Signalbox receiver: a delivery was refused: ${why}`)
  }
}

/** A host's function that throws when it is told of an error must not end the process. */
const tellBy = (onError: (error: unknown) => unknown) => (error: unknown): void => {
  const failed = (again: unknown): void => console.error("Signalbox receiver: onError has thrown:", again)
  try {
    Promise.resolve(onError(error)).catch(failed)
  } catch (again) {
    failed(again)
  }
}

interface Receive {
  readonly receive: (headers: HeadersLike, body: () => Promise<string | Uint8Array>) => Promise<Answer>
  readonly maxBytes: number
}

const make = (
  { maxBytes = mebibyte, onError = toConsole(), onEvent, secrets, seen, ...options }: HandlerOptions
): Receive => {
  const tell = tellBy(onError)
  if (typeof secrets !== "function") checkSecrets(secrets)
  const { toleranceSeconds = tolerance } = options
  // Attempts are timed in whole seconds: one verifies until its last second has ended.
  const once: Once = deduplicate(seen ?? memory({ leastMillis: (2 * toleranceSeconds + 1) * 1000 }))
  return {
    maxBytes,
    receive: async (headers, body) => {
      try {
        const known = typeof secrets === "function" ? secrets() : secrets
        if (typeof secrets === "function") checkSecrets(known)
        await once(await verify(known, headers, await body(), options), onEvent)
        return { status: 204, text: "" }
      } catch (error) {
        tell(error)
        return answerTo(error)
      }
    }
  }
}

const chunksOf = async function*(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** For whatever speaks fetch: Bun, Deno, Hono, Workers, Next.js routes. */
export const fetchHandler = (options: HandlerOptions): (request: Request) => Promise<Response> => {
  const { maxBytes, receive } = make(options)
  return async (request) => {
    if (request.method !== "POST") return new Response("POST only", { status: 405, headers: { allow: "POST" } })
    const { status, text } = await receive(request.headers, () => read(chunksOf(request.body), maxBytes))
    return new Response(text === "" ? null : text, { status })
  }
}

/** For `Bun.serve`: `Bun.serve(bunServer({ secrets, onEvent }))`. */
export const bunServer = (
  options: HandlerOptions
): { readonly fetch: (request: Request) => Promise<Response> } => ({ fetch: fetchHandler(options) })

/** The part of `http.IncomingMessage` that the handlers use, and of what frameworks put on it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The body, when `express.raw()` has read it. */
  readonly body?: unknown
  readonly readableEnded?: boolean
}

/** The part of `http.ServerResponse` that the handlers use. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text?: string): unknown
}

const bodyOf = async (request: NodeRequest, maxBytes: number): Promise<string | Uint8Array> => {
  const { body } = request
  if (body instanceof Uint8Array || typeof body === "string") return body
  if (request.readableEnded === true) throw new AlreadyParsed()
  return read(request, maxBytes)
}

/** For `http.createServer`. */
export const nodeHandler = (
  options: HandlerOptions
): (request: NodeRequest, response: NodeResponse) => Promise<void> => {
  const { maxBytes, receive } = make(options)
  return async (request, response) => {
    if (request.method !== "POST") {
      response.statusCode = 405
      response.setHeader("allow", "POST")
      response.end("POST only")
      return
    }
    const { status, text } = await receive(request.headers, () => bodyOf(request, maxBytes))
    response.statusCode = status
    // The rest of a body that is too large is not read.
    if (status === 413) response.setHeader("connection", "close")
    response.end(text)
  }
}

/** For `app.post("/webhooks", expressHandler(...))`, before `express.json()` or after `express.raw({ type: "*\/*" })`. */
export const expressHandler = nodeHandler
