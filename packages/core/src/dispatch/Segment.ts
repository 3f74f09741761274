/**
 * Counts SMS segments (specification "Limits", decisions 9.3): septets of GSM 03.38 with its extension table, otherwise
 * UTF-16 units.
 */
import * as Limit from "../catalogue/Limit.ts"

const basic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿" +
  "abcdefghijklmnopqrstuvwxyzäöñüà"
const extended = "\f^{}\\[~]|€"

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

/** Returns the number of segments that the text needs. No character is split over two segments. */
export const count = (text: string): Segments => {
  let units = 0
  for (let index = 0; index < text.length; index++) {
    const width = septets[text.charCodeAt(index)]!
    if (width === 0) return unicode(text)
    units += width
  }
  const { single, split } = Limit.smsSegment.gsm
  if (units <= single) return { encoding: "GSM-7", units, count: 1 }
  let segments = 1
  let used = 0
  for (let index = 0; index < text.length; index++) {
    const width = septets[text.charCodeAt(index)]!
    if (used + width > split) {
      segments++
      used = 0
    }
    used += width
  }
  return { encoding: "GSM-7", units, count: segments }
}

const unicode = (text: string): Segments => {
  const { single, split } = Limit.smsSegment.unicode
  const units = text.length
  if (units <= single) return { encoding: "UCS-2", units, count: 1 }
  let segments = 0
  for (let from = 0; from < units; segments++) {
    const to = from + split
    // A surrogate pair stays in one segment.
    from = to < units && isPair(text, to - 1) ? to - 1 : to
  }
  return { encoding: "UCS-2", units, count: segments }
}

const isPair = (text: string, at: number): boolean => {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff
}
