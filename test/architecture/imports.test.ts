/** Modules import only what they may. */
import { describe, expect, it } from "vitest"
import type { Source } from "./Tree.ts"
import { dependenciesOf, manifest, read, sources, target, unitOf, workspaces } from "./Tree.ts"

/** Core may use these modules of Effect: they are marked stable and do no IO. */
const stable = `
  Array BigInt Boolean Brand Cache Cause Chunk Clock Context Data DateTime Deferred Duration Effect Equal Equivalence Exit Fiber
  FiberSet Function Hash HashMap HashSet Iterable Latch Layer Logger Match Metric Number Option Order Ordering Pipeable
  Predicate Queue Record Redacted Ref References Result Schedule Scheduler Schema SchemaAST SchemaGetter SchemaIssue SchemaParser
  SchemaTransformation Scope Semaphore Stream String Struct SynchronizedRef Tracer Tuple Types encoding/Base64
  encoding/Base64Url
`.trim().split(/\s+/)

const effect = /^effect\/./
const platform = /^@effect\/platform-/
const node = /^node:/
const signalbox = (...names: ReadonlyArray<string>): RegExp => new RegExp(`^@signalbox/(${names.join("|")})(/|$)`)
const stableEffect = new RegExp(`^effect/(${stable.join("|")})$`)

/** The bare imports that a unit may use. A unit that is not in the table is an adapter or may use anything public. */
const table: Record<string, ReadonlyArray<RegExp>> = {
  "packages/core": [stableEffect, /^@noble\/(ciphers|hashes)\//, /^libphonenumber-js(\/|$)/, /^re2js$/],
  // It runs at customers' sites, where nothing else of the service is.
  "packages/receiver": [],
  // Most of it runs in a browser, where nothing else of the service is.
  "packages/inbox": [node, /^preact(\/hooks)?$/],
  // Its tools are what the emulator tells of itself.
  "packages/mcp": [effect, node, /^@modelcontextprotocol\/sdk\//],
  "packages/http": [effect, signalbox("core")],
  "packages/testing": [
    effect,
    node,
    signalbox("core", "http"),
    // The carriers of hosts are those of the facade.
    /^signalbox$/,
    /^ajv\//,
    /^fast-check$/,
    /^vitest(\/node)?$/,
    /^@effect\/vitest$/
  ],
  "adapters/memory": [effect, signalbox("core")],
  // It opens sockets of its own where it has to cut them.
  "adapters/postgres": [effect, node, /^@effect\/sql-pg(\/|$)/, signalbox("core")]
}
const adapter = [effect, platform, node, signalbox("core", "http")]

/** Adapters that stand on another one, or on one foreign library. */
table["adapters/sqlite"] = [effect, node, signalbox("core", "memory")]
table["adapters/http-carrier"] = [...adapter, /^undici\/index\.js$/]
table["adapters/rcs"] = [...adapter, signalbox("http-carrier")]
table["adapters/whatsapp"] = [...adapter, signalbox("http-carrier")]
table["adapters/twilio"] = [...adapter, signalbox("http-carrier")]
table["adapters/express"] = [...adapter, signalbox("node"), /^express$/]

const allowed = (unit: string): ReadonlyArray<RegExp> | undefined =>
  table[unit] ?? (unit.startsWith("adapters/") ? adapter : undefined)

const isRelative = (specifier: string): boolean => specifier.startsWith(".")

const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** Returns the folder in which relative imports of a unit have to stay. */
const boundary = (source: Source): string => {
  const unit = unitOf(source.path)
  const inner = `${unit}/src/`
  return source.path.startsWith(inner) ? inner : `${unit}/`
}

const declarations = new Map<string, ReadonlySet<string>>()

const declared = (unit: string): ReadonlySet<string> => {
  const known = declarations.get(unit)
  if (known !== undefined) return known
  const folders = unit === "test" ? [".", ...workspaces] : [unit]
  const found = new Set(folders.flatMap((each) => [
    ...dependenciesOf(each),
    ...Object.keys((unit === "test" || unit.startsWith("examples/")) && manifest(each).devDependencies || {}),
    ...(unit === "test" ? [manifest(each).name] : [])
  ]))
  declarations.set(unit, found)
  return found
}

const violations = (check: (source: Source, specifier: string) => string | undefined): ReadonlyArray<string> =>
  sources.flatMap((source) =>
    source.imports.flatMap(({ line, specifier }) => {
      const problem = check(source, specifier)
      return problem === undefined ? [] : [`${source.path}:${line} "${specifier}" ${problem}`]
    })
  )

describe("imports", () => {
  it("follow the table of who may import whom", () => {
    expect(violations((source, specifier) => {
      const rules = allowed(unitOf(source.path))
      if (isRelative(specifier) || rules === undefined || rules.some((rule) => rule.test(specifier))) return undefined
      return `is not for ${unitOf(source.path)}`
    })).toEqual([])
  })

  it("of a relative path stay inside their own package", () => {
    expect(violations((source, specifier) => {
      if (specifier.startsWith("/") || specifier.startsWith("file:")) return "is an absolute path"
      if (!isRelative(specifier) || target(source, specifier).startsWith(boundary(source))) return undefined
      return `leaves ${boundary(source)}`
    })).toEqual([])
  })

  it("of another package use its public modules", () => {
    expect(violations((source, specifier) => {
      if (!specifier.startsWith("@signalbox/")) return undefined
      const unit = unitOf(source.path)
      const isInside = unit === "test" &&
        /^@signalbox\/(core|egress|inbox|memory|node|postgres|smpp|sqlite)\/internal\//.test(specifier)
      if (/\/(internal|src|dist)(\/|$)/.test(specifier) && !isInside) return "is internal"
      return unit !== "test" && manifest(unit).name === packageOf(specifier) ? "is the package itself" : undefined
    })).toEqual([])
  })

  it("of a package are declared in the importing package's package.json", () => {
    expect(violations((source, specifier) => {
      const unit = unitOf(source.path)
      // Only tests may have one, as the last rule says.
      if (specifier === "(computed)") return undefined
      if (isRelative(specifier) || node.test(specifier) || declared(unit).has(packageOf(specifier))) return undefined
      return `is not declared in ${unit === "test" ? "" : `${unit}/`}package.json`
    })).toEqual([])
  })

  it("are spelled out", () => {
    const sealed = (source: Source): boolean => /^(packages|adapters)\//.test(source.path)
    expect(
      violations((source, specifier) =>
        specifier === "(computed)" && sealed(source) ? "hides what is imported" : undefined
      )
    ).toEqual([])
  })

  it("of core meet only modules that Effect marks as stable", () => {
    const marked = (module: string): boolean =>
      /@stability (\w+)/.exec(read(`node_modules/effect/src/${module}.ts`))?.[1] === "stable"
    expect(stable.filter((module) => !marked(module))).toEqual([])
  })
})
