/**
 * Public tools that read OpenAPI, with the TypeScript that they work with. They have a lock file of their own, and are
 * installed into `.cache`, once for each version of that file.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const source = fileURLToPath(new URL("tools", import.meta.url))
const cache = fileURLToPath(new URL("../../.cache/openapi", import.meta.url))

export interface Ran {
  readonly status: number
  readonly output: string
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      // None of them needs to tell anybody that it was run.
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", DO_NOT_TRACK: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => void (output += chunk))
    child.stderr.on("data", (chunk: Buffer) => void (output += chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ status: code ?? 1, output }))
  })

/**
 * Installs into a folder of its own and then gives that its name: two runs at the same time do not meet half an
 * installation.
 */
const installed = async (): Promise<string> => {
  const lock = createHash("sha256").update(readFileSync(join(source, "package-lock.json"))).digest("hex").slice(0, 16)
  const folder = join(cache, lock)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, "installing-"))
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(source, name), join(making, name))
    const { output, status } = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], making)
    if (status !== 0) throw new Error(`The tools cannot be installed:\n${output}`)
    renameSync(making, folder)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

export interface Tools {
  /** Runs a tool in the folder of the run, in which the document is `openapi.json`. */
  readonly run: (tool: string, ...args: ReadonlyArray<string>) => Promise<Ran>
  readonly close: () => void
}

/** Makes the folder of a run, with the document and what the tools are told. */
export const open = async (document: object): Promise<Tools> => {
  const folder = await installed()
  const work = mkdtempSync(join(folder, "run-"))
  writeFileSync(join(work, "openapi.json"), JSON.stringify(document))
  for (const name of ["redocly.yaml", ".spectral.yaml", "tsconfig.json"]) {
    cpSync(join(source, name), join(work, name))
  }
  return {
    run: (tool, ...args) => run(process.execPath, [join(folder, "node_modules/.bin", tool), ...args], work),
    close: () => rmSync(work, { recursive: true, force: true })
  }
}
