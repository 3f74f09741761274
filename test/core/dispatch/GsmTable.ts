/**
 * The alphabet of GSM 03.38 (3GPP TS 23.038, 6.2.1) as its tables stand, typed in by hand: an oracle for whatever counts or
 * encodes it.
 */

/** Row by row from 0x00 to 0x7f. The escape at 0x1b is left out. */
export const rows = [
  "@£$¥èéùìòÇ\nØø\rÅå",
  "Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ",
  " !\"#¤%&'()*+,-./",
  "0123456789:;<=>?",
  "¡ABCDEFGHIJKLMNO",
  "PQRSTUVWXYZÄÖÑÜ§",
  "¿abcdefghijklmno",
  "pqrstuvwxyzäöñüà"
]

export const escape = 0x1b

/** The septets of the characters that need no escape. */
export const basic: ReadonlyMap<string, number> = new Map(
  [...rows.join("")].map((character, index) => [character, index < escape ? index : index + 1])
)

/** The septets that follow an escape. */
export const extended: ReadonlyMap<string, number> = new Map([
  ["\f", 0x0a],
  ["^", 0x14],
  ["{", 0x28],
  ["}", 0x29],
  ["\\", 0x2f],
  ["[", 0x3c],
  ["~", 0x3d],
  ["]", 0x3e],
  ["|", 0x40],
  ["€", 0x65]
])
