/**
 * The terms that a seed sets are those of the service: what carriers charge, and what the registry of numbers tells.
 */
import { Costs } from "@signalbox/core/CarrierCost"
import * as Port from "@signalbox/core/NumberLookup"
import { NumberAnswers } from "@signalbox/emulator/lookup/NumberAnswers"
import { parse } from "@signalbox/emulator/seed/SeedFile"
import * as SeedTerms from "@signalbox/emulator/seed/SeedTerms"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const phone = Given.phone(1)

const known = Effect.gen(function*() {
  const { answerOf } = yield* NumberAnswers
  const { cost, keepHours } = yield* Port.NumberLookup
  return { costs: yield* Costs, answer: answerOf(phone), cost, keepHours }
}).pipe(Effect.provide(SeedTerms.layer))

const none = { costs: [], answer: null, cost: undefined, keepHours: undefined }

it.each<readonly [terms: object, told: object]>([
  [{}, none],
  [{
    costs: [{ carrier: "sms-a", channel: "sms", price: 0.5 }, {
      carrier: "sms-b",
      channel: "sms",
      country: "US",
      price: 0
    }]
  }, {
    ...none,
    costs: [
      { carrier: "sms-a", channel: "sms", region: null, price: 0.5 },
      { carrier: "sms-b", channel: "sms", region: "US", price: 0 }
    ]
  }],
  [{ lookups: { cost: 0.25, keep_hours: 7, numbers: [{ phone, ported: true }] } }, {
    ...none,
    answer: { ported: true },
    cost: 0.25,
    keepHours: 7
  }]
])("a seed that says %j sets that", async (terms, told) => {
  const seed = Result.getOrThrow(parse(JSON.stringify({ accounts: [], ...terms })))
  expect(await Effect.runPromise(Effect.provideService(known, SeedTerms.Terms, seed))).toEqual(told)
})

it("without a seed nobody has said anything", async () => {
  expect(await Effect.runPromise(known)).toEqual(none)
})
