/**
 * The emulator seals signing secrets as a service does, but with a key that stands here for everybody to read.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Secrets } from "@signalbox/core/Secrets"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export const layer: Layer.Layer<Secrets, never, IdGenerator> = Layer.orDie(AesSecrets.layer([{
  id: "emulator",
  base64: Redacted.make("c2lnbmFsYm94IGVtdWxhdG9yLCBubyBzZWNyZXQga2U=")
}]))

export const warning =
  "Signing secrets are sealed with a fixed key that is no secret: keep no real ones in this emulator."
