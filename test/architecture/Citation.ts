/**
 * Finds the citations of docs/decisions and docs/specification in a text: `decisions 4.1 "Senders"`, `decisions 3.1 and
 * 5.5`, `decisions part 6`, `specification "Sender profiles", "Events"`. Pure.
 */

export interface Decision {
  readonly _tag: "Decision"
  /** `4.1`, or `6` for a whole part. */
  readonly number: string
  /** The heading below the number; null when the whole of it is cited. */
  readonly title: string | null
  readonly line: number
}

export interface Specification {
  readonly _tag: "Specification"
  readonly title: string
  readonly line: number
}

export type Citation = Decision | Specification

/** Takes off what begins each line of a comment, so that a citation may run over line ends. Lines stay lines. */
const withoutMargins = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, "\n")

/** A citation begins with one of these words; an opening bracket may stand before the title. */
const decisions = /\bdecisions(?=\s+(?:parts?\s+)?\d)/gi
const specification = /\bspecification(?=,?\s+\(?")/gi

const between = /\s*(?:[,;]\s*)?(?:(?:and|to)\b\s*)?\(?/y
const number = /(?:parts?\s+)?(\d+(?:\.\d+)*)\b/y
/** A quotation mark may also end a text of the program; what follows then is no title. */
const title = /"([\w/][^"]*)"/y

type Token = { readonly number: string } | { readonly title: string }

/** Reads one thing at a place of the text, and moves the place behind it. */
class Reader {
  private readonly text: string
  private at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  private take(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.text)
  }

  /** Returns the next number or title, or null where the citation ends. */
  next(takesNumbers: boolean): Token | null {
    const start = this.at + (this.take(between, this.at)?.[0].length ?? 0)
    const titled = this.take(title, start)
    const numbered = titled === null && takesNumbers ? this.take(number, start) : null
    const found = titled ?? numbered
    if (found === null) return null
    this.at = start + found[0].length
    const said = found[1]!.replace(/\s+/g, " ")
    return titled === null ? { number: said } : { title: said }
  }
}

const tokens = (text: string, at: number, takesNumbers: boolean): ReadonlyArray<Token> => {
  const reader = new Reader(text, at)
  const found: Array<Token> = []
  for (let next = reader.next(takesNumbers); next !== null; next = reader.next(takesNumbers)) found.push(next)
  return found
}

/** A title belongs to the number before it. */
const numbered = (found: ReadonlyArray<Token>, line: number): ReadonlyArray<Decision> => {
  const cited: Array<Decision> = []
  for (const token of found) {
    const last = cited.at(-1)
    if ("number" in token) cited.push({ _tag: "Decision", number: token.number, title: null, line })
    else if (last !== undefined && last.title === null) cited.splice(-1, 1, { ...last, title: token.title })
    else if (last !== undefined) cited.push({ ...last, title: token.title })
  }
  return cited
}

/** Returns the citations of a text in their order, each with the line in which it begins. */
export const all = (text: string): ReadonlyArray<Citation> => {
  const read = withoutMargins(text)
  const lineOf = (index: number): number => read.slice(0, index).split("\n").length
  const ofDecisions = [...read.matchAll(decisions)].flatMap((match) =>
    numbered(tokens(read, match.index + match[0].length, true), lineOf(match.index))
  )
  const ofSpecification = [...read.matchAll(specification)].flatMap((match) =>
    tokens(read, match.index + match[0].length, false).flatMap((token): ReadonlyArray<Citation> =>
      "title" in token ? [{ _tag: "Specification", title: token.title, line: lineOf(match.index) }] : []
    )
  )
  return [...ofDecisions, ...ofSpecification].toSorted((self, other) => self.line - other.line)
}

/** Writes a citation as it is written in code. */
export const show = (self: Citation): string => {
  if (self._tag === "Specification") return `specification "${self.title}"`
  const number = self.number.includes(".") ? self.number : `part ${self.number}`
  return `decisions ${number}${self.title === null ? "" : ` "${self.title}"`}`
}
