/**
 * Packs what npm would publish, and installs it in an empty folder. Both `npm run packages` and `npm run examples` need
 * it; where `PACKED` names a folder, the first of them leaves it there for the other.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Consumer from "./Consumer.ts"
import * as Contents from "./Contents.ts"
import { inRoot, pack, run, workspaces } from "./Tarballs.ts"

/** A folder that is gone when this process ends, unless it is kept for the next one. */
const makePlace = (): string => {
  const kept = process.env["PACKED"]
  if (kept !== undefined && kept !== "") {
    mkdirSync(kept, { recursive: true })
    return realpathSync(kept)
  }
  const place = mkdtempSync(join(realpathSync(tmpdir()), "signalbox-packages-"))
  process.on("exit", () => rmSync(place, { recursive: true, force: true }))
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))
  return place
}

export const place = makePlace()

/** Makes an empty folder in the place. */
export const folder = (name: string): string => {
  const path = join(place, name)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return path
}

export const install = (cwd: string, ...options: ReadonlyArray<string>): Promise<string> =>
  run(cwd, "npm", "install", "--no-audit", "--no-fund", ...options)

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const dependent = (path: string): Dependent =>
  JSON.parse(readFileSync(inRoot(`${path}/package.json`), "utf8")) as Dependent

/** The types that a TypeScript project has anyway, and what some modules of the packages may be given. */
const beside = ["@types/express", "@types/node", "@types/pg", "pino", "vitest"]

/** Returns what the examples need of the registry, and what stands beside it. */
const foreign = (packed: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const { devDependencies = {} } = dependent(".")
  const given = beside.flatMap((name) =>
    devDependencies[name] === undefined ? [] : [[name, devDependencies[name]] as const]
  )
  const needed = workspaces("examples").flatMap((path) => Object.entries(dependent(path).dependencies ?? {}))
  return Object.fromEntries([...given, ...needed.filter(([name]) => !packed.includes(name))])
}

export interface Installed {
  /** The folder of somebody else's project that has the packages. */
  readonly consumer: string
  /** The folders of the installed packages by their names. */
  readonly packages: ReadonlyMap<string, string>
  /** The tarballs by the names of their packages. */
  readonly tarballs: Readonly<Record<string, string>>
}

/** Packs and installs, unless an earlier process has done that. */
export const consume = async (): Promise<Installed> => {
  const consumer = join(place, "consumer")
  const done = join(place, "installed")
  if (existsSync(done)) {
    const tarballs = JSON.parse(readFileSync(done, "utf8")) as Installed["tarballs"]
    return { consumer, packages: Consumer.installed(consumer), tarballs }
  }
  const tarballs = await pack(folder("tarballs"))
  const names = Object.keys(tarballs)
  folder("consumer")
  Consumer.writeManifest(consumer, tarballs, foreign(names))
  await install(consumer)
  const packages = Consumer.installed(consumer)
  if (packages.size !== names.length) throw new Error(`Only ${[...packages.keys()].join(", ")} are installed.`)
  writeFileSync(done, JSON.stringify(tarballs))
  return { consumer, packages, tarballs }
}

export interface Runtime {
  readonly name: string
  readonly program: string
}

/** The oldest Node that the packages promise comes from the registry. */
export const runtimes = async (packages: ReadonlyMap<string, string>): Promise<ReadonlyArray<Runtime>> => {
  const promises = new Set([...packages.values()].map((path) => Contents.manifest(path).engines.node))
  const [oldest = ""] = [...promises].map((range) => /^>=(\d+\.\d+)$/.exec(range)?.[1])
  if (promises.size !== 1 || oldest === "") throw new Error(`The engines are ${[...promises].join(" and ")}.`)
  const oldNode = folder("node")
  Consumer.writeRuntime(oldNode)
  await run(oldNode, "npm", "install", "--no-audit", "--no-fund", `node@~${oldest}.0`)
  const programs = [join(oldNode, "node_modules/.bin/node"), process.execPath, inRoot("node_modules/.bin/bun")]
  return await Promise.all(programs.map(async (program) => {
    const version = (await run(place, program, "--version")).trim()
    return { name: version.startsWith("v") ? `Node ${version.slice(1)}` : `Bun ${version}`, program }
  }))
}

const began = performance.now()

export const say = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

/** Ends the process with 1 when it fails, and says why. */
export const end = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
