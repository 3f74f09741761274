/**
 * The region of a number, as `libphonenumber-js` tells it. The library parses a number from scratch, and makes each of its
 * patterns anew for every number, which takes longer than all else that is decided about a message's route. So the
 * patterns are made once here, and only a number that may begin with a national prefix is left to the library.
 */
import type { CountryCode } from "libphonenumber-js/max"
import { Metadata } from "libphonenumber-js/max"
import * as Recent from "./Recent.ts"

/** The parts of the library's metadata that its own types omit. */
interface NumberPlan {
  nationalPrefixForParsing(): string | undefined
  leadingDigits(): string | undefined
  type(
    name: string
  ): { pattern(): string | undefined; possibleLengths(): ReadonlyArray<number> | undefined } | undefined
}

interface CallingCodes {
  getCountryCodesForCallingCode(code: string): ReadonlyArray<CountryCode> | undefined
}

const isPlan = (plan: object | undefined): plan is NumberPlan =>
  plan !== undefined &&
  ["nationalPrefixForParsing", "leadingDigits", "type"].every((name) => name in plan)

const hasCallingCodes = (metadata: object): metadata is CallingCodes => "getCountryCodesForCallingCode" in metadata

/** The types by any of which a number belongs to a country. */
const types = [
  "FIXED_LINE",
  "MOBILE",
  "PREMIUM_RATE",
  "TOLL_FREE",
  "SHARED_COST",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL"
]

interface Candidate {
  readonly country: CountryCode
  readonly has: (national: string) => boolean
}

/** The countries that share a calling code, in the order in which they are asked. */
interface Shared {
  /** Matches what may have to be dropped from a national number; null where there is nothing. */
  readonly prefix: RegExp | null
  readonly candidates: ReadonlyArray<Candidate>
}

const planOf = (country: CountryCode): NumberPlan | null => {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const { numberingPlan } = metadata
  return isPlan(numberingPlan) ? numberingPlan : null
}

const readCandidate = (country: CountryCode, plan: NumberPlan): Candidate => {
  const leading = plan.leadingDigits()
  if (leading) {
    const begins = new RegExp(`^(?:${leading})`)
    return { country, has: (national) => begins.test(national) }
  }
  // The pattern of a type says of which length its numbers are, and is one of the country's.
  const patterns = types.flatMap((name) => plan.type(name)?.pattern() || []).map((text) => new RegExp(`^(?:${text})$`))
  return { country, has: (national) => patterns.some((pattern) => pattern.test(national)) }
}

/** Returns null where nobody has the calling code, and where the library does not tell what is asked of it here. */
const readShared = (code: string): Shared | null => {
  const metadata = new Metadata()
  const countries = hasCallingCodes(metadata) ? metadata.getCountryCodesForCallingCode(code) : undefined
  const plans = countries?.map(planOf) ?? []
  const [main] = plans
  if (countries === undefined || main === null || main === undefined) return null
  const prefix = main.nationalPrefixForParsing()
  // The library takes the only country of a calling code whatever the number is.
  const candidates = countries.length === 1
    ? [{ country: countries[0]!, has: () => true }]
    : countries.flatMap((country, index) => {
      const plan = plans[index]
      return plan === null || plan === undefined ? [] : [readCandidate(country, plan)]
    })
  if (candidates.length < countries.length) return null
  return { prefix: prefix ? new RegExp(`^(?:${prefix})`) : null, candidates }
}

/** Made when the first number of a calling code is looked at. */
const shared = Recent.make(readShared)

/**
 * Returns the region of an E.164 number, null where it belongs to none, or undefined where the library has to be asked.
 */
export const find = (phone: string): CountryCode | null | undefined => {
  // No calling code begins with another one.
  for (let end = 2; end <= 4; end++) {
    const found = shared.of(phone.slice(1, end))
    if (found === null) continue
    const national = phone.slice(end)
    if (found.prefix?.test(national) === true) return undefined
    for (const { country, has } of found.candidates) if (has(national)) return country
    return null
  }
  return undefined
}
