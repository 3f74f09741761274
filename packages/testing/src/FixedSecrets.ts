/**
 * Seals signing secrets with a key that everybody knows, for tests.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { Secrets } from "@signalbox/core/Secrets"
import type { Webhook } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const key: AesSecrets.Key = {
  id: "tests",
  base64: Redacted.make("dGhlIGtleSBvZiB0aGUgdGVzdHMsIDMyIGJ5dGVzIDo=")
}

export const layer: Layer.Layer<Secrets, never, IdGenerator.IdGenerator> = Layer.orDie(AesSecrets.layer([key]))

const zeros = (size: number) => new Uint8Array(size)

/** Returns a webhook as stores hold it, for tests that put it there without the engine, which seals. */
export const kept = (webhook: Webhook): Webhook =>
  Effect.gen(function*() {
    const { seal } = yield* Secrets
    return { ...webhook, secret: yield* Effect.orDie(seal(webhook.secret)) }
  }).pipe(Effect.provide(Layer.provide(layer, IdGenerator.layer(zeros, zeros))), Effect.runSync)
