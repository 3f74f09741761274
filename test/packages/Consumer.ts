/**
 * A project of somebody else's that has installed the packed packages, and nothing of this repository.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { createInterface } from "node:readline"
import type { Entries } from "./Contents.ts"

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Its package.json: the tarballs, and of the registry only what the examples need, and types. */
export const writeManifest = (
  folder: string,
  tarballs: Readonly<Record<string, string>>,
  foreign: Readonly<Record<string, string>>
): void => {
  const dependencies = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
  writeFileSync(
    join(folder, "package.json"),
    json({ name: "consumer", private: true, type: "module", dependencies, devDependencies: foreign })
  )
}

/** The package.json of a folder that gets a Node of its own. */
export const writeRuntime = (folder: string): void => {
  writeFileSync(join(folder, "package.json"), json({ private: true, allowScripts: { node: true } }))
}

/** The TypeScript samples of a text, but for those that are files of examples, or apps that are run. */
const samples = (readme: string): ReadonlyArray<string> =>
  [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code = ""]) => code)
    .filter((code) => !/^\/\/ (?:examples\/|app\.ts$)/m.test(code))

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  target: "ES2023",
  // Effect's types name CryptoKey, which stands in DOM.
  lib: ["ES2023", "DOM"],
  types: ["node"],
  // The types of the packages and of all that they need are checked too.
  skipLibCheck: false
}

/** The two ways in which projects resolve packages. */
export const projects = {
  "node.json": { module: "NodeNext", moduleResolution: "NodeNext" },
  "bundler.json": { module: "ESNext", moduleResolution: "Bundler", resolveJsonModule: true }
} as const

/** The types of the packages are checked once; those of what examples need besides are not all sound. */
const lenient = { ...compilerOptions, ...projects["node.json"], allowImportingTsExtensions: true, skipLibCheck: true }

/** A project of the TypeScript in a folder. */
export const writeProject = (folder: string, include: string): void => {
  writeFileSync(join(folder, `${include}.json`), json({ compilerOptions: lenient, include: [include] }))
}

/** A project of an app that brings no TypeScript of its own: the types of Node are those of this repository. */
export const writeCheck = (folder: string, types: string, more: { readonly skipLibCheck?: boolean } = {}): void => {
  const options = { ...lenient, typeRoots: [types], ...more }
  writeFileSync(join(folder, "check.json"), json({ compilerOptions: options, include: ["*.ts"] }))
}

/**
 * TypeScript that imports every module, the samples of every README, of which each has one, and those of pages. Answers with how
 * many samples there are.
 */
export const writeTypeScript = (
  folder: string,
  entries: Entries,
  readmes: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, string>
): number => {
  for (const [name, options] of Object.entries(projects)) {
    writeFileSync(join(folder, name), json({ compilerOptions: { ...compilerOptions, ...options }, include: ["src"] }))
  }
  mkdirSync(join(folder, "src"))
  const modules = entries.open.filter((specifier) => !specifier.endsWith(".json"))
  const imports = modules.map((specifier, index) => `import * as module${index} from "${specifier}"`)
  const everything = `export const everything = [${modules.map((_, index) => `module${index}`).join(", ")}]`
  writeFileSync(join(folder, "src/everything.ts"), [...imports, everything, ""].join("\n"))
  const codes = [...readmes, ...pages].flatMap(([name, text]) => {
    const found = samples(text)
    if (found.length === 0 && readmes.has(name)) throw new Error(`The README of ${name} holds no sample in TypeScript.`)
    return found.map((code, index) => ({ path: `src/${basename(name)}-${index}.ts`, code }))
  })
  for (const { code, path } of codes) writeFileSync(join(folder, path), code)
  return codes.length
}

const importing = ({ closed, open }: Entries): string => `
const wrong = []
for (const specifier of ${JSON.stringify(open)}) {
  const options = specifier.endsWith(".json") ? { with: { type: "json" } } : undefined
  await import(specifier, options).catch((error) => wrong.push(specifier + " cannot be imported: " + error))
}
for (const specifier of ${JSON.stringify(closed)}) {
  await import(specifier).then(() => wrong.push(specifier + " can be imported"), () => undefined)
}
if (wrong.length > 0) console.error(wrong.join("\\n"))
process.exit(wrong.length > 0 ? 1 : 0)
`

const requiring = (names: ReadonlyArray<string>): string => `
for (const name of ${JSON.stringify(names)}) {
  if (Object.keys(require(name)).length === 0) throw new Error(name + " gives nothing to require")
}
`

/** Plain JavaScript: a module that imports every module and is refused every internal one, and a script that requires. */
export const writeJavaScript = (folder: string, entries: Entries, names: ReadonlyArray<string>): void => {
  writeFileSync(join(folder, "import.js"), importing(entries))
  writeFileSync(join(folder, "require.cjs"), requiring(names))
}

/** The folders of the packages that are installed, by name. */
export const installed = (folder: string): ReadonlyMap<string, string> => {
  const modules = join(folder, "node_modules")
  const names = [...readdirSync(join(modules, "@signalbox")).map((name) => `@signalbox/${name}`), "signalbox"]
  return new Map(names.map((name) => [name, join(modules, name)] as const).filter(([, path]) => existsSync(path)))
}

export const readmes = (folders: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...folders].map(([name, folder]) => [name, readFileSync(join(folder, "README.md"), "utf8")]))

/** The guides, by names that no package has. */
export const guides = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => [`guide-${name}`, readFileSync(join(folder, name), "utf8")] as const)
  )

const limitMillis = 30_000

/** Starts the installed emulator on a runtime, and asks it who we are. */
export const tryEmulator = async (folder: string, runtime: string): Promise<void> => {
  const program = join(folder, "node_modules/@signalbox/emulator/dist/main.js")
  const { API_KEY: _, DATABASE_URL: __, SEED: ___, ...environment } = process.env
  const child = spawn(runtime, [program], {
    cwd: folder,
    env: { ...environment, HOST: "127.0.0.1", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: limitMillis
  })
  const ended = once(child, "close")
  try {
    let url: string | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      url ??= /^Signalbox emulator on (\S+)/.exec(line)?.[1]
      const key = /^API key: (\S+)/.exec(line)?.[1]
      if (url === undefined || key === undefined) continue
      const answer = await fetch(`${url}/v3/me`, { headers: { "x-api-key": key } })
      if (answer.status !== 200) throw new Error(`The emulator answered ${answer.status}: ${await answer.text()}`)
      return
    }
    throw new Error("The emulator ended before it printed its address and its API key.")
  } finally {
    child.kill("SIGKILL")
    await ended
  }
}
