/**
 * A request asks the store several things, one after the other. However slow each of them is, it is refused when it has
 * waited for long enough in all, and what it has begun to commit goes on.
 */
import * as Deadline from "@signalbox/core/Deadline"
import { Idempotency } from "@signalbox/core/Idempotency"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

/** A request may wait for so long, and the first question of each takes most of that, in milliseconds. */
const patience = 600
const slow = 450

type Stage = "load" | "take" | "begin" | "commit"

const ends: Array<() => unknown> = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A service whose store never ends one stage of a request while it is held up. */
const start = async (stage: Stage) => {
  const open = Latch.makeUnsafe(true)
  const isHeldUp = { now: false }
  const held = (each: Stage) => <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => each === stage && isHeldUp.now ? Effect.andThen(open.await, effect) : effect)
  const isAsked = (batch: ReadonlyArray<{ readonly puts: ReadonlyArray<{ readonly kind: string }> }>) =>
    batch.some(({ puts }) => puts.some(({ kind }) => kind === "webhook"))
  const storage = Layer.mergeAll(
    Layer.effect(
      Store,
      Effect.map(Store, (store) => ({
        ...store,
        load: (needs) => held("load")(store.load(needs)),
        commit: (batch) => isAsked(batch) ? held("commit")(store.commit(batch)) : store.commit(batch)
      }))
    ),
    Layer.effect(
      Idempotency,
      Effect.map(Idempotency, (claims) => ({
        ...claims,
        begin: (...given) => held("begin")(claims.begin(...given))
      }))
    ),
    Layer.effect(
      RateWindow,
      Effect.map(RateWindow, (window) => ({ ...window, take: (asked) => held("take")(window.take(asked)) }))
    ),
    Layer.effect(
      Lockout,
      Effect.map(Lockout, (lockout) => ({
        ...lockout,
        standing: (...given) =>
          Effect.suspend(() =>
            isHeldUp.now ? Effect.delay(lockout.standing(...given), slow) : lockout.standing(...given)
          )
      }))
    )
  ).pipe(Layer.provideMerge(Storages.memory))
  const subject = await starter({
    mount: Layer.provide(Mounts.node, Layer.succeed(Deadline.Patience, patience)),
    storage: storage as Storages.Storage
  })()
  ends.push(() => subject.stop())
  const { apiKey } = await subject.freshAccount!()
  return {
    client: Client.make(subject.baseUrl, { "x-api-key": apiKey }),
    holdUp: () => {
      open.closeUnsafe()
      isHeldUp.now = true
    },
    release: () => {
      isHeldUp.now = false
      open.openUnsafe()
    }
  }
}

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

describe("a request whose store has been slow already", () => {
  it.each<readonly [Stage, string]>([
    ["load", "INTERNAL_005"],
    ["take", "INTERNAL_005"],
    ["begin", "SERVICE_001"],
    ["commit", "INTERNAL_005"]
  ])("and never ends to %s is refused in time, and may be repeated", async (stage, code) => {
    const { client, holdUp, release } = await start(stage)
    const headers = { "idempotency-key": randomUUID() }
    holdUp()
    // Without a bound of all that it waits for, this has no end.
    const { headers: told, json, status } = await client.post("/v3/webhooks", webhook, headers)
    release()
    expect([status, told.get("retry-after")]).toEqual([503, "1"])
    expect(json).toMatchObject({ error: { code } })
    await vi.waitFor(async () => expect((await client.post("/v3/webhooks", webhook, headers)).status).toBe(201), {
      timeout: 20_000,
      interval: 100
    })
    const { json: listed } = await client.get("/v3/webhooks")
    expect(listed).toMatchObject({ data: { pagination: { total_count: 1 } } })
  }, 60_000)

  it("leaves what it has begun to commit to come to its end", async () => {
    const { client, holdUp, release } = await start("commit")
    holdUp()
    expect((await client.post("/v3/webhooks", webhook)).status).toBe(503)
    release()
    const count = async () => (await client.get("/v3/webhooks")).json
    await vi.waitFor(
      async () => expect(await count()).toMatchObject({ data: { pagination: { total_count: 1 } } }),
      20_000
    )
  }, 60_000)
})
