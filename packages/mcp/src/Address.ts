/**
 * The address of an emulator. Whoever scripts handsets and travels in time means a service on this machine, never one
 * that others use.
 */
import { isIPv4 } from "node:net"
import { StartError } from "./StartError.ts"

/** `signalbox dev` listens here unless told otherwise. */
export const usual = "http://127.0.0.1:3000"

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."))

/** Returns the origin that an address names. Throws a `StartError` when it is none on this machine. */
export const origin = (text: string): string => {
  const url = URL.parse(text)
  if (url === null || url.protocol !== "http:" || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new StartError(`The address of an emulator is one such as ${usual}.`)
  }
  if (url.username !== "" || url.password !== "") throw new StartError("The address of an emulator holds no password.")
  if (!isLoopback(url.hostname)) {
    throw new StartError(`${url.hostname} is not this machine: an emulator is reached at a loopback address only.`)
  }
  return url.origin
}
