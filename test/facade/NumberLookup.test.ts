/**
 * A host's registry as the number look-up of the service.
 */
import { NumberLookup } from "@signalbox/core/NumberLookup"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as numberLookup from "signalbox/internal/numberLookup"
import { expect, it } from "vitest"

const served = (options: Parameters<typeof numberLookup.layer>[0]) =>
  Effect.runSync(Effect.provide(NumberLookup, numberLookup.layer(options)))

it("is asked with what it costs, and for how long its words count, where the host says so", () => {
  const find = () => ({})
  const [plain, told] = [served({ find }), served({ find, cost: 0, keepHours: 48 })]
  expect(plain).toStrictEqual({ find: plain.find })
  expect(told).toStrictEqual({ find: told.find, cost: 0, keepHours: 48 })
})

it("leaves open what the host does not tell", async () => {
  const phone = "+12015550101" as PhoneNumber
  const found = (finding: object) => Effect.runPromise(served({ find: () => finding }).find(phone))
  const nothing = {
    region: null,
    lineType: null,
    carrierName: null,
    isPorted: null,
    mobileCountryCode: null,
    mobileNetworkCode: null
  }
  expect(await found({})).toStrictEqual(nothing)
  const told = { country: "US", lineType: "mobile", carrierName: "A", ported: true, mobileCountryCode: "310" }
  expect(await found({ ...told, mobileNetworkCode: "026" })).toStrictEqual({
    region: "US",
    lineType: "mobile",
    carrierName: "A",
    isPorted: true,
    mobileCountryCode: "310",
    mobileNetworkCode: "026"
  })
})
