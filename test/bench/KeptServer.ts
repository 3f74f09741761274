/**
 * A PostgreSQL server for benches whose data stay in a folder, so that what takes long to fill is filled once. It is that of
 * the tests, and ends with the bench; one that a killed bench has left behind is ended first.
 */
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { totalmem, userInfo } from "node:os"
import { join, resolve } from "node:path"
import * as Server from "../postgres/Server.ts"

export interface KeptServer {
  readonly url: string
  readonly stop: () => void
}

export interface Options {
  /** Whether what is committed survives a crash of the machine. What is filled need not, since its end is made durable. */
  readonly durable: boolean
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}

const isRoot = userInfo().uid === 0

/** The server refuses root, so it runs as somebody who may do nothing else. */
const owner = (): { readonly uid?: number; readonly gid?: number } =>
  isRoot
    ? {
      uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })),
      gid: Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" }))
    }
    : {}

const freePort = (): Promise<number> =>
  new Promise((found, fail) => {
    const server = createServer()
    server.once("error", fail)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(port))
    })
  })

/**
 * The settings of a server on which millions are stored, as the guide of PostgreSQL names them: with those that it comes with,
 * each page of an index whose keys stand in no order of time is read anew, and logged as a whole after each checkpoint.
 */
const sized = () => ({
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: "16GB",
  checkpoint_timeout: "15min",
  wal_compression: "on"
})

/** @param path the folder, which is made where there is none; others than root need to reach it */
export const start = async (path: string, { durable, settings: further }: Options): Promise<KeptServer> => {
  const folder = resolve(path)
  const data = join(folder, "data")
  const bin = Server.programs()
  const { gid, uid } = owner()
  const run = (program: string, options: ReadonlyArray<string>): void => {
    execFileSync(join(bin, program), ["-D", data, ...options], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" },
      stdio: ["ignore", "ignore", "inherit"],
      ...(uid === undefined || gid === undefined ? {} : { uid, gid })
    })
  }
  const stop = (): void => run("pg_ctl", ["stop", "-w", "-t", "600", "-m", "fast"])
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  if (!existsSync(join(data, "PG_VERSION"))) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
    run("initdb", ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"])
  } else if (existsSync(join(data, "postmaster.pid"))) {
    stop()
  }
  const port = await freePort()
  const isKept = durable ? "on" : "off"
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port,
    max_connections: 200,
    ...sized(),
    log_min_messages: "log",
    fsync: isKept,
    full_page_writes: isKept,
    synchronous_commit: isKept,
    ...further
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`).join(" ")
  run("pg_ctl", [
    "start",
    "-w",
    "-t",
    "600",
    "-l",
    join(data, "log"),
    "-o",
    options.replace("unix_socket_directories=", "unix_socket_directories=''")
  ])
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}
