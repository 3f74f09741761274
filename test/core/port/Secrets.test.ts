/**
 * Signing secrets at rest: sealed with AES-256-GCM, the id of the key beside them.
 */
import type { Keyring } from "@signalbox/core/AesSecrets"
import * as AesSecrets from "@signalbox/core/AesSecrets"
import { make, put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as SealedStore from "@signalbox/core/internal/webhook/SealedStore"
import * as Needs from "@signalbox/core/Needs"
import type { SigningSecret } from "@signalbox/core/Secret"
import { sandboxSecret } from "@signalbox/core/Secret"
import { Secrets, SecretsError } from "@signalbox/core/Secrets"
import { Store, StoreError } from "@signalbox/core/Store"
import { Webhook as WebhookSchema, Webhooks } from "@signalbox/core/Webhook"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { secret as anySecret } from "@signalbox/testing/generate/Values"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createDecipheriv } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const bytes = (fill: number): Buffer => Buffer.alloc(32, fill)
const key = (id: string, fill: number): AesSecrets.Key => ({
  id,
  base64: Redacted.make(bytes(fill).toString("base64"))
})
const [one, two] = [key("2029-01", 1), key("2030-01", 2)]

const ids = IdGenerator.layer(Given.seeded(1), Given.seeded(2))

const withKeys = <A, E>(keyring: Keyring, use: (secrets: Secrets["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Secrets, use).pipe(
    Effect.provide(AesSecrets.layer(keyring).pipe(Layer.provide(ids))),
    Effect.result,
    Effect.runPromise
  )

describe("AesSecrets", () => {
  propWith({ runs: 30 })(
    "seals so that Node's crypto opens it with the named key, and nobody without",
    anySecret,
    async (secret) => {
      const sealed = await withKeys([one], ({ seal }) => seal(secret))
      const kept = sealed._tag === "Success" ? sealed.success : ""
      const [name, id, text] = kept.split(":")
      expect([name, id]).toEqual(["sealed", "2029-01"])
      expect(kept).not.toContain(secret.slice("whsec_".length))
      const box = Buffer.from(text!, "base64")
      const open = createDecipheriv("aes-256-gcm", bytes(1), box.subarray(0, 12))
        .setAAD(Buffer.from("2029-01"))
        .setAuthTag(box.subarray(-16))
      expect(open.update(box.subarray(12, -16), undefined, "utf8") + open.final("utf8")).toBe(secret)
    }
  )

  it("seals the same secret differently each time", async () => {
    const twice = await withKeys([one], ({ seal }) => Effect.all([seal(sandboxSecret), seal(sandboxSecret)]))
    expect(new Set(twice._tag === "Success" ? twice.success : []).size).toBe(2)
  })

  it("opens what any of its keys has sealed", async () => {
    const kept = await withKeys([one], ({ seal }) => seal(sandboxSecret))
    const text = kept._tag === "Success" ? kept.success : sandboxSecret
    expect(await withKeys([two, one], ({ open }) => open(text))).toMatchObject({ success: sandboxSecret })
    expect(await withKeys([two, one], ({ seal }) => seal(sandboxSecret))).toMatchObject({
      success: expect.stringMatching(/^sealed:2030-01:/) as unknown
    })
  })

  it("refuses what is in plain text, bound or not, and says no part of it", async () => {
    for (const boundTo of [undefined, "a request"]) {
      const refused = await withKeys([one], ({ open }) => open(sandboxSecret, boundTo))
      expect(refused).toMatchObject({ failure: new SecretsError({ message: "a secret that was kept is not sealed" }) })
    }
  })

  it("refuses what another key sealed, and what was changed, and says no part of it", async () => {
    const kept = await withKeys([one], ({ seal }) => seal(sandboxSecret))
    const text = kept._tag === "Success" ? kept.success : sandboxSecret
    const other = text.replace("2029-01", "2030-01") as SigningSecret
    const changed = `${text.slice(0, -6)}AAAAA=` as SigningSecret
    for (
      const [keys, from] of [[[two], text], [[two], other], [[one], changed], [
        [one],
        "sealed:2029-01:" as SigningSecret
      ]] as const
    ) {
      const refused = await withKeys(keys as Keyring, ({ open }) => open(from))
      expect(refused).toMatchObject({ failure: expect.any(SecretsError) as unknown })
      expect(JSON.stringify(refused)).not.toContain(text.split(":")[2]!.slice(0, 12))
    }
  })

  it("takes its keys from one text, the first one to seal with, and refuses those that are none", async () => {
    const [a, b] = [bytes(1).toString("base64"), bytes(2).toString("base64")]
    const sealWith = (text: string) =>
      Effect.flatMap(Secrets, ({ seal }) => seal(sandboxSecret)).pipe(
        Effect.provide(AesSecrets.layerText(Redacted.make(text)).pipe(Layer.provide(ids))),
        Effect.result,
        Effect.runPromise
      )
    expect(await sealWith(`new:${b}, old:${a}`)).toMatchObject({
      success: expect.stringMatching(/^sealed:new:/) as unknown
    })
    const noId = "the id of a key must be 1 to 64 letters, digits, dots, _ and -"
    const longest = "a".repeat(64)
    for (
      const [wrong, message] of [
        ["", noId],
        ["key", "the key key must be the base64 of 32 bytes"],
        [`:${a}`, noId],
        [`a b:${a}`, noId],
        [`${longest}a:${a}`, noId],
        [`short:${a.slice(8)}`, "the key short must be the base64 of 32 bytes"],
        [`new:${b},old:nonsense`, "the key old must be the base64 of 32 bytes"]
      ] as const
    ) {
      const refused = await sealWith(wrong)
      expect(refused._tag === "Failure" ? refused.failure.message : refused).toBe(message)
      expect(JSON.stringify(refused)).not.toContain(a.slice(0, 20))
    }
    expect((await sealWith(`${longest}:${a}`))._tag).toBe("Success")
  })
})

describe("at rest", () => {
  it("no secret is in plain text: of a new webhook, of its clones, after a rotation", () => {
    const stored: Array<string> = []
    return Bench.run(
      Bench.layer({
        tap: (store) => ({
          ...store,
          commit: (batch) => {
            stored.push(JSON.stringify(batch))
            return store.commit(batch)
          }
        })
      }),
      Effect.gen(function*() {
        yield* Scene.seed(0, put(Webhooks, FixedSecrets.kept(Given.webhook())))
        stored.length = 0
        const { data } = yield* Scene.ask("webhooks.create", {
          display_name: "Orders",
          endpoint_url: "https://example.com/hook",
          event_types: ["message"],
          sender_profile: { event_types: ["message"] }
        })
        expect(data["signing_secret"]).toMatch(/^whsec_/)
        const store = yield* Store
        const { rows } = yield* store.list({ list: "webhooks", scope: Scene.account.id, offset: 0, limit: 9 })
        const row = rows.find(({ key }) => key === data["id"])!
        expect(Schema.is(WebhookSchema)(row.value)).toBe(true)
        expect(row.value).toMatchObject({ secret: expect.stringMatching(/^sealed:tests:/) as unknown })
        expect(stored.join()).toContain("sealed:tests:")
        expect(stored.join()).not.toContain("whsec_")
      })
    )
  })

  it("a secret whose key is lost fails the request, and not the store", () =>
    Effect.gen(function*() {
      const raw = yield* Store
      const over = (keyring: Keyring) =>
        Effect.provide(
          Store,
          SealedStore.layer.pipe(Layer.provide([
            Layer.succeed(Store, raw),
            AesSecrets.layer(keyring).pipe(Layer.provide(ids))
          ]))
        )
      const [writer, reader] = [yield* over([one]), yield* over([two])]
      yield* writer.commit([make({ puts: [put(Webhooks, Given.webhook())] })])
      const needs = Needs.row(Webhooks, Given.webhookId(1))
      expect(Facts.get(yield* writer.load(needs), Webhooks, Given.webhookId(1))).toEqual(Given.webhook())
      const failed = yield* Effect.flip(reader.load(needs))
      expect(failed).toBeInstanceOf(StoreError)
      expect(failed).toMatchObject({ reason: "failed", message: expect.stringContaining("2029-01") as unknown })
    }).pipe(Effect.provide(MemoryStore.layerStore), Effect.scoped, Effect.runPromise))
})
