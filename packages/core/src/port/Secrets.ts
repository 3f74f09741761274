/**
 * Seals the signing secrets of webhooks, and new API keys in replies for replays, so that whoever reads the store, or
 * a copy of it, can use none. `AesSecrets` seals with a key from the configuration; an embedder may ask a key service
 * instead.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** A secret cannot be opened, or a key is none. The message names the key, and holds no part of it or of a secret. */
export class SecretsError extends Data.TaggedError("SecretsError")<{ readonly message: string }> {}

export class Secrets extends Context.Service<Secrets, {
  /**
   * Returns the text to keep. The name of its key stands in it.
   *
   * @param boundTo what the kept text belongs to: with another one it cannot be opened
   */
  readonly seal: <Secret extends string>(secret: Secret, boundTo?: string) => Effect.Effect<Secret, SecretsError>
  /** Returns the secret of a text that was kept. A text that is not sealed holds none. */
  readonly open: <Secret extends string>(kept: Secret, boundTo?: string) => Effect.Effect<Secret, SecretsError>
  /**
   * Returns the keys of the hashes by which erased numbers are known (decisions 17.6), each as `id:base64`, the one that
   * hashes first. They follow from what seals, so that a copy of the store does not have them.
   */
  readonly hashKeys: Effect.Effect<ReadonlyArray<string>, SecretsError>
}>()("@signalbox/core/port/Secrets") {}
