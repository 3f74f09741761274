/**
 * Pools of numbers (decisions 18.6): from which number a person is written to, and what moves them to another one.
 */
import type { Account, OwnNumber } from "@signalbox/core/Account"
import * as Numbers from "@signalbox/core/internal/account/Numbers"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import type { Instant } from "@signalbox/core/internal/value/Instant"
import type { NumberPool } from "@signalbox/core/NumberPool"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const areas = ["201", "202", "415"]

const number = (area: string, index: number): PhoneNumber => `+1${area}555${1000 + index}` as PhoneNumber

const at = (minute: number): Instant => (Given.now + minute * 60_000) as Instant

const own = (numbers: ReadonlyArray<PhoneNumber>): ReadonlyArray<OwnNumber> =>
  numbers.map((each) => ({ number: each, channels: ["sms"], country: "US" }))

const pool: NumberPool = { channel: "sms", country: "US" }

/** A person, and the minute in which the account got to know them; null: it does not know them yet. */
interface Person {
  readonly phone: PhoneNumber
  readonly known: number | null
}

const senderOf = (account: Account, { known, phone }: Person): string | null =>
  Sender.choose(account, "sms", {
    region: "US",
    asksForSender: true,
    person: { phone, ...(known === null ? {} : { knownSince: at(known) }) }
  })

const phones = fc.integer({ min: 0, max: 9999 }).chain((digits) =>
  fc.constantFrom(...areas, "305").map((area) => `+1${area}555${String(digits).padStart(4, "0")}` as PhoneNumber)
)

const pooled = fc.record({
  pools: fc.option(fc.constantFrom(2, 3), { nil: undefined }).map((areaDigits): ReadonlyArray<NumberPool> => [
    areaDigits === undefined ? pool : { ...pool, areaDigits }
  ]),
  numbers: fc.uniqueArray(fc.tuple(fc.constantFrom(...areas), fc.nat({ max: 5 })).map(([area, i]) => number(area, i)), {
    minLength: 1,
    maxLength: 6
  })
})

describe("a pool of numbers", () => {
  prop(
    "changes a person's sender only when their number goes, whatever else goes or comes [XRT-110, XRT-111]",
    pooled,
    fc.array(
      fc.tuple(fc.constantFrom(...areas), fc.nat({ max: 5 })).map(([area, index]) => number(area, index)),
      { minLength: 1, maxLength: 8 }
    ),
    fc.array(fc.record({ phone: phones, known: fc.integer({ min: -1, max: 9 }) }), { minLength: 1, maxLength: 10 }),
    ({ numbers, pools }, changes, people) => {
      let account = Given.account({ numbers: own(numbers), numberPools: pools })
      for (const [minute, each] of changes.entries()) {
        const before = account
        const kept = account.numbers.filter((one) => one.number !== each)
        const next = kept.length < account.numbers.length ? kept : [...own([each]), ...kept]
        account = Numbers.dated({ ...account, numbers: next }, account.numbers, at(minute + 1))
        for (const person of people.filter(({ known }) => known <= minute)) {
          const had = senderOf(before, person)
          const has = senderOf(account, person)
          const isThere = account.numbers.some((one) => one.number === had)
          expect({ had, has, isThere, changed: has !== had && isThere }).toMatchObject({ changed: false })
        }
      }
    }
  )

  prop("gives whoever it does not know yet a number of all that it has [XRT-111]", pooled, phones, (made, phone) => {
    const first = Given.account({ numbers: own(made.numbers.slice(0, 1)), numberPools: [pool] })
    const account = Numbers.dated({ ...first, numbers: own(made.numbers) }, first.numbers, at(1))
    const all = Given.account({ numbers: own(made.numbers), numberPools: [pool] })
    expect(senderOf(account, { phone, known: null })).toBe(senderOf(all, { phone, known: null }))
    expect(senderOf(account, { phone, known: 0 })).toBe(made.numbers[0])
  })

  it("shares people out among its numbers [XRT-110]", () => {
    const account = Given.account({
      numbers: own([0, 1, 2, 3].map((index) => number("201", index))),
      numberPools: [pool]
    })
    const people = 4000
    const counts = new Map<string | null, number>()
    for (let index = 0; index < people; index++) {
      const sender = senderOf(account, { phone: `+1305555${1000 + index}` as PhoneNumber, known: null })
      counts.set(sender, (counts.get(sender) ?? 0) + 1)
    }
    // Hoeffding: further away than this is one share of a billion.
    const bound = Math.sqrt(Math.log(2 * 4 * 1e9) / (2 * people))
    expect(counts.size).toBe(4)
    for (const count of counts.values()) expect(Math.abs(count / people - 1 / 4)).toBeLessThan(bound)
  })

  prop("prefers a number of the person's own area, where it wants that [XRT-112]", pooled, phones, (made, phone) => {
    const account = Given.account({ numbers: own(made.numbers), numberPools: [{ ...pool, areaDigits: 3 }] })
    const near = made.numbers.filter((each) => each.slice(0, 5) === phone.slice(0, 5))
    expect(near.length === 0 ? made.numbers : near).toContain(senderOf(account, { phone, known: null }))
  })

  prop(
    "takes numbers of the recipient's country, channel and market alone, and without a pool the first one [XRT-112, XRT-113]",
    fc.array(
      fc.record({
        country: fc.constantFrom("US", "DE"),
        channels: fc.subarray(["sms", "mms"] as const),
        isWithheld: fc.boolean()
      }),
      { maxLength: 6 }
    ),
    fc.constantFrom("US", "DE", "FR"),
    fc.boolean(),
    phones,
    (given, region, isPooled, phone) => {
      const numbers = given.map(({ isWithheld, ...rest }, index) => ({
        ...rest,
        number: number("201", index),
        ...(isWithheld ? { isWithheld } : {})
      }))
      const account = Given.account({ numbers, shortName: null, ...(isPooled ? { numberPools: [pool] } : {}) })
      const able = numbers.filter((each) => each.channels.includes("sms") && each.isWithheld !== true)
      const first = able.find(({ country }) => country === region) ?? able[0]
      const to = { region, asksForSender: true, person: { phone } }
      const chosen = Sender.choose(account, "sms", to)
      if (first === undefined || !isPooled || first.country !== "US") expect(chosen).toBe(first?.number ?? null)
      else expect(able.filter(({ country }) => country === "US").map((each) => each.number)).toContain(chosen)
      // Routing rules ask for the country of the sender.
      const there = able.find((each) => each.number === chosen)?.country ?? null
      expect(Sender.countryOf(account, "sms", region)).toBe(there)
      expect(Sender.isWithout(account, "sms", to, false)).toBe(chosen === null)
    }
  )
})
