/**
 * An app that embeds what `signalbox` ships, in a process of its own: it tells which files are loaded by when, how long
 * that takes, and how much memory the process has then.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as Bundling from "./Bundling.ts"
import { inRoot } from "./Tarballs.ts"

/** It asks with Node's own client, since `fetch` would load another one. */
const app = (specifier: string): string =>
  `const marks = {}
const mark = (name) => {
  const files = (globalThis.loaded ?? []).filter((url) => !url.endsWith("/app.js"))
  marks[name] = { millis: performance.now(), rss: process.memoryUsage.rss(), files: files.map((url) => url.split("/").at(-1)) }
}
const { carrier, createServer, createSignalbox, memory, postgres } = await import("${specifier}")
mark("imported")
const { request } = await import("node:http")
const [url, asked] = process.argv.slice(2)
const box = createSignalbox({
  storage: url === "" ? memory() : postgres(url),
  secretKeys: "main:" + Buffer.alloc(32).toString("base64"),
  carriers: [carrier({ id: "console", channels: ["sms"], submit: ({ attempt }) => attempt })],
  log: false
})
await box.ready
mark("ready")
const ask = (port, method, path, headers, body) => new Promise((resolve, reject) => {
  request({ port, method, path, headers }, (response) => {
    let text = ""
    response.on("data", (piece) => text += piece).on("end", () => resolve({ status: response.statusCode, text }))
  }).once("error", reject).end(body)
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const server = createServer(box.node).listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const { port } = server.address()
const headers = { "x-api-key": await box.keys.create(id), "content-type": "application/json" }
await box.as(id).templates.ensure({ name: "hello", definition: { body: { multiChannel: { template: "Hello." } } } })
const body = JSON.stringify({ to: ["+12015550123"], template: { name: "hello" } })
const { status, text } = await ask(port, "POST", "/v3/messages", headers, body)
if (status !== 202) throw new Error(status + ": " + text)
mark("accepted")
for (const path of asked === undefined ? [] : asked.split(",")) {
  const answer = await ask(port, "GET", path, {})
  if (answer.status !== 200) throw new Error(path + " is answered " + answer.status)
  mark(path)
}
console.log(JSON.stringify(marks))
server.close()
server.closeAllConnections()
await box.close()
`

const hooks = `import { registerHooks } from "node:module"
globalThis.loaded = []
registerHooks({
  load: (url, context, next) => {
    if (url.startsWith("file:")) globalThis.loaded.push(url)
    return next(url, context)
  }
})
`

/** The state of the process at a moment. */
export interface Mark {
  /** Milliseconds since the process began. */
  readonly millis: number
  /** Bytes of resident memory. */
  readonly rss: number
  /** The files that are loaded, when they are counted. */
  readonly files: ReadonlyArray<string>
}

export type Marks = Readonly<Record<string, Mark>> & Readonly<Record<"imported" | "ready" | "accepted", Mark>>

export type Shipped = Awaited<ReturnType<typeof Bundling.write>>["metafile"]

export interface Place {
  readonly folder: string
  readonly metafile: Shipped
  readonly remove: () => void
}

/** @param specifier of what `signalbox` ships */
export const writeApp = (folder: string, specifier: string): void => {
  writeFileSync(join(folder, "app.js"), app(specifier))
  writeFileSync(join(folder, "hooks.js"), hooks)
}

/** Writes what `signalbox` ships into a folder where nothing is installed, and the app beside it. */
export const make = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-start-"))
  const { metafile } = await Bundling.write(inRoot("packages/signalbox"), folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeApp(folder, "./index.js")
  return {
    folder,
    metafile,
    remove: () => {
      if (existsSync(folder)) rmSync(folder, { recursive: true })
    }
  }
}

export interface RunOptions {
  /** Where PostgreSQL is; in memory unless given. */
  readonly url?: string
  /** The pages that are asked for after the first message. */
  readonly asks?: ReadonlyArray<string>
  /** Whether files are counted, which costs time. */
  readonly isCounting?: boolean
  /** Another script in the folder than the app, which tells the same. */
  readonly script?: string
}

export const run = async (
  folder: string,
  { asks, isCounting = false, script = "app.js", url = "" }: RunOptions
): Promise<Marks> => {
  const counting = isCounting ? ["--import", "./hooks.js"] : []
  const given = asks === undefined ? [] : [asks.join(",")]
  const command = [...counting, script, url, ...given]
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder, env, timeout: 120_000 })
  return JSON.parse(stdout) as Marks
}
