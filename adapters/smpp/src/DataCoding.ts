/**
 * Texts by the data_coding of a message (SMPP 3.4, 5.2.19, and GSM 03.38, 4).
 */
import { latin1 } from "./codec/internal/octets.ts"
import * as GsmAlphabet from "./GsmAlphabet.ts"

export type Alphabet = "gsm" | "latin-1" | "ucs-2" | "ascii" | "binary"

/** The data_codings of SMPP itself. The rest of the octet is for alphabets that no operator here uses, or reserved. */
const smpp: Readonly<Record<number, Alphabet>> = {
  0x00: "gsm",
  0x01: "ascii",
  0x02: "binary",
  0x03: "latin-1",
  0x04: "binary",
  0x08: "ucs-2"
}

const gsmClass: ReadonlyArray<Alphabet> = ["gsm", "binary", "ucs-2", "gsm"]

/** Returns the alphabet that a data_coding names. @param standard what 0 stands for: the operator's default alphabet */
export const alphabetOf = (dataCoding: number, standard: Alphabet = "gsm"): Alphabet => {
  if (dataCoding === 0) return standard
  const own = smpp[dataCoding]
  if (own !== undefined) return own
  const group = dataCoding >> 4
  // Bits 3 and 2 are the alphabet here, and bit 5 says that the text is compressed, which nobody here reads.
  if (group < 0x8) return (dataCoding & 0x20) === 0 && group > 0 ? gsmClass[(dataCoding >> 2) & 3]! : "binary"
  // Message waiting: the text is GSM, or UCS-2.
  if (group === 0xc || group === 0xd) return "gsm"
  if (group === 0xe) return "ucs-2"
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? "gsm" : "binary"
  return "binary"
}

/** Returns the UTF-16 units of a text, high octet first, so that surrogate pairs stay pairs. */
export const encodeUcs2 = (text: string): Uint8Array => {
  const octets = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    octets[index * 2] = unit >> 8
    octets[index * 2 + 1] = unit & 0xff
  }
  return octets
}

/** An octet that is left over at the end is no unit. */
export const decodeUcs2 = (octets: Uint8Array): string => {
  let text = ""
  for (let index = 0; index + 1 < octets.length; index += 2) {
    text += String.fromCharCode(octets[index]! * 0x100 + octets[index + 1]!)
  }
  return text
}

/** Returns the text, or null for what is none. @param goesOn whether another part follows, with the rest of a character */
export const decode = (octets: Uint8Array, alphabet: Alphabet, goesOn = false): string | null => {
  switch (alphabet) {
    case "gsm":
      return GsmAlphabet.decode(octets, goesOn)
    case "ascii":
    case "latin-1":
      return latin1(octets)
    case "ucs-2":
      return decodeUcs2(octets)
    case "binary":
      return null
  }
}
