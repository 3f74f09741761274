/**
 * Programs that tests start again and again as processes of their own, each in one file: Node starts that in a third of
 * the time in which it finds, reads and strips the 700 modules of their sources.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { condition } from "./FromSource.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const shelf = fileURLToPath(new URL("../.cache/bundles/", import.meta.url))

// Each test process has its own, so that none reads what another one is writing.
const directory = `${shelf}${process.pid}/`

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
  mkdirSync(shelf, { recursive: true })
  for (const name of readdirSync(shelf)) {
    if (!isAlive(Number(name))) rmSync(`${shelf}${name}`, { recursive: true, force: true })
  }
}

/** Several scripts have the same name, so each has a folder of its own. */
const bundle = async (script: string): Promise<string> => {
  clear()
  const made = await rolldown({
    input: script,
    cwd: root,
    platform: "node",
    resolve: { conditionNames: [condition, "node", "import"] }
  })
  const dir = `${directory}${bundled.size}/`
  const { output: [{ fileName }] } = await made.write({ dir, codeSplitting: false })
  await made.close()
  return `${dir}${fileName}`
}

/** Returns the file that a script of this repository has become, which holds all that it imports as it stands now. */
export const of = (script: string): Promise<string> => {
  const known = bundled.get(script)
  if (known !== undefined) return known
  const made = bundle(script)
  bundled.set(script, made)
  return made
}
