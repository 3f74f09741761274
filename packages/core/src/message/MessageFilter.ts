/**
 * The filters of the list of messages (decisions 14.2).
 */
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import type * as ListQuery from "../commit/ListQuery.ts"
import * as Field from "../operation/Field.ts"
import { Direction, Status } from "../row/Message.ts"
import { Shown } from "../value/Channel.ts"
import { ContactId, TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Timestamp from "../value/Timestamp.ts"

/** Restores the plus of an offset or of a number, which a URL reads as a blank. */
const withPlus = (text: string): string => text.replace(" ", "+")

const time = Field.text((text) => Timestamp.parse(withPlus(text)) !== null, {
  message: "must be a time in ISO 8601 with an offset, for example 2030-01-15T12:00:00Z",
  toJsonSchema: () => ({ format: "date-time" })
})

const phone = Field.text((text) => PhoneNumber.is(withPlus(text)), {
  message: "must be a phone number in E.164 form, for example +12015550123",
  violation: "VALIDATION_002" satisfies ViolationCode
})

const optional = Schema.optionalKey

export const fields = {
  status: optional(Field.oneOf(Status.literals)),
  channel: optional(Field.oneOf(Shown.literals)),
  direction: optional(Field.oneOf(Direction.literals)),
  reference: optional(Field.nonBlank(Limit.referenceLength)),
  template_id: optional(TemplateId),
  contact_id: optional(ContactId),
  phone: optional(phone),
  from: optional(time),
  to: optional(time)
}

const Filter = Schema.Struct(fields)
export type Filter = typeof Filter.Type

export const numberOf = ({ phone }: Partial<Filter>): PhoneNumber.PhoneNumber | null => {
  const number = phone === undefined ? undefined : withPlus(phone)
  return number !== undefined && PhoneNumber.is(number) ? number : null
}

const instant = (text: string | undefined): Instant | null =>
  text === undefined ? null : Timestamp.parse(withPlus(text))

/** Returns of which time the messages are wanted: from an instant on, and before another one. */
export const during = ({ from, to }: Partial<Filter>): Pick<ListQuery.ListQuery, "from" | "before"> => {
  const [first, end] = [instant(from), instant(to)]
  return { ...(first === null ? {} : { from: first }), ...(end === null ? {} : { before: end }) }
}

export const where = (
  { channel, direction, reference, status, template_id: template }: Filter
): ListQuery.Where["messages"] => ({
  ...(template === undefined ? {} : { template }),
  ...(reference === undefined ? {} : { reference }),
  ...(direction === undefined ? {} : { direction }),
  ...(channel === undefined ? {} : { channel }),
  ...(status === undefined ? {} : { status })
})

/** Returns everything that narrows the list, in one order, without what only says which page is wanted. */
export const narrowing = (filter: Partial<Filter>): object =>
  Object.keys(fields).map((name) => filter[name as keyof Filter] ?? null)

export const flaws = (filter: Partial<Filter>): ReadonlyArray<{ field: string; message: string }> => {
  const { before, from } = during(filter)
  return from !== undefined && before !== undefined && from >= before
    ? [{ field: "to", message: "must be later than from" }]
    : []
}
