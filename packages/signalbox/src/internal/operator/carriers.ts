/**
 * The operator holds up carriers, and lets them go on.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CarrierOperations } from "../../Operator.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import { nearest } from "../nearest.ts"
import type { Run } from "../operated.ts"
import { operated } from "../operated.ts"
import { subjectOf } from "./lanes.ts"
import type { Restricting } from "./restricting.ts"
import { restrict } from "./restricting.ts"

const OfCarrier = Schema.Struct({
  carrier: Schema.String.check(
    Schema.makeFilter((text: string) => text !== "" && text.length <= 255, { message: "must be the id of a carrier" })
  )
})

const list = Effect.gen(function*() {
  const carriers = yield* Carriers
  const restrictions = yield* operated((operator) => operator.restrictions)
  const has = (id: CarrierId, mode: "paused" | "drained") =>
    restrictions.some((each) => each.mode === mode && subjectOf(each).carrier === id)
  return carriers.map(({ channels, id }) => ({
    id,
    channels,
    paused: has(id, "paused"),
    drained: has(id, "drained")
  }))
})

/** A carrier that is gone may still be let go on, but what is misspelt is not held up. */
const isThere = Effect.fnUntraced(function*(call: string, carrier: string) {
  const known: ReadonlyArray<string> = (yield* Carriers).map(({ id }) => id)
  if (known.includes(carrier)) return
  const meant = nearest(carrier, known)
  const there = meant === null ? `there are ${known.join(", ") || "none"}` : `did you mean ${meant}?`
  return yield* Effect.fail(Errors.wrong(call, [`there is no carrier ${carrier}; ${there}`]))
})

export const carriers = (run: Run): CarrierOperations => {
  const change = (how: Restricting) => async (id: string) => {
    const call = `operator.carriers.${how}`
    const { carrier } = Given.read(call, "", OfCarrier, { carrier: id })
    return run(Effect.gen(function*() {
      if (how !== "resume") yield* isThere(call, carrier)
      return yield* restrict(call, how, { carrier: carrier as CarrierId })
    }))
  }
  return { list: async () => run(list), pause: change("pause"), drain: change("drain"), resume: change("resume") }
}
