/**
 * The repository as data: its files, its workspaces and its parsed sources.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { parseAst } from "vitest/node"
import { isBundled } from "../packages/Shipped.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))

const ignored = new Set(["node_modules", "dist", "coverage", ".git", ".cache"])

const walk = (folder: string): Array<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    // A worktree has a file where a clone has the folder `.git`.
    if (ignored.has(entry.name)) return []
    if (entry.isDirectory()) return walk(path)
    return entry.isFile() && !entry.name.endsWith(".tsbuildinfo") ? [path] : []
  })

/** Every file of the repository, relative to its root. */
export const files: ReadonlyArray<string> = walk(".")

export const exists = (path: string): boolean => existsSync(join(root, path))

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

export interface Manifest {
  readonly name: string
  readonly bin?: Record<string, string>
  readonly exports?: Record<string, string | Record<string, string> | null>
  readonly files?: ReadonlyArray<string>
  readonly scripts?: Record<string, string>
  readonly publishConfig?: Record<string, unknown>
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const manifests = new Map<string, Manifest>()

/** Each is read once: the rules ask for them at each of some ten thousand imports. */
export const manifest = (folder: string): Manifest => {
  const known = manifests.get(folder)
  if (known !== undefined) return known
  const found = JSON.parse(read(posix.join(folder, "package.json"))) as Manifest
  manifests.set(folder, found)
  return found
}

/** The names of the packages that a package's modules may use. One that is bundled has them within its files when it is packed. */
export const dependenciesOf = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies, name, peerDependencies } = manifest(folder)
  return Object.keys({ ...dependencies, ...peerDependencies, ...(isBundled(name) ? devDependencies : {}) })
}

/** The folders of the workspaces, such as `packages/core`. */
export const workspaces: ReadonlyArray<string> = files
  .filter((path) => /^(packages|adapters|examples)\/[^/]+\/package\.json$/.test(path))
  .map((path) => posix.dirname(path))

/** Returns the workspace that a file belongs to (`packages/core`), or `test`, or an app (`examples/apps/next`). */
export const unitOf = (path: string): string => {
  const [first = "", second = "", third = ""] = path.split("/")
  if (first === "examples" && second === "apps") return `${first}/${second}/${third}`
  return first === "test" ? first : `${first}/${second}`
}

/** A node of the syntax tree (ESTree with TypeScript). */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Calls `visit` for each node, with its parent and the key under which the parent holds it. */
export const visit = (node: Node, f: (node: Node, parent: Node | undefined, key: string) => void): void => {
  const go = (node: Node, parent: Node | undefined, key: string): void => {
    f(node, parent, key)
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) go(child, node, key)
    }
  }
  go(node, undefined, "")
}

export interface Import {
  readonly specifier: string
  /** Erased before the program runs. */
  readonly type: boolean
  readonly reexport: boolean
  readonly line: number
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly program: Node
  readonly imports: ReadonlyArray<Import>
  readonly lineOf: (node: Node) => number
}

const importNodes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
  "TSExternalModuleReference"
])

const programOf = (path: string, text: string): Node => {
  try {
    const lang = path.endsWith(".d.ts") ? "dts" : "ts"
    return parseAst(text, { lang, sourceType: "module" }, path) as unknown as Node
  } catch (cause) {
    throw new Error(`${path} can not be parsed`, { cause })
  }
}

const parse = (path: string): Source => {
  const text = read(path)
  const program = programOf(path, text)
  const lineOf = (node: Node): number => text.slice(0, node.start).split("\n").length
  const imports: Array<Import> = []
  visit(program, (node) => {
    const source = node["source"] ?? node["expression"]
    if (!importNodes.has(node.type) || !isNode(source)) return
    imports.push({
      specifier: typeof source["value"] === "string" ? source["value"] : "(computed)",
      type: node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type",
      reexport: node.type.startsWith("Export"),
      line: lineOf(node)
    })
  })
  return { path, text, program, imports, lineOf }
}

/** Every TypeScript file of packages, adapters, examples and test. */
export const sources: ReadonlyArray<Source> = files
  .filter((path) => /^(packages|adapters|examples|test)\/.*\.ts$/.test(path))
  .map(parse)

/** The file that a relative import names. */
export const target = (source: Source, specifier: string): string =>
  posix.normalize(posix.join(posix.dirname(source.path), specifier))
