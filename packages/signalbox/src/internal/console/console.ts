/**
 * The inbox for one account, behind the host's sessions: its files, its session, and the operations that its views need.
 */
import type { Secrets } from "@signalbox/core/Secrets"
import type { Store } from "@signalbox/core/Store"
import type * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import type { Console, ConsoleOptions } from "../../Console.ts"
import type { HostRequest, HostResponse } from "../../Host.ts"
import { SignalboxError } from "../../SignalboxError.ts"
import type { Services } from "../calling.ts"
import { call } from "../calling.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Asked } from "./asked.ts"
import * as Asked_ from "./asked.ts"
import type { Checked } from "./checked.ts"
import { check } from "./checked.ts"
import * as Offered from "./offered.ts"
import * as Origin from "./origin.ts"
import type { Reply } from "./reply.ts"
import * as Reply_ from "./reply.ts"
import { verify } from "./verified.ts"

type Run = <A>(effect: Effect.Effect<A, SignalboxError, Secrets | Services | Store>) => Promise<A>

const nothing = () => Errors.error("RESOURCE_013", "There is nothing at this path")

/** Returns the token of the session's page, or null when the host knows no session. */
const admitted = async ({ account, authorize }: Checked, request: HostRequest | Request): Promise<string | null> => {
  const session: unknown = await authorize(request)
  if (session === null || session === undefined) return null
  const secret = typeof session === "object" && "token" in session ? session.token : null
  if (typeof secret !== "string" || secret.length < 16) {
    throw new TypeError(
      "authorize must return null, or { token } with a secret of the session of 16 characters at least"
    )
  }
  return Origin.tokenOf(secret, account)
}

const file = async ({ header, method }: Asked, path: string): Promise<Reply | null> => {
  if (method !== "GET" && method !== "HEAD") return null
  const Files = await import("@signalbox/inbox/Files")
  return Files.answer(path.slice(1), {
    method,
    ifNoneMatch: header("if-none-match"),
    acceptEncoding: header("accept-encoding")
  }, "console")
}

const jsonOf = async (asked: Asked): Promise<unknown> => {
  if (!/^application\/json\s*(?:;|$)/i.test(asked.header("content-type")?.trim() ?? "")) {
    throw Errors.error("VALIDATION_001", "The body must be sent as application/json")
  }
  const text = await asked.body().catch((error: unknown) => {
    throw error instanceof SignalboxError ? error : Errors.error("VALIDATION_001", "The body cannot be read")
  })
  try {
    return text === "" ? {} : JSON.parse(text) as unknown
  } catch {
    throw Errors.error("VALIDATION_001", "The body is not JSON")
  }
}

/**
 * @param failed is told what `authorize` throws
 * @throws TypeError when the options are not as they should be
 */
export const make = (run: Run, failed: (error: unknown) => void, options: ConsoleOptions): Console => {
  const checked = check(options)
  const { account, basePath, writable } = checked

  const needsOwnPage = (asked: Asked, token: string): void => {
    if (!(Origin.isOwn(asked) && Origin.isToken(asked.header(Origin.header), token))) {
      throw Errors.error("AUTH_004", "Only the page of this session may do this")
    }
  }

  const operation = async (asked: Asked, path: string, token: string): Promise<Reply> => {
    const found = Offered.find(asked.method, path, writable)
    if (found === null) throw nothing()
    const isSaid = asked.method !== "GET"
    if (isSaid) needsOwnPage(asked, token)
    const given = {
      params: found.params,
      query: Object.fromEntries(asked.query),
      body: isSaid ? Given.json(await jsonOf(asked)) : {},
      options: {}
    }
    return Reply_.data(await run(call(account, found.plan, given)))
  }

  /** The account as the page shows it, and what it may do. */
  const session = async (token: string): Promise<Reply> => {
    const plan = Offered.me
    const me = await run(call(account, plan, { params: {}, query: {}, body: {}, options: {} }))
    const { id, name, type } = me as { readonly id: string; readonly name: string; readonly type: string }
    return Reply_.data({ account: { id, name, type }, may_write: writable, token })
  }

  /** It changes nothing, but only the page may learn whether a signature is right. */
  const verification = async (asked: Asked, token: string): Promise<Reply> => {
    if (asked.method !== "POST") throw nothing()
    needsOwnPage(asked, token)
    return Reply_.data(await run(verify(account, await jsonOf(asked))))
  }

  const tokenFor = (request: HostRequest | Request): Promise<string | null> =>
    admitted(checked, request).catch((error: unknown) => {
      failed(error)
      throw Errors.error("INTERNAL_001")
    })

  const answer = async (asked: Asked, path: string, request: HostRequest | Request): Promise<Reply> => {
    try {
      const token = await tokenFor(request)
      if (token === null) throw Errors.error("AUTH_001", "There is no session that may see this")
      const isData = path === "/session" || path === "/verify" || path.startsWith("/v3/")
      if (!isData) {
        const found = await file(asked, path)
        if (found === null) throw nothing()
        return found
      }
      if (!Origin.mayRead(asked)) throw Errors.error("AUTH_004", "Pages of other origins may not read this")
      if (path === "/verify") return await verification(asked, token)
      if (path !== "/session") return await operation(asked, path, token)
      if (asked.method !== "GET") throw nothing()
      return await session(token)
    } catch (error) {
      return Reply_.failure(error instanceof SignalboxError ? error : Errors.error("INTERNAL_001"))
    }
  }

  /** The page names its files relative to itself, so its own address ends in a slash. */
  const moved = ({ base }: Asked): Reply => ({
    status: 308,
    headers: { location: `./${base.slice(base.lastIndexOf("/") + 1)}/`, "cache-control": "no-store" },
    body: null
  })

  return {
    fetch: async (request) => {
      const asked = Asked_.fromWeb(request, basePath)
      const { path } = asked
      const reply = path === null
        ? Reply_.failure(nothing())
        : path === ""
        ? moved(asked)
        : await answer(asked, path, request)
      const body = reply.body === null || asked.method === "HEAD" ? null : Buffer.from(reply.body)
      return new Response(body, { status: reply.status, headers: reply.headers })
    },
    node: (request: HostRequest, hostResponse: HostResponse, next) => {
      const response = hostResponse as ServerResponse
      const asked = Asked_.fromNode(request, basePath)
      const { path } = asked
      if (path === null && next !== undefined) {
        next()
        return
      }
      const write = ({ body, headers, status }: Reply): void => {
        if (response.headersSent || response.destroyed) return
        response.writeHead(status, headers)
        response.end(body === null || asked.method === "HEAD" ? undefined : body)
      }
      if (path === null) write(Reply_.failure(nothing()))
      else if (path === "") write(moved(asked))
      else void answer(asked, path, request).then(write)
    }
  }
}
