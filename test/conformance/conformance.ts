/**
 * `npm run conformance`: the program `signalbox-conformance`, as it is built, against nine servers: each mount on memory
 * and on PostgreSQL, and Node on SQLite. It runs what depends on a mount and whole lives of messages; `MATRIX=whole`
 * runs all cases. Arguments choose servers: `npm run conformance -- bun/postgres`.
 */
import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"
import * as BunSubject from "../http/BunSubject.ts"

const mounts = ["node", "express", "bun", "hono"] as const
type Mount = (typeof mounts)[number]
type Storage = "memory" | "postgres" | "sqlite"

interface Server {
  readonly mount: Mount
  readonly storage: Storage
}

const all: ReadonlyArray<Server> = [
  ...mounts.flatMap((mount) => [{ mount, storage: "memory" }, { mount, storage: "postgres" }] as const),
  { mount: "node", storage: "sqlite" }
]

const nameOf = ({ mount, storage }: Server): string => `${mount}/${storage}`

interface Running {
  readonly baseUrl: string
  readonly control: string
  readonly mayReset?: string
  readonly stop: () => Promise<void>
}

const storages = { memory: BunSubject.memory, sqlite: BunSubject.memory, postgres: BunSubject.postgres }

const start = async ({ mount, storage }: Server): Promise<Running> => {
  if (mount === "bun") {
    const { control, subject } = await BunSubject.host(storages[storage])
    const { baseUrl, mayReset, stop } = subject
    return { baseUrl, control, stop, ...(mayReset === undefined ? {} : { mayReset }) }
  }
  const { env, release } = await storages[storage]()
  const script = fileURLToPath(new URL("./Server.ts", import.meta.url))
  const child = spawn(process.execPath, [...fromSource, script, mount, storage], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"]
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const said = await new Promise<Omit<Running, "stop">>((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve(JSON.parse(line)))
    child.once("exit", (code) => reject(new Error(`${mount} on ${storage} ended with ${code}`)))
  })
  return {
    ...said,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      await release()
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-conformance-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))

const program = fileURLToPath(new URL("../../packages/testing/dist/conformance/main.js", import.meta.url))

interface Result {
  readonly server: Server
  readonly holds: number
  readonly inPart: number
  readonly broken: number
  readonly leftOut: number
  readonly cases: { readonly passed: number; readonly failed: number; readonly skipped: number }
  readonly seconds: number
  /** The program's output, when something does not hold. */
  readonly complaint: string | null
}

interface Written {
  readonly rules: ReadonlyArray<readonly [rule: string, standing: string]>
  readonly cases: Result["cases"]
}

const hold = async (server: Server): Promise<Result> => {
  const began = performance.now()
  const json = join(folder, `${server.mount}-${server.storage}.json`)
  const running = await start(server)
  const options = [
    running.baseUrl,
    "--control",
    running.control,
    "--name",
    nameOf(server),
    "--json",
    json,
    ...(running.mayReset === undefined ? [] : ["--may-reset", running.mayReset]),
    ...(process.env["MATRIX"] === "whole" ? [] : ["--parts", "mount,life"])
  ]
  try {
    const { code, output } = await new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
      const limits = { timeout: 10 * 60_000, maxBuffer: 64 * 1024 * 1024 }
      execFile(process.execPath, [program, ...options], limits, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? (error === null ? 0 : "killed"), output: `${stdout}${stderr}` })
      })
    })
    if (code !== 0 && code !== 1) throw new Error(`The program ended with ${String(code)}.\n${output}`)
    const { cases, rules } = JSON.parse(readFileSync(json, "utf8")) as Written
    const count = (wanted: string): number => rules.filter(([, standing]) => standing === wanted).length
    return {
      server,
      holds: count("holds"),
      inPart: count("in part"),
      broken: count("broken"),
      leftOut: count("left out"),
      cases,
      seconds: Math.round((performance.now() - began) / 1000),
      complaint: code === 0 ? null : output
    }
  } finally {
    await running.stop()
  }
}

const chosen = process.argv.slice(2)
const servers = chosen.length === 0 ? all : all.filter((server) => chosen.includes(nameOf(server)))
const waiting = [...servers]
const results: Array<Result> = []

const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.push(await hold(next))
}

const row = (...texts: ReadonlyArray<string | number>): void =>
  console.log(texts.map((text, index) => String(text).padEnd(index === 0 ? 18 : 12)).join("").trimEnd())

try {
  // One server on each of two cores.
  await Promise.all([worker(), worker()])
  for (const { complaint } of results) if (complaint !== null) console.log(complaint)
  row("Conformance", "rules hold", "in part", "left out", "BROKEN", "cases", "failed", "left out", "seconds")
  for (const server of servers) {
    const found = results.find((each) => each.server === server)!
    const { cases: { failed, passed, skipped } } = found
    row(nameOf(server), found.holds, found.inPart, found.leftOut, found.broken, passed, failed, skipped, found.seconds)
  }
  process.exit(results.length > 0 && results.every(({ complaint }) => complaint === null) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
