/** A node knows how it routes, as soon as whoever builds its carriers has told it. */
import { Carriers } from "@signalbox/core/Carrier"
import * as ChosenSenders from "@signalbox/core/internal/dispatch/ChosenSenders"
import type { Here } from "@signalbox/core/internal/operation/Operation"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const carriers: Carriers["Service"] = [
  { ...Scene.carrier("one", ["sms", "rcs"]).carrier, choosesSender: true },
  { ...Scene.carrier("two", ["sms", "whatsapp"]).carrier, choosesSender: false },
  Scene.carrier("three", ["mms"]).carrier
]

/** The answers that operations get, here and in a host's transaction within the node. */
const answers = Effect.gen(function*() {
  // Nothing but what the node knows is asked for here.
  const services = yield* Effect.context<never>() as Effect.Effect<Here["services"]>
  const here = { services, now: Given.now }
  const chosen = yield* ChosenSenders.consult({}, Scene.caller, here)
  const { carriers: routes } = yield* ChosenSenders.settings(here)
  return [[...chosen], routes.map(({ carrier }) => carrier)]
})

const within = Effect.provide(answers, ChosenSenders.layer)

it("the channels on which carriers choose senders, and the settings, are those that it was told, and before that none", async () => {
  const all = Effect.gen(function*() {
    const before = yield* answers
    yield* ChosenSenders.tell
    return [before, yield* answers, yield* within]
  })
  const told = [["sms", "rcs"], ["one", "two", "three"]]
  const provided = Effect.provide(all, Layer.merge(ChosenSenders.layer, Layer.succeed(Carriers, carriers)))
  expect(await Effect.runPromise(provided)).toEqual([[[], []], told, told])
})

it("outside of a node nothing is known, and nothing can be told", async () => {
  const all = Effect.andThen(ChosenSenders.tell, answers)
  expect(await Effect.runPromise(Effect.provideService(all, Carriers, carriers))).toEqual([[], []])
})
