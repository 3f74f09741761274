/**
 * Counts what has come on a connection, below TLS: records may hold padding, or nothing for whoever reads, and opening
 * them takes this process time all the same.
 */
import type { Socket } from "node:net"

const within = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/**
 * Returns how many bytes have come. A socket of TLS tells only of those that it has opened, and Node's handle below it of
 * all; another runtime may have none.
 */
export const received = (socket: Socket): number => {
  const bytes = within(within(within(socket, "_handle"), "_parent"), "bytesRead")
  return typeof bytes === "number" ? bytes : socket.bytesRead
}

export const isEncrypted = (socket: Socket): boolean => within(socket, "encrypted") === true
