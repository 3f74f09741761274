/**
 * Whose a number is: what an inbound message needs to find its account. Whoever owned a number first keeps it.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const OwnNumber = Schema.Struct({ number: PhoneNumber, account: AccountId })
export type OwnNumber = typeof OwnNumber.Type

export const OwnNumbers = Kind.make({
  name: "own_number",
  schema: OwnNumber,
  key: (row: OwnNumber) => row.number
})
