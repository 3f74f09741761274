/**
 * The connections to endpoints. They are pooled by host and port, and the guard checked the address when it was
 * dialled, so a connection that is used again needs no second check.
 */
import * as Http from "node:http"
import * as Https from "node:https"

export interface Options {
  /** The largest number of connections to one host and port. Further requests wait, within their own time limit. */
  readonly maxSocketsPerHost?: number | undefined
  /** The certificates to trust, as PEM, in place of the runtime's. */
  readonly ca?: string | undefined
}

export interface Connections {
  /** Makes a request that has not been sent yet; on a connection of its own if it must be fresh. */
  readonly request: (url: URL, options: Http.RequestOptions, fresh: boolean) => Http.ClientRequest
  readonly close: () => void
}

/**
 * Most servers close an idle connection after 5 s or later; this closes it first, so that no request meets a closed
 * one.
 */
const idleMillis = 4000

export const make = ({ ca, maxSocketsPerHost = 64 }: Options): Connections => {
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const pooled = { keepAlive: true, maxSockets: maxSocketsPerHost, timeout: idleMillis }
  const single = { keepAlive: false, maxSockets: maxSocketsPerHost }
  const http = { pooled: new Http.Agent(pooled), single: new Http.Agent(single) }
  const https = { pooled: new Https.Agent({ ...pooled, ...tls }), single: new Https.Agent({ ...single, ...tls }) }
  return {
    request: (url, options, fresh) => {
      const kind = fresh ? "single" : "pooled"
      return url.protocol === "https:"
        ? Https.request(url, { ...options, ...tls, agent: https[kind] })
        : Http.request(url, { ...options, agent: http[kind] })
    },
    close: () => {
      for (const agent of [http.pooled, http.single, https.pooled, https.single]) agent.destroy()
    }
  }
}
