/**
 * Reads and writes the octets of a PDU, most significant first.
 */

export interface Reader {
  /** Whether something was read that is not there. */
  isShort: boolean
  readonly left: () => number
  readonly number: (octets: 1 | 2 | 4) => number
  readonly octets: (length: number) => Uint8Array
  /** Reads the text before the next NUL, and the NUL. */
  readonly text: () => string
}

/** Returns a text of one octet for each character. */
export const latin1 = (octets: Uint8Array): string => {
  let text = ""
  for (const octet of octets) text += String.fromCharCode(octet)
  return text
}

/** Reading beyond the end yields zeros and empty texts, and is noted. */
export const reader = (from: Uint8Array): Reader => {
  let at = 0
  const self: Reader = {
    isShort: false,
    left: () => from.length - at,
    number: (octets) => {
      if (from.length - at < octets) {
        self.isShort = true
        at = from.length
        return 0
      }
      let value = 0
      for (let index = 0; index < octets; index++) value = value * 0x100 + from[at++]!
      return value
    },
    octets: (length) => {
      const taken = from.slice(at, at + length)
      if (taken.length < length) self.isShort = true
      at += taken.length
      return taken
    },
    text: () => {
      const end = from.indexOf(0, at)
      if (end === -1) {
        self.isShort = true
        at = from.length
        return ""
      }
      const text = latin1(from.subarray(at, end))
      at = end + 1
      return text
    }
  }
  return self
}

export interface Writer {
  readonly number: (octets: 1 | 2 | 4, value: number) => void
  readonly octets: (octets: Uint8Array) => void
  /** Writes a text of one octet for each character, and a NUL. */
  readonly text: (text: string) => void
  readonly done: () => Uint8Array
}

/** Whatever does not fit is a mistake of the caller, who has a RangeError for it. */
export const writer = (): Writer => {
  const written: Array<number> = []
  return {
    number: (octets, value) => {
      if (!Number.isInteger(value) || value < 0 || value >= 0x100 ** octets) {
        throw new RangeError(`${value} is no number of ${octets} octets`)
      }
      for (let shift = octets - 1; shift >= 0; shift--) written.push(Math.floor(value / 0x100 ** shift) & 0xff)
    },
    octets: (octets) => {
      for (const octet of octets) written.push(octet)
    },
    text: (text) => {
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index)
        if (code === 0 || code > 0xff) throw new RangeError("a text of SMPP has Latin-1 characters without NUL")
        written.push(code)
      }
      written.push(0)
    },
    done: () => Uint8Array.from(written)
  }
}
