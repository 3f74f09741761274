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
import { IdGenerator } from "../commit/IdGenerator.ts"
import { Secrets, SecretsError } from "../port/Secrets.ts"
import * as Digest from "../value/Digest.ts"

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

/** Returns the data that is authenticated with a secret: the id of the key, and what it is bound to. */
const authenticated = (id: string, boundTo: string | undefined): Uint8Array =>
  encoder.encode(boundTo === undefined ? id : `${id}\n${boundTo}`)

const refused = (message: string): Effect.Effect<never, SecretsError> => Effect.fail(new SecretsError({ message }))

const bytesOf = ({ base64, id }: Key): Effect.Effect<readonly [string, Uint8Array], SecretsError> => {
  const bytes = Result.getOrElse(Base64.decode(Redacted.value(base64)), () => new Uint8Array())
  if (!/^[\w.-]{1,64}$/.test(id)) return refused("the id of a key must be 1 to 64 letters, digits, dots, _ and -")
  return bytes.length === keySize
    ? Effect.succeed([id, bytes])
    : refused(`the key ${id} must be the base64 of ${keySize} bytes`)
}

export const layer = (keyring: Keyring): Layer.Layer<Secrets, SecretsError, IdGenerator> =>
  Layer.effect(
    Secrets,
    Effect.gen(function*() {
      const ids = yield* IdGenerator
      const keys = new Map(yield* Effect.forEach(keyring, bytesOf))
      const [{ id: current }] = keyring
      const opened = new Map<string, string>()

      const seal = (secret: string, boundTo?: string): string => {
        const nonce = ids.secrets.nonce()
        const box = gcm(keys.get(current)!, nonce, authenticated(current, boundTo)).encrypt(encoder.encode(secret))
        const text = new Uint8Array(nonceSize + box.length)
        text.set(nonce)
        text.set(box, nonceSize)
        return `sealed:${current}:${Base64.encode(text)}`
      }

      const open = (kept: string, boundTo?: string): Effect.Effect<string, SecretsError> => {
        const known = boundTo === undefined ? opened.get(kept) : undefined
        if (known !== undefined) return Effect.succeed(known)
        const [form, id = "", text = ""] = kept.split(":")
        if (form !== "sealed") return refused("a secret that was kept is not sealed")
        const key = keys.get(id)
        if (key === undefined) return refused(`a secret is sealed with the key "${id}", which is not given`)
        const bytes = Result.getOrElse(Base64.decode(text), () => new Uint8Array())
        try {
          const cipher = gcm(key, bytes.subarray(0, nonceSize), authenticated(id, boundTo))
          const secret = decoder.decode(cipher.decrypt(bytes.slice(nonceSize)))
          if (boundTo !== undefined) return Effect.succeed(secret)
          if (opened.size >= most) opened.clear()
          opened.set(kept, secret)
          return Effect.succeed(secret)
        } catch {
          return refused(`a secret cannot be opened with the key "${id}"`)
        }
      }

      // A key of its own for each use: what is known of one tells nothing of the other.
      const hashKeys = keyring.map(({ id }) =>
        `${id}:${Base64.encode(Digest.hmacSha256(keys.get(id)!, "signalbox: hashes of erased numbers"))}`
      )

      return {
        hashKeys: Effect.succeed(hashKeys),
        seal: <Secret extends string>(secret: Secret, boundTo?: string) =>
          Effect.sync(() => seal(secret, boundTo) as Secret),
        open: <Secret extends string>(kept: Secret, boundTo?: string) =>
          Effect.suspend(() => open(kept, boundTo) as Effect.Effect<Secret, SecretsError>)
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
export const layerText = (text: Redacted.Redacted): Layer.Layer<Secrets, SecretsError, IdGenerator> => {
  const [first = { id: "", base64: Redacted.make("") }, ...others] = parse(Redacted.value(text))
  return layer([first, ...others])
}
