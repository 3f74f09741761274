/**
 * How many codes an account may have sent: to one number, for the users at one address, and into one country, each in an hour
 * and in a day of UTC (decisions 16.5). The store counts, so the limits hold on all nodes together.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as AddressRule from "../delivery/AddressRule.ts"
import type { AccountId, MessageId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { regionOf } from "../value/PhoneNumber.ts"

/** Whose sends are counted together. */
export interface Asker {
  readonly account: AccountId
  readonly phone: PhoneNumber
  /** The IP address from which the user asks for the code, if the account tells it. */
  readonly address: string | null
}

type Subject = keyof typeof Limit.verificationSends

const windows = { hour: Instant.hour, day: Instant.day } as const

interface Counted {
  readonly subject: Subject
  readonly counter: string
  readonly most: number
  /** When the window ends. */
  readonly until: Instant.Instant
}

const subjects = ({ address, phone }: Asker): Readonly<Record<Subject, string | null>> => ({
  number: phone,
  address: address === null ? null : AddressRule.networkOf(address),
  country: regionOf(phone)
})

const prefix = (account: AccountId, subject: Subject, value: string): string =>
  `verification/${account}/${subject}/${value}/`

/** Returns how the counters of a number begin. */
export const countersOf = (account: AccountId, phone: PhoneNumber): string => prefix(account, "number", phone)

const counted = (asker: Asker, now: Instant.Instant): ReadonlyArray<Counted> => {
  const named = Object.entries(subjects(asker)) as ReadonlyArray<readonly [Subject, string | null]>
  return named.flatMap(([subject, value]) =>
    value === null ? [] : (["hour", "day"] as const).map((window): Counted => {
      const number = Math.floor(now / windows[window])
      return {
        subject,
        counter: `${prefix(asker.account, subject, value)}${window}/${number}`,
        most: Limit.verificationSends[subject][window],
        until: Instant.make((number + 1) * windows[window])
      }
    })
  )
}

export const needs = (asker: Asker, now: Instant.Instant): Needs.Needs =>
  Needs.all(...counted(asker, now).map(({ counter }) => Needs.counter(counter)))

/** A limit that is used up until an instant. */
export type Exhausted = Pick<Counted, "subject" | "until">

/** Returns the limit that refuses another send for longest, or null when none does. */
export const exhausted = (asker: Asker, facts: Facts.Facts, now: Instant.Instant): Exhausted | null =>
  counted(asker, now).filter(({ counter, most }) => Facts.counter(facts, counter) >= most)
    .reduce<Exhausted | null>((worst, each) => worst === null || each.until > worst.until ? each : worst, null)

/** Counts a send. */
export const count = (asker: Asker, message: MessageId, now: Instant.Instant): ReadonlyArray<Commit.Count> =>
  counted(asker, now).map(({ counter, most }) => ({
    counter,
    by: 1,
    ceiling: most,
    once: `${counter}/${message}`
  }))
