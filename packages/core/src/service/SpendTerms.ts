/**
 * How operators write what an account may spend at most.
 */
import * as Schema from "effect/Schema"
import { Region } from "../hours/QuietHours.ts"
import type { SpendCap as KeptCap, SpendCaps as KeptCaps } from "../row/SpendCaps.ts"
import * as Money from "../value/Money.ts"
import { isRegion } from "../value/PhoneNumber.ts"
import { Amount, amount } from "./AmountText.ts"
import { check } from "./TermCheck.ts"

const optional = Schema.optionalKey

const SpendCap = Schema.Struct({ day: optional(Amount), month: optional(Amount) })

export const SpendCaps = Schema.Struct({
  ...SpendCap.fields,
  regions: optional(
    Schema.Record(
      Region.check(check((text: string) => isRegion(text), "must be a region that there is, such as \"GB\"")),
      SpendCap
    )
  )
})

type CapText = typeof SpendCap.Type

const spendCap = ({ day, month }: CapText): KeptCap => ({
  ...(day === undefined ? {} : { day: amount(day) }),
  ...(month === undefined ? {} : { month: amount(month) })
})

const writtenCap = ({ day, month }: KeptCap) => ({
  ...(day === undefined ? {} : { day: Money.toText(day) }),
  ...(month === undefined ? {} : { month: Money.toText(month) })
})

const eachRegion = <A, B>(regions: Readonly<Record<string, A>>, of: (cap: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(regions).map(([region, cap]) => [region, of(cap)]))

export const spendCaps = ({ regions, ...all }: typeof SpendCaps.Type): KeptCaps => ({
  ...spendCap(all),
  ...(regions === undefined ? {} : { regions: eachRegion(regions, spendCap) })
})

export const writtenSpendCaps = ({ regions, ...all }: KeptCaps) => ({
  ...writtenCap(all),
  ...(regions === undefined ? {} : { regions: eachRegion(regions, writtenCap) })
})
