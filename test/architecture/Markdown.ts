/**
 * Reads the headings of a Markdown text with their anchors, to which others refer, and the links by which it refers to
 * others and to itself. Pure.
 */

export interface Heading {
  /** 1 for `#`. */
  readonly level: number
  /** Its words, without marks of code and emphasis. */
  readonly text: string
  /** A link to it has this behind the `#`, by the rules of GitHub. */
  readonly anchor: string
}

export interface Link {
  readonly target: string
  readonly line: number
}

/** Blanks out matches, so that all lines stay where they are. */
const blanked = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => found.replace(/[^\n]/g, " "))

const withoutFences = (text: string): string => blanked(text, /^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm)

const plain = (words: string): string =>
  words.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]|(?<!\w)_|_(?!\w)/g, "").trim()

/** The anchor that a forge gives a heading. */
export const slug = (words: string): string =>
  words.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-")

/** Returns the headings in their order. Of headings with equal words each further one has a number in its anchor. */
export const headings = (text: string): ReadonlyArray<Heading> => {
  const seen = new Map<string, number>()
  return [...withoutFences(text).matchAll(/^(#{1,6})[ \t]+(.+?)[ \t]*#*$/gm)].map(([, marks = "", words = ""]) => {
    const said = plain(words)
    const anchor = slug(said)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return { level: marks.length, text: said, anchor: before === 0 ? anchor : `${anchor}-${before}` }
  })
}

/** Returns the targets of links and pictures that lead to a place in the repository. */
export const links = (text: string): ReadonlyArray<Link> => {
  const read = blanked(withoutFences(text), /(`+)[^`](?:[\s\S]*?[^`])?\1(?!`)/g)
  const lineOf = (index: number): number => read.slice(0, index).split("\n").length
  return [...read.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s+(\S+)/gm)]
    .map((match) => ({ target: match[1] ?? match[2] ?? "", line: lineOf(match.index) }))
    .filter(({ target }) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
}
