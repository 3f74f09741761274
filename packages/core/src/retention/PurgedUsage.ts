/**
 * Removes sums of usage. A day stays as long as there is a message of it, since a sum is what its messages add up to.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import type { Traces, UsageForgetting } from "../port/Traces.ts"
import * as Places from "../privacy/Places.ts"
import { dayOf } from "../row/Usage.ts"
import type { AccountId } from "../value/Id.ts"
import type { Pass } from "./Stage.ts"

export type Question = UsageForgetting

export interface Said {
  /** There may be more sums that are old enough. */
  readonly isMore: boolean
}

const oldest = (account: AccountId): ListQuery => ({
  list: "messages",
  scope: account,
  ahead: Places.beginning,
  isCounted: false,
  offset: 0,
  limit: 1
})

export const needs = (account: AccountId): Needs.Needs => Needs.list(oldest(account))

export const question = ({ account, before }: Pass, facts: Facts.Facts): Question => {
  const [row] = Facts.page(facts, oldest(account)).rows
  const until = row?.kind === "message" && row.value.createdAt < before ? row.value.createdAt : before
  return { account, before: dayOf(until), most: Limit.purge.usageSums }
}

export const ask = (traces: Traces, question: Question): Effect.Effect<Said | null> =>
  traces.forgetUsage(question).pipe(
    Effect.map((removed): Said => ({ isMore: removed === question.most })),
    Effect.catch((error) => Effect.as(ErrorSummary.warn("cannot remove sums of usage", Cause.fail(error)), null))
  )
