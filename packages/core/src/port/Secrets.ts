/**
 * How the signing secrets of webhooks are kept: sealed, so that whoever reads the store, or a copy of it, cannot sign.
 * `AesSecrets` seals with a key from the configuration; an embedder may ask a key service instead.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { SigningSecret } from "../value/Secret.ts"

/** A secret cannot be opened, or a key is none. The message names the key, and holds no part of it or of a secret. */
export class SecretsError extends Data.TaggedError("SecretsError")<{ readonly message: string }> {}

export class Secrets extends Context.Service<Secrets, {
  /** Returns the text to keep. The name of its key stands in it. */
  readonly seal: (secret: SigningSecret) => Effect.Effect<SigningSecret, SecretsError>
  /** Returns the secret of a text that was kept. Earlier versions kept secrets in plain text: those are returned as is. */
  readonly open: (kept: SigningSecret) => Effect.Effect<SigningSecret, SecretsError>
}>()("@signalbox/core/port/Secrets") {}
