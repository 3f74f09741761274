/** Secrets are made of so many bytes that nobody can foresee, and of all of them. */
import * as SecretGenerator from "@signalbox/core/internal/commit/SecretGenerator"
import * as Secret from "@signalbox/core/Secret"
import * as Base64 from "effect/encoding/Base64"
import { expect, it } from "vitest"

it("each is made of its own bytes, as many as it is promised to have", () => {
  const asked: Array<number> = []
  const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => index + 1)
  const secrets = SecretGenerator.make((size) => {
    asked.push(size)
    return bytes(size)
  })
  expect([secrets.signingSecret(), secrets.apiKey(), secrets.nonce(), secrets.code(6), secrets.hashKey()])
    .toStrictEqual([
      Secret.signingSecret(bytes(32)),
      Secret.apiKey(bytes(16)),
      bytes(12),
      Secret.code(bytes(16), 6),
      Base64.encode(bytes(32))
    ])
  expect(asked).toStrictEqual([32, 16, 12, 16, 32])
})
