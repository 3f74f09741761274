/**
 * All pages of the site: those that people write in `docs`, with samples and links as the site has them, and those that
 * are made from the code.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Flowchart from "./Flowchart.ts"
import * as FrontMatter from "./FrontMatter.ts"
import * as Link from "./Link.ts"
import type { Page } from "./Page.ts"
import * as Reference from "./reference/Reference.ts"
import { forge, read, root } from "./Repository.ts"
import * as Sample from "./Sample.ts"

const folder = join(root, "docs")

const files = (): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md") && !path.startsWith("."))
    .toSorted()

/** Forges show PNG; a WebP beside it is a fifth of that. */
const lighter = (path: string): string => {
  const webp = path.replace(/\.png$/, ".webp")
  return existsSync(join(root, webp)) ? webp : path
}

/** The page that stands in a file of `docs`. */
export const written = (file: string): Page => {
  const { front, text } = FrontMatter.parted(readFileSync(join(folder, file), "utf8"))
  try {
    const expanded = Link.rewritten({ file, forge, lighter }, Sample.expanded(text, read))
    return { file, front, written: true, ...Flowchart.drawn(expanded, file.replace(/\.md$/, "").replaceAll("/", "-")) }
  } catch (cause) {
    throw new Error(`docs/${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

export const all = (): ReadonlyArray<Page> => [...files().map(written), ...Reference.pages]
