/**
 * A generator whose ids follow from a text: whoever has the text makes the same ones again.
 */
import * as Digest from "../value/Digest.ts"
import type { IdGenerator } from "./IdGenerator.ts"
import * as IdGenerator_ from "./IdGenerator.ts"

/** Returns what hands out the bytes of the hashes of the seed and a number, one hash after the other. */
const stream = (seed: string): IdGenerator_.RandomBytes => {
  let block = new Uint8Array()
  let place = 0
  let number = 0
  return (size) => {
    const bytes = new Uint8Array(size)
    for (let index = 0; index < size; index++) {
      if (place === block.length) {
        block = Uint8Array.from(Digest.sha256Raw(`${seed}/${number++}`))
        place = 0
      }
      bytes[index] = block[place++]!
    }
    return bytes
  }
}

/** Its ids, keys and secrets are for answers of the sandbox, and open nothing. */
export const of = (...parts: ReadonlyArray<string>): IdGenerator => {
  const bytes = stream(Digest.sha256(JSON.stringify(parts)))
  return IdGenerator_.make(bytes, bytes)
}
