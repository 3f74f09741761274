/**
 * Ids, keys and secrets from the Web Crypto that Bun has.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import type * as Layer from "effect/Layer"

const random: IdGenerator.RandomBytes = (size) => crypto.getRandomValues(new Uint8Array(size))

export const layer: Layer.Layer<IdGenerator.IdGenerator> = IdGenerator.layer(random, random)
