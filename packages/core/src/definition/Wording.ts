/**
 * Restrictions on texts: some places refuse newlines, emojis, markup or links.
 */
import type { Findings, Reason } from "./Flaw.ts"

/** Matches an emoji (decisions 5.4): flags, keycaps and sequences count as one; plain digits, #, ©, ®, ™ do not. */
const emojis = "\\p{RGI_Emoji}|\\p{Emoji_Presentation}"

/** Compiling it takes longer than all else that a start makes of core, so the first text that may have one does that. */
let emoji: RegExp | null = null

/** Every emoji has a character beyond ASCII: a digit becomes one by those that follow it. */
const ascii = /^[\0-\x7f]*$/

const link = /\bhttps?:\/\/\S|\bwww\.\S/iu

export const hasEmoji = (text: string): boolean => !ascii.test(text) && (emoji ??= new RegExp(emojis, "v")).test(text)
export const hasLink = (text: string): boolean => link.test(text)

interface Restriction {
  readonly reason: Reason
  readonly broken: (text: string) => boolean
  readonly sentence: string
}

/** The restrictions on text headers, footers and button texts. */
const plain: ReadonlyArray<Restriction> = [
  {
    reason: "newline",
    broken: (text) => /[\n\r\u2028\u2029]/.test(text),
    sentence: "must be one line: it has a newline"
  },
  { reason: "emoji", broken: hasEmoji, sentence: "must have no emoji" },
  { reason: "markup", broken: (text) => /[*_~]/.test(text), sentence: "must have none of the markup characters * _ ~" }
]

/** `text` is what the author wrote without its placeholders. */
export const checkPlain = (found: Findings, path: string, text: string): void => {
  for (const { broken, reason, sentence } of plain) if (broken(text)) found.add(path, reason, sentence)
}
