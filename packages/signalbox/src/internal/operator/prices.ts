/**
 * The prices of all accounts, and those of an account's own.
 */
import * as Price from "@signalbox/core/Price"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { PriceOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, withOrganization } from "../operated.ts"
import * as Reading from "./reading.ts"

const global = Effect.gen(function*() {
  return { rates: yield* Price.Rates, billing: yield* Price.Billing }
})

const get = (text: string) =>
  Effect.gen(function*() {
    const [account, parent] = yield* withOrganization(text)
    const service = yield* global
    const own = [account, ...(parent === null ? [] : [parent])]
    return {
      rates: Price.ratesOf(own, service).map(Terms.writtenRate),
      billing: Price.isCharged(own, service),
      own: { rates: account.rates?.map(Terms.writtenRate) ?? null, billing: account.billing ?? null }
    }
  })

const Own = Terms.Changes.mapFields(Struct.pick(["rates", "billing"]))

export const prices = (run: Run): PriceOperations => ({
  global: async () =>
    run(Effect.map(global, ({ billing, rates }) => ({ billing, rates: rates.map(Terms.writtenRate) }))),
  get: async (account) => run(get(Reading.account("operator.prices.get", account))),
  set: async (account, prices) => {
    const text = Reading.account("operator.prices.set", account)
    const change = Given.read("operator.prices.set", "prices", Own, prices)
    await run(ofAccount(text, (operator, id) => operator.change(id, change)))
  }
})
