/**
 * How operators write the splits of routing rules, and what carriers charge them.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { CarrierCost } from "../dispatch/CarrierCost.ts"
import { Region } from "../hours/QuietHours.ts"
import { NumberPool } from "../row/NumberPool.ts"
import type { Share as KeptShare } from "../row/Split.ts"
import { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { check } from "./TermCheck.ts"
import * as Time from "./TimeText.ts"

const optional = Schema.optionalKey

export const carrierName = Schema.String.check(check((text: string) => text !== "", "must be the id of a carrier"))

const Share = Schema.Struct({
  carrier: carrierName,
  weight: Schema.Int.check(
    check(
      (weight: number) => weight >= 0 && weight <= Limit.splitWeight,
      `must be a whole number between 0 and ${Limit.splitWeight}`
    )
  ),
  from: optional(Time.Time),
  until: optional(Time.Time)
}).check(
  check(
    ({ from, until }: { readonly from?: unknown; readonly until?: unknown }) =>
      until === undefined || from !== undefined && Time.instant(from) < Time.instant(until),
    "must have a from that is before its until"
  )
)
type ShareText = typeof Share.Type

export const Split = Schema.Array(Share).check(
  check(
    (each: ReadonlyArray<unknown>) => each.length > 0 && each.length <= Limit.splitCarriers,
    `must have between 1 and ${Limit.splitCarriers} carriers`
  ),
  check(
    (each: ReadonlyArray<ShareText>) => new Set(each.map(({ carrier }) => carrier)).size === each.length,
    "must name each carrier once"
  ),
  check(
    (each: ReadonlyArray<ShareText>) => each.some(({ weight }) => weight > 0),
    "must have a weight above 0"
  )
)

/** The networks that a rule names, each as the codes of country and network. */
export const Networks = Schema.Array(
  Schema.String.check(
    check((text: string) => /^[0-9]{5,6}$/.test(text), "must be the codes of country and network: \"26201\"")
  )
).check(
  check(
    (each: ReadonlyArray<string>) => each.length > 0 && each.length <= Limit.ruleNetworks,
    `must have between 1 and ${Limit.ruleNetworks} networks`
  )
)

/** The parts of a rule that say in which order carriers are tried. */
interface Ordering {
  readonly action?: string
  readonly carrier?: unknown
  readonly split?: unknown
  readonly select?: unknown
}

/** A rule chooses carriers in one way, and one that denies a route has no order of them. */
export const choosesOnce = check(
  ({ action, carrier, select, split }: Ordering) =>
    [carrier, select, split].filter((each) => each !== undefined).length <= 1 &&
    (action !== "DENY" || split === undefined && select === undefined),
  "must have one of carrier, split and select, and no split or select when it denies"
)

export const share = ({ carrier, from, until, weight }: ShareText): KeptShare => ({
  carrier: carrier as CarrierId,
  weight,
  ...(from === undefined ? {} : { from: Time.instant(from) }),
  ...(until === undefined ? {} : { until: Time.instant(until) })
})

export const writtenShare =
  <Written>(time: (at: Instant) => Written) => ({ carrier, from, until, weight }: KeptShare) => ({
    carrier,
    weight,
    ...(from === undefined ? {} : { from: time(from) }),
    ...(until === undefined ? {} : { until: time(until) })
  })

const Pool = Schema.Struct({
  ...NumberPool.fields,
  country: Region,
  areaDigits: optional(
    Schema.Int.check(check((digits: number) => digits >= 1 && digits <= 7, "must be a whole number between 1 and 7"))
  ),
  pace: optional(Schema.Union([
    Schema.Literal("published"),
    Schema.Struct({
      perSecond: Schema.Int.check(
        check(
          (each: number) => each >= 1 && each <= Limit.senderPace,
          `must be a whole number between 1 and ${Limit.senderPace}`
        )
      )
    })
  ]))
})

export const NumberPools = Schema.Array(Pool).check(
  check(
    (each: ReadonlyArray<unknown>) => each.length <= Limit.numberPools,
    `must have at most ${Limit.numberPools} entries`
  ),
  check(
    (each: ReadonlyArray<NumberPool>) =>
      new Set(each.map(({ channel, country }) => `${channel}/${country}`)).size === each.length,
    "must have one pool at most for each channel and country"
  )
)

export const Cost = Schema.Struct({
  carrier: carrierName,
  channel: Channel,
  country: optional(Region),
  price: Schema.Finite.check(check((price: number) => price >= 0, "must be a number of at least 0"))
})

export const cost = ({ carrier, channel, country, price }: Omit<CarrierCost, "carrier" | "region"> & {
  readonly carrier: string
  readonly country?: string
}): CarrierCost => ({ carrier: carrier as CarrierId, channel, region: country ?? null, price })
