/**
 * A chapter of the specification: its text is written by hand, but for the tables between its markers.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { markdown } from "./Table.ts"
import { tables } from "./Tables.ts"

export const folder = fileURLToPath(new URL("../../docs/specification", import.meta.url))

export interface Chapter {
  readonly name: string
  readonly text: string
}

export const chapters = (): ReadonlyArray<Chapter> =>
  readdirSync(folder).toSorted().flatMap((name) =>
    name.endsWith(".md") ? [{ name, text: readFileSync(join(folder, name), "utf8") }] : []
  )

const marked = /<!-- table: ([a-z-]+) -->\n[\s\S]*?<!-- end -->/g

/** The names of the tables that a chapter has. */
export const named = ({ text }: Chapter): ReadonlyArray<string> =>
  [...text.matchAll(marked)].map(([, name = ""]) => name)

/** Returns the text of a chapter with its tables as the code has them. A marker that names no table is left alone. */
export const filled = ({ text }: Chapter): string =>
  text.replace(marked, (found, name: string) => {
    const table = tables.get(name)
    return table === undefined ? found : `<!-- table: ${name} -->\n\n${markdown(table)}\n\n<!-- end -->`
  })

/** The headings of a chapter. */
export const headings = ({ text }: Chapter): ReadonlyArray<string> =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title)

/** The name by which a link finds a heading. */
const anchor = (heading: string): string => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-")

/** Everything that a link in a chapter may lead to: a chapter, or a heading in one. */
export const places = (all: ReadonlyArray<Chapter>): ReadonlySet<string> =>
  new Set(all.flatMap((chapter) => [
    chapter.name,
    ...headings(chapter).map((heading) => `${chapter.name}#${anchor(heading)}`)
  ]))

/** Returns the places within the specification that the links of a chapter lead to. */
export const links = ({ name, text }: Chapter): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(([^).][^)]*)\)/g)].map(([, to = ""]) => to.startsWith("#") ? `${name}${to}` : to)
