/**
 * Reads what a module declares from the `.d.ts` file that the compiler makes of it: names, types and release tags, without
 * what documents them.
 */

/** `@beta` may change in any version; `@deprecated` says when it goes. */
export type Tag = "beta" | "deprecated"

export interface Declaration {
  readonly name: string
  readonly isExported: boolean
  /** As it is declared, without comments but for release tags. */
  readonly text: string
}

export interface Module {
  /** The tags of the module as a whole, which stand in the comment at its beginning. */
  readonly tags: ReadonlyArray<Tag>
  readonly declarations: ReadonlyArray<Declaration>
}

/** Texts and comments, so that a comment's beginning within a text is none. */
const token = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** Returns the release tags that a comment has at the beginning of its lines. */
export const tagsOf = (comment: string): ReadonlyArray<Tag> =>
  [...comment.matchAll(/^(?:\/\*)?[\s*]*@(beta|deprecated)\b/gm)].map(([, tag]) => tag as Tag)

const begins = /^(?:export|import|declare|interface|type|abstract|class|function|const|enum|namespace)\b/

/** Leaves of comments the lines of tags alone. */
const bare = (text: string): string =>
  text
    .replaceAll(token, (found) => found.startsWith("/") ? tagsOf(found).map((tag) => `// @${tag}\n`).join("") : found)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n")

/** Divides the text where a statement begins; the tags before it belong to it. */
const statements = (text: string): ReadonlyArray<string> => {
  const found: Array<Array<string>> = []
  let before: Array<string> = []
  for (const line of text.split("\n")) {
    if (line.startsWith("// @")) before.push(line)
    else if (begins.test(line)) {
      found.push([...before, line])
      before = []
    } else {
      found.at(-1)?.push(...before, line)
      before = []
    }
  }
  return found.map((lines) => lines.join("\n"))
}

const named =
  /^(?:\/\/ @\w+\n)*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|let|enum|namespace) (\w+)/

const read = (statement: string): Declaration => {
  const [, name] = named.exec(statement) ?? []
  const isExported = /^(?:\/\/ @\w+\n)*export\b/.test(statement)
  return {
    // What is handed on from elsewhere has no name of its own, and is listed by what it says.
    name: name ?? statement,
    isExported,
    text: name === undefined ? statement : statement.replace(/^((?:\/\/ @\w+\n)*)(?:export )?(?:declare )?/, "$1")
  }
}

const order = (left: Declaration, right: Declaration): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0

/** Reads a module. What it imports says nothing about its face; declarations of one name keep their order. */
export const parse = (text: string): Module => {
  const [opening = ""] = /^\s*\/\*[\s\S]*?\*\/(?=\s*(?:import|export \*|export \{|\/\*))/.exec(text) ?? []
  const declarations = statements(bare(text.slice(opening.length)))
    .filter((statement) => !/^import\b|^export \{\};?$/.test(statement))
    .map(read)
  return { tags: tagsOf(opening), declarations: declarations.toSorted(order) }
}
