/**
 * Seals signing secrets with a key that everybody knows, for tests.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import type { Mint } from "@signalbox/core/Mint"
import type { Secrets } from "@signalbox/core/Secrets"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const key: AesSecrets.Key = {
  id: "tests",
  base64: Redacted.make("dGhlIGtleSBvZiB0aGUgdGVzdHMsIDMyIGJ5dGVzIDo=")
}

export const layer: Layer.Layer<Secrets, never, Mint> = Layer.orDie(AesSecrets.layer([key]))
