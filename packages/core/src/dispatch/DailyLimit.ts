/**
 * The daily limit of a new account: how many messages of one template it may send in one UTC day (decisions 8.3,
 * BUSINESS_020). Accounts without a limit are not counted.
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { Input } from "./Gate.ts"

interface Counting {
  readonly template: Pick<TemplateUse, "id"> | null
}

interface Counted {
  readonly counter: string
  readonly limit: number
}

/** Returns the counter of a message on the day of this instant, or null when it is not counted. */
const counted = (account: Account | null, { template }: Counting, day: Instant): Counted | null =>
  account === null || account.dailyMessageLimit === null || template === null ? null : {
    counter: `daily/${account.id}/${template.id}/${toSeconds(day).slice(0, 10)}`,
    limit: account.dailyMessageLimit
  }

export const needs = (account: Account | null, message: Counting, day: Instant): Needs.Needs => {
  const found = counted(account, message, day)
  return found === null ? Needs.none : Needs.counter(found.counter)
}

export const today = (
  facts: Facts.Facts,
  account: Account | null,
  message: Message,
  day: Instant
): Input["today"] => {
  const found = counted(account, message, day)
  return found === null ? null : { sent: Facts.counter(facts, found.counter), limit: found.limit }
}

/** Counts a send of a message once, however many routes it takes. */
export const count = (account: Account | null, message: Message, day: Instant): ReadonlyArray<Commit.Count> => {
  const found = counted(account, message, day)
  return found === null ? [] : [{
    counter: found.counter,
    by: 1,
    ceiling: found.limit,
    once: `daily:${message.id}/${message.send}`
  }]
}
