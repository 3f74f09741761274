/**
 * Statements that ignore a column: one part of a condition after the other stays in the statement, with its parameters, and
 * is true whatever it says.
 */
import type { Operator } from "./generalOperators.ts"

/** One piece of a statement: a value that the program puts in, a comment, a quoted text, a parenthesis or a word. */
const piece = /\$\{|--[^\n]*|'[^']*'|[();]|\b[a-z_]+\b/gi

/** After these words a part of a condition begins. */
const beginning = new Set(["where", "on", "when", "and", "or"])

/** These two go on with a condition, and say nothing outside of one. */
const going = new Set(["and", "or"])

/** Before these words a condition ends. */
const ending = new Set(
  "order group limit offset returning for union then else set do having window join left cross inner conflict select delete update insert"
    .split(" ")
)

/** Returns where a value that the program puts in ends. */
const endOfValue = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth++
    else if (text[at] === "}" && --depth === 0) return at + 1
  }
  return text.length
}

/** A statement's text within parentheses, or within a choice: where the part of a condition begins that is open. */
interface Level {
  from: number | null
  /** Whether the next "and" stands between two values. */
  isBetween: boolean
  /** Whether the next "on" says by what a table is joined. An index is on a table, too. */
  isJoin: boolean
  readonly isChoice: boolean
}

const level = (isChoice: boolean): Level => ({ from: null, isBetween: false, isJoin: false, isChoice })

/** Two values of the program beside each other are more than a condition. */
const isOnePart = (part: string): boolean => part !== "" && !/\}\s*\$\{/.test(part)

/** Returns where the parts of all conditions of a statement begin and end. */
export const parts = (text: string): ReadonlyArray<readonly [from: number, to: number]> => {
  const found: Array<readonly [number, number]> = []
  const levels: Array<Level> = [level(false)]
  const close = (to: number): void => {
    const open = levels.at(-1)
    if (open === undefined || open.from === null) return
    const part = text.slice(open.from, to).replace(/(\s*--[^\n]*\n\s*)+$/, "")
    const from = open.from + part.length - part.trimStart().length
    if (isOnePart(part.trim())) found.push([from, from + part.trim().length])
    open.from = null
    open.isBetween = false
  }
  piece.lastIndex = 0
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const { index } = match
    const word = match[0].toLowerCase()
    const open = levels.at(-1)
    if (open === undefined) return found
    if (word === "${") piece.lastIndex = endOfValue(text, piece.lastIndex)
    else if (word === "(" || word === "case") levels.push(level(word === "case"))
    else if (word === ")" || word === "end" && open.isChoice) {
      close(index)
      levels.pop()
    } else if (word === "between") open.isBetween = true
    else if (word === "and" && open.isBetween) open.isBetween = false
    else if (beginning.has(word)) {
      if (going.has(word) && open.from === null || word === "on" && !open.isJoin) continue
      close(index)
      open.from = piece.lastIndex
      open.isJoin = false
    } else if (ending.has(word) || word === ";") {
      close(index)
      open.isJoin ||= word === "join"
    }
  }
  while (levels.length > 0) {
    close(text.length)
    levels.pop()
  }
  return found.toSorted(([one], [other]) => one - other)
}

/** A statement, or the end of one, has words in one case that no sentence in English has beside each other. */
const isStatement = (text: string): boolean =>
  /\b(?:where|on|when|WHERE|ON|WHEN)\b/.test(text) &&
  /\b(?:select .*from|update .*set|delete from|insert into|join .* on|create (?:unique )?index)\b/is.test(text)

/** The node is a text within quotes or a template. */
export const column: Operator = (node, _, text) => {
  const whole = text(node)
  const [first, last] = [whole.at(0), whole.at(-1)]
  if (first === undefined || first !== last || !"\"'`".includes(first)) return []
  const inner = whole.slice(1, -1)
  if (!isStatement(inner)) return []
  return parts(inner).map(([from, to]) => [
    "column",
    { start: node.start + 1 + from, end: node.start + 1 + to },
    `(${inner.slice(from, to)} or true)`
  ])
}
