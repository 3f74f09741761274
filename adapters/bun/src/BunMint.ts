/**
 * Ids, keys and secrets from the Web Crypto that Bun has.
 */
import * as Mint from "@signalbox/core/Mint"
import type * as Layer from "effect/Layer"

const random: Mint.RandomBytes = (size) => crypto.getRandomValues(new Uint8Array(size))

export const layer: Layer.Layer<Mint.Mint> = Mint.layer(random, random)
