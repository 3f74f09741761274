/**
 * Generates ids, from a source that a test can seed, and has the generator of secrets beside it.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Instant } from "../value/Instant.ts"
import * as Uuid from "../value/Uuid.ts"
import type { RandomBytes, SecretGenerator } from "./SecretGenerator.ts"
import * as SecretGenerator_ from "./SecretGenerator.ts"

export type { RandomBytes } from "./SecretGenerator.ts"

export interface IdGenerator {
  /** Returns a UUID of version 7. The ids of one node increase with time. */
  readonly id: (now: Instant) => string
  /** Returns a UUID of version 4, for the ids in sandbox answers. */
  readonly uuid: () => string
  readonly secrets: SecretGenerator
}

export const IdGenerator: Context.Service<IdGenerator, IdGenerator> = Context.Service<IdGenerator>(
  "@signalbox/core/commit/IdGenerator"
)

/**
 * @param ids random bytes for ids; may be seeded
 * @param secrets random bytes for keys and secrets; must come from a secure source
 */
export const make = (ids: RandomBytes, secrets: RandomBytes): IdGenerator => {
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
    secrets: SecretGenerator_.make(secrets)
  }
}

export const layer = (ids: RandomBytes, secrets: RandomBytes): Layer.Layer<IdGenerator> =>
  Layer.sync(IdGenerator, () => make(ids, secrets))
