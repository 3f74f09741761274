/**
 * Secrets that an answer shows once: no claim keeps them, and a replay reads them where they stand (decisions 9.2).
 */
import type { Answer } from "@signalbox/core/Answer"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { SigningSecret } from "@signalbox/core/Secret"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import { ask, begin, executed, hook, json, list, replays } from "./Keyed.ts"

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
      (webhook) => ({ puts: [Commit.put(Webhooks, { ...webhook, secret: "whsec_cm90YXRlZA==" as SigningSecret })] })
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
    expect(showing.map(({ name }) => name)).toEqual(["webhooks.create", "webhooks.rotate_secret"])
  })
})
