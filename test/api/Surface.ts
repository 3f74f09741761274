/**
 * The public face of a package: each module that others may import, with what it declares.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import * as Contents from "../packages/Contents.ts"
import { filesBelow } from "../packages/Files.ts"
import * as Declarations from "./Declarations.ts"

/** A type that the compiler infers may have thousands of lines: of more than these there is a digest. */
const mostLines = 60

/** So much is shown of the first line of such a type. */
const mostLetters = 120

interface Entry {
  /** As others import it. */
  readonly specifier: string
  /** The declarations, from the package's folder. */
  readonly path: string
}

/** Returns whether a pattern of `exports`, which has one star at most, covers a module. */
const covers = (pattern: string, module: string): boolean => {
  const [before = "", after] = pattern.split("*")
  return after === undefined ? pattern === module : module.startsWith(before) && module.endsWith(after)
}

/** The modules that others may import, by their names. */
const entries = (folder: string): ReadonlyArray<Entry> => {
  const { exports, name } = Contents.manifest(folder)
  const closed = Object.keys(exports).filter((key) => exports[key] === null)
  const modules = filesBelow(join(folder, "src"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => `./${path.slice(0, -".ts".length)}`)
  return Object.entries(exports).flatMap(([key, target]): ReadonlyArray<Entry> => {
    if (target === null || typeof target === "string" || target["types"] === undefined) return []
    const types = target["types"]
    if (!key.includes("*")) return [{ specifier: posix.join(name, key), path: types }]
    return modules
      .filter((module) =>
        covers(key, module) && module !== "./index" && !closed.some((pattern) => covers(pattern, module))
      )
      .map((module) => ({ specifier: posix.join(name, module), path: types.replace("*", module.slice("./".length)) }))
  }).toSorted((left, right) => left.specifier < right.specifier ? -1 : 1)
}

/** The words of a text in an order of ours: that of a union's elements depends on what the compiler has met first. */
export const words = (text: string): string => (text.match(/[\w$]+|"[^"]*"/g) ?? []).toSorted().join(" ")

const shortened = (text: string): string => {
  const lines = text.split("\n")
  if (lines.length <= mostLines) return text
  const digest = createHash("sha256").update(words(text)).digest("hex").slice(0, 16)
  return [lines[0]!.slice(0, mostLetters), `// … ${lines.length} lines, with the digest ${digest}`].join("\n")
}

const shown = ({ isExported, text }: Declarations.Declaration): string =>
  isExported ? shortened(text) : `// Not exported.\n${shortened(text)}`

/** The sections of a package's report by the specifiers of its modules. */
export const sections = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    entries(folder).map(({ path, specifier }) => {
      const { declarations, tags } = Declarations.parse(readFileSync(join(folder, path), "utf8"))
      const marks = tags.map((tag) => ` (${tag})`).join("")
      return [specifier, `## ${specifier}${marks}\n\n\`\`\`ts\n${declarations.map(shown).join("\n\n")}\n\`\`\`\n`]
    })
  )

const opening = (name: string, isBeta: boolean): string =>
  `# The public face of ${name}${isBeta ? " (beta)" : ""}\n\nMade by \`npm run api -- --write\`; what changes here, others notice.\n`

/** A package is beta as a whole where its index is. */
export const report = (folder: string): string => {
  const { name } = Contents.manifest(folder)
  const made = sections(folder)
  return [opening(name, made.get(name)?.startsWith(`## ${name} (beta)`) ?? false), ...made.values()].join("\n")
}

/** Returns the lines that only one of two texts has, as `- before` and `+ after`. */
export const changes = (before: string, after: string): ReadonlyArray<string> => {
  const counted = (text: string): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1)
    return counts
  }
  const [old, now] = [counted(before), counted(after)]
  const only = (sign: string, from: string, others: Map<string, number>): ReadonlyArray<string> => {
    const left = new Map(others)
    return from.split("\n").flatMap((line) => {
      const count = left.get(line) ?? 0
      if (count > 0) left.set(line, count - 1)
      return count > 0 || line.trim() === "" ? [] : [`${sign} ${line}`]
    })
  }
  return [...only("-", before, now), ...only("+", after, old)]
}

/** Returns the sections of a report by their headings. */
export const divide = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/^(?=## )/m).slice(1).map((section) => [section.split("\n", 1)[0]!, section]))
