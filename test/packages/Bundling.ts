/**
 * Makes the files that a package ships of all that it needs.
 */
import type { Metafile, Plugin } from "esbuild"
import * as esbuild from "esbuild"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { condition } from "../FromSource.ts"
import { filesBelow } from "./Files.ts"
import * as InboxContents from "./InboxContents.ts"
import type { SourceMap } from "./Shipped.ts"
import { licences, parts, shelf } from "./Shipped.ts"
import { inRoot } from "./Tarballs.ts"

const programs = ["index", "main"] as const

/** Returns a module whose value is read from JSON when somebody asks for a part of it. */
const readLater = (json: string): string => {
  const value = JSON.parse(json) as object
  const parts = Object.keys(value).map((key) => `  get ${key}() { return read().${key} }`)
  return `const text = ${JSON.stringify(JSON.stringify(value))}
let value
const read = () => value ??= JSON.parse(text)
export default {
${parts.join(",\n")}
}
`
}

/** The numbering plans of all countries are data, which the first phone number needs. */
const plansLater: Plugin = {
  name: "numbering plans later",
  setup: ({ onLoad }) => {
    onLoad({ filter: /libphonenumber-js[\\/]metadata\.\w+\.json\.js$/ }, ({ path }) => ({
      contents: readLater(readFileSync(path.replace(/\.js$/, ""), "utf8")),
      loader: "js"
    }))
  }
}

const inboxWithin: Plugin = {
  name: "contents of the inbox",
  setup: ({ onLoad }) => {
    onLoad({ filter: InboxContents.replaced }, async () => ({
      contents: await InboxContents.replacement(),
      loader: "js"
    }))
  }
}

/** Whoever wants `signalbox mcp` installs this, which needs more of the registry than all the rest. */
const beside = ["@signalbox/mcp"]

/** Writes the files of a package into a folder. */
export const write = (folder: string, outdir: string): Promise<esbuild.BuildResult<{ metafile: true }>> =>
  esbuild.build({
    absWorkingDir: inRoot("."),
    entryPoints: programs.map((name) => join(folder, "src", `${name}.ts`)),
    outdir,
    chunkNames: `${shelf}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.19",
    conditions: [condition],
    external: beside.flatMap((name) => [name, `${name}/*`]),
    minifySyntax: true,
    sourcemap: true,
    metafile: true,
    logLevel: "error",
    plugins: [plansLater, inboxWithin]
  })

/** Returns where a source stands as seen from the package: its own are beside its files. */
const place = (folder: string, source: string): string => {
  const [, foreign] = /[\\/]node_modules[\\/](.+)$/.exec(source) ?? []
  if (foreign !== undefined) return join("node_modules", foreign)
  const own = relative(folder, source)
  return own.startsWith("..") ? relative(inRoot("."), source) : own
}

/** The map of a file holds the sources of this repository, and of others only their names. */
const rewriteMap = (folder: string, path: string): void => {
  const map = JSON.parse(readFileSync(path, "utf8")) as SourceMap
  const sources = map.sources.map((source) => place(folder, join(dirname(path), source)))
  const isOwn = (source: string): boolean => !source.startsWith("node_modules")
  const changed: SourceMap = {
    ...map,
    sources: sources.map((source) => relative(dirname(path), join(folder, source)).replaceAll("\\", "/")),
    sourcesContent: map.sourcesContent.map((text, index) => isOwn(sources[index]!) ? text : null)
  }
  writeFileSync(path, JSON.stringify(changed))
}

/** Each public module hands on what the entry exports of it. */
const writeParts = async (folder: string, exported: ReadonlySet<string>): Promise<void> => {
  const { metafile } = await esbuild.build({
    absWorkingDir: inRoot("."),
    entryPoints: parts(folder).map((path) => join(folder, "src", path)),
    outbase: join(folder, "src"),
    outdir: join(folder, "dist"),
    write: false,
    format: "esm",
    metafile: true
  })
  for (const [path, { exports }] of Object.entries(metafile.outputs)) {
    const missing = exports.filter((name) => !exported.has(name))
    if (missing.length > 0) throw new Error(`The index exports no ${missing.join(", ")}, which ${path} has.`)
    const file = inRoot(path)
    const index = relative(dirname(file), join(folder, "dist/index.js")).replaceAll("\\", "/")
    const from = index.startsWith(".") ? index : `./${index}`
    writeFileSync(file, exports.length === 0 ? "export {}\n" : `export { ${exports.join(", ")} } from "${from}"\n`)
  }
}

const licenceOf = (name: string): string => {
  const folder = inRoot(`node_modules/${name}`)
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} has no licence that could be shipped with it.`)
  return readFileSync(join(folder, file), "utf8").trim()
}

const foreignOf = ({ inputs }: Metafile): ReadonlyArray<string> =>
  [...new Set(Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))]
    .toSorted()

/** Replaces what the compiler has made of a package by the files that it ships. Its declarations stay. */
export const make = async (folder: string): Promise<void> => {
  const dist = join(folder, "dist")
  rmSync(join(dist, shelf), { recursive: true, force: true })
  for (const path of filesBelow(dist)) {
    // The compiler must not take the files for its own.
    if (/\.(?:js|js\.map|tsbuildinfo)$/.test(path) || path.startsWith("main.")) rmSync(join(dist, path))
  }
  const { metafile } = await write(folder, dist)
  const entry = Object.entries(metafile.outputs).find(([path]) => path.endsWith("/dist/index.js"))
  await writeParts(folder, new Set(entry?.[1].exports))
  for (const path of filesBelow(dist).filter((each) => each.endsWith(".js.map"))) {
    rewriteMap(folder, join(dist, path))
  }
  const texts = [...new Set([...foreignOf(metafile), ...InboxContents.foreign])].toSorted().map((name) =>
    `${name}\n\n${licenceOf(name)}\n`
  )
  const head = "The files of this package hold parts of these packages, under their licences.\n"
  writeFileSync(join(dist, licences), [head, ...texts].join(`\n${"-".repeat(80)}\n\n`))
}
