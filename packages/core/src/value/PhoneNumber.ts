/**
 * Phone numbers: E.164, possible by the numbering plan, and the forms in which they are shown (decisions 3.2, 5.2).
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString
} from "libphonenumber-js/max"
import * as NumberRegion from "./NumberRegion.ts"
import * as Recent from "./Recent.ts"

const shape = /^\+[1-9][0-9]{6,14}$/

/** Returns whether the text has the form of an E.164 number, whether any numbering plan knows it or not. */
export const isE164 = (text: string): boolean => shape.test(text)

/** Returns whether the numbering plan can assign this number: it is stricter about digits than `is`. */
export const isAssignable = (text: string): text is PhoneNumber =>
  shape.test(text) && parsePhoneNumberFromString(text)?.isValid() === true

/** The numbering plan's judgement of a text. */
class Plan {
  readonly parsed: ReturnType<typeof parsePhoneNumberFromString>
  private judged: boolean | null = null

  constructor(phone: string) {
    this.parsed = parsePhoneNumberFromString(phone, { extract: false })
  }

  /** Most numbers are found possible by their length alone. */
  get isPossible(): boolean {
    return this.judged ??= this.parsed?.isPossible() === true
  }
}

/** Parsing a number costs more than many a decision about its message, so each number is parsed once for a while. */
const plans = Recent.make((phone: string) => new Plan(phone))

const planOf = plans.of

const lengthsOf = (country: CountryCode): ReadonlySet<number> => {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  return new Set(metadata.numberingPlan?.possibleLengths())
}

/** By calling code, the lengths that a national number may have in each country that shares the code. */
const readLengths = (): ReadonlyMap<string, ReadonlySet<number>> =>
  getCountries().reduce((codes, country) => {
    const code = getCountryCallingCode(country)
    const lengths = lengthsOf(country)
    const before = codes.get(code) ?? lengths
    return codes.set(code, new Set([...before].filter((length) => lengths.has(length))))
  }, new Map<string, ReadonlySet<number>>())

/** Made of the numbering plans of all countries when the first number is looked at. */
let sharedLengths: ReadonlyMap<string, ReadonlySet<number>> | null = null

/**
 * Returns whether the length alone tells that the numbering plan allows a number, whichever country of its calling code
 * it belongs to: parsing it takes twenty times as long. A prefix that the library drops changes nothing, since it drops
 * only one that leaves a possible length.
 */
const hasSharedLength = (e164: string): boolean => {
  const shared = sharedLengths ??= readLengths()
  return [2, 3, 4].some((end) => shared.get(e164.slice(1, end))?.has(e164.length - end) === true)
}

/** Returns whether the text is an E.164 number that the numbering plan allows. It makes no look-up. */
export const is = (text: string): text is PhoneNumber =>
  shape.test(text) && (hasSharedLength(text) || planOf(text).isPossible)

/** Matches the characters that people and carriers write between digits, and those that nobody sees. */
const between = /[\p{White_Space}\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}.()[\]]/gu

/** Digits without a mark of an international number may be a short code, which has eight of them at most. */
const shortCode = 8

/** The longest spelling that is looked at. */
const longestSpelling = 64

/** Returns the number in E.164 form as far as the text alone says which one it is, or null. */
const international = (text: string): string | null => {
  // The zero in brackets is dialled within the country only.
  const bare = text.replace("(0)", "").replace(between, "")
  if (bare.startsWith("+")) return bare
  if (bare.startsWith("00")) return `+${bare.slice(2)}`
  return bare.length > shortCode ? `+${bare}` : null
}

/**
 * Returns the number that a carrier has spelt in some way: with white space, dots, dashes or brackets, with `+`, with
 * `00`, or with neither. Null for whatever is no number; a short code stays one.
 */
export const spelt = (text: unknown): PhoneNumber | null => {
  if (typeof text !== "string" || text.length > longestSpelling) return null
  if (is(text)) return text
  const number = international(text)
  return number !== null && is(number) ? number : null
}

/** Returns the text as a log may show it: enough of it to be recognized by whoever knows it. */
export const masked = (text: string): string =>
  text.length < 8 ? "***" : `${text.slice(0, 3)}***${text.slice(-2)}`.replaceAll(/[^+*0-9A-Za-z]/g, "?")

const Possible = Schema.String.check(
  Schema.makeFilter((text: string) => is(text), {
    expected: "a phone number in E.164 form",
    message: "must be a phone number in E.164 form, for example +12015550123",
    violation: "VALIDATION_002"
  })
)

/** Decoding trims the text, which must then be in E.164 form. */
export const PhoneNumber = Schema.String.annotate({
  description: "A phone number in E.164 form",
  examples: ["+12015550123"]
}).pipe(
  Schema.decodeTo(Possible, SchemaTransformation.trim()),
  Schema.brand("PhoneNumber")
)
export type PhoneNumber = typeof PhoneNumber.Type

/** The type of a number, as far as the numbering plan tells. */
export const NumberType = Schema.Literals([
  "fixed_line",
  "mobile",
  "fixed_line_or_mobile",
  "premium_rate",
  "toll_free",
  "shared_cost",
  "voip",
  "personal_number",
  "pager",
  "uan",
  "voicemail",
  "unknown"
])
export type NumberType = typeof NumberType.Type

export const numberTypeOf = (phone: PhoneNumber): NumberType => {
  const type = planOf(phone).parsed?.getType()?.toLowerCase() ?? "unknown"
  return NumberType.literals.find((known) => known === type) ?? "unknown"
}

/** ISO 3166-1 alpha-2, or `ZZ` when the number belongs to no region. */
export const regionOf = (phone: PhoneNumber): string => regions.of(phone)

const readRegion = (phone: PhoneNumber): string => {
  const found = NumberRegion.find(phone)
  return (found === undefined ? planOf(phone).parsed?.country : found) ?? "ZZ"
}

const regions = Recent.make(readRegion)

/**
 * Returns the calling code of a number and so many digits of the national number, such as +447700; fewer where less than two
 * digits would be left, since a prefix must not tell whose number it is: that of +6834002 is +68340. All numbers that
 * somebody can lease together have the same ones.
 */
export const prefixOf = (phone: PhoneNumber, nationalDigits: number): string => {
  const code = planOf(phone).parsed?.countryCallingCode.length ?? 2
  return phone.slice(0, Math.min(1 + code + nationalDigits, phone.length - 2))
}

/**
 * Returns the regions that a number may belong to: its own, or all that share its calling code where the plan does not tell
 * which of them it is. A number of no region, such as +870, has none.
 */
export const regionsOf = (phone: PhoneNumber): ReadonlyArray<string> => {
  const { parsed } = planOf(phone)
  if (parsed === undefined) return []
  return parsed.country === undefined ? parsed.getPossibleCountries() : [parsed.country]
}

/** Returns whether the text is a region that a numbering plan knows: `GB` is, and `UK` is not. */
export const isRegion = (text: string): boolean => isSupportedCountry(text)

export interface Display {
  /** Google's INTERNATIONAL form: `+1 201-555-0123`. */
  readonly international: string
  /** The result of `regionOf`. */
  readonly region: string
}

/** Every form of a number, as Google's libphonenumber writes them (decisions 3.3). */
export interface Formats extends Display {
  readonly e164: string
  /** `(201) 555-0123` */
  readonly national: string
  /** RFC 3966: `tel:+1-201-555-0123` */
  readonly rfc: string
  /** The calling code: `1`. Empty when the number belongs to no numbering plan. */
  readonly countryCode: string
}

/**
 * Formats a number for display. `libphonenumber-js` prints separators of its own, so the pattern and the format are
 * taken from its metadata, which has Google's.
 */
export const display = (phone: PhoneNumber): Display => {
  const { parsed } = planOf(phone)
  if (parsed === undefined) return { international: phone, region: "ZZ" }
  if (parsed.country === undefined) return { international: parsed.formatInternational(), region: "ZZ" }
  const national = googleForm(parsed.nationalNumber, parsed.country)
  return { international: `+${parsed.countryCallingCode} ${national}`, region: parsed.country }
}

export const formats = (phone: PhoneNumber): Formats => {
  const { international, region } = display(phone)
  const { parsed } = planOf(phone)
  return {
    e164: phone,
    international,
    national: parsed?.formatNational() ?? phone,
    rfc: `tel:${international.replace(/[^+0-9]+/g, "-")}`,
    countryCode: parsed?.countryCallingCode ?? "",
    region
  }
}

/** The part of the library's metadata about one format that its own types omit. */
interface NumberFormat {
  pattern(): string
  format(): string
  internationalFormat(): string | undefined
  leadingDigitsPatterns(): ReadonlyArray<string>
}

const formatsOf = (plan: object | undefined): ReadonlyArray<NumberFormat> =>
  plan !== undefined && "formats" in plan && typeof plan.formats === "function" ? plan.formats() : []

/** A way to write the numbers that begin with these digits and are wholly of this pattern. */
interface Form {
  readonly leading: RegExp | null
  readonly whole: RegExp
  readonly pattern: RegExp
  readonly written: string
}

const readForms = (country: CountryCode): ReadonlyArray<Form> => {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  return formatsOf(metadata.numberingPlan).map((format) => {
    const leading = format.leadingDigitsPatterns().at(-1)
    const pattern = format.pattern()
    return {
      leading: leading === undefined ? null : new RegExp(`^(?:${leading})`),
      whole: new RegExp(`^(?:${pattern})$`),
      pattern: new RegExp(pattern),
      written: format.internationalFormat() ?? format.format()
    }
  })
}

/** Each new contact is written in the forms of its country, whose patterns are made once. */
const forms = Recent.make(readForms)

const googleForm = (national: string, country: CountryCode): string => {
  const form = forms.of(country).find(({ leading, whole }) => leading?.test(national) !== false && whole.test(national))
  return form === undefined ? national : national.replace(form.pattern, form.written)
}

/**
 * Returns a number of a country that begins with the given digits of the national number and goes on with others, as long
 * as the numbering plan wants it; null when there is none. For simulated carriers.
 */
export const possible = (country: string, digits: string): PhoneNumber | null => {
  if (!isSupportedCountry(country)) return null
  const texts = Array.from(
    { length: 11 },
    (_, length) => `+${getCountryCallingCode(country)}${digits.slice(0, length + 4)}`
  )
  return texts.findLast(is) ?? null
}
