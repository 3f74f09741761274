/**
 * A service that starts with other keys than those that sealed its secrets would find that out delivery by delivery. So
 * a text that is known is kept sealed, and is opened at each start.
 */
import * as Effect from "effect/Effect"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { type ExecutionError, Executor } from "../engine/Executor.ts"
import { Secrets, SecretsError } from "../port/Secrets.ts"
import { sealedProofKey, SealedProofs } from "../row/SealedProof.ts"

const text = "This store's secrets are sealed with these keys."

/** It can be opened as nothing else. */
const boundTo = "sealed-proof"

interface Proof {
  readonly sealed: string
  /** The proof that it takes the place of, or null when there is none. */
  readonly before: string | null
}

/** Keeps a proof, unless another node has kept one meanwhile. */
const Keep: Decision<Proof, boolean> = {
  name: "secrets.keep_proof",
  needs: () => Needs.row(SealedProofs, sealedProofKey),
  decide: ({ before, sealed }, { facts }) => {
    const kept = Facts.get(facts, SealedProofs, sealedProofKey)
    return (kept?.sealed ?? null) !== before
      ? done(false)
      : done(true, {
        expects: [Facts.expected(facts, SealedProofs, sealedProofKey)],
        puts: [Commit.put(SealedProofs, { key: sealedProofKey, sealed })]
      })
  }
}

/** The part of a sealed text that names its key: all but the last part, which is different each time. */
const keyOf = (sealed: string): string => sealed.slice(0, sealed.lastIndexOf(":"))

const refused = (why: string): SecretsError =>
  new SecretsError({ message: `the keys are not those that this store's secrets were sealed with: ${why}` })

/**
 * Fails with SecretsError when the keys cannot open what was sealed in this store. Once a new key stands in front, it
 * seals the proof anew, so that the old one can go when no secret needs it any more.
 */
export const check: Effect.Effect<void, SecretsError | ExecutionError, Executor | Secrets> = Effect.gen(function*() {
  const executor = yield* Executor
  const secrets = yield* Secrets
  const facts = yield* executor.read(() => Needs.row(SealedProofs, sealedProofKey))
  // The decision that keeps a proof looks again.
  const before = Facts.peek(facts, SealedProofs, sealedProofKey)?.sealed ?? null
  const sealed = yield* secrets.seal(text, boundTo)
  if (before !== null) {
    const opened = yield* Effect.mapError(secrets.open(before, boundTo), ({ message }) => refused(message))
    if (opened !== text) return yield* Effect.fail(refused("the proof says something else"))
    if (keyOf(before) === keyOf(sealed)) return
  }
  // Whoever was faster has kept a proof, which these keys have to open as well.
  const { answer: isKept } = yield* executor.run(Keep, { sealed, before })
  if (!isKept) yield* check
})
