/**
 * Requests to a provider over a bounded pool of connections. An answer says whether the provider can have heard of a request
 * at all: one that never left is no risk, and one whose answer was lost may have sent the message.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
// Bun has a stand-in of its own for `undici`, without pools and time-outs. The library itself runs there by this path.
import type { Dispatcher } from "undici/index.js"
import { Agent, ProxyAgent } from "undici/index.js"
import { millis, reveal, secret, text, whole } from "./Settings.ts"

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Returns the name and the password in a URL, or null when they cannot be read. */
const credentials = (url: string): { readonly name: string; readonly password: string } | null => {
  const { password, username } = new URL(url)
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return null
  }
}

const isProxy = (url: string): boolean => isHttp(url) && credentials(url) !== null

/** The settings of the connections, which each carrier over HTTP has under `http`. Times are in milliseconds. */
export const Options = Schema.Struct({
  /** The most connections to one origin; 32 unless given. What finds none waits for one. */
  connections: Schema.optionalKey(whole(1, 1024)),
  /** How long connecting may take, with TLS; 5 seconds unless given. */
  connectTimeout: Schema.optionalKey(millis),
  /** How long the head of an answer may take; 20 seconds unless given. */
  headersTimeout: Schema.optionalKey(millis),
  /** How long the body of an answer may be silent; 10 seconds unless given. */
  bodyTimeout: Schema.optionalKey(millis),
  /** How long a request may take in all; 25 seconds unless given. */
  timeout: Schema.optionalKey(millis),
  /** The longest body of an answer, in bytes; 1 MiB unless given. */
  longestAnswer: Schema.optionalKey(whole(1024, 64 * 1024 * 1024)),
  /** The URL of a proxy. It may have a name and a password. */
  proxy: Schema.optionalKey(secret(isProxy, "must be a URL with http or https"))
})
export type Options = typeof Options.Type

/** A URL of a provider: with http or https, without a name and a password. */
export const Url = text((url) => isHttp(url) && new URL(url).username === "", "must be a URL with http or https")

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface HttpAnswer {
  readonly _tag: "Answered"
  readonly status: number
  /** By name in lower case; values of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type HttpResult =
  | HttpAnswer
  /** Nothing has left this node. `why` is a code such as `ECONNREFUSED`, and never quotes the request. */
  | { readonly _tag: "Unsent"; readonly why: string }
  /** The request was written, at least in part, and no whole answer has come. */
  | { readonly _tag: "Lost"; readonly why: string }

export interface HttpClient {
  /**
   * Makes one request, and never a second one: redirects are answers. An interruption gives its connection up.
   *
   * @param written is called when the request is being written: from then on the provider may know of it
   */
  readonly request: (request: HttpRequest, written?: () => void) => Effect.Effect<HttpResult>
}

const reason = (error: unknown): string => {
  const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : "ERROR"
}

const interrupted = new Error("nobody waits for the answer any more")

const tooLong = Object.assign(new Error("the answer is too long"), { code: "TOO_LONG" })

const dispatcherOf = (options: Options): Agent | ProxyAgent => {
  const { connections = 32, connectTimeout = 5000, proxy } = options
  const connect = { timeout: connectTimeout }
  const bounds = { connections, pipelining: 1, connect }
  if (proxy === undefined) return new Agent(bounds)
  const url = reveal(proxy)
  const { name, password } = credentials(url) ?? { name: "", password: "" }
  return new ProxyAgent({
    ...bounds,
    uri: new URL(url).origin,
    requestTls: connect,
    proxyTls: connect,
    ...(name === "" ? {} : { token: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` })
  })
}

/** Says no more often than this that a provider cannot be reached, in milliseconds. */
const quiet = 30_000

/**
 * Makes a client whose connections end with the scope.
 *
 * @param carrier the name in the warning that the provider cannot be reached
 */
export const make = (options: Options = {}, carrier?: string): Effect.Effect<HttpClient, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => dispatcherOf(options)),
      (dispatcher) => Effect.promise(() => dispatcher.destroy())
    ),
    (dispatcher): HttpClient => {
      let saidAt = Number.NEGATIVE_INFINITY
      const warn = Effect.fnUntraced(function*(result: HttpResult) {
        const now = yield* Instant.now
        if (result._tag !== "Unsent" || now - saidAt < quiet) return
        saidAt = now
        yield* Effect.logWarning("a provider cannot be reached", { carrier, why: result.why })
      })
      return {
        request: (request, written) =>
          Effect.suspend(() => {
            const state: State = { isWritten: false, isGivenUp: false }
            const { timeout = 25_000 } = options
            return Effect.tap(
              Effect.timeoutOrElse(dispatch(dispatcher, request, options, state, written), {
                duration: timeout,
                orElse: () => Effect.succeed(ended(state, "TIMEOUT"))
              }),
              warn
            )
          })
      }
    }
  )

const joined = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]]
    )
  )

interface State {
  isWritten: boolean
  isGivenUp: boolean
}

const ended = ({ isWritten }: State, why: string): HttpResult => ({ _tag: isWritten ? "Lost" : "Unsent", why })

const dispatch = (
  dispatcher: Dispatcher,
  request: HttpRequest,
  options: Options,
  state: State,
  written?: () => void
): Effect.Effect<HttpResult> =>
  Effect.callback((resume) => {
    const { bodyTimeout = 10_000, headersTimeout = 20_000, longestAnswer = 1024 * 1024 } = options
    const { origin, pathname, search } = new URL(request.url)
    let controller: Dispatcher.DispatchController | null = null
    let status = 0
    let headers: Readonly<Record<string, string>> = {}
    const chunks: Array<Uint8Array> = []
    let size = 0
    const { body, method } = request
    dispatcher.dispatch({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: { ...request.headers },
      body: body ?? null,
      bodyTimeout,
      headersTimeout
    }, {
      onRequestStart: (given) => {
        controller = given
        // Whoever waited for a free connection may have gone meanwhile.
        if (state.isGivenUp) return given.abort(interrupted)
        state.isWritten = true
        written?.()
      },
      onResponseStart: (_, code, found) => {
        status = code
        headers = joined(found)
      },
      // The library's own bound is none for an answer that comes through a proxy.
      onResponseData: (given, chunk) => {
        size += chunk.byteLength
        if (size > longestAnswer) return given.abort(tooLong)
        chunks.push(chunk)
      },
      onResponseEnd: () =>
        resume(Effect.succeed({ _tag: "Answered", status, headers, body: new Uint8Array(Buffer.concat(chunks)) })),
      onResponseError: (_, error) => resume(Effect.succeed(ended(state, reason(error))))
    })
    return Effect.sync(() => {
      state.isGivenUp = true
      controller?.abort(interrupted)
    })
  })
