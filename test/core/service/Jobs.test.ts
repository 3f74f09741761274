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

it("a node takes from each lane as its jobs say, and more of deliveries only where it may make more attempts", async () => {
  const delivery = { width: 256, shared: false }
  const retry = { width: 8, shared: true }
  expect(await claimed(8)).toStrictEqual({ ...laneTerms, delivery, retry })
  expect(await claimed(9)).toStrictEqual({ ...laneTerms, delivery, retry: { ...retry, width: 9 } })
  expect(await claimed(300))
    .toStrictEqual({ ...laneTerms, delivery: { ...delivery, width: 300 }, retry: { ...retry, width: 300 } })
})
