/**
 * The border of a carrier: its settings as Schemas, and errors that name each one that is not as it should be. No error
 * quotes a value, because settings hold secrets.
 */
import { Channel } from "@signalbox/core/Channel"
import * as Decoding from "@signalbox/core/Decoding"
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Signature from "./Signature.ts"

export const text = (holds: (text: string) => boolean, message: string) =>
  Schema.String.check(Schema.makeFilter(holds, { message }))

/** Any text that is not empty. */
export const filled = text((each) => each.trim() !== "", "must not be empty")

export const whole = (least: number, most: number) => {
  const message = `must be a whole number between ${least} and ${most}`
  return Schema.Number.check(
    Schema.makeFilter((each: number) => Number.isInteger(each) && each >= least && each <= most, { message })
  )
}

/** A time in milliseconds that a timer can hold. */
export const millis = whole(1, 0x7fff_ffff)

/** A secret, as a text or Redacted. */
export type Secret = string | Redacted.Redacted<string>

/** Returns the text of a secret, for the moment in which it is used. */
export const reveal = (secret: Secret): string => Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

const isSecret = (value: unknown): value is Secret =>
  typeof value === "string" || (Redacted.isRedacted(value) && typeof Redacted.value(value) === "string")

const secretOf = Schema.declare<Secret>(isSecret)

/** A secret whose text has a form. */
export const secret = (holds: (text: string) => boolean, message: string) =>
  secretOf.check(Schema.makeFilter((each: Secret) => holds(reveal(each)), { message }))

/** A secret that is not empty, and may stand in a header. */
export const token = secret((each) => /^[\x21-\x7e]+$/.test(each), "must be printable ASCII without spaces")

/** A public key of Ed25519. */
export const ed25519 = text(
  (each) => Signature.ed25519Key(each) !== null,
  "must be a public key of Ed25519: 32 bytes in base64, or PEM"
)

export const CarrierId = text(
  (each) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(each),
  "must be 1 to 64 small letters, digits and hyphens"
)

export const Channels = Schema.Array(Channel).check(
  Schema.makeFilter((each: ReadonlyArray<Channel>) => each.length > 0, { message: "must name a channel" })
)

const above = Schema.Number.check(
  Schema.makeFilter((each: number) => each > 0 && Number.isFinite(each), { message: "must be above 0" })
)

/** How fast the provider takes messages, over all nodes. */
export const Pace = Schema.Struct({ perSecond: above, inFlight: above })

/** The provider's own codes, with the classes of failure that they stand for. */
export const Failures = Schema.Record(Schema.String, FailureClass)

/** Returns a value without the entries of its objects that are undefined. */
const defined = (value: unknown): unknown =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => each === undefined ? [] : [[name, defined(each)]])
    )
    : value

/** These words do not say what a setting has to be: it is of another form, or of no field of this one. */
const vague = new Set(["is not known here", "is not valid"])

/**
 * Reads the settings of a carrier. Entries that are undefined count as left out.
 *
 * @throws TypeError that names each setting that is not as it should be, and no value
 */
export const check = <S extends Schema.Codec<unknown, unknown>>(name: string, shape: S, given: object): S["Type"] => {
  const read = Schema.decodeUnknownResult(shape, { errors: "all", onExcessProperty: "error" })(defined(given))
  if (Result.isSuccess(read)) return read.success
  const told = new Map<string, string>()
  // Of a setting with several forms the first one that can tell says what is wrong with it.
  for (const { field, message } of Decoding.violations(read.failure.issue)) {
    const known = told.get(field)
    if (known === undefined || (vague.has(known) && !vague.has(message))) told.set(field, message)
  }
  // A rule about several settings names them itself.
  const flaws = [...told].map(([field, message]) => field === "body" ? message : `${field} ${message}`)
  throw new TypeError(`${name}: ${flaws.join("\n  ")}`)
}
