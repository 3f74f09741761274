/** Tells what a package's folder must hold: before it is packed, and where it is installed. */
import { existsSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join, posix } from "node:path"
import { filesBelow } from "./Files.ts"
import * as Shipped from "./Shipped.ts"

export interface Manifest {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>> | null>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest

/** Returns the files that the compiler makes of one source; none of ambient declarations. */
const outputsOf = (source: string): ReadonlyArray<string> => {
  if (source.endsWith(".d.ts")) return []
  if (!source.endsWith(".ts")) return [source]
  const stem = source.slice(0, -".ts".length)
  return [`${stem}.d.ts`, `${stem}.d.ts.map`, `${stem}.js`, `${stem}.js.map`]
}

const mapFlaws = (folder: string, map: string): ReadonlyArray<string> => {
  const { sources } = JSON.parse(readFileSync(join(folder, map), "utf8")) as { readonly sources: ReadonlyArray<string> }
  return sources
    .map((source) => posix.join(posix.dirname(map), source))
    .filter((source) => !existsSync(join(folder, source)))
    .map((source) => `${map} points to ${source}, which is not there`)
}

const targets = ({ bin = {}, exports }: Manifest): ReadonlyArray<string> => [
  ...Object.values(bin),
  ...Object.values(exports).flatMap((target) => typeof target === "object" ? Object.values(target ?? {}) : [target])
]

/** Returns what is missing or left over: everything that was compiled belongs to a source, and the other way round. */
const compiledFlaws = (folder: string): ReadonlyArray<string> => {
  const sources = filesBelow(join(folder, "src"))
  const built = filesBelow(join(folder, "dist")).filter((path) => !path.endsWith(".tsbuildinfo"))
  const expected = sources.flatMap(outputsOf)
  return [
    ...expected.filter((path) => !built.includes(path)).map((path) => `dist/${path} is missing`),
    ...built.filter((path) => !expected.includes(path)).map((path) => `dist/${path} has no source`),
    ...built.filter((path) => path.endsWith(".map")).flatMap((path) => mapFlaws(folder, `dist/${path}`))
  ]
}

/** Returns what is wrong with a package that was built. */
export const flaws = (folder: string): ReadonlyArray<string> => {
  const { name, ...rest } = manifest(folder)
  return [
    ...(filesBelow(join(folder, "src")).length === 0 ? ["src holds nothing"] : []),
    ...["LICENSE", "README.md"].filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is missing`),
    ...(Shipped.isBundled(name) ? Shipped.flaws(folder) : compiledFlaws(folder)),
    ...targets({ name, ...rest })
      .filter((target) => !target.includes("*") && !existsSync(join(folder, target)))
      .map((target) => `package.json names ${target}, which is not there`)
  ]
}

const packed = /^(LICENSE|README\.md|package\.json|(src|dist)\/.+)$/

/** The packages that a compiled file or its types import: by statements that begin a line, whatever texts say. */
const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:^(?:import|export)\b[^"'`=(;]*\bfrom |^import |\bimport\()"([^"]+)"/gm)]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"))

/** Returns what is wrong with a package as others get it. */
export const installedFlaws = (folder: string): ReadonlyArray<string> => {
  const files = filesBelow(folder).filter((path) => !path.startsWith("node_modules/"))
  const { dependencies, name: own, peerDependencies } = manifest(folder)
  // A bundler imports nothing that it could not find, and its files hold texts that only look like imports.
  const importing = Shipped.isBundled(own) ? /^dist\/.*\.d\.ts$/ : /^dist\/.*\.(js|d\.ts)$/
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
  const undeclared = files
    .filter((path) => importing.test(path))
    .flatMap((path) => importsOf(readFileSync(join(folder, path), "utf8")).map((name) => ({ path, name })))
    .filter(({ name }) => !declared.has(name))
  return [
    ...flaws(folder),
    ...files
      .filter((path) => !packed.test(path) || /\.test\.|\.tsbuildinfo$/.test(path))
      .map((path) => `${path} should not be packed`),
    ...undeclared.map(({ name, path }) => `${path} imports ${name}, which package.json does not declare`)
  ]
}

export interface Entries {
  /** Others may import these, such as `@signalbox/core/PhoneNumber`. */
  readonly open: ReadonlyArray<string>
  /** These are there, but must not be. */
  readonly closed: ReadonlyArray<string>
}

/** The modules of an installed package, by the names under which others import them. */
export const entries = (folder: string): Entries => {
  const { bin = {}, exports, name } = manifest(folder)
  const programs = new Set(Object.values(bin).map((path) => posix.normalize(path)))
  const modules = filesBelow(join(folder, "dist")).filter((path) => path.endsWith(".js") && path !== "index.js")
  const isClosed = (path: string): boolean => /(^|\/)internal\//.test(path) || programs.has(`dist/${path}`)
  const specifier = (path: string): string => `${name}/${path.slice(0, -".js".length)}`
  const named = Object.keys(exports).filter((key) => /^\.\/\w+$/.test(key)).map((key) => posix.join(name, key))
  if (!("./*" in exports)) {
    // It names each public module, so a path into its folders leads nowhere.
    const inner = modules.flatMap((path) => [specifier(path), specifier(`internal/${path}`)])
    return { open: [name, ...named], closed: inner.filter((each) => !named.includes(each)) }
  }
  const data = Object.keys(exports).filter((key) => key.endsWith(".json")).map((key) => posix.join(name, key))
  return {
    open: [name, ...modules.filter((path) => !isClosed(path)).map(specifier), ...data],
    closed: modules.filter(isClosed).map(specifier)
  }
}
