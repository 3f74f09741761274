/**
 * Installs what foreign counterparts need, from Debian.
 */
import { execFileSync, spawnSync } from "node:child_process"

/** The versions with which the runs were made, as prefixes of Debian's; others are taken and named. */
export const versions = {
  kannel: "1.4.5",
  "libnet-smpp-perl": "1.19",
  "osmo-msc": "1.9.0",
  tshark: "4.0",
  sqlite3: "3.40",
  gcc: "4:12",
  patroni: "3.0",
  "python3-etcd": "0.4",
  "etcd-server": "3.4",
  haproxy: "2.6",
  pgbouncer: "1.18",
  "postgresql-15": "15."
} as const

export type Package = keyof typeof versions

const installed = (name: Package): string | null => {
  const { status, stdout } = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status} ${Version}", name], {
    encoding: "utf8"
  })
  return status === 0 && stdout.startsWith("installed ") ? stdout.slice("installed ".length) : null
}

/** Returns why it could not be done in time; null when it was. @param left how much time there is, in milliseconds */
const install = (names: ReadonlyArray<Package>, left: () => number): string | null => {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const get = (...args: ReadonlyArray<string>): void => {
    const timeout = left()
    // A timeout of 0 would be none.
    if (timeout < 1) throw new Error("there is no time left for apt-get")
    execFileSync("apt-get", args, { env, stdio: "pipe", timeout })
  }
  try {
    get("update", "-qq")
    get("install", "-y", "-qq", "--no-install-recommends", ...names)
    return null
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split("\n", 1)[0]!
  }
}

export interface Had {
  /** The versions of those that are there. */
  readonly versions: ReadonlyMap<Package, string>
  /** Why the others are not; null when all are there. */
  readonly why: string | null
}

/** Installs what is missing, as far as that is possible. @param left how much time there is, in milliseconds */
export const have = (left: () => number): Had => {
  const names = Object.keys(versions) as ReadonlyArray<Package>
  const missing = names.filter((name) => installed(name) === null)
  // Where apt-get cannot do all of it, it may do a part.
  const together = missing.length === 0 ? null : install(missing, left)
  const reasons = together === null ? [] : missing.flatMap((name) => install([name], left) ?? [])
  const found = names.flatMap((name) => {
    const version = installed(name)
    return version === null ? [] : [[name, version] as const]
  })
  return { versions: new Map(found), why: found.length === names.length ? null : reasons[0] ?? "nobody knows why" }
}
