/**
 * Smart encoding: a text that only typographic characters keep out of GSM 03.38 is sent with their plain forms, so that
 * a segment has room for 160 characters instead of 70 (decisions 14.6).
 */
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import * as Segment from "./Segment.ts"

/** The plain forms, each with the characters that have it. None of these stands in GSM 03.38, and each is one unit. */
const plainForms: ReadonlyArray<readonly [plain: string, characters: string]> = [
  // Quotes, primes, and the letters that keyboards put in their place.
  ["'", "\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\u02bd\u00b4\u0060"],
  ["\"", "\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u02ba"],
  // Hyphens, dashes and the sign of subtraction.
  ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043"],
  // Spaces of other widths, and those at which no line breaks.
  [" ", "\u0009\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"],
  // The separators of lines and of paragraphs.
  ["\n", "\u0085\u2028\u2029"],
  ["..", "\u2025"],
  ["...", "\u2026"],
  // What nobody sees: the soft hyphen, and spaces without a width.
  ["", "\u00ad\u200b\u2060\ufeff"]
]

/** The plain form of each character that has one. */
export const table: ReadonlyMap<string, string> = new Map(
  plainForms.flatMap(([plain, characters]) => [...characters].map((character) => [character, plain]))
)

/** A character that was replaced, by what, and how often. */
export interface Replacement {
  readonly character: string
  readonly plain: string
  readonly times: number
}

export interface Encoded {
  readonly text: string
  /** In the order in which the characters come first; empty when the text stays as it is. */
  readonly replacements: ReadonlyArray<Replacement>
}

const counted = (text: string): ReadonlyArray<Replacement> => {
  const times = new Map<string, number>()
  for (const character of text) {
    if (table.has(character)) times.set(character, (times.get(character) ?? 0) + 1)
  }
  return [...times].map(([character, count]) => ({ character, plain: table.get(character)!, times: count }))
}

/**
 * Returns the text with plain forms. It stays as it is where other characters ask for UCS-2 all the same, and where it
 * would need more segments than before.
 */
export const encode = (text: string): Encoded => {
  const unchanged: Encoded = { text, replacements: [] }
  const before = Segment.count(text)
  if (before.encoding === "GSM-7") return unchanged
  const plain = [...text].map((character) => table.get(character) ?? character).join("")
  const after = Segment.count(plain)
  return after.encoding === "GSM-7" && after.count <= before.count
    ? { text: plain, replacements: counted(text) }
    : unchanged
}

/** Returns whether the SMS of a message are encoded: as its send says, else as its account does. */
export const isWanted = (
  { smartEncoding }: Pick<Message, "smartEncoding">,
  account: Pick<Account, "smartEncoding"> | null
): boolean => smartEncoding ?? account?.smartEncoding ?? false

/** Returns what the recipient of an SMS reads who is sent this text. */
export const read = (text: string, isWanted: boolean): string => isWanted ? encode(text).text : text

const name = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`

/** The plain forms as a person reads them. */
const shown: Readonly<Record<string, string>> = { "": "nothing", " ": "a space", "\n": "a new line" }

/** Tells what was replaced, such as "smart encoding: U+2019 by ' (2 times)"; empty when nothing was. */
export const told = (replacements: ReadonlyArray<Replacement>): string => {
  const each = replacements.map(({ character, plain, times }) =>
    `${name(character)} by ${shown[plain] ?? plain} (${times === 1 ? "once" : `${times} times`})`
  )
  return each.length === 0 ? "" : `smart encoding: ${each.join(", ")}`
}
