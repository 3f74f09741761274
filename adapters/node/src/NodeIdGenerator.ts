/**
 * Ids, keys and secrets from Node's secure source of random bytes.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"

/** Ids are made by the thousand, so their random bytes are drawn in large blocks. Secrets are drawn one by one. */
const pieceSize = 8192

const pooled = (): IdGenerator.RandomBytes => {
  let piece = randomBytes(pieceSize)
  let used = 0
  return (size) => {
    if (used + size > piece.length) {
      piece = randomBytes(pieceSize)
      used = 0
    }
    used += size
    return piece.subarray(used - size, used)
  }
}

export const layer: Layer.Layer<IdGenerator.IdGenerator> = Layer.suspend(() => IdGenerator.layer(pooled(), randomBytes))
