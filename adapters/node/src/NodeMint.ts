/**
 * Ids, keys and secrets from Node's secure source of random bytes.
 */
import * as Mint from "@signalbox/core/commit/Mint"
import type * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"

export const layer: Layer.Layer<Mint.Mint> = Mint.layer(randomBytes, randomBytes)
