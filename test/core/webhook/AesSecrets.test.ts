/**
 * A secret that is sealed for something opens for nothing else, whatever was opened before, and a refusal says which key is
 * meant, and no more. Secrets that are kept must open for good, so Node's crypto makes the same.
 */
import type { Keyring } from "@signalbox/core/AesSecrets"
import * as AesSecrets from "@signalbox/core/AesSecrets"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { Secrets } from "@signalbox/core/Secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createCipheriv, createHmac } from "node:crypto"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const bytes = (fill: number): Buffer => Buffer.alloc(32, fill)
const key = (id: string, fill: number): AesSecrets.Key => ({
  id,
  base64: Redacted.make(bytes(fill).toString("base64"))
})
const [one, two] = [key("2029-01", 1), key("2030-01", 2)]

const withKeys = <A, E>(keyring: Keyring, use: (secrets: Secrets["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.flatMap(Secrets, use).pipe(
    Effect.provide(
      AesSecrets.layer(keyring).pipe(Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2))))
    ),
    Effect.runPromise
  )

/** Seals as it is written down: the nonce, what is hidden, and the tag, with the id of the key and what it is bound to. */
const sealedByNode = (secret: string, fill: number, id: string, authenticated: string): string => {
  const nonce = Buffer.alloc(12, 7)
  const cipher = createCipheriv("aes-256-gcm", bytes(fill), nonce).setAAD(Buffer.from(authenticated))
  const hidden = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return `sealed:${id}:${Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString("base64")}`
}

it("what is sealed for one opens for no other, and what is sealed for nobody opens for nobody else", () =>
  withKeys([one], ({ open, seal }) =>
    Effect.gen(function*() {
      const told = (kept: string, boundTo?: string) =>
        Effect.match(open(kept, boundTo), {
          onSuccess: (secret) => `is ${secret}`,
          onFailure: ({ message }) => message
        })
      const refused = "a secret cannot be opened with the key \"2029-01\""
      const free = yield* seal("free")
      const bound = yield* seal("bound", "a")
      // What was opened before is remembered, and that changes nothing.
      for (let again = 0; again < 2; again++) {
        expect([yield* told(free), yield* told(free, "a"), yield* told(free, "")]).toStrictEqual([
          "is free",
          refused,
          refused
        ])
        expect([yield* told(bound, "a"), yield* told(bound), yield* told(bound, "b")]).toStrictEqual([
          "is bound",
          refused,
          refused
        ])
      }
      expect(yield* told(sealedByNode("node", 1, "2029-01", "2029-01"))).toBe("is node")
      expect(yield* told(sealedByNode("node", 1, "2029-01", "2029-01\nb"), "b")).toBe("is node")
      expect(yield* told(sealedByNode("node", 1, "2029-01", "2030-01"))).toBe(refused)
      expect(yield* told(sealedByNode("node", 2, "2030-01", "2030-01"))).toBe(
        "a secret is sealed with the key \"2030-01\", which is not given"
      )
      expect(yield* told("sealed")).toBe("a secret is sealed with the key \"\", which is not given")
      expect(yield* told("sealed:2029-01")).toBe(refused)
      expect(yield* told("sealed:2029-01:?")).toBe(refused)
      expect(yield* told("open:2029-01:")).toBe("a secret that was kept is not sealed")
    })))

it("the first key seals what every key opens, and each hashes the numbers of the erased with a key of its own", () =>
  withKeys([two, one], ({ hashKeys, open, seal }) =>
    Effect.gen(function*() {
      expect(yield* seal("new")).toMatch(/^sealed:2030-01:/)
      expect(yield* open(sealedByNode("old", 1, "2029-01", "2029-01"))).toBe("old")
      expect(yield* open(sealedByNode("new", 2, "2030-01", "2030-01"))).toBe("new")
      // Numbers that were hashed are compared for years: the keys never change.
      const hashed = (fill: number) =>
        createHmac("sha256", bytes(fill)).update("signalbox: hashes of erased numbers").digest("base64")
      expect(yield* hashKeys).toStrictEqual([`2030-01:${hashed(2)}`, `2029-01:${hashed(1)}`])
    })))
