/**
 * What a package offers exists, and whoever imports a package finds all of it.
 */
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import { exists, files, manifest, read, sources, target, workspaces } from "./Tree.ts"

const inSources = (folder: string): ReadonlyArray<string> =>
  files.filter((path) => path.startsWith(`${folder}/src/`) && path.endsWith(".ts") && !path.endsWith(".d.ts"))

const faces = workspaces.filter((folder) => !folder.startsWith("examples/"))

/** As long as some package is not begun at all, a begun one may lack its index. */
const complete = faces.every((folder) => inSources(folder).length > 0)

const libraries = faces.filter((folder) => complete || exists(`${folder}/src/index.ts`))

const built = (path: string): unknown => {
  if (!path.startsWith("./src/")) return path
  const output = path.replace("./src/", "./dist/")
  if (!output.endsWith(".ts")) return output
  return { types: output.replace(/\.ts$/, ".d.ts"), default: output.replace(/\.ts$/, ".js") }
}

interface Config {
  readonly references?: ReadonlyArray<{ readonly path: string }>
}
const references = (folder: string): ReadonlyArray<string> =>
  ((JSON.parse(read(posix.join(folder, "tsconfig.json"))) as Config).references ?? [])
    .map(({ path }) => posix.join(folder, path))

describe("exports", () => {
  it("name files that exist", () => {
    const missing = libraries.flatMap((folder) =>
      Object.values(manifest(folder).exports ?? {}).flatMap((path) => {
        if (path === null) return []
        const [before = "", after] = posix.join(folder, path).split("*")
        const found = after === undefined
          ? exists(before)
          : files.some((file) => file.startsWith(before) && file.endsWith(after))
        return found ? [] : [`${folder}: ${path}`]
      })
    )
    expect(missing).toEqual([])
  })

  it("are the same when published, from dist", () => {
    for (const folder of faces) {
      const { exports = {}, publishConfig } = manifest(folder)
      const expected = Object.entries(exports).map(([key, path]) => [key, path === null ? null : built(path)])
      expect(publishConfig?.exports, folder).toEqual(Object.fromEntries(expected))
    }
  })

  it("of a package's index hold each of its public modules", () => {
    const missing = libraries.flatMap((folder) => {
      const index = sources.find(({ path }) => path === `${folder}/src/index.ts`)
      if (index === undefined) return [`${folder}/src/index.ts`]
      const offered = new Set(
        index.imports.filter(({ reexport }) => reexport).map(({ specifier }) => target(index, specifier))
      )
      return inSources(folder).filter((path) =>
        /^[A-Z]/.test(posix.basename(path)) && !path.includes("/internal/") && !offered.has(path)
      )
    })
    expect(missing).toEqual([])
  })
})

describe("tsconfig.json", () => {
  it("of the root and of the tests refers to every workspace", () => {
    const projects = workspaces.filter((folder) => exists(`${folder}/tsconfig.json`))
    expect(references(".").toSorted()).toEqual([...projects, "test"].toSorted())
    expect(references("test").toSorted()).toEqual(
      projects.filter((folder) => !folder.startsWith("examples/")).toSorted()
    )
  })

  it("of a package refers to the packages that it depends on", () => {
    const named = new Map(workspaces.map((folder) => [manifest(folder).name, folder]))
    for (const folder of workspaces.filter((each) => exists(`${each}/tsconfig.json`))) {
      const { dependencies, peerDependencies } = manifest(folder)
      const needed = Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => named.get(name) ?? [])
      expect(references(folder).toSorted(), folder).toEqual(needed.toSorted())
    }
  })
})
