/**
 * The settings of an account that may be taken away again, so that what its organization or the service says counts. A new
 * one is a line here, and one in `service/Terms` for how people write it: the row, changes, new accounts, the facade and the
 * command line follow from these two tables.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Destinations } from "./Destinations.ts"
import { FrequencyRule } from "./Frequency.ts"
import { NumberPool } from "./NumberPool.ts"
import { Pumping } from "./Pumping.ts"
import { Purpose } from "./Purpose.ts"
import { Rate } from "./Rate.ts"
import { Retention } from "./Retention.ts"
import { SpendCaps } from "./SpendCaps.ts"

export const OwnSettings = Schema.Struct({
  /** For how many days its audit log keeps an entry; absent means that it has none (decisions 17.7). */
  auditLogDays: Schema.Int,
  /** False: its messages cost nothing and need no balance. Absent means what its organization, or else the service, says. */
  billing: Schema.Boolean,
  /** Where its messages may go, besides what its organization says. Absent means that it forbids nothing. */
  destinations: Destinations,
  /** How often it may write to one recipient; absent means what its organization says, or else no limit. */
  frequency: Schema.Array(FrequencyRule),
  /** The pools of its numbers, one for a channel and a country. Absent: messages leave from the first of them. */
  numberPools: Schema.Array(NumberPool),
  /** When a prefix of numbers is paused; absent means what its organization says, or else never (decisions 17.3). */
  pumping: Pumping,
  /** The purposes that it writes for; absent means those of its organization, or else none. */
  purposes: Schema.Array(Purpose),
  /** The prices of its own messages; absent means those of its organization, or else those of the service. */
  rates: Schema.Array(Rate),
  /** For how many days it keeps what messages tell of people; absent means as its organization says, or else for good. */
  retention: Retention,
  /** How much its messages may cost, those of the profiles of an organization as well. Absent means as much as it has. */
  spend: SpendCaps
})
export type OwnSettings = typeof OwnSettings.Type

/** The fields of a row that has them. */
export const { fields } = OwnSettings.mapFields(Struct.map(Schema.optionalKey))

export const names = Struct.keys(OwnSettings.fields)

/** A setting that is absent stays as it is, and null takes one away. */
export type Changed = { readonly [Name in keyof OwnSettings]?: OwnSettings[Name] | null }

/** Returns the same without the settings that are null. */
export const withoutNull = <A extends Changed>(values: A): Omit<A, keyof OwnSettings> & Partial<OwnSettings> =>
  Struct.omit(values, names.filter((name) => values[name] === null)) as
    & Omit<A, keyof OwnSettings>
    & Partial<OwnSettings>
