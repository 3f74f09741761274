/**
 * The operator holds up carriers and lets them go on, sees how they fare, and sets their weights.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import { isRegion } from "@signalbox/core/PhoneNumber"
import * as Terms from "@signalbox/core/Terms"
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

const Place = {
  country: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text: string) => isRegion(text), { message: "must be a country, such as \"GB\"" })
    )
  )
}

const Released = Schema.Struct(Place)

const Pinned = Schema.Struct({
  ...Place,
  weight: Schema.Int.check(
    Schema.makeFilter((weight: number) => weight >= 0 && weight <= 100, {
      message: "must be a whole number from 0 to 100"
    })
  ),
  until: Terms.Time
})

const health = Effect.map(
  operated((operator) => operator.carrierWeights),
  (weights) =>
    weights.map(({ carrier, country, mark, pin, weight }) => ({
      carrier,
      country,
      weight,
      trouble: mark?.trouble ?? null,
      counted: mark?.counted ?? null,
      troubled: mark?.troubled ?? null,
      fellAt: mark === null ? null : new Date(mark.since),
      pinnedUntil: pin === null ? null : new Date(pin.until)
    }))
)

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
  const named = (call: string, id: string) => Given.read(call, "", OfCarrier, { carrier: id }).carrier
  return {
    list: async () => run(list),
    pause: change("pause"),
    drain: change("drain"),
    resume: change("resume"),
    health: async () => run(health),
    pin: async (id, options) => {
      const call = "operator.carriers.pin"
      const carrier = named(call, id)
      const { country = null, until, weight } = Given.read(call, "", Pinned, options)
      return run(Effect.gen(function*() {
        yield* isThere(call, carrier)
        const place = { carrier: carrier as CarrierId, country }
        const answer = yield* operated((operator) => operator.pinCarrier(place, weight, Terms.instant(until)))
        if (answer === "BadEnd") {
          return yield* Effect.fail(Errors.wrong(call, ["until must lie ahead, by 30 days at most"]))
        }
        if (answer === "TooMany") {
          return yield* Effect.fail(
            Errors.error("CONFLICT_010", "As many carriers are pinned as may be: release some of them.")
          )
        }
        return answer === "Changed"
      }))
    },
    release: async (id, options) => {
      const call = "operator.carriers.release"
      const carrier = named(call, id) as CarrierId
      const { country = null } = Given.read(call, "", Released, options)
      return run(operated((operator) => operator.releaseCarrier({ carrier, country })))
    }
  }
}
