/**
 * The prices of all accounts, and those of an account's own.
 */
import * as Price from "@signalbox/core/Price"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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

const Own = Schema.Struct({
  rates: Schema.optionalKey(Schema.NullOr(Terms.Rates)),
  billing: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})

export const prices = (run: Run): PriceOperations => ({
  global: async () =>
    run(Effect.map(global, ({ billing, rates }) => ({ billing, rates: rates.map(Terms.writtenRate) }))),
  get: async (account) => run(get(Reading.account("operator.prices.get", account))),
  set: async (account, prices) => {
    const text = Reading.account("operator.prices.set", account)
    const { billing, rates } = Given.read("operator.prices.set", "prices", Own, prices)
    const change = {
      ...(billing === undefined ? {} : { billing }),
      ...(rates === undefined ? {} : { rates: rates === null ? null : rates.map(Terms.rate) })
    }
    await run(ofAccount(text, (operator, id) => operator.change(id, change)))
  }
})
