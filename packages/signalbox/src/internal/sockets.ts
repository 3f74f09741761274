/**
 * Connections to a database that can be destroyed together. The client ends its own in good order, to which a server
 * that is silent never says anything.
 */
import type { Socket } from "node:net"
import { connect } from "node:net"

/**
 * Returns where a URL leads, as the client reads it, with a host that may be named in the query or be a directory of
 * sockets.
 */
const target = (url: string): { readonly path: string } | { readonly host: string; readonly port: number } => {
  const { hostname, port: written, searchParams } = new URL(url)
  const named = hostname.startsWith("[") ? hostname.slice(1, -1) : decodeURIComponent(hostname)
  const host = searchParams.get("host") ?? (named === "" ? "localhost" : named)
  const port = Number(searchParams.get("port") ?? (written === "" ? "5432" : written))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Returns what opens a connection to a database, until the signal aborts. */
export const make = (url: string, signal: AbortSignal): () => Socket => {
  const open = new Set<Socket>()
  signal.addEventListener("abort", () => {
    for (const socket of open) socket.destroy()
  }, { once: true })
  return () => {
    signal.throwIfAborted()
    const at = target(url)
    const socket = "path" in at ? connect(at) : connect({ ...at, noDelay: true })
    open.add(socket)
    return socket.once("close", () => open.delete(socket))
  }
}
