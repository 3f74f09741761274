/**
 * `npm run packages`: are the packages, as npm packs them, of use to somebody who has nothing but them?
 *
 * It packs all of them, installs the tarballs in an empty folder (with what they need from the registry, in the newest
 * version that they allow, as it happens to everybody who installs them), looks at what they hold, checks the types of a
 * project that imports every module, and imports every module on the oldest Node that the packages promise, on this
 * repository's Node and on Bun.
 *
 * No module is left out on any runtime: the Bun adapter uses what Bun has only when it is called, so it can be imported
 * on Node, and so it is.
 */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Consumer from "./Consumer.ts"
import * as Contents from "./Contents.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const inRoot = (path: string): string => join(root, path)
const place = mkdtempSync(join(realpathSync(tmpdir()), "signalbox-packages-"))
process.on("exit", () => rmSync(place, { recursive: true, force: true }))
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

const folder = (name: string): string => {
  const path = join(place, name)
  mkdirSync(path)
  return path
}

const run = async (cwd: string, program: string, ...options: ReadonlyArray<string>): Promise<string> => {
  const limits = { timeout: 5 * 60_000, maxBuffer: 64 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(program, options, { cwd, ...limits })).stdout
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} ${options.join(" ")} failed.\n${stdout}${stderr}`, { cause: error })
  }
}

const install = (cwd: string): Promise<string> => run(cwd, "npm", "install", "--no-audit", "--no-fund")

interface RootManifest {
  readonly devDependencies: Readonly<Record<string, string>>
}
const { devDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as RootManifest

/** The tarballs by the names of their packages. */
const pack = async (): Promise<Readonly<Record<string, string>>> => {
  const tarballs = folder("tarballs")
  const said = await run(root, "npm", "pack", "--workspaces", "--json", "--pack-destination", tarballs)
  const packed = Object.values(JSON.parse(said)) as ReadonlyArray<{ readonly name: string; readonly filename: string }>
  return Object.fromEntries(packed.map(({ filename, name }) => [name, join(tarballs, filename)]))
}

/** The folders of the installed packages. */
const consume = async (
  consumer: string,
  tarballs: Readonly<Record<string, string>>
): Promise<ReadonlyMap<string, string>> => {
  const types = ["@types/express", "@types/node"].map((name) => [name, devDependencies[name] ?? "*"])
  Consumer.writeManifest(consumer, tarballs, Object.fromEntries(types))
  await install(consumer)
  return Consumer.installed(consumer)
}

const lookInto = (packages: ReadonlyMap<string, string>): void => {
  const license = readFileSync(inRoot("LICENSE"), "utf8")
  const flaws = [...packages].flatMap(([name, path]) => [
    ...Contents.installedFlaws(path).map((flaw) => `${name}: ${flaw}`),
    ...(readFileSync(join(path, "LICENSE"), "utf8") === license ? [] : [`${name}: LICENSE is not the repository's`])
  ])
  if (flaws.length > 0) throw new Error(`The tarballs are not as they should be.\n${flaws.join("\n")}`)
}

interface Runtime {
  readonly name: string
  readonly program: string
}

/** The oldest Node that the packages promise comes from the registry. */
const runtimes = async (packages: ReadonlyMap<string, string>): Promise<ReadonlyArray<Runtime>> => {
  const promises = new Set([...packages.values()].map((path) => Contents.manifest(path).engines.node))
  const [oldest = ""] = [...promises].map((range) => /^>=(\d+\.\d+)$/.exec(range)?.[1])
  if (promises.size !== 1 || oldest === "") throw new Error(`The engines are ${[...promises].join(" and ")}.`)
  const oldNode = folder("node")
  writeFileSync(join(oldNode, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }))
  await run(oldNode, "npm", "install", "--no-audit", "--no-fund", `node@~${oldest}.0`)
  const programs = [join(oldNode, "node_modules/.bin/node"), process.execPath, inRoot("node_modules/.bin/bun")]
  return await Promise.all(programs.map(async (program) => {
    const version = (await run(place, program, "--version")).trim()
    return { name: version.startsWith("v") ? `Node ${version.slice(1)}` : `Bun ${version}`, program }
  }))
}

const began = performance.now()
const say = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

const main = async (): Promise<void> => {
  const tarballs = await pack()
  const names = Object.keys(tarballs)
  say(`${names.length} packages are built and packed`)

  const consumer = folder("consumer")
  const packages = await consume(consumer, tarballs)
  if (packages.size !== names.length) throw new Error(`Only ${[...packages.keys()].join(", ")} are installed.`)
  say("they install in an empty folder")

  lookInto(packages)
  say("they hold what they should and nothing else, and declare what they import")

  const each = [...packages.values()].map(Contents.entries)
  const entries = { open: each.flatMap(({ open }) => open), closed: each.flatMap(({ closed }) => closed) }
  const samples = Consumer.writeTypeScript(consumer, entries, Consumer.readmes(packages))
  for (const project of Object.keys(Consumer.projects)) {
    await run(consumer, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", project)
  }
  say(`${entries.open.length} modules and ${samples} samples of READMEs are sound in TypeScript`)

  Consumer.writeJavaScript(consumer, entries, names)
  for (const { name, program } of await runtimes(packages)) {
    await run(consumer, program, "import.js")
    await run(consumer, program, "require.cjs")
    await Consumer.tryEmulator(consumer, program)
    say(`${name} imports all of them, is refused ${entries.closed.length} internal ones, and runs the emulator`)
  }
  console.log(`${names.length} packages can be installed, typed and imported.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
