/**
 * No command seals or opens a signing secret, so none is given the key.
 */
import { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const noSecrets: Layer.Layer<Secrets> = Layer.succeed(Secrets, {
  seal: () => Effect.fail(new SecretsError({ message: "the command line seals no secrets" })),
  open: () => Effect.fail(new SecretsError({ message: "the command line opens no secrets" })),
  // A number that was erased is unknown to it.
  hashKeys: Effect.succeed([])
})
