/**
 * A page of the site before it is made to HTML.
 */
import type { FrontMatter } from "./FrontMatter.ts"

export interface Page {
  /** Relative to `docs`, such as `guides/templates.md`. */
  readonly file: string
  readonly front: FrontMatter
  readonly text: string
  /** Whether a person writes it. The others are made from the code. */
  readonly written: boolean
  /** Its pictures that are drawn when the site is built, by their addresses. */
  readonly pictures?: ReadonlyMap<string, string>
}

/** Its first heading, without the marks of code and emphasis. */
export const title = ({ file, text }: Page): string => {
  const [, words] = /^# (.+)$/m.exec(text) ?? []
  if (words === undefined) throw new Error(`docs/${file} has no heading of the first level.`)
  return words.replace(/[`*]/g, "").trim()
}

/** Its description, or else its first sentence. */
export const description = ({ front, text }: Page): string => {
  if (front.description !== undefined) return front.description
  const paragraph = text.split(/\n{2,}/).find((block) => /^[A-Z`]/.test(block)) ?? ""
  const plain = paragraph.replace(/\s+/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "")
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain
}
