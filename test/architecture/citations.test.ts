/**
 * The texts refer only to what is there: citations lead to headings of docs/decisions and docs/specification, and links
 * lead to files and headings.
 */
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import * as Citation from "./Citation.ts"
import * as Markdown from "./Markdown.ts"
import { exists, files, read } from "./Tree.ts"

/** These texts show what a citation and a link look like, and refer to nothing. */
const specimens = new Set(["test/architecture/Citation.ts", "test/architecture/Citation.test.ts"])

const texts = files.filter((path) => /\.(ts|md)$/.test(path) && !specimens.has(path))

const citations = texts.flatMap((path) => Citation.all(read(path)).map((citation) => ({ path, citation })))

const documents = (folder: string): ReadonlyArray<string> =>
  files.filter((path) => path.startsWith(`docs/${folder}/`) && path.endsWith(".md"))

/** The titles below each number of the decisions; those of `4` are also what stands below `4.1`. */
const sections = new Map<string, Set<string>>()
const repeated: Array<string> = []

for (const path of documents("decisions")) {
  // A file about the rest of a part begins without a number.
  const above: Array<{ readonly level: number; readonly number: string }> = []
  for (const { level, text } of Markdown.headings(read(path))) {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop()
    for (const { number } of above) sections.get(number)!.add(text)
    const number = /^(\d+(?:\.\d+)*) /.exec(text)?.[1]
    if (number === undefined) continue
    if (sections.has(number)) repeated.push(`${path} ${text}`)
    sections.set(number, new Set())
    above.push({ level, number })
  }
}

const specification = new Set(
  documents("specification").flatMap((path) => Markdown.headings(read(path)).map(({ text }) => text))
)

const leadsSomewhere = (citation: Citation.Citation): boolean => {
  if (citation._tag === "Specification") return specification.has(citation.title)
  const titles = sections.get(citation.number)
  return titles !== undefined && (citation.title === null || titles.has(citation.title))
}

const lost = (tag: Citation.Citation["_tag"]): ReadonlyArray<string> =>
  citations.filter(({ citation }) => citation._tag === tag && !leadsSomewhere(citation))
    .map(({ citation, path }) => `${path}:${citation.line} ${Citation.show(citation)}`)

describe("citations", () => {
  it("of decisions lead to a number, and to a heading below it", () => {
    expect(citations.filter(({ citation }) => citation._tag === "Decision").length).toBeGreaterThan(400)
    expect(lost("Decision")).toEqual([])
  })

  it("of the specification lead to a heading", () => {
    expect(documents("specification")).not.toEqual([])
    expect(citations.filter(({ citation }) => citation._tag === "Specification").length).toBeGreaterThan(150)
    expect(lost("Specification")).toEqual([])
  })
})

describe("decisions", () => {
  it("have each number once", () => {
    expect(repeated).toEqual([])
  })

  it("are all in the index", () => {
    const index = "docs/decisions/README.md"
    const named = new Set(Markdown.links(read(index)).map(({ target }) => posix.join("docs/decisions", target)))
    expect(documents("decisions").filter((path) => path !== index && !named.has(path))).toEqual([])
  })
})

/** Returns whether a link leads to a file or a folder, and to a heading when it names one. */
const isThere = (from: string, target: string): boolean => {
  // A page of the site that is made from the code: `npm run docs:check` follows these.
  if (target.startsWith("/")) return from.startsWith("docs/")
  const [file = "", anchor] = target.split("#")
  const path = file === "" ? from : posix.join(posix.dirname(from), decodeURI(file))
  if (!exists(path)) return false
  return anchor === undefined || !path.endsWith(".md") ||
    Markdown.headings(read(path)).some((heading) => heading.anchor === anchor)
}

describe("links", () => {
  it("of Markdown lead to files and to headings", () => {
    const documents = texts.filter((path) => path.endsWith(".md"))
    const found = documents.flatMap((path) => Markdown.links(read(path)).map((link) => ({ path, ...link })))
    expect(found.length).toBeGreaterThan(50)
    expect(
      found.filter(({ path, target }) => !isThere(path, target)).map(({ line, path, target }) =>
        `${path}:${line} ${target}`
      )
    ).toEqual([])
  })
})
