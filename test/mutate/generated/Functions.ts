/**
 * The functions of a source, each known by its own words: what stands in a function, without the functions in it. So it is
 * the same function wherever in its file it stands, and whatever changes around and in it.
 */
import { createHash } from "node:crypto"
import type { Node } from "./Syntax.ts"
import * as Syntax from "./Syntax.ts"

export interface Callable {
  readonly key: string
  /** From the first word, which is the name where it has one before its parameters. */
  readonly start: number
  readonly end: number
  /** V8 says that it ends between here and `end`: it does not see a type behind an expression. */
  readonly untyped: number
  /** Its body begins here. V8 says that a function begins between `start` and here. */
  readonly body: number
  /** The innermost node of it, whose parameters and body run when it is called. */
  readonly inner: Pick<Node, "start" | "end">
}

const types = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"])

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12)

type Found = Omit<Callable, "key">

const isWithin = (one: Found, other: Found): boolean =>
  one !== other && other.inner.start <= one.inner.start && one.inner.end <= other.inner.end

/** The text of a function without those within it. */
const ownText = (source: string, self: Found, all: ReadonlyArray<Found>): string => {
  const inside = all.filter((each) => isWithin(each, self)).toSorted((one, other) => one.start - other.start)
  let text = ""
  let at = self.start
  for (const { end, start } of inside) {
    if (start < at) continue
    text += `${source.slice(at, start)}…`
    at = end
  }
  return text + source.slice(at, self.end)
}

const read = (source: string): ReadonlyArray<Callable> => {
  const found: Array<Found> = []
  Syntax.walk(Syntax.parse(source), (node, parent) => {
    const body = types.has(node.type) ? Syntax.child(node, "body") : null
    if (body === null) return
    const outer = parent?.type === "MethodDefinition" || parent?.type === "Property" ? parent : node
    found.push({
      start: outer.start,
      end: node.end,
      untyped: Syntax.untyped(body).end,
      body: body.start,
      inner: { start: node.start, end: node.end }
    })
  })
  return found.map((each) => ({ ...each, key: hash(ownText(source, each, found)) }))
}

const known = new Map<string, ReadonlyArray<Callable>>()

/** Every function of a source, those around others first. */
export const of = (source: string): ReadonlyArray<Callable> => {
  const all = known.get(source) ?? read(source)
  known.set(source, all)
  return all
}

/** The innermost function around a place; null: in none. */
export const around = (source: string, { end, start }: Pick<Node, "start" | "end">): Callable | null =>
  of(source).findLast(({ inner }) => inner.start <= start && end <= inner.end) ?? null

/**
 * The function that V8 says to begin and end here. What begins with the file is no function, but its module. One that does
 * nothing but return another ends with it, and its body begins where the other begins: the inner one is meant there.
 */
export const at = (source: string, start: number, end: number): Callable | null =>
  of(source).findLast((each) => each.start <= start && start <= each.body && each.untyped <= end && end <= each.end) ??
    null

/** By this a text is known to be the same. */
export const fingerprint = hash
