/**
 * Whom a message comes from (decisions 4.1 "Senders").
 */
import type { OwnNumber } from "@signalbox/core/Account"
import { OwnNumber as OwnNumberSchema } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import type { AccountId } from "@signalbox/core/Id"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import { is } from "@signalbox/core/PhoneNumber"
import { uuid } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const channel = fc.constantFrom(...all)
const country = fc.constantFrom("US", "DE")
const numbers: fc.Arbitrary<ReadonlyArray<OwnNumber>> = fc.array(
  fc.record({ channels: fc.subarray([...all]), country }),
  {
    maxLength: 5
  }
).map((each) => each.map((own, index) => ({ ...own, number: Given.phone(index) })))

describe("Sender.choose", () => {
  prop(
    "takes the first number for channel and country, else the first of the channel, else the short name",
    numbers,
    channel,
    country,
    fc.constantFrom(null, "ACME"),
    (own, on, to, shortName) => {
      const of = own.filter(({ channels }) => channels.includes(on))
      const there = of.filter((each) => each.country === to)
      const expected = [...there, ...of].map(({ number }) => number)[0] ?? shortName
      expect(Sender.choose(Given.account({ numbers: own, shortName }), on, to)).toBe(expected)
    }
  )
})

describe("Sender.defaultNumber", () => {
  prop("is a US number for every channel, derived from the account's id", uuid<AccountId>(), (id) => {
    const own = Sender.defaultNumber(id)
    expect(own).toEqual(Sender.defaultNumber(id))
    expect(own.number).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/)
    expect(is(own.number)).toBe(true)
    expect(own.country).toBe("US")
    expect([...own.channels].toSorted()).toEqual([...all].toSorted())
    expect(Schema.is(OwnNumberSchema)(own)).toBe(true)
  })

  it("differs from account to account", () => {
    const made = Array.from({ length: 1000 }, (_, index) => Sender.defaultNumber(Given.accountId(index)).number)
    expect(new Set(made).size).toBe(1000)
  })
})
