/** Everything that a package offers exists, and whoever imports a package finds all of it. */
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import { condition } from "../FromSource.ts"
import { dependenciesOf, exists, files, manifest, read, sources, target, workspaces } from "./Tree.ts"

const inSources = (folder: string): ReadonlyArray<string> =>
  files.filter((path) => path.startsWith(`${folder}/src/`) && path.endsWith(".ts") && !path.endsWith(".d.ts"))

/** The one package that names its public modules; the others offer all but what lies in folders named internal. */
const core = "packages/core"

/** The tests of this repository look inside these. */
const opened: ReadonlyArray<string> = [
  core,
  "adapters/egress",
  "adapters/memory",
  "adapters/node",
  "adapters/postgres",
  "adapters/smpp",
  "adapters/sqlite",
  "packages/inbox",
  "packages/signalbox"
]

const faces = workspaces.filter((folder) => !folder.startsWith("examples/"))

/** As long as some package is not begun at all, a begun one may lack its index. */
const complete = faces.every((folder) => inSources(folder).length > 0)

const libraries = faces.filter((folder) => complete || exists(`${folder}/src/index.ts`))

/** One source as others import it: this repository from the source itself, everybody else from what is built of it. */
const entry = (source: string): Record<string, string> => {
  const built = source.replace(/^src\//, "./dist/")
  return source.endsWith(".ts")
    ? { [condition]: `./${source}`, types: built.replace(/ts$/, "d.ts"), default: built.replace(/ts$/, "js") }
    : { [condition]: `./${source}`, default: built }
}

/** The folders of a package that are nobody else's business, relative to its sources. */
const internals = (folder: string): ReadonlySet<string> =>
  new Set(inSources(folder).flatMap((path) => /^\w+\/\w+\/src\/((?:.+\/)?internal)\//.exec(path)?.[1] ?? []))

interface Config {
  readonly references?: ReadonlyArray<{ readonly path: string }>
}
const references = (folder: string): ReadonlyArray<string> =>
  ((JSON.parse(read(posix.join(folder, "tsconfig.json"))) as Config).references ?? [])
    .map(({ path }) => posix.join(folder, path))

describe("exports", () => {
  it("name files that exist", () => {
    const missing = libraries.flatMap((folder) =>
      Object.values(manifest(folder).exports ?? {}).flatMap((target) => {
        if (target === null) return []
        const path = typeof target === "string" ? target : target[condition] ?? ""
        const [before = "", after] = posix.join(folder, path).split("*")
        const found = after === undefined
          ? exists(before)
          : files.some((file) => file.startsWith(before) && file.endsWith(after))
        return found ? [] : [`${folder}: ${path}`]
      })
    )
    expect(missing).toEqual([])
  })

  it("lead to what is built, and to the sources under a condition of this repository", () => {
    for (const folder of faces.filter((each) => each !== core)) {
      const { exports = {}, publishConfig } = manifest(folder)
      const { ".": index, "./*": modules, ...others } = exports
      expect(index, folder).toEqual(entry("src/index.ts"))
      expect(modules, folder).toEqual(entry("src/*.ts"))
      for (const [key, target] of Object.entries(others)) {
        if (target === null) continue
        if (key === "./internal/*" && opened.includes(folder)) {
          expect(target, folder).toEqual({ [condition]: "./src/internal/*.ts" })
          continue
        }
        expect(target, `${folder} ${key}`).toEqual(
          key === "./package.json" ? key : entry(`src/${posix.normalize(key)}`)
        )
      }
      // npm reads exports nowhere else.
      expect(Object.keys(publishConfig ?? {}), folder).toEqual(["access"])
    }
  })

  it("of core are its public face: the modules of its index by their names, and nothing else for others", () => {
    const { exports = {}, publishConfig } = manifest(core)
    const index = sources.find(({ path }) => path === `${core}/src/index.ts`)
    const modules = (index?.imports ?? []).map(({ specifier }) => specifier.slice("./".length))
    expect(exports).toEqual({
      ".": entry("src/index.ts"),
      ...Object.fromEntries(modules.map((path) => [`./${posix.basename(path, ".ts")}`, entry(`src/${path}`)])),
      "./internal/*": { [condition]: "./src/*.ts" },
      "./package.json": "./package.json"
    })
    expect(Object.keys(publishConfig ?? {})).toEqual(["access"])
  })

  it("of core have somebody who needs them: a package, an example, a document, or another public module", () => {
    const index = sources.find(({ path }) => path === `${core}/src/index.ts`)
    const offered = (index?.imports ?? []).map(({ specifier }) => target(index!, specifier))
    const outside = sources.filter(({ path }) => !path.startsWith("test/") && !path.startsWith(`${core}/`))
    const needed = new Set([
      ...outside.flatMap(({ imports }) => imports.map(({ specifier }) => specifier)),
      ...files.filter((path) => path.endsWith(".md") && !path.startsWith("docs/rules/")).flatMap((path) =>
        [...read(path).matchAll(/(?:`|@signalbox\/core\/)(\w+)/g)].map(([, name]) => `@signalbox/core/${name}`)
      )
    ])
    const named = new Set(
      sources.filter(({ path }) => offered.includes(path)).flatMap((source) =>
        source.imports.map(({ specifier }) => target(source, specifier))
      )
    )
    expect(
      offered.filter((path) => !named.has(path) && !needed.has(`@signalbox/core/${posix.basename(path, ".ts")}`))
    ).toEqual([])
  })

  it("do not open internal modules and programs", () => {
    for (const folder of faces.filter((each) => each !== core)) {
      const { bin = {}, exports = {} } = manifest(folder)
      const programs = Object.values(bin).map((path) => path.replace("./dist/", "./").replace(/\.js$/, ""))
      const closed = [
        ...["internal", ...internals(folder)].map((inner) => `./${inner}/*`),
        ...programs
      ].filter((key) => key !== "./internal/*" || !opened.includes(folder))
      const nobodys = Object.entries(exports).filter(([, target]) => target === null).map(([key]) => key)
      expect(new Set(nobodys), folder).toEqual(new Set(closed))
    }
  })

  it("of a package's index hold each of its public modules", () => {
    const missing = libraries.filter((folder) => folder !== core).flatMap((folder) => {
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

describe("packages", () => {
  it("come with sources, licence and README, and are built before npm packs them", () => {
    for (const folder of faces) {
      const { files, name, scripts } = manifest(folder)
      expect(files, folder).toEqual(["dist", "src", "!**/*.tsbuildinfo"])
      expect(scripts, folder).toEqual({ prepack: "node ../../test/packages/prepack.ts" })
      expect(read(`${folder}/LICENSE`), folder).toBe(read("LICENSE"))
      expect(read(`${folder}/README.md`).split("\n", 1), folder).toEqual([`# ${name}`])
    }
  })
})

describe("tsconfig.json", () => {
  it("of the root and of the tests refers to every workspace", () => {
    const projects = workspaces.filter((folder) => exists(`${folder}/tsconfig.json`))
    expect(references(".").toSorted()).toEqual(
      [...projects, "docs/.vitepress/theme", "test", "test/inbox/view"].toSorted()
    )
    expect(references("test").toSorted()).toEqual(
      projects.filter((folder) => !folder.startsWith("examples/")).toSorted()
    )
  })

  it("of a package refers to the packages that it depends on", () => {
    const named = new Map(workspaces.map((folder) => [manifest(folder).name, folder]))
    for (const folder of workspaces.filter((each) => exists(`${each}/tsconfig.json`))) {
      const needed = dependenciesOf(folder).flatMap((name) => named.get(name) ?? [])
      expect(references(folder).toSorted(), folder).toEqual(needed.toSorted())
    }
  })
})
