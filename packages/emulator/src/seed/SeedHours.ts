/**
 * Quiet hours as the seed and the control write them: a preset, or a window for each region that has one, and beside
 * them the categories that are exempt.
 */
import { Category } from "@signalbox/core/Category"
import type { Json } from "@signalbox/core/Json"
import type { QuietHours } from "@signalbox/core/QuietHours"
import { Preset, Region, Window } from "@signalbox/core/QuietHours"
import * as Schema from "effect/Schema"

interface Windows {
  readonly [region: string]: Window
}

interface Exempt {
  readonly exempt?: ReadonlyArray<Category>
}

// TypeScript writes the type of such a Schema out as one object, whose `exempt` does not fit its index: whoever checks
// declarations would be refused.
const Table: Schema.Codec<Windows & Exempt> = Schema.StructWithRest(
  Schema.Struct({ exempt: Schema.optionalKey(Schema.Array(Category)) }),
  [Schema.Record(Region, Window)]
)

export type SeedHours = Preset | Windows & Exempt
export const SeedHours: Schema.Codec<SeedHours> = Schema.Union([Preset, Table])

/** Returns the setting of an account. */
export const quietHours = (seed: SeedHours): QuietHours => {
  if (typeof seed === "string") return seed
  const { exempt = [], ...windows } = seed
  return { windows, exempt }
}

/** Returns how the seed writes the setting of an account. */
export const written = (own: QuietHours): Json =>
  typeof own === "string" ? own : { ...own.windows, ...(own.exempt.length === 0 ? {} : { exempt: own.exempt }) }
