/** A node claims on the terms of its jobs, and has as much of a lane of deliveries in hand as it may make attempts. */
import * as Places from "@signalbox/core/internal/delivery/DeliveryPlaces"
import { laneTerms } from "@signalbox/core/Jobs"
import type { LaneTerms } from "@signalbox/core/Store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"

/** Returns the terms of the first claim of a node that makes so many attempts at one endpoint at the same time. */
const claimed = (endpoint: number): Promise<Readonly<Record<string, LaneTerms>>> => {
  const terms = Deferred.makeUnsafe<Readonly<Record<string, LaneTerms>>>()
  const tap: Bench.Tap = (store) => ({
    ...store,
    claim: (request) => Effect.andThen(Deferred.succeed(terms, request.lanes), store.claim(request))
  })
  return Bench.run(
    Bench.layer({ tap }).pipe(Layer.provide(Layer.succeed(Places.Bounds, { endpoint, customer: 1 }))),
    Deferred.await(terms)
  )
}

it("a node holds so much of a lane of each kind, and shares with others what is in no order", () => {
  const alone = (width: number) => ({ width, shared: false })
  const shared = (width: number) => ({ width, shared: true })
  expect(laneTerms).toStrictEqual({
    audit: shared(16),
    channel: alone(8),
    clone: alone(1),
    contact: alone(4),
    deadline: shared(64),
    delivery: { ...alone(256), given: 4096 },
    document: alone(8),
    fanout: alone(1),
    inbound: alone(16),
    look_up: shared(16),
    media: shared(64),
    prefix: shared(8),
    privacy: alone(1),
    profile: alone(4),
    retention: alone(1),
    retry: shared(8),
    review: alone(16),
    send: shared(2048),
    submission: shared(1024),
    verification: shared(64)
  })
})

it("a node takes from each lane as its jobs say, and more of deliveries only where it may make more attempts", async () => {
  const delivery = { width: 256, shared: false, given: 4096 }
  const retry = { width: 8, shared: true }
  expect(await claimed(8)).toStrictEqual({ ...laneTerms, delivery, retry })
  expect(await claimed(9)).toStrictEqual({ ...laneTerms, delivery, retry: { ...retry, width: 9 } })
  expect(await claimed(300))
    .toStrictEqual({ ...laneTerms, delivery: { ...delivery, width: 300 }, retry: { ...retry, width: 300 } })
})
