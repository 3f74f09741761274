/** Rows that a store remembers, as the engine sees them: never with a secret as it is kept. */
import { Accounts } from "@signalbox/core/Account"
import { make, put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { VerificationId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { contactNumber } from "@signalbox/core/internal/row/Contact"
import { ref, uniqueText } from "@signalbox/core/internal/row/Kind"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import * as SealedStore from "@signalbox/core/internal/webhook/SealedStore"
import { LastSeen } from "@signalbox/core/LastSeen"
import * as Needs from "@signalbox/core/Needs"
import { sandboxSecret, SigningSecret } from "@signalbox/core/Secret"
import { Secrets } from "@signalbox/core/Secrets"
import { Store } from "@signalbox/core/Store"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications } from "@signalbox/core/Verification"
import { Webhooks } from "@signalbox/core/Webhook"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { values } from "@signalbox/testing/generate/Rows"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const webhook = Given.webhook()
const code = { verification: "cccccccc-0000-7000-8000-000000000001" as VerificationId, code: "123456" }
const needs = Needs.all(
  Needs.row(Webhooks, webhook.id),
  Needs.row(Accounts, webhook.account),
  Needs.row(OneTimeCodes, code.verification)
)

it("a webhook is remembered with its secret once that was opened, and not at all before; a code never is", async () => {
  // It remembers all that it ever held, as it holds it.
  let held = Facts.empty
  const remembering = Layer.mergeAll(
    Layer.effect(
      Store,
      Effect.map(Store, (store) => ({
        ...store,
        load: (needs: Needs.Needs) => Effect.tap(store.load(needs), (facts) => Effect.sync(() => held = facts))
      }))
    ),
    Layer.succeed(LastSeen, { of: () => held })
  )
  await Effect.gen(function*() {
    const store = yield* Store
    const { of } = yield* LastSeen
    yield* store.commit([
      make({
        puts: [
          put(Webhooks, webhook),
          put(Accounts, { ...Given.account(), id: webhook.account }),
          put(OneTimeCodes, code)
        ]
      })
    ])
    const known = yield* store.load(needs)
    expect(Facts.get(known, Webhooks, webhook.id)?.secret).toBe(webhook.secret)
    expect(Facts.get(held, Webhooks, webhook.id)?.secret).toMatch(/^sealed:/)
    const seen = of(needs)
    expect(Facts.peek(seen, Webhooks, webhook.id)).toEqual(webhook)
    expect(Facts.peek(seen, Accounts, webhook.account)?.id).toBe(webhook.account)
    expect(Facts.peek(seen, OneTimeCodes, code.verification)).toBeUndefined()
    const [taken, free] = [
      contactNumber(webhook.account, Given.phone(1)),
      contactNumber(webhook.account, Given.phone(2))
    ]
    held = {
      ...held,
      owners: new Map([[uniqueText(taken), ref(OneTimeCodes, code.verification)], [uniqueText(free), null]])
    }
    expect([Facts.peekOwner(of(needs), taken), Facts.peekOwner(of(needs), free)]).toEqual([undefined, null])
    const other = FixedSecrets.kept({ ...webhook, secret: sandboxSecret })
    held = { ...held, rows: held.rows.union(Facts.following(Facts.empty, make({ puts: [put(Webhooks, other)] })).rows) }
    expect(Facts.peek(of(needs), Webhooks, webhook.id)).toBeUndefined()
  }).pipe(
    Effect.provide(
      SealedStore.layer.pipe(
        Layer.provide(remembering),
        Layer.provide(MemoryStore.layerStore),
        Layer.provide(FixedSecrets.layer),
        Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
      )
    ),
    Effect.runPromise
  )
})

it("what is sealed of a verification is bound to it, and what is sealed of a webhook is not", async () => {
  const verification: Verification = {
    ...fc.sample(values.verification, { seed: 1, numRuns: 1 })[0]!,
    id: code.verification,
    code: { hash: "ff", key: "a key" }
  }
  const wanted = Needs.all(needs, Needs.row(Verifications, verification.id))
  const puts = [put(Webhooks, webhook), put(OneTimeCodes, code), put(Verifications, verification)]
  const opened: Array<string> = []
  const secrets = Layer.mock(Secrets, {
    seal: <Secret extends string>(secret: Secret, boundTo = "nothing") =>
      Effect.succeed(`${boundTo}:${secret}` as Secret),
    open: <Secret extends string>(kept: Secret) => {
      opened.push(kept)
      return Effect.succeed(kept.slice(kept.lastIndexOf(":") + 1) as Secret)
    },
    hashKeys: Effect.succeed([])
  })
  let kept = Facts.empty
  const noting = Layer.effect(
    Store,
    Effect.map(Store, (store) => ({
      ...store,
      load: (needs: Needs.Needs) => Effect.tap(store.load(needs), (facts) => Effect.sync(() => kept = facts))
    }))
  )
  const known = await Effect.gen(function*() {
    const store = yield* Store
    yield* store.commit([make({ puts })])
    return yield* store.load(wanted)
  }).pipe(
    Effect.provide(
      SealedStore.layer.pipe(
        Layer.provide(noting),
        Layer.provide(MemoryStore.layerStore),
        Layer.provide(secrets),
        Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
      )
    ),
    Effect.runPromise
  )
  const texts = [
    `nothing:${webhook.secret}`,
    `code/${code.verification}:123456`,
    `hash/${code.verification}:a key`
  ]
  expect([
    Facts.get(kept, Webhooks, webhook.id)?.secret,
    Facts.get(kept, OneTimeCodes, code.verification)?.code,
    Facts.get(kept, Verifications, verification.id)?.code?.key
  ]).toEqual(texts)
  expect(opened.toSorted()).toEqual(texts.toSorted())
  expect(puts.map((row) => known.rows.get(row)?.row)).toEqual(puts)
})

it("the secrets of ten thousand webhooks are remembered, those that were opened last", async () => {
  const most = 10_000
  const webhooks = Array.from({ length: most + 1 }, (_, index) => ({
    ...webhook,
    id: Given.webhookId(index),
    secret: SigningSecret.make(`whsec_${index}`)
  }))
  let held = Facts.empty
  const secrets = Layer.mock(Secrets, {
    open: <Secret extends string>(kept: Secret) => Effect.succeed(kept),
    hashKeys: Effect.succeed([])
  })
  const loading = Layer.mock(Store, {
    load: () => Effect.sync(() => held)
  })
  const load = (some: typeof webhooks) =>
    Effect.flatMap(Store, ({ load }) => {
      held = Facts.following(Facts.empty, make({ puts: some.map((each) => put(Webhooks, each)) }))
      return load(Needs.none)
    })
  await Effect.gen(function*() {
    const { of } = yield* LastSeen
    const [first, second] = [webhooks[0]!, webhooks[1]!]
    const seen = () => [first, second].map(({ id }) => Facts.peek(of(Needs.none), Webhooks, id)?.id)
    yield* load(webhooks.slice(0, most))
    expect(seen()).toEqual([first.id, second.id])
    // The first one is opened again, so the second one is the oldest when one more comes.
    yield* load([first])
    yield* load(webhooks.slice(most))
    held = Facts.following(Facts.empty, make({ puts: [put(Webhooks, first), put(Webhooks, second)] }))
    expect(seen()).toEqual([first.id, undefined])
  }).pipe(
    Effect.provide(
      SealedStore.layer.pipe(
        Layer.provide(Layer.mergeAll(loading, Layer.succeed(LastSeen, { of: () => held }))),
        Layer.provide(secrets)
      )
    ),
    Effect.runPromise
  )
})
