/**
 * Consent keywords: what a recipient writes to opt out, to opt in again, or to ask for help (specification "Message
 * events", decisions 7.7). A text is a keyword only as a whole.
 */
import type { Keyword, KeywordList } from "../row/Account.ts"
import type { Purpose } from "../row/Purpose.ts"
import * as Text from "../value/Text.ts"

export type ConsentAction = Keyword["action"]

/** The keywords of every account. A keyword of the account's own does not override them. */
export const keywords: Readonly<Record<ConsentAction, ReadonlyArray<string>>> = {
  OPT_OUT: ["STOP", "CANCEL", "UNSUBSCRIBE", "QUIT", "END"],
  OPT_IN: ["START", "UNSTOP", "SUBSCRIBE"],
  HELP: ["HELP", "INFO"]
}

/** Further words, which the operator switches on for an account: those that US carriers and the FCC name. */
const lists: Readonly<Record<KeywordList, Readonly<Partial<Record<ConsentAction, ReadonlyArray<string>>>>>> = {
  "us-carriers": { OPT_OUT: ["STOPALL", "REVOKE", "OPTOUT", "OPT OUT", "STOP ALL"] }
}

/** The action that a text asks for, with the account's own reply to it. */
export interface Heard {
  readonly action: ConsentAction
  /** The reply that the account has chosen for its own keyword: the name of a template, or a text. Null: the default. */
  readonly reply: string | null
  /** The name of the only purpose that it is about. Without a reply of its own nothing is answered then. */
  readonly purpose?: string
}

/**
 * Folds the case of a text as Unicode does, and ignores whether letters are composed. The four letters `I`, `i`, dotless
 * `ı` and dotted `İ` are one: which of them are a pair depends on the language of the handset that wrote them, and
 * nobody who writes "quıt" on a Turkish one must be written to again.
 */
const folded = (text: string): string =>
  text.normalize("NFC").replace(/[ıİ]/g, "i").toLowerCase().toUpperCase().toLowerCase().normalize("NFC")

const compared = (text: string): string => folded(Text.trimmed(text))

const table = (entries: ReadonlyArray<readonly [keyword: string, heard: Heard]>): ReadonlyMap<string, Heard> =>
  new Map(entries.map(([keyword, heard]) => [compared(keyword), heard]))

const tableOf = (words: Readonly<Partial<Record<ConsentAction, ReadonlyArray<string>>>>) =>
  table(
    Object.entries(words).flatMap(([action, each]) =>
      each.map((word) => [word, { action: action as ConsentAction, reply: null }] as const)
    )
  )

const defaults = tableOf(keywords)

const further: Readonly<Record<KeywordList, ReadonlyMap<string, Heard>>> = {
  "us-carriers": tableOf(lists["us-carriers"])
}

/** No keyword is longer, so longer texts need not be compared. */
const longest = 1000

/** Returns whether a text may be a keyword: nobody is heard who writes nothing, or more than the longest keyword. */
export const canBeHeard = (keyword: string): boolean => keyword.length <= longest && compared(keyword) !== ""

/** Returns whether two texts are heard as the same keyword. */
export const isSame = (one: string, other: string): boolean => compared(one) === compared(other)

/** Returns what a text asks for by a word of a purpose. */
const heardOf = (
  word: string,
  { name: purpose, optInKeyword, optInReply, optOutKeyword, optOutReply }: Purpose
): ReadonlyArray<Heard> => [
  ...(optOutKeyword !== undefined && compared(optOutKeyword) === word
    ? [{ action: "OPT_OUT", reply: optOutReply ?? null, purpose } as const]
    : []),
  ...(optInKeyword !== undefined && compared(optInKeyword) === word
    ? [{ action: "OPT_IN", reply: optInReply ?? null, purpose } as const]
    : [])
]

/**
 * Returns what the text asks for, or null when it is no keyword. The words of every account go first, those of the lists
 * that are switched on next, then the account's own, and those of its purposes last.
 */
export const hear = (
  text: string | null,
  own: ReadonlyArray<Keyword>,
  switchedOn: ReadonlyArray<KeywordList> = [],
  purposes: ReadonlyArray<Purpose> = []
): Heard | null => {
  if (text === null || text.length > longest) return null
  const word = compared(text)
  if (word === "") return null
  const chosen = own.find(({ keyword }) => compared(keyword) === word)
  const known = [defaults, ...switchedOn.map((list) => further[list])].find((each) => each.has(word))
  if (known !== undefined) return known.get(word) ?? null
  if (chosen !== undefined) return { action: chosen.action, reply: chosen.reply }
  return purposes.flatMap((purpose) => heardOf(word, purpose))[0] ?? null
}
