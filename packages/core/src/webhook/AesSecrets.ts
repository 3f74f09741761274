/**
 * Seals secrets with AES-256-GCM. A kept text is `sealed:{key id}:{base64 of nonce, ciphertext and tag}`; the id of the
 * key is authenticated with it. New secrets are sealed with the first key, and every key opens what it has sealed. So a
 * new key is put in front of the old one, which stays until every webhook was changed.
 */
import { gcm } from "@noble/ciphers/aes.js"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Mint } from "../commit/Mint.ts"
import { Secrets, SecretsError } from "../port/Secrets.ts"
import type { SigningSecret } from "../value/Secret.ts"

export interface Key {
  /** Letters, digits, `.`, `_` and `-`. It is kept beside what the key seals. */
  readonly id: string
  /** The base64 of 32 random bytes. */
  readonly base64: Redacted.Redacted
}

/** The first key seals. */
export type Keyring = readonly [Key, ...ReadonlyArray<Key>]

const nonceSize = 12
const keySize = 32
/** How many opened secrets are remembered, so that a busy endpoint's is not opened for each attempt. */
const most = 10_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const refused = (message: string): Effect.Effect<never, SecretsError> => Effect.fail(new SecretsError({ message }))

const bytesOf = ({ base64, id }: Key): Effect.Effect<readonly [string, Uint8Array], SecretsError> => {
  const bytes = Result.getOrElse(Base64.decode(Redacted.value(base64)), () => new Uint8Array())
  if (!/^[\w.-]{1,64}$/.test(id)) return refused("the id of a key must be 1 to 64 letters, digits, dots, _ and -")
  return bytes.length === keySize
    ? Effect.succeed([id, bytes])
    : refused(`the key ${id} must be the base64 of ${keySize} bytes`)
}

export const layer = (keyring: Keyring): Layer.Layer<Secrets, SecretsError, Mint> =>
  Layer.effect(
    Secrets,
    Effect.gen(function*() {
      const mint = yield* Mint
      const keys = new Map(yield* Effect.forEach(keyring, bytesOf))
      const [{ id: current }] = keyring
      const opened = new Map<string, SigningSecret>()

      return {
        seal: (secret) =>
          Effect.sync(() => {
            const nonce = mint.nonce()
            const box = gcm(keys.get(current)!, nonce, encoder.encode(current)).encrypt(encoder.encode(secret))
            const text = new Uint8Array(nonceSize + box.length)
            text.set(nonce)
            text.set(box, nonceSize)
            return `sealed:${current}:${Base64.encode(text)}` as SigningSecret
          }),
        open: (kept) =>
          Effect.suspend(() => {
            const known = kept.startsWith("whsec_") ? kept : opened.get(kept)
            if (known !== undefined) return Effect.succeed(known)
            const [, id = "", text = ""] = kept.split(":")
            const key = keys.get(id)
            if (key === undefined) return refused(`a signing secret is sealed with the key "${id}", which is not given`)
            const bytes = Result.getOrElse(Base64.decode(text), () => new Uint8Array())
            try {
              const cipher = gcm(key, bytes.subarray(0, nonceSize), encoder.encode(id))
              const secret = decoder.decode(cipher.decrypt(bytes.slice(nonceSize))) as SigningSecret
              if (opened.size >= most) opened.clear()
              opened.set(kept, secret)
              return Effect.succeed(secret)
            } catch {
              return refused(`a signing secret cannot be opened with the key "${id}"`)
            }
          })
      }
    })
  )

const parse = (text: string): ReadonlyArray<Key> =>
  text.split(",").map((each) => {
    const [id = "", base64 = ""] = each.trim().split(":")
    return { id, base64: Redacted.make(base64) }
  })

/**
 * The keys as one setting writes them: `id:base64`, several of them with commas in between, the one that seals first.
 */
export const layerText = (text: Redacted.Redacted): Layer.Layer<Secrets, SecretsError, Mint> => {
  const [first = { id: "", base64: Redacted.make("") }, ...others] = parse(Redacted.value(text))
  return layer([first, ...others])
}
