/**
 * The front matter of a page says before its text how it is described, and where it stands among the pages of its folder.
 */
import { parse, stringify } from "yaml"

export interface FrontMatter {
  /** One sentence for search engines, link previews and llms.txt. */
  readonly description?: string
  /** Pages of a folder stand by this number, then by their names. */
  readonly order?: number
  /** A shorter title for the navigation. */
  readonly navigation?: string
  readonly [name: string]: unknown
}

export interface Parted {
  readonly front: FrontMatter
  readonly text: string
}

/** Parts a page from its front matter. */
export const parted = (page: string): Parted => {
  const [all, front] = /^---\n([\s\S]*?)\n---\n+/.exec(page) ?? []
  if (all === undefined || front === undefined) return { front: {}, text: page }
  return { front: (parse(front) ?? {}) as FrontMatter, text: page.slice(all.length) }
}

export const joined = ({ front, text }: Parted): string =>
  Object.keys(front).length === 0 ? text : `---\n${stringify(front)}---\n\n${text}`
