/**
 * The default alphabet of GSM 03.38 with its extension table, one septet in each octet, as SMPP carries it. National
 * language tables are no part of it.
 */
import * as Segment from "@signalbox/core/Segment"

const escape = 0x1b

const basicSeptet = (index: number): number => index < escape ? index : index + 1

/** The septets of the extension table in the order of core's characters. */
const extensionSeptets = [...Segment.afterEscape].map((character) => basicSeptet(Segment.basic.indexOf(character)))

const septets: ReadonlyMap<string, ReadonlyArray<number>> = new Map<string, ReadonlyArray<number>>([
  ...[...Segment.basic].map((character, index) => [character, [basicSeptet(index)]] as const),
  ...[...Segment.extended].map((character, index) => [character, [escape, extensionSeptets[index]!]] as const)
])

const basic: ReadonlyArray<string> = [...Segment.basic].toSpliced(escape, 0, "")
const extension: ReadonlyMap<number, string> = new Map(
  [...Segment.extended].map((character, index) => [extensionSeptets[index]!, character])
)

/** Returns the septets of a character, or null when the alphabet lacks it. */
export const septetsOf = (character: string): ReadonlyArray<number> | null => septets.get(character) ?? null

/** Returns the septets of a text, or null when the alphabet lacks one of its characters. */
export const encode = (text: string): Uint8Array | null => {
  const encoded: Array<number> = []
  for (const character of text) {
    const own = septets.get(character)
    if (own === undefined) return null
    encoded.push(...own)
  }
  return Uint8Array.from(encoded)
}

/**
 * Returns the text of septets. After an escape that begins nothing known a handset shows the character of the basic
 * table (GSM 03.38, 6.2.1.1); an octet above 0x7f is no septet. An escape at the end means nothing.
 *
 * @param goesOn whether another part follows: then an escape at the end stands there as U+001B
 */
export const decode = (octets: Uint8Array, goesOn = false): string => {
  let text = ""
  for (let index = 0; index < octets.length; index++) {
    let octet = octets[index]!
    if (octet === escape) {
      index += 1
      if (index === octets.length) return goesOn ? text + Segment.escape : text
      octet = octets[index]!
      const extended = extension.get(octet)
      if (extended !== undefined) {
        text += extended
        continue
      }
    }
    text += octet > 0x7f ? "\ufffd" : octet === escape ? " " : basic[octet]!
  }
  return text
}
