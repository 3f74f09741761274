/**
 * The URL of a database. It may name several hosts as libpq's may, `postgres://a:5432,b:5433/db`: a session is opened on
 * the first that will do (`target_session_attrs`).
 */
import * as Result from "effect/Result"

/** Where a socket leads. */
export type Address = { readonly path: string } | { readonly host: string; readonly port: number }

export interface Host {
  /** The URL with this host alone. */
  readonly url: string
  readonly address: Address
}

/**
 * Which servers will do: each that answers, each that takes writes, or each that is no standby. Of several hosts only one
 * that takes writes will do unless the URL says otherwise, since Signalbox writes in each session.
 */
export type Session = "any" | "read-write" | "primary"

export interface ConnectionUrl {
  /** In the order in which they are tried. */
  readonly hosts: readonly [Host, ...ReadonlyArray<Host>]
  readonly session: Session
  /** The passwords that the URL holds, as they are written there. */
  readonly passwords: ReadonlyArray<string>
}

const mostHosts = 16

const isSession = (word: string): word is Session => word === "any" || word === "read-write" || word === "primary"

/** The scheme with the user, the hosts, the path, and the query. */
const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/is

interface Place {
  readonly name: string
  /** The number as it is written; empty where there is none. */
  readonly port: string
}

/** An address of IPv6 stands in brackets, since its colons could be taken for that of the port. */
const placeOf = (written: string): Place | null => {
  const found = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(written)
  if (found === null) return null
  const [, bracketed, bare = "", port = ""] = found
  try {
    return { name: bracketed ?? decodeURIComponent(bare), port }
  } catch {
    return null
  }
}

/** Hosts and ports of the query win over those before the path. A single port is that of all hosts. */
const placesOf = (authority: string, query: URLSearchParams): ReadonlyArray<Place | null> | null => {
  const written = authority.split(",").map(placeOf)
  const names = query.get("host")?.split(",") ?? written.map((place) => place?.name)
  const ports = query.get("port")?.split(",") ?? written.map((place) => place?.port)
  if (ports.length !== 1 && ports.length !== names.length) return null
  return names.map((name, index) => {
    const port = ports[ports.length === 1 ? 0 : index]
    return name === undefined || port === undefined ? null : { name, port }
  })
}

const addressOf = ({ name, port: written }: Place): Address | null => {
  const port = written === "" ? 5432 : Number(written)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return null
  if (name.startsWith("/")) return { path: `${name}/.s.PGSQL.${port}` }
  return { host: name === "" ? "localhost" : name, port }
}

const authorityOf = ({ name, port }: Place): string =>
  `${name.includes(":") ? `[${name}]` : encodeURIComponent(name)}${port === "" ? "" : `:${port}`}`

/** The error says what is wrong and quotes nothing of the URL, which may hold a password. */
export const parse = (url: string): Result.Result<ConnectionUrl, string> => {
  const [, before, authority, path, queried = ""] = shape.exec(url) ?? []
  if (before === undefined || authority === undefined || path === undefined) {
    const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(url) ?? []
    return Result.fail(scheme === undefined ? "cannot be read" : `is not one of PostgreSQL but of ${scheme}`)
  }
  const query = new URLSearchParams(queried)
  const places = placesOf(authority, query)
  const session = query.get("target_session_attrs") ?? (places?.length === 1 ? "any" : "read-write")
  if (!isSession(session)) {
    return Result.fail(
      "has target_session_attrs other than any, read-write and primary: Signalbox writes in each session"
    )
  }
  if (places === null) return Result.fail("names neither one port nor one for each host")
  if (places.length > mostHosts) return Result.fail(`names more than ${mostHosts} hosts`)
  const rest = new URLSearchParams(
    [...query].filter(([name]) => !["host", "port", "target_session_attrs"].includes(name))
  )
  const hosts: Array<Host> = []
  for (const place of places) {
    const address = place === null ? null : addressOf(place)
    if (place === null || address === null) return Result.fail("has a host or a port that cannot be read")
    const alone = `${before}${authorityOf(place)}${path}${rest.size === 0 ? "" : `?${rest}`}`
    if (!URL.canParse(alone)) return Result.fail("cannot be read")
    hosts.push({ url: alone, address })
  }
  const [first, ...others] = hosts
  if (first === undefined) return Result.fail("names no host")
  const { password } = new URL(first.url)
  const passwords = [password, query.get("password") ?? ""].filter((each) => each !== "")
  return Result.succeed({ hosts: [first, ...others], session, passwords })
}
