/**
 * Secrets that an answer shows once: no claim keeps them, and a replay reads them where they stand (decisions 9.2).
 */
import type { Answer } from "@signalbox/core/Answer"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Operations from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import type { Reply } from "@signalbox/core/Reply"
import { sandboxSecret } from "@signalbox/core/Secret"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { ask, begin, claim, executed, hook, json, keyed, list, profile, replays } from "../Keyed.ts"
import * as Scene from "../Scene.ts"

describe("a secret that is shown once", () => {
  const created = (answer: Answer) =>
    JSON.parse(json(answer)) as { readonly id: string; readonly signing_secret: string }

  /** Changes the webhook behind the answer's back. */
  const change = Effect.fnUntraced(function*(edit: (webhook: Webhook) => Parameters<typeof Commit.make>[0]) {
    const store = yield* Store
    const [webhook] = (yield* list("webhooks")) as ReadonlyArray<Webhook>
    yield* store.commit([Commit.make(edit(webhook!))])
  })

  it("is not kept with the reply, and is there again in the replay", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const first = yield* ask("webhooks.create", hook)
        executed(first, 201)
        const secret = created(first).signing_secret
        expect(secret).toMatch(/^whsec_/)
        const begun = yield* begin(hook)
        expect(begun).toMatchObject({ _tag: "Finished" })
        expect(JSON.stringify(begun)).not.toContain(secret.slice("whsec_".length))
        replays(yield* ask("webhooks.create", hook), first)
      })
    ))

  it.each<readonly [string, (webhook: Webhook) => Parameters<typeof Commit.make>[0]]>([
    [
      "rotated",
      (webhook) => ({ puts: [Commit.put(Webhooks, FixedSecrets.kept({ ...webhook, secret: sandboxSecret }))] })
    ],
    ["deleted", (webhook) => ({ deletes: [{ kind: Webhooks.name, key: webhook.id }] })]
  ])("is null in the replay when it was %s meanwhile", (_, edit) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const first = yield* ask("webhooks.create", hook)
        yield* change(edit)
        const again = yield* ask("webhooks.create", hook)
        expect({ status: again.status, replayed: again.replayed }).toEqual({ status: 201, replayed: true })
        expect(created(again)).toEqual({ ...created(first), signing_secret: null })
      })
    ))

  it("is said to be unavailable, and nothing else, when its row cannot be read", () => {
    let isDown = false
    const tap: Bench.Tap = (store) => ({
      ...store,
      load: (needs) => isDown ? Effect.fail(new StoreError({ reason: "unavailable", cause: null })) : store.load(needs)
    })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const first = yield* ask("webhooks.create", hook)
        isDown = true
        const down = yield* ask("webhooks.create", hook)
        executed(down, 503)
        expect(JSON.parse(json(down))).toMatchObject({ code: "SERVICE_001" })
        isDown = false
        replays(yield* ask("webhooks.create", hook), first)
      })
    )
  })

  it("is a placeholder in sandbox, which is kept as it is", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const body = { ...hook, sandbox: true }
        const first = yield* ask("webhooks.create", body)
        expect(created(first).signing_secret).toBe("whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA=")
        replays(yield* ask("webhooks.create", body), first)
      })
    ))

  it("stands in no answer of another operation", () => {
    const showing = Object.values(operations).filter((each) => "shownOnce" in each)
    expect(showing.map(({ name }) => name).toSorted()).toEqual([
      "sender_profiles.create",
      "webhooks.create",
      "webhooks.rotate_secret"
    ])
  })
})

describe("the key of a new sender profile", () => {
  const keyOf = (answer: Answer) => (JSON.parse(json(answer)) as { readonly api_key: string | null }).api_key

  /** Commits a reply in the place of the kept one, as somebody would who can write to the store. */
  const withReply = Effect.fnUntraced(function*(key: string, edit: (reply: Reply) => Reply) {
    const [idempotency, store] = [yield* Idempotency, yield* Store]
    const begun = yield* begin(profile)
    if (begun._tag !== "Finished") throw new Error("no reply is kept")
    const other = { ...claim, key }
    const started = yield* idempotency.begin(other, JSON.stringify(profile), Given.now)
    if (started._tag !== "Started") throw new Error("the key is taken")
    const reply = edit({ ...begun.reply, claim: other, token: started.token })
    expect(yield* store.commit([Commit.make({ reply })])).toEqual([{ _tag: "Done" }])
  })

  const askAs = (key: string) =>
    Effect.flatMap(Operations.Operations, ({ run }) =>
      run(operations["sender_profiles.create"], Scene.caller, {
        ...keyed(profile),
        idempotency: { key, fingerprint: JSON.stringify(profile) }
      }))

  it("is kept sealed, and is there again in the replay", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const first = yield* ask("sender_profiles.create", profile)
        executed(first, 201)
        const begun = yield* begin(profile)
        expect(begun).toMatchObject({
          _tag: "Finished",
          reply: { withheld: { secret: expect.stringMatching(/^sealed:/) as string } }
        })
        expect(JSON.stringify(begun)).not.toContain(keyOf(first))
        replays(yield* ask("sender_profiles.create", profile), first)
      })
    ))

  it("is null in the replay when it was revoked meanwhile", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const first = yield* ask("sender_profiles.create", profile)
        expect(yield* (yield* Operator).revokeKey(keyOf(first)!)).toBe("Revoked")
        const again = yield* ask("sender_profiles.create", profile)
        expect({ status: again.status, replayed: again.replayed }).toEqual({ status: 201, replayed: true })
        expect(keyOf(again)).toBeNull()
        expect(yield* again.result).toMatchObject({ api_key: null, name: "Sales" })
      })
    ))

  it.each<readonly [string, (reply: Reply) => Reply]>([
    ["belongs to another Idempotency-Key", (reply) => reply],
    ["is sealed with a key that is not given any more", (reply) => ({
      ...reply,
      withheld: { ...reply.withheld!, secret: reply.withheld!.secret!.replace("sealed:tests:", "sealed:gone:") }
    })]
  ])("is null in the replay of a reply whose secret %s", (_, edit) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const first = yield* ask("sender_profiles.create", profile)
        yield* withReply("another", edit)
        const again = yield* askAs("another")
        expect({ status: again.status, replayed: again.replayed }).toEqual({ status: 201, replayed: true })
        expect(keyOf(again)).toBeNull()
        // Its own one shows it still.
        replays(yield* ask("sender_profiles.create", profile), first)
      })
    ))
})
