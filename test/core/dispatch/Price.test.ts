/** A message costs its rate by channel and destination, and SMS per segment (decisions 3.2 "Prices"). */
import type { Channel } from "@signalbox/core/Channel"
import type { Rate } from "@signalbox/core/internal/dispatch/Price"
import * as Price from "@signalbox/core/internal/dispatch/Price"
import { make as money } from "@signalbox/core/Money"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const channel = fc.constantFrom<Channel>("sms", "whatsapp", "rcs")
const region = fc.constantFrom("US", "DE", "JP")

const rate: fc.Arbitrary<Rate> = fc.record({
  channel,
  region: fc.option(region),
  price: fc.nat({ max: 1000 }).map(money),
  activeContactPrice: fc.nat({ max: 100 }).map(money)
})
const rates = fc.uniqueArray(rate, { maxLength: 8, selector: (each) => `${each.channel} ${each.region}` })

describe("Price.quote", () => {
  prop("takes the rate of the destination, else that of every other one", rates, channel, region, (all, on, to) => {
    const own = all.find((each) => each.channel === on && each.region === to)
    const other = all.find((each) => each.channel === on && each.region === null)
    const found = own ?? other ?? null
    expect(Price.quote(all, on, to, 1)).toEqual(
      found === null ? null : { price: found.price, activeContactPrice: found.activeContactPrice }
    )
  })

  prop("counts the carrier's price per segment, the markup per message", rate, fc.integer({ min: 1, max: 9 }), (
    each,
    segments
  ) => {
    const quoted = Price.quote([each], each.channel, each.region ?? "US", segments)!
    expect(quoted).toEqual({ price: each.price * segments, activeContactPrice: each.activeContactPrice })
    expect(Price.total(quoted)).toBe(each.price * segments + each.activeContactPrice)
  })

  it("goes by the rates of this service where an operator gives none, which charge for each channel", async () => {
    const rates = await Effect.runPromise(Price.Rates)
    const quoted = (["sms", "whatsapp", "rcs", "mms"] as const).map((each) => Price.quote(rates, each, "ZZ", 1))
    expect(quoted).toStrictEqual([79, 50, 100, 200].map((price) => ({ price, activeContactPrice: 10 })))
    expect(await Effect.runPromise(Price.Billing)).toBe(true)
  })

  it("knows no price of a channel without a rate", () => {
    expect(Price.quote([], "sms", "US", 1)).toBe(null)
  })
})

/** An account, or its organization, may say this of prices. */
const own = fc.record({ rates, billing: fc.boolean() }, { requiredKeys: [] })

describe("Price.tariffOf", () => {
  prop(
    "is what the account says, else what its organization says, else what the service says, each by itself",
    fc.array(own, { maxLength: 2 }),
    fc.record({ rates, billing: fc.boolean() }),
    (accounts, service) => {
      const [first = {}, second = {}] = accounts
      const isCharged = first.billing ?? second.billing ?? service.billing
      expect(Price.tariffOf(accounts, service)).toBe(isCharged ? first.rates ?? second.rates ?? service.rates : null)
    }
  )

  it("charges where nobody says anything", () => {
    expect(Price.tariffOf([{}], { rates: [] })).toEqual([])
  })

  prop("without charges has every channel everywhere, for nothing", channel, region, fc.nat(), (on, to, segments) => {
    expect(Price.quote(null, on, to, segments)).toEqual({ price: 0, activeContactPrice: 0 })
  })
})
