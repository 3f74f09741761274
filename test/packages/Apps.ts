/**
 * Apps that have packages of their own: each is installed in an empty folder, with the packed packages, and does what its
 * `npm test` says. Where somebody mounts Signalbox behind what reads bodies, the log names the remedy.
 */
import { execFile } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { writeCheck } from "./Consumer.ts"
import * as Contents from "./Contents.ts"
import { folder, install } from "./Packing.ts"
import type { Installed } from "./Packing.ts"
import { inRoot, run } from "./Tarballs.ts"

const limitMillis = 240_000

const place = "examples/apps"

export const names: ReadonlyArray<string> = readdirSync(inRoot(place)).toSorted()

/** The log says one of these of a body that was read, by the app whose mistake it is. Each is answered 500. */
const remedies: Readonly<Record<string, ReadonlyArray<string>>> = {
  fastify: ["scope.removeAllContentTypeParsers()", "request.raw and reply.raw"],
  nest: ["in Nest, mount it in main.ts before the application listens"],
  next: ["config = { api: { bodyParser: false } }"]
}

interface Said {
  readonly stdout: string
  readonly stderr: string
}

const execute = async (cwd: string, environment: NodeJS.ProcessEnv, ...command: [string, ...Array<string>]) => {
  const [program, ...options] = command
  try {
    return await promisify(execFile)(program, options, { cwd, env: environment, timeout: limitMillis })
  } catch (error) {
    const { stderr = "", stdout = "" } = error as Partial<Said>
    throw new Error(`${command.join(" ")} fails in ${cwd}.\n${stdout}${stderr}`, { cause: error })
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The packed packages that these need, and those that they need in turn. */
const needed = (packages: Installed["packages"], wanted: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [...wanted]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const path = packages.get(next)
    if (path === undefined || found.has(next)) continue
    found.add(next)
    const { dependencies, peerDependencies } = Contents.manifest(path)
    open.push(...Object.keys({ ...dependencies, ...peerDependencies }))
  }
  return found
}

/** Lays the app out as somebody would who has the tarballs. */
const lay = async (name: string, { packages, tarballs }: Installed): Promise<string> => {
  const path = folder(`apps/${name}`)
  cpSync(inRoot(join(place, name)), path, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|dist|\.next)$/.test(source)
  })
  const { dependencies = {}, devDependencies = {}, ...manifest } = JSON.parse(
    readFileSync(join(path, "package.json"), "utf8")
  ) as Manifest
  const own = needed(packages, Object.keys({ ...dependencies, ...devDependencies }))
  const foreign = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => !own.has(each)))
  const packed = Object.fromEntries([...own].map((each) => [each, `file:${tarballs[each]}`]))
  const filled = {
    ...manifest,
    dependencies: { ...foreign(dependencies), ...packed },
    devDependencies: foreign(devDependencies)
  }
  writeFileSync(join(path, "package.json"), `${JSON.stringify(filled, null, 2)}\n`)
  // What was asked of the registry just now is not asked again.
  await install(path, "--prefer-offline")
  return path
}

/** Bundlers and compilers of frameworks check types by themselves. */
const checkTypes = async (path: string): Promise<void> => {
  if (["tsconfig.json", "next.config.ts"].some((file) => existsSync(join(path, file)))) return
  if (!readdirSync(path).some((file) => file.endsWith(".ts"))) return
  writeCheck(path, inRoot("node_modules/@types"))
  await run(path, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", "check.json")
}

const tryMistake = async (name: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> => {
  const { stderr, stdout } = await execute(path, environment, process.execPath, "mistake.js")
  const missing = remedies[name]!.filter((each) => !stderr.includes(each))
  if (/^(500\n)+$/.test(stdout) && missing.length === 0) return
  throw new Error(`Behind what reads bodies, ${name} prints:\n${stdout}${stderr}\nMissing: ${missing.join("; ")}`)
}

const lastLine = (text: string): string | undefined => text.trim() === "" ? undefined : text.trim().split("\n").at(-1)

/** Returns the last line that the app has printed. */
export const tryApp = async (name: string, installed: Installed, environment: NodeJS.ProcessEnv): Promise<string> => {
  const path = await lay(name, installed)
  await checkTypes(path)
  const mistakes = inRoot(`test/packages/mistakes/${name}`)
  if (name in remedies) cpSync(mistakes, path, { recursive: true })
  const { stderr, stdout } = await execute(path, environment, "npm", "test", "--silent")
  if (name in remedies) await tryMistake(name, path, environment)
  // Some test runners speak on the one stream, some on the other.
  return lastLine(stdout) ?? lastLine(stderr) ?? ""
}
