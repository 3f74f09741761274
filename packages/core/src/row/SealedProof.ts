/**
 * A text that is known, sealed as secrets are. Whoever can open it has the keys that this store's secrets were sealed with.
 */
import * as Schema from "effect/Schema"
import * as Kind from "./Kind.ts"

/** There is one of them in a store. */
export const sealedProofKey = "secrets"

export const SealedProof = Schema.Struct({ key: Schema.String, sealed: Schema.String })
export type SealedProof = typeof SealedProof.Type

export const SealedProofs = Kind.make({
  name: "sealed_proof",
  schema: SealedProof,
  key: ({ key }: SealedProof) => key
})
