/**
 * The message that an account sees about a failed connection: short, and without anything of the request, whose URL and
 * headers may contain secrets.
 */
import { Refused } from "../EgressGuard.ts"

export const closed = "connection closed before an answer"

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: closed,
  EPIPE: closed,
  ETIMEDOUT: "connection timed out",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ENOTFOUND: "host name does not resolve",
  EAI_AGAIN: "host name does not resolve",
  EPROTO: "TLS handshake failed"
}

const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/^HPE_/, "malformed answer"],
  [/CERT|SELF_SIGNED|LEAF_SIGNATURE|ISSUER|CRL/, "TLS certificate refused"],
  [/SSL|TLS/, "TLS handshake failed"]
]

const codeOf = (error: unknown): string | null => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null
}

/** This machine has run out of files, ports or memory. A resolver that fails is not among them: it may be the host's. */
const own = new Set(["EADDRNOTAVAIL", "EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"])

/** Returns whether nothing was sent for a reason of this machine's own. */
export const isOwn = (error: unknown): boolean => own.has(codeOf(error) ?? "")

/** Returns whether the other side closed the connection. */
export const isClosed = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === "ECONNRESET" || code === "EPIPE"
}

export const message = (error: unknown): string => {
  if (error instanceof Refused) return error.message
  const code = codeOf(error)
  if (code === null) return "request failed"
  const text = messages[code] ?? kinds.find(([kind]) => kind.test(code))?.[1] ?? "request failed"
  return `${text} (${code})`
}
