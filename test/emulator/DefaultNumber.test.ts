/**
 * The number that a seeded account has unless its seed names others.
 */
import { OwnNumber } from "@signalbox/core/Account"
import type { AccountId } from "@signalbox/core/Id"
import { is } from "@signalbox/core/PhoneNumber"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import { uuid } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const all = ["sms", "whatsapp", "rcs", "mms"]

describe("the default number", () => {
  prop("is a US number for every channel, derived from the account's id", uuid<AccountId>(), (id) => {
    const own = DefaultNumber.of(id)
    expect(own).toEqual(DefaultNumber.of(id))
    expect(own.number).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/)
    expect(is(own.number)).toBe(true)
    expect(own.country).toBe("US")
    expect([...own.channels].toSorted()).toEqual([...all].toSorted())
    expect(Schema.is(OwnNumber)(own)).toBe(true)
  })

  it("differs from account to account", () => {
    const made = Array.from({ length: 1000 }, (_, index) => DefaultNumber.of(Given.accountId(index)).number)
    expect(new Set(made).size).toBe(1000)
  })
})
