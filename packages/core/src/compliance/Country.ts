/**
 * Countries and types of numbers as clients write them.
 */
import { isSupportedCountry } from "libphonenumber-js/max"
import * as Field from "../operation/Field.ts"
import { NumberType } from "../row/Market.ts"

export const isCountry = (text: string): boolean => /^[A-Za-z]{2}$/.test(text) && isSupportedCountry(text.toUpperCase())

export const country = Field.text(isCountry, { message: "must be a country code of two letters, for example US" })

/** The words for the types of numbers; `10DLC` is another word for TEN_DLC. */
export const words = [...NumberType.literals, "10DLC"] as const

/** Returns the type that a word means, in any case, or null. */
export const numberType = (word: string): NumberType | null => {
  const upper = word.toUpperCase()
  return upper === "10DLC" ? "TEN_DLC" : NumberType.literals.find((each) => each === upper) ?? null
}
