/**
 * A phone number that the operator has suppressed: the account never sends to it.
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
