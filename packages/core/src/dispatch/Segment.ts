/**
 * Splits texts into SMS segments (specification "Limits", decisions 9.3): septets of GSM 03.38 with its extension table,
 * otherwise UTF-16 units. No character is split over two segments.
 */
import * as Limit from "../catalogue/Limit.ts"

/** The characters of the basic table in the order of their septets, which leaves out the escape at 0x1b. */
export const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿" +
  "abcdefghijklmnopqrstuvwxyzäöñüà"

/** The characters of the extension table, each of which takes two septets. */
export const extended = "\f^{}\\[~]|€"

/** Their septets after the escape, as the characters that have these in the basic table. */
export const afterEscape = "\nΛ()/<=>¡e"

/** The escape of GSM 03.38, as texts have it that were cut behind it. */
export const escape = "\u001b"

/** Returns a text before which an escape stands: it changes the first character where the extension table has one for it. */
export const escaped = (text: string): string => {
  const place = text === "" ? -1 : afterEscape.indexOf(text[0]!)
  return place === -1 ? text : extended[place]! + text.slice(1)
}

/** The septets of each UTF-16 unit: 1 in the basic table, 2 in the extension, 0 in neither. */
const septets = new Uint8Array(0x10000)
for (const character of basic) septets[character.charCodeAt(0)] = 1
for (const character of extended) septets[character.charCodeAt(0)] = 2

export interface Segments {
  readonly encoding: "GSM-7" | "UCS-2"
  /** Septets, or UTF-16 units. */
  readonly units: number
  readonly count: number
}

/** Returns the septets of a text, or null when GSM 03.38 cannot express it. */
const septetsOf = (text: string): number | null => {
  let units = 0
  for (let index = 0; index < text.length; index++) {
    const width = septets[text.charCodeAt(index)]!
    if (width === 0) return null
    units += width
  }
  return units
}

/** A character that GSM 03.38 cannot express. */
export interface Inexpressible {
  readonly character: string
  /** Where it stands, in UTF-16 units from 0. */
  readonly index: number
}

/** Returns the first characters, at most so many, for which a text is sent as UCS-2. */
export const inexpressible = (text: string, most: number): ReadonlyArray<Inexpressible> => {
  const found: Array<Inexpressible> = []
  for (let index = 0; index < text.length && found.length < most;) {
    const character = isPair(text, index) ? text.slice(index, index + 2) : text[index]!
    if (septets[text.charCodeAt(index)] === 0) found.push({ character, index })
    index += character.length
  }
  return found
}

/** Returns where each segment of a text of more than one ends. */
const septetEnds = (text: string): ReadonlyArray<number> => {
  const ends: Array<number> = []
  let used = 0
  for (let index = 0; index < text.length; index++) {
    const width = septets[text.charCodeAt(index)]!
    if (used + width > Limit.smsSegment.gsm.split) {
      ends.push(index)
      used = 0
    }
    used += width
  }
  return [...ends, text.length]
}

/** Returns the same of a text of UTF-16 units. The last segment may end behind it. */
const unicodeEnds = (text: string): ReadonlyArray<number> => {
  const ends: Array<number> = []
  for (let end = 0; end < text.length; ends.push(end)) {
    end += Limit.smsSegment.unicode.split
    // A surrogate pair stays in one segment.
    if (end < text.length && isPair(text, end - 1)) end--
  }
  return ends
}

const isPair = (text: string, at: number): boolean => {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff
}

const split = (text: string): Omit<Segments, "count"> & { readonly ends: ReadonlyArray<number> } => {
  const { gsm, unicode } = Limit.smsSegment
  const units = septetsOf(text)
  return units === null
    ? {
      encoding: "UCS-2",
      units: text.length,
      ends: text.length <= unicode.single ? [text.length] : unicodeEnds(text)
    }
    : { encoding: "GSM-7", units, ends: units <= gsm.single ? [text.length] : septetEnds(text) }
}

/** Returns the number of segments that the text needs. */
export const count = (text: string): Segments => {
  const { encoding, ends, units } = split(text)
  return { encoding, units, count: ends.length }
}

/** Returns the text of each segment that `count` counts. Joined they are the text. */
export const parts = (text: string): ReadonlyArray<string> => {
  const { ends } = split(text)
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end))
}
