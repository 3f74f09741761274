/**
 * Secrets that kept replies hold: sealed at rest, and bound to the account and the Idempotency-Key, so that the reply of
 * another request cannot show them. Where the key that sealed one is not given any more, the replay goes without it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Reply } from "../commit/Reply.ts"
import { claimText } from "../commit/Reply.ts"
import type { Begun } from "../port/Idempotency.ts"
import { Idempotency } from "../port/Idempotency.ts"
import type { SecretsError } from "../port/Secrets.ts"
import { Secrets } from "../port/Secrets.ts"

export const confides = (reply: Reply | null): boolean => reply?.withheld?.secret !== undefined

/** Seals the secret of a reply that holds one. */
export const sealed = (
  reply: Reply | null,
  seal: Secrets["Service"]["seal"]
): Effect.Effect<Reply | null, SecretsError> => {
  if (reply?.withheld?.secret === undefined) return Effect.succeed(reply)
  const { withheld } = reply
  return Effect.map(
    seal(reply.withheld.secret, claimText(reply.claim)),
    (secret) => ({ ...reply, withheld: { ...withheld, secret } })
  )
}

const opened = (reply: Reply, open: Secrets["Service"]["open"]): Effect.Effect<Reply> => {
  if (reply.withheld?.secret === undefined) return Effect.succeed(reply)
  const { secret: kept, ...withheld } = reply.withheld
  return Effect.match(open(kept, claimText(reply.claim)), {
    onFailure: () => ({ ...reply, withheld }),
    onSuccess: (secret) => ({ ...reply, withheld: { ...withheld, secret } })
  })
}

/** The claims as operations see them: the secrets of finished ones are open. */
export const layer: Layer.Layer<Idempotency, never, Idempotency | Secrets> = Layer.effect(
  Idempotency,
  Effect.gen(function*() {
    const idempotency = yield* Idempotency
    const { open } = yield* Secrets
    return {
      ...idempotency,
      begin: (claim, fingerprint, now) =>
        Effect.flatMap(
          idempotency.begin(claim, fingerprint, now),
          (begun): Effect.Effect<Begun> =>
            begun._tag === "Finished"
              ? Effect.map(opened(begun.reply, open), (reply) => ({ ...begun, reply }))
              : Effect.succeed(begun)
        )
    }
  })
)
