/**
 * Takes a number out of what is kept beside the rows: the replies that are replayed for a day, and the counters that have the
 * number in their names. Its account is asked about first, then each of its profiles.
 */
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import type { Trace, Traces } from "../port/Traces.ts"
import type { RecipientErasure } from "../row/RecipientErasure.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { formats } from "../value/PhoneNumber.ts"
import * as SendLimits from "../verification/SendLimits.ts"
import type { Subject } from "./Erased.ts"

export interface Question {
  readonly _tag: "Replies"
  /** The account with this place among the owner and its profiles; null when there are no more. */
  readonly account: AccountId | null
  readonly place: number
  readonly phone: PhoneNumber
  readonly after: string
}

/** The step goes on behind the reply of an account: its place, a slash, and the key of the reply. */
const read = (after: string): readonly [place: number, after: string] => {
  const slash = after.indexOf("/")
  return slash === -1 ? [0, ""] : [Number(after.slice(0, slash)), after.slice(slash + 1)]
}

const profile = (account: AccountId, place: number): Needs.ListQuery => ({
  list: "profiles",
  scope: account,
  offset: place - 1,
  limit: 1
})

export const needs = ({ account, after }: RecipientErasure, _facts: Facts.Facts): Needs.Needs => {
  const [place] = read(after)
  return place === 0 ? Needs.none : Needs.list(profile(account, place))
}

export const question = ({ account, phone }: Subject, cursor: string, facts: Facts.Facts): Question => {
  const [place, after] = read(cursor)
  const found = place === 0 ? account : Facts.page(facts, profile(account, place)).rows[0]?.key ?? null
  return { _tag: "Replies", account: found as AccountId | null, place, phone, after }
}

/** Returns every way in which answers write a number. */
const texts = (phone: PhoneNumber): ReadonlyArray<string> => {
  const { e164, international, national, rfc } = formats(phone)
  return [...new Set([e164, international, national, rfc])]
}

export const ask = (
  traces: Traces,
  { account, after, phone, place }: Question
): Effect.Effect<Trace, StoreError> =>
  account === null ? Effect.succeed({ keys: [], next: null }) : Effect.map(
    traces.clear({
      account,
      texts: texts(phone),
      counters: [SendLimits.countersOf(account, phone)],
      after,
      looked: Limit.recipientErasure.looked
    }),
    (next) => ({ keys: [], next: next === null ? `${place + 1}/` : `${place}/${next}` })
  )
