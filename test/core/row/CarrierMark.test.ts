/**
 * The weight of a carrier is a share in hundredths (decisions 18.3).
 */
import { CarrierMark, CarrierPin } from "@signalbox/core/internal/row/CarrierMark"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

it("a weight is a whole number from none to a hundred", () => {
  const weights = [-1, 0, 1, 99.5, 100, 101]
  const place = { carrier: Given.carrierId("sms-a"), country: null, since: Given.now }
  const pin = (weight: number) => ({ ...place, weight, until: Given.now })
  const mark = (weight: number) => ({
    ...place,
    weight,
    step: 10,
    restMinutes: 5,
    trouble: "slow",
    counted: 20,
    troubled: 10
  })
  const isPin = (weight: number) => Result.isSuccess(Schema.decodeUnknownResult(CarrierPin)(pin(weight)))
  const isMark = (weight: number) => Result.isSuccess(Schema.decodeUnknownResult(CarrierMark)(mark(weight)))
  expect([weights.filter(isPin), weights.filter(isMark)]).toStrictEqual([[0, 1, 100], [0, 1, 100]])
})
