/**
 * The fields of an SMS market: which senders and area codes are taken, up to each bound, and what is said of the others;
 * and the form as the JSON that it stands for (decisions 5.7).
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as MarketBody from "@signalbox/core/internal/channel/MarketBody"
import * as MarketForm from "@signalbox/core/internal/channel/MarketForm"
import * as Limit from "@signalbox/core/Limit"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

const digitsOnly = "must have digits only, or be left out"
const needed = "is required for ALPHANUMERIC"

it.each<[MarketBody.Fields | null, ReadonlyArray<readonly [field: string, message: string]>]>([
  [null, []],
  [{}, []],
  [{ sender_value: "letters" }, []],
  [{ number_type: null, sender_value: "letters" }, []],
  [{ number_type: "ALPHANUMERIC", sender_value: "Acme" }, []],
  [{ number_type: "ALPHANUMERIC", sender_value: "x".repeat(Limit.marketSenderLength) }, []],
  [
    { number_type: "ALPHANUMERIC", sender_value: "x".repeat(Limit.marketSenderLength + 1) },
    [["sender_value", `must have at most ${Limit.marketSenderLength} characters`]]
  ],
  [{ number_type: "ALPHANUMERIC" }, [["sender_value", needed]]],
  [{ number_type: "ALPHANUMERIC", sender_value: null }, [["sender_value", needed]]],
  [{ number_type: "ALPHANUMERIC", sender_value: " \t" }, [["sender_value", needed]]],
  [{ number_type: "LOCAL" }, []],
  [{ number_type: "LOCAL", area_codes: ["212"] }, []],
  [{ number_type: "SHORT_CODE", sender_value: "123" }, []],
  [{ number_type: "LOCAL", sender_value: `+${"1".repeat(15)}`, area_codes: [] }, []],
  [{ number_type: "LOCAL", sender_value: "12" }, [["sender_value", digitsOnly]]],
  [{ number_type: "LOCAL", sender_value: "1".repeat(16) }, [["sender_value", digitsOnly]]],
  [{ number_type: "LOCAL", sender_value: "12+34" }, [["sender_value", digitsOnly]]],
  [{ number_type: "LOCAL", sender_value: "1234x" }, [["sender_value", digitsOnly]]],
  [
    { number_type: "LOCAL", sender_value: "Acme", area_codes: ["212"] },
    [["sender_value", digitsOnly], ["area_codes", "cannot be given together with sender_value"]]
  ]
])("of %j it says what is wrong with the sender [CHN-038]", (fields, wrong) => {
  for (const path of ["", "channels.sms."]) {
    expect(MarketBody.check(fields, path)).toEqual(
      wrong.map(([field, message]) => ({ field: `${path}${field}`, code: "VALIDATION_001", message }))
    )
  }
})

it("area codes have 1 to 8 digits, and there are so many of them at most", () => {
  const decode = Decoding.decoder<{ readonly area_codes?: ReadonlyArray<string> | null }>(
    Schema.Struct({ area_codes: MarketBody.fields.area_codes })
  )
  const said = (codes: ReadonlyArray<string>) =>
    decode({ area_codes: codes }).violations.map(({ field, message }) => `${field} ${message}`)
  expect(said(["1", "12345678"])).toEqual([])
  expect(said(Array.from({ length: Limit.areaCodes }, () => "212"))).toEqual([])
  expect(said(["", "123456789", "21x", "x21"])).toEqual(
    [0, 1, 2, 3].map((index) => `area_codes[${index}] must have 1 to 8 digits`)
  )
  expect(said(Array.from({ length: Limit.areaCodes + 1 }, () => "212"))).toEqual([
    `area_codes must have at most ${Limit.areaCodes} entries`
  ])
})

it("a market is wanted once its country and its type are there, in any case", () => {
  const whole = { country: "us", number_type: "10dlc", sender_value: "12345", area_codes: ["212"] }
  expect(MarketBody.wanted(whole)).toEqual({
    country: "US",
    numberType: "TEN_DLC",
    senderValue: "12345",
    areaCodes: ["212"]
  })
  expect(MarketBody.wanted({ country: "gb", number_type: "LOCAL" })).toEqual({
    country: "GB",
    numberType: "LOCAL",
    senderValue: null,
    areaCodes: []
  })
  for (
    const lacking of [null, {}, { number_type: "LOCAL" }, { country: "US" }, { country: "US", number_type: "FAX" }]
  ) {
    expect(MarketBody.wanted(lacking)).toBeNull()
  }
})

it("a form has its fields by both of their names, and those of JSON as what they say", () => {
  const body = {
    country: "US",
    number_type: "LOCAL",
    sender_value: "7",
    area_codes: ["212"],
    compliance: { brand: null },
    sandbox: true
  }
  const texts = { country: "US", area_codes: "[\"212\"]", compliance: "{\"brand\":null}", sandbox: "true" }
  const { area_codes, ...rest } = texts
  for (
    const fields of [
      { ...texts, number_type: "LOCAL", sender_value: "7" },
      { ...rest, numberType: "LOCAL", senderValue: "7", areaCodes: area_codes }
    ]
  ) {
    expect(MarketForm.read(new Map(Object.entries(fields)))).toEqual({ body, violations: [] })
  }
  expect(MarketForm.read(new Map([["country", "{"], ["areaCodes", "["], ["sandbox", ""], ["other", "1"]]))).toEqual({
    body: { country: "{" },
    violations: ["area_codes", "sandbox"].map((field) => ({ field, code: "VALIDATION_001", message: "must be JSON" }))
  })
})
