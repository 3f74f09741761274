/**
 * A point in time, in whole milliseconds since 1970 in UTC. All behaviour depends only on instants, which come from
 * Effect's `Clock`, so that a test or the emulator can travel in time.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The last instant that a date can hold. */
const end = 8_640_000_000_000_000

export const Instant = Schema.Int.check(Schema.isBetween({ minimum: -end, maximum: end })).pipe(
  Schema.brand("Instant")
)
export type Instant = typeof Instant.Type

export const make = (millis: number): Instant => Math.trunc(millis) as Instant

/** The instant now, as the service sees it. */
export const now: Effect.Effect<Instant> = Effect.map(Clock.currentTimeMillis, make)

/** Returns the later one. */
export const latest = (a: Instant, b: Instant): Instant => a > b ? a : b

export const plus = (self: Instant, millis: number): Instant => (self + millis) as Instant

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

const format = (self: Instant): string =>
  Option.match(DateTime.make(self), { onNone: () => "", onSome: DateTime.formatIso })

let written: { readonly at: number; readonly text: string } = { at: Number.NaN, text: "" }

/**
 * `yyyy-MM-ddTHH:mm:ss.fffZ`: answers of the API (decisions part 1). The last text is kept, because one commit writes the
 * same instant thousands of times.
 */
export const toMillis = (self: Instant): string => {
  if (written.at !== self) written = { at: self, text: format(self) }
  return written.text
}

/** `yyyy-MM-ddTHH:mm:ssZ`: webhook bodies (decisions part 1). */
export const toSeconds = (self: Instant): string => `${toMillis(self).slice(0, -5)}Z`
