/**
 * `signalbox` ships an entry that holds what it needs of a dozen packages, whose thousand modules Node would have to find
 * and read one by one, and beside it a file for each part that is loaded when somebody asks for it. Everything that is
 * imported under a path of its own, such as `signalbox/SignalboxError`, comes from the same entry, so that nothing is
 * there twice.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { filesBelow } from "./Files.ts"

/** These ship their dependencies within their own files. */
const packages: ReadonlySet<string> = new Set(["signalbox"])

export const isBundled = (name: string): boolean => packages.has(name)

/** Files in here are closed to others, as the modules in `src/internal` are. */
export const shelf = "internal"

/** The licences of what the files hold. */
export const licences = "LICENSES.txt"

export interface SourceMap {
  readonly sources: ReadonlyArray<string>
  readonly sourcesContent: ReadonlyArray<string | null>
}

/** Returns the public modules but for the entry, as paths below `src`. */
export const parts = (folder: string): ReadonlyArray<string> =>
  filesBelow(join(folder, "src")).filter((path) =>
    path.endsWith(".ts") && !path.startsWith(`${shelf}/`) && path !== "index.ts" && path !== "main.ts"
  )

/** Returns what is missing or left over: each public module has its part and its declaration. */
export const flaws = (folder: string): ReadonlyArray<string> => {
  const dist = join(folder, "dist")
  const built = filesBelow(dist)
  const isShelved = (path: string): boolean => path.startsWith(`${shelf}/`)
  const expected = ["index.ts", ...parts(folder)].flatMap((path) =>
    [".js", ".d.ts", ".d.ts.map"].map((end) => path.replace(/\.ts$/, end))
  )
  const whole = [...expected, "index.js.map", "main.js", "main.js.map", licences]
  const scripts = built.filter((path) => path.endsWith(".js") && !expected.includes(path))
  return [
    ...whole.filter((path) => !built.includes(path)).map((path) => `dist/${path} is missing`),
    ...built.filter((path) => !whole.includes(path) && !(isShelved(path) && /\.js(\.map)?$/.test(path)))
      .map((path) => `dist/${path} has no source`),
    ...scripts.filter((path) => !existsSync(join(dist, `${path}.map`))).map((path) => `dist/${path} has no map`),
    ...built.filter((path) => path.endsWith(".js.map")).flatMap((path) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(dist, path), "utf8")) as SourceMap
      return sources
        .filter((source, index) => !source.includes("node_modules/") && typeof sourcesContent[index] !== "string")
        .map((source) => `dist/${path} does not hold ${source}`)
    })
  ]
}
