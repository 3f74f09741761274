/**
 * Cuts a stream of octets into PDUs.
 */
import { headerLength } from "./Codec.ts"

export interface Cut {
  /** The PDUs that are whole now. */
  readonly pdus: ReadonlyArray<Uint8Array>
  /** The octets after these begin no PDU, and nothing tells where the next one begins. */
  readonly isBroken: boolean
}

export interface Framing {
  /** Takes what has come. */
  readonly push: (octets: Uint8Array) => Cut
}

/** The longest PDU that is taken unless told otherwise: one with a message_payload of 64 KiB. */
export const longest = 0x1_0000 + 1024

/** @param most the most octets that a PDU may have */
export const make = (most: number = longest): Framing => {
  let chunks: Array<Uint8Array> = []
  let size = 0
  let isBroken = false

  /** Joins what has come only when there is enough for the next step: a long PDU comes in many pieces. */
  const joined = (): Uint8Array => {
    if (chunks.length !== 1) {
      const whole = new Uint8Array(size)
      let at = 0
      for (const chunk of chunks) {
        whole.set(chunk, at)
        at += chunk.length
      }
      chunks = [whole]
    }
    return chunks[0]!
  }

  let needed = headerLength
  return {
    push: (octets) => {
      if (isBroken) return { pdus: [], isBroken }
      if (octets.length > 0) chunks.push(octets)
      size += octets.length
      if (size < needed) return { pdus: [], isBroken }
      const buffer = joined()
      const pdus: Array<Uint8Array> = []
      let at = 0
      needed = headerLength
      while (buffer.length - at >= headerLength) {
        const length = new DataView(buffer.buffer, buffer.byteOffset + at, 4).getUint32(0)
        if (length < headerLength || length > most) {
          isBroken = true
          chunks = []
          return { pdus, isBroken }
        }
        if (buffer.length - at < length) {
          needed = length
          break
        }
        pdus.push(buffer.slice(at, at + length))
        at += length
      }
      size -= at
      chunks = size === 0 ? [] : [buffer.slice(at)]
      return { pdus, isBroken }
    }
  }
}
