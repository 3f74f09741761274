/**
 * A phone number that an account never writes to, whatever it is asked: the operator's own list.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const Suppression = Schema.Struct({
  account: AccountId,
  phone: PhoneNumber,
  createdAt: Instant
})
export type Suppression = typeof Suppression.Type

export const suppressionKey = (account: AccountId, phone: PhoneNumber): string => `${account}/${phone}`

export const Suppressions = Kind.make({
  name: "suppression",
  schema: Suppression,
  key: (suppression: Suppression) => suppressionKey(suppression.account, suppression.phone)
})
