/**
 * The inbox for one account of a production service, behind the host's own sessions.
 *
 * @beta
 */
import type { HostRequest, HostResponse } from "./Host.ts"

/** The session of somebody whom the host lets in. */
export interface ConsoleSession {
  /**
   * A secret of the session, such as its id, of 16 characters at least: a digest of it protects changes. It never reaches
   * the page itself.
   */
  readonly token: string
}

export interface ConsoleOptions {
  /** The id of the account that is shown, as `accounts.ensure` returns it. */
  readonly account: string
  /**
   * Asks for the session of a request, which is the framework's own where it has one: null, and nothing is shown. It is
   * asked for every request.
   */
  authorize(request: HostRequest | Request): ConsoleSession | null | Promise<ConsoleSession | null>
  /** Whether the page may change something and send. Unless given, it may only read. */
  readonly writable?: boolean
  /** The path that the console is served below, where the host does not strip it as Express does, such as `/console`. */
  readonly basePath?: string
}

/** The ways in. Both answer everything below their path. */
export interface Console {
  /** Answers a web `Request`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A handler for `app.use("/console", console.node)`, or for a server of Node. What is elsewhere goes on to `next`. */
  readonly node: (request: HostRequest, response: HostResponse, next?: (error?: unknown) => void) => void
}
