/**
 * Routing rules as the seed writes them, with the names of the other fields of its file, and what carriers charge.
 */
import type { CarrierCost } from "@signalbox/core/CarrierCost"
import { Channel } from "@signalbox/core/Channel"
import * as Terms from "@signalbox/core/Terms"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ids as carriers } from "../network/CarrierTable.ts"

const optional = Schema.optionalKey

const Country = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Z]{2}$/.test(text), { message: "must be a country such as US" })
)

const Share = Schema.Struct({
  carrier: Schema.Literals(carriers),
  weight: Schema.Int,
  from: optional(Schema.String),
  until: optional(Schema.String)
})

const SeedRoute = Schema.Struct({
  channel: Channel,
  carrier: optional(Schema.Literals(carriers)),
  split: optional(Schema.Array(Share)),
  select: optional(Schema.Literal("cheapest")),
  action: optional(Schema.Literals(["ALLOW", "DENY"])),
  fallback: optional(Schema.Boolean),
  country: optional(Schema.NullOr(Country)),
  priority: optional(Schema.Int),
  ported: optional(Schema.Boolean),
  network: optional(Schema.Array(Schema.String)),
  receipt_seconds: optional(Schema.Int)
})
type SeedRoute = typeof SeedRoute.Type

/** Returns the rule as options of the service have it. */
const written = ({ country, receipt_seconds: receiptSeconds, ...same }: SeedRoute): typeof Terms.Rule.Type => ({
  ...same,
  ...(country === undefined || country === null ? {} : { country }),
  ...(receiptSeconds === undefined ? {} : { receiptSeconds })
})

const decode = Schema.decodeUnknownResult(Terms.Rule)

/** A rule is held to the same as one of the service's options. A carrier must be named, or chosen in another way. */
const isSound = (route: SeedRoute): boolean =>
  (route.carrier ?? route.split ?? route.select) !== undefined && Result.isSuccess(decode(written(route)))

export const SeedRoutes = Schema.Array(
  SeedRoute.check(
    Schema.makeFilter(isSound, {
      message:
        "must have one of carrier, split and select, with weights above 0, networks such as 26201 and receipt_seconds from 10 to 86400"
    })
  )
)

/** Returns the rules of an account. */
export const rules = (routes: ReadonlyArray<SeedRoute>) => routes.map((route) => Terms.rule(written(route)))

export const SeedCosts = Schema.Array(Schema.Struct({
  carrier: Schema.Literals(carriers),
  channel: Channel,
  country: optional(Country),
  price: Schema.Finite.check(Schema.makeFilter((price: number) => price >= 0, { message: "must be at least 0" }))
}))

export const costs = (seeds: typeof SeedCosts.Type): ReadonlyArray<CarrierCost> => seeds.map(Terms.cost)
