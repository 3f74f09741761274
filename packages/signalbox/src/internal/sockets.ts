/**
 * Connections to a database that can be destroyed together. The client ends its own in good order, to which a server
 * that is silent never says anything.
 */
import type { Address } from "@signalbox/postgres/ConnectionUrl"
import type { Socket } from "node:net"
import { connect } from "node:net"

/** Returns what opens connections to a database, until the signal aborts. */
export const make = (signal: AbortSignal): (address: Address) => Socket => {
  const open = new Set<Socket>()
  signal.addEventListener("abort", () => {
    for (const socket of open) socket.destroy()
  }, { once: true })
  return (address) => {
    signal.throwIfAborted()
    const socket = "path" in address ? connect(address) : connect({ ...address, noDelay: true })
    open.add(socket)
    return socket.once("close", () => open.delete(socket))
  }
}
