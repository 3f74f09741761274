/**
 * How long a send is worth handing over, as its sender says: until an instant, or for some seconds (decisions 14.4).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Field from "../operation/Field.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"

const { longest, shortest } = Limit.validity

export const fields = {
  expires_at: Field.optional(Field.text((text) => Timestamp.parse(text) !== null, {
    message: "must be a timestamp with a UTC offset, such as 2030-01-31T09:00:00Z",
    toJsonSchema: () => ({ format: "date-time" })
  })),
  validity_seconds: Field.optional(
    Field.integer({ minimum: shortest / Instant.second, maximum: longest / Instant.second })
  )
}

interface Given {
  readonly expires_at?: string | null
  readonly validity_seconds?: number | null
}

export type Validity = NonNullable<Message["expiry"]>

export const ofSeconds = (seconds: number, from: Instant.Instant): Validity => ({
  at: Instant.plus(from, seconds * Instant.second),
  seconds
})

/**
 * Returns the validity of a send, or null when it has none of its own.
 *
 * @param from when it is sent: now, or when it is released
 */
export const of = ({ expires_at: at = null, validity_seconds: seconds = null }: Given, from: Instant.Instant) => {
  if (seconds !== null) return ofSeconds(seconds, from)
  const instant = at === null ? null : Timestamp.parse(at)
  return instant === null ? null : { at: instant }
}

/** Checks what the fields say together, and whether the instant is one at which the send may end. */
export const check = (given: Given, from: Instant.Instant): ReadonlyArray<Violation> => {
  const { expires_at: at = null, validity_seconds: seconds = null } = given
  const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })
  if (at !== null && seconds !== null) return [wrong("validity_seconds", "must not be there together with expires_at")]
  const instant = at === null ? null : Timestamp.parse(at)
  return instant === null || (instant - from >= shortest && instant - from <= longest) ? [] : [
    wrong("expires_at", "must be at least 10 seconds and at most 30 days after the send, or after its scheduled_at")
  ]
}

/** The field by which messages and answers show it. */
export const shown = ({ expiry }: Pick<Message, "expiry">): { readonly expires_at?: string } =>
  expiry === undefined ? {} : { expires_at: Timestamp.show(expiry.at) }
