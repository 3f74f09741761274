/**
 * SMS segments (specification "Limits", decisions 9.3): GSM 03.38 with its extension table, otherwise UTF-16 units.
 */
import * as Limit from "../catalogue/Limit.ts"

const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿" +
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
const extended = new Set("\f^{}\\[~]|€")

export interface Segments {
  readonly encoding: "GSM-7" | "UCS-2"
  /** Septets, or UTF-16 units. */
  readonly units: number
  readonly count: number
}

/** How many messages the text becomes on the air. No character is split over two segments. */
export const count = (text: string): Segments => {
  const widths: Array<number> = []
  for (const character of text) {
    if (basic.has(character)) widths.push(1)
    else if (extended.has(character)) widths.push(2)
    else return fill("UCS-2", Array.from(text, (each) => each.length), Limit.smsSegment.unicode)
  }
  return fill("GSM-7", widths, Limit.smsSegment.gsm)
}

const fill = (
  encoding: Segments["encoding"],
  widths: ReadonlyArray<number>,
  size: { readonly single: number; readonly split: number }
): Segments => {
  const units = widths.reduce((sum, width) => sum + width, 0)
  if (units <= size.single) return { encoding, units, count: 1 }
  let segments = 1
  let used = 0
  for (const width of widths) {
    if (used + width > size.split) {
      segments++
      used = 0
    }
    used += width
  }
  return { encoding, units, count: segments }
}
