/**
 * The filters of the list of contacts (decisions 5.3). Clients send an empty text for a filter that they do not use.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import type * as ListQuery from "../commit/ListQuery.ts"
import * as Availability from "../dispatch/Availability.ts"
import type { ChosenSenders } from "../dispatch/ChosenSenders.ts"
import * as Field from "../operation/Field.ts"
import type { Account } from "../row/Account.ts"
import * as Contact from "../row/Contact.ts"
import { Channel } from "../value/Channel.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"

/** Restores the plus of a number, which a URL reads as a blank. */
const withPlus = (text: string): string => {
  const number = text.trim()
  return number === "" || number.startsWith("+") ? number : `+${number}`
}

const Phone = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String.check(Schema.makeFilter((text: string) => text === "" || PhoneNumber.is(text), {
      message: "must be a phone number in E.164 form, for example +12015550123",
      violation: "VALIDATION_002" satisfies ViolationCode
    })),
    SchemaTransformation.transform({ decode: withPlus, encode: (text) => text })
  )
)

export const fields = {
  search: Schema.optionalKey(Field.upTo(Limit.contactSearchLength)),
  channel: Schema.optionalKey(
    Schema.Literals(["", ...Channel.literals]).annotate({
      message: `must be one of: ${Channel.literals.join(", ")}`,
      violation: "VALIDATION_006" satisfies ViolationCode
    })
  ),
  phone: Schema.optionalKey(Phone)
}

const Filter = Schema.Struct(fields)
export type Filter = typeof Filter.Type

/** Only WhatsApp can fail to reach a contact, so another channel that is set up rules nobody out. */
const isNarrowing = (channel: Filter["channel"]): channel is "whatsapp" => channel === "whatsapp"

/** Shorter texts are of so many numbers that no index tells of them. */
const shortest = 4

/**
 * Returns how many contacts a narrowed list looks at, which must cost the same however many an account has. No index tells
 * of the channels of contacts.
 */
export const lookedAt = ({ channel, search = "" }: Filter): Pick<ListQuery.ListQuery, "bound" | "broad"> => {
  const { length } = Contact.searched(search)
  if (length === 0) return isNarrowing(channel) ? { bound: Limit.contactsLookedAt } : {}
  return length < shortest ? { bound: Limit.contactsLookedAt } : { broad: Limit.contactsLookedAt }
}

/**
 * The filter of the list, or null when no contact can meet it: on a channel that the account cannot send on nobody is
 * available, and no number has letters. SMS needs no set-up.
 */
export const where = (
  { channel = "", phone, search }: Filter,
  account: Account,
  chosen: ChosenSenders
): ListQuery.Where["contacts"] | null =>
  (channel !== "" && channel !== "sms" && !Availability.isAvailable(account, channel, chosen)) ||
    (search !== undefined && !Contact.mayHave(Contact.searched(search))) ?
    null :
    {
      ...(search === undefined ? {} : { search }),
      ...(isNarrowing(channel) ? { channel } : {}),
      ...(phone !== undefined && PhoneNumber.is(phone) ? { phone } : {})
    }
