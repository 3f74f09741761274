/**
 * Programs that tests start again and again as processes of their own, each in one file: Node starts that in a third of
 * the time in which it finds, reads and strips the 700 modules of their sources.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs"
import { relative } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { condition } from "./FromSource.ts"
import * as InboxContents from "./packages/InboxContents.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const shelf = fileURLToPath(new URL("../.cache/bundles/", import.meta.url))

/** The processes of a test run share what one of them has made; their parent stands for the run. */
const run = process.env["VITEST"] === undefined ? process.pid : process.ppid

const directory = `${shelf}${run}/`

const bundled = new Map<string, Promise<string>>()

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Test processes are ended by a signal, so the next ones clear away what they left. */
const clear = (): void => {
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(shelf)) {
    if (!isAlive(Number(name))) rmSync(`${shelf}${name}`, { recursive: true, force: true })
  }
}

/**
 * Tests end most of these processes by a signal, which leaves Node no time to keep what it has compiled: each keeps it
 * when it is up, and the next ones start with that.
 */
const keeping = "\nimport { flushCompileCache as keepCompiled } from \"node:module\"\n" +
  "setTimeout(keepCompiled, 1000).unref()\n"

const write = async (script: string, dir: string): Promise<void> => {
  const made = await rolldown({
    input: script,
    cwd: root,
    platform: "node",
    plugins: [{
      name: "contents of the inbox",
      load: (id) => InboxContents.replaced.test(id) ? InboxContents.replacement() : null
    }],
    resolve: { conditionNames: [condition, "node", "import"] }
  })
  const { output: [{ fileName }] } = await made.write({ dir: `${dir}.new`, codeSplitting: false, footer: keeping })
  await made.close()
  renameSync(`${dir}.new/${fileName}`, `${dir}.new/main.js`)
  renameSync(`${dir}.new`, dir)
}

/** Returns whether this process is the one that makes the bundle. */
const isFirst = (lock: string): boolean => {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** Others wait so long for the process that makes it, which may have been killed. */
const patience = 120_000

/** Several scripts have the same name, so each has a folder of its own. */
const bundle = async (script: string): Promise<string> => {
  clear()
  const dir = `${directory}${relative(root, script).replaceAll(/[^\w]/g, "-")}`
  const lock = `${dir}.lock`
  const end = performance.now() + patience
  while (!existsSync(dir)) {
    if (isFirst(lock)) {
      try {
        if (!existsSync(dir)) await write(script, dir)
      } finally {
        rmdirSync(lock)
      }
    } else if (performance.now() > end) throw new Error(`nobody has made ${dir}`)
    else await sleep(25)
  }
  return `${dir}/main.js`
}

/** Returns the file that a script of this repository has become, which holds all that it imports as it stands now. */
export const of = (script: string): Promise<string> => {
  const known = bundled.get(script)
  if (known !== undefined) return known
  const made = bundle(script)
  bundled.set(script, made)
  return made
}
