/**
 * For whom a fiber works: whoever says nothing answers a request.
 */
import { Priority, request, work } from "@signalbox/core/internal/engine/Priority"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

const said = (effect: Effect.Effect<Priority>): Priority => Effect.runSync(effect)

it("is a request for which nobody says anything, and whatever is said last within", () => {
  const own = Effect.service(Priority)
  expect([said(own), said(request(own)), said(work(own))]).toEqual(["request", "request", "work"])
  expect([said(work(request(own))), said(request(work(own)))]).toEqual(["request", "work"])
})
