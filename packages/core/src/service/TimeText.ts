/**
 * Times as operators write them: options have dates, and files have texts.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Instant from "../value/Instant.ts"

/** A date of another realm is one as well. */
const millis = (value: unknown): number => {
  if (typeof value === "string") {
    return Option.match(DateTime.make(value), { onNone: () => Number.NaN, onSome: DateTime.toEpochMillis })
  }
  const { getTime }: { readonly getTime?: unknown } = Object(value)
  return typeof getTime === "function" ? Number(Reflect.apply(getTime, value, [])) : Number.NaN
}

/** @param date has been read as a date */
export const instant = (date: unknown): Instant.Instant => Instant.make(millis(date))

/** A date of the host, or its text in ISO 8601. */
export const Time = Schema.Unknown.check(
  Schema.makeFilter((value: unknown) => !Number.isNaN(millis(value)), { message: "must be a Date" })
)
