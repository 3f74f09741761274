/**
 * The webhook body that tells that most of a spend cap is used up (decisions 17.2).
 */
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { AccountId, EventId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import * as Timestamp from "../value/Timestamp.ts"

/** A cap, and what was spent of it. */
export interface Used {
  /** Whose cap it is. */
  readonly account: AccountId
  /** Null: it holds for messages to all regions. */
  readonly region: string | null
  readonly period: "day" | "month"
  /** The day, or the first day of the month, in UTC: `2030-01-15`. */
  readonly startsOn: string
  readonly cap: Money.Money
  readonly spent: Money.Money
}

const name = "account.spend_warning"

export const make = (used: Used, { ids, now: at }: Moment): Event => ({
  id: ids.id(at) as EventId,
  account: used.account,
  name,
  at,
  body: envelope(name, at, {
    account_id: used.account,
    region: used.region,
    period: used.period,
    starts_on: used.startsOn,
    cap: Money.toNumber(used.cap),
    spent: Money.toNumber(used.spent),
    updated_at: Timestamp.show(at)
  })
})
