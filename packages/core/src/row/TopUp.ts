/**
 * A payment that was added to a balance: its amount is kept with its reference for good, so that a call that repeats it
 * is known from one that means another payment.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { Money } from "../value/Money.ts"
import * as Kind from "./Kind.ts"

export const TopUp = Schema.Struct({
  account: AccountId,
  reference: Schema.String,
  amount: Money,
  at: Instant
})
export type TopUp = typeof TopUp.Type

export const topUpKey = (account: AccountId, reference: string): string => `${account}/${reference}`

export const TopUps = Kind.make({
  name: "top_up",
  schema: TopUp,
  key: ({ account, reference }: TopUp) => topUpKey(account, reference)
})
