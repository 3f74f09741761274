/**
 * How an account is protected against SMS pumping: which share of its messages to one prefix has to come to nothing for
 * the prefix to be paused (decisions 17.3). An account that has no such setting, and whose organization has none, is not
 * watched.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"

const { pumping } = Limit

/** A share of everything that was counted, above 0 and 1 at most. */
const Share = Schema.Finite.check(
  Schema.makeFilter((share: number) => share > 0 && share <= 1, { message: "must be above 0 and 1 at most" })
)

const between = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  Schema.Int.check(
    Schema.makeFilter((value: number) => value >= minimum && value <= maximum, {
      message: `must be a whole number between ${minimum} and ${maximum}`
    })
  )

export const Thresholds = Schema.Struct({
  /** The share of verifications that nobody checks, at which a prefix is paused; null: it is not looked at. */
  unchecked: Schema.optionalKey(Schema.NullOr(Share)),
  /** The share of messages that come to nothing after a carrier has taken them; null: it is not looked at. */
  undelivered: Schema.optionalKey(Schema.NullOr(Share)),
  /** How many must have been counted for their share to mean anything. */
  minimum: Schema.optionalKey(between(pumping.minimum)),
  /** How far back they are counted. */
  windowMinutes: Schema.optionalKey(between(pumping.windowMinutes)),
  /** How long the first pause of a prefix lasts. Each further one lasts twice as long, a day at most. */
  pauseMinutes: Schema.optionalKey(between(pumping.pauseMinutes))
})
export type Thresholds = typeof Thresholds.Type

/** `off`: a profile is not watched, although its organization is. */
export const Pumping = Schema.Union([Schema.Literal("off"), Thresholds])
export type Pumping = typeof Pumping.Type

/**
 * Returns the thresholds that count for an account, all of them; null when it is not watched.
 *
 * @param accounts the account, and the organization that it is a profile of
 */
export const of = (accounts: ReadonlyArray<{ readonly pumping?: Pumping }>): Required<Thresholds> | null => {
  const said = accounts.find((account) => account.pumping !== undefined)?.pumping
  if (said === undefined || said === "off") return null
  return {
    unchecked: said.unchecked === undefined ? pumping.unchecked : said.unchecked,
    undelivered: said.undelivered === undefined ? pumping.undelivered : said.undelivered,
    minimum: said.minimum ?? pumping.minimum.default,
    windowMinutes: said.windowMinutes ?? pumping.windowMinutes.default,
    pauseMinutes: said.pauseMinutes ?? pumping.pauseMinutes.default
  }
}
