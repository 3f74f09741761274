/**
 * The control has no key, so only clients on this machine may use it, and those that a setting names; and no page of a
 * browser that was led here.
 */
import * as AddressRange from "@signalbox/core/AddressRange"
import { isIPv4 } from "node:net"

/** Returns whether an address of a socket is this machine's own. */
export const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "")
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."))
}

/** The host of an authority or of an origin, without its port. */
const hostOf = (text: string): string => {
  const authority = text.replace(/^[a-z]+:\/\//i, "")
  return authority.startsWith("[") ? authority.slice(1, authority.indexOf("]")) : authority.replace(/:\d+$/, "")
}

/** Whoever may use the control besides this machine. */
export interface Allowed {
  /** The addresses of sockets, as ranges or one by one. */
  readonly clients: ReadonlyArray<string>
  /** The names that a `Host` and an `Origin` may have. */
  readonly hosts: ReadonlyArray<string>
}

const isHere = (text: string, hosts: ReadonlyArray<string>): boolean => {
  const name = hostOf(text).toLowerCase()
  return name === "localhost" || hosts.some((host) => name === host.toLowerCase()) || isLoopback(name)
}

export interface Client {
  /** The address of the socket, whatever headers say. */
  readonly address: string | null
  readonly host: string | undefined
  readonly origin: string | undefined
}

const isNear = (address: string, clients: ReadonlyArray<string>): boolean =>
  isLoopback(address) || AddressRange.holds(clients, address)

const none: Allowed = { clients: [], hosts: [] }

/** @param host where the emulator listens */
export const isWelcome = (visitor: Client, host: string, { clients, hosts }: Allowed = none): boolean =>
  visitor.address !== null && isNear(visitor.address, clients) &&
  (visitor.host === undefined || isHere(visitor.host, [host, ...hosts])) &&
  (visitor.origin === undefined || isHere(visitor.origin, [host, ...hosts]))

export interface Call {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly contentType: string | undefined
  /** The browser's word for where the call comes from, in `Sec-Fetch-Site`, which no page can change. */
  readonly site: string | undefined
}

/**
 * Returns whether the call comes from a page of this very server, or from no page at all. Browsers name the site from
 * which a call comes; one that does not, and what is no browser, is known by the Origin that it sends or does not send.
 */
export const isOwn = ({ host = "", origin, site }: Pick<Call, "host" | "origin" | "site">): boolean =>
  (origin === undefined || origin.replace(/^https?:\/\//i, "").toLowerCase() === host.toLowerCase()) &&
  (site === undefined || site === "same-origin" || site === "none")

/**
 * Returns whether a page of another origin, such as another server on this machine, could have sent the call without
 * asking: browsers send on their own what a form could send, and ask before they send JSON, to which the control says
 * no. Only pages send an Origin, and where one is hidden the browser still says from which site the call is.
 */
export const isForgeable = ({ contentType = "", method, ...origin }: Call): boolean => {
  if (method === "GET" || method === "HEAD") return false
  return !isOwn(origin) && !/^application\/json\s*(?:;|$)/i.test(contentType.trim())
}
