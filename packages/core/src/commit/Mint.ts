/**
 * Generates ids and secrets: ids from a source that a test can seed, secrets from a secure source only.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Instant } from "../value/Instant.ts"
import * as Secret from "../value/Secret.ts"
import * as Uuid from "../value/Uuid.ts"

export interface Mint {
  /** Returns a UUID of version 7. The ids of one node increase with time. */
  readonly id: (now: Instant) => string
  /** Returns a UUID of version 4, for the ids in sandbox answers. */
  readonly uuid: () => string
  readonly signingSecret: () => Secret.SigningSecret
  readonly apiKey: () => string
  /** Returns the twelve bytes that make one sealing different from every other one. */
  readonly nonce: () => Uint8Array
}

export const Mint: Context.Service<Mint, Mint> = Context.Service<Mint>("@signalbox/core/commit/Mint")

export type RandomBytes = (size: number) => Uint8Array

/**
 * @param ids random bytes for ids; may be seeded
 * @param secrets random bytes for keys and secrets; must come from a secure source
 */
export const make = (ids: RandomBytes, secrets: RandomBytes): Mint => {
  let lastMillis = -1
  let sequence = 0
  return {
    id: (now) => {
      // The time in the ids never goes back, and ids of one millisecond are numbered.
      if (now > lastMillis) {
        lastMillis = now
        sequence = 0
      } else if (++sequence === 4096) {
        lastMillis++
        sequence = 0
      }
      return Uuid.v7(lastMillis, sequence, ids(8))
    },
    uuid: () => Uuid.v4(ids(16)),
    signingSecret: () => Secret.signingSecret(secrets(32)),
    apiKey: () => Secret.apiKey(secrets(16)),
    nonce: () => Uint8Array.from(secrets(12))
  }
}

export const layer = (ids: RandomBytes, secrets: RandomBytes): Layer.Layer<Mint> =>
  Layer.sync(Mint, () => make(ids, secrets))
