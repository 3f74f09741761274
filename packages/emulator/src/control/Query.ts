/**
 * Texts behind the question mark of an address, as the calls read them.
 */
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A whole number within bounds. */
export const whole = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => /^\d{1,9}$/.test(text), { message: "must be a whole number" })
  ).pipe(
    Schema.decodeTo(
      Schema.Int.check(
        Schema.isBetween({ minimum, maximum }, { message: `must be between ${minimum} and ${maximum}` })
      ),
      SchemaTransformation.transform({ decode: Number, encode: String })
    )
  )

/** A phone number. The plus sign of an address stands for a space unless it is written as `%2B`, so a space will do. */
export const phone = Schema.String.pipe(
  Schema.decodeTo(
    PhoneNumber,
    SchemaTransformation.transform({
      decode: (text: string) => text.replace(/^ /, "+"),
      encode: (text: string) => text
    })
  )
)
