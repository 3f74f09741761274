/**
 * A tool as data: what it is called, what it takes, and the request that it makes.
 */
import * as Schema from "effect/Schema"

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown }
  readonly method: string
  /** With its variable parts in braces. */
  readonly path: string
  /** True when it changes nothing. */
  readonly reads: boolean
  /** True when it asks the API for an account, which the argument `account` names. */
  readonly ofAccount: boolean
}

export type Arguments = Readonly<Record<string, unknown>>

/** Says what is wrong with the arguments of a call. */
export class BadArguments extends Error {
  override readonly name = "BadArguments"
}

const Plain = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])
const isPlain = Schema.is(Plain)

const textOf = (name: string, value: unknown): string => {
  if (isPlain(value)) return String(value)
  throw new BadArguments(value === undefined ? `${name} is missing.` : `${name} must be a text or a number.`)
}

/** A part of a path; dots alone would lead to another path. */
const partOf = (name: string, value: unknown): string => {
  const text = textOf(name, value)
  if (/^\.{0,2}$/.test(text)) throw new BadArguments(`${name} must not be ${JSON.stringify(text)}.`)
  return encodeURIComponent(text)
}

const isRead = (method: string): boolean => method === "GET" || method === "DELETE"

/**
 * Returns the request of a call: arguments that the path names go into it, and the others into the body, or behind the
 * question mark where there is none. The emulator judges them.
 */
export const request = ({ method, path }: Pick<Tool, "method" | "path">, given: Arguments) => {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => partOf(name, given[name]))
  const rest = Object.entries(given).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  if (!isRead(method)) return { method, path: filled, body: Object.fromEntries(rest) }
  const query = new URLSearchParams(
    rest.filter(([, value]) => value !== null).map(([name, value]): [string, string] => [name, textOf(name, value)])
  ).toString()
  return { method, path: query === "" ? filled : `${filled}?${query}` }
}
