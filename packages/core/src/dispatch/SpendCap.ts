/**
 * Spend caps: how much messages may cost in a day and in a month of UTC, in all and to single regions (decisions 17.2).
 * An account's caps hold for its own messages, those of an organization for its profiles' as well. The store adds up, so
 * no cap is passed on all nodes together; accounts without caps are not counted.
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import type { Event } from "../row/Delivery.ts"
import type { SpendCap } from "../row/SpendCaps.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { regionOf } from "../value/PhoneNumber.ts"
import * as SpendWarning from "./SpendWarning.ts"

/** A cap in one of its periods. */
export interface Cap extends Omit<SpendWarning.Used, "spent"> {
  /** The sum of all prices that are reserved or taken in this period. */
  readonly counter: string
  /** Counts whether the warning of this cap was given in this period. A cap of another amount warns again. */
  readonly warned: string
}

type Capped = Pick<Account, "id" | "spend">

const periods = ["day", "month"] as const

const startOf = (period: Cap["period"], at: Instant): string => {
  const day = toSeconds(at).slice(0, "2030-01-15".length)
  return period === "day" ? day : `${day.slice(0, "2030-01".length)}-01`
}

const capsIn = (account: Account["id"], caps: SpendCap, region: string | null, at: Instant): ReadonlyArray<Cap> =>
  periods.flatMap((period) => {
    const cap = caps[period]
    if (cap === undefined) return []
    const startsOn = startOf(period, at)
    const counter = `spend/${account}/${region ?? "all"}/${period}/${startsOn}`
    return [{ account, region, period, startsOn, cap, counter, warned: `${counter}/warned/${cap}` }]
  })

const none: ReadonlyArray<Cap> = []

/** Returns the caps that a message to this number counts in, when it does so on the day of this instant. */
export const caps = (accounts: ReadonlyArray<Capped>, phone: PhoneNumber, at: Instant): ReadonlyArray<Cap> => {
  if (accounts.every(({ spend }) => spend === undefined)) return none
  const region = regionOf(phone)
  return accounts.flatMap(({ id, spend = {} }) => [
    ...capsIn(id, spend, null, at),
    ...capsIn(id, spend.regions?.[region] ?? {}, region, at)
  ])
}

/** Returns all caps of an account in the periods of this instant. */
export const all = ({ id, spend = {} }: Capped, at: Instant): ReadonlyArray<Cap> => [
  ...capsIn(id, spend, null, at),
  ...Object.entries(spend.regions ?? {}).flatMap(([region, each]) => capsIn(id, each, region, at))
]

export const needs = (all: ReadonlyArray<Cap>): Needs.Needs =>
  all.length === 0
    ? Needs.none
    : { ...Needs.none, counters: all.flatMap(({ counter, warned }) => [counter, warned]) }

export const spent = (facts: Facts.Facts, { counter }: Pick<Cap, "counter">): Money.Money =>
  Money.make(Facts.counter(facts, counter))

const shown = ({ account, cap, period, region }: Cap, [own]: ReadonlyArray<Capped>): string => {
  const of = own?.id === account ? "" : " of the organization"
  return `${Money.toText(cap)} a ${period}${region === null ? "" : ` to ${region}`}${of}`
}

/** Returns the caps that this price would pass, in words. What costs nothing passes none. */
export const passed = (
  all: ReadonlyArray<Cap>,
  price: Money.Money,
  accounts: ReadonlyArray<Capped>,
  facts: Facts.Facts
): ReadonlyArray<string> =>
  price === 0
    ? []
    : all.filter((cap) => Money.plus(spent(facts, cap), price) > cap.cap).map((cap) => shown(cap, accounts))

/** Returns the least that is spent when the warning is given: four fifths, rounded up. */
const warnsFrom = ({ cap }: Cap): Money.Money => Money.make(Math.ceil(cap * 4 / 5))

export interface Reservation {
  readonly counts: ReadonlyArray<Commit.Count>
  /** The warnings that this price gives cause for. */
  readonly events: ReadonlyArray<Event>
  /** The counters that the price is to be taken out of again when it is returned. */
  readonly counters: ReadonlyArray<string>
}

const nothing: Reservation = { counts: [], events: [], counters: [] }

/**
 * Counts a price in caps that it does not pass. As long as no warning was given, the sum may not come up to where it is
 * due: whoever comes there at the same time as somebody else is decided again, and one of them gives the warning.
 */
export const reserve = (all: ReadonlyArray<Cap>, price: Money.Money, grounds: Grounds): Reservation => {
  if (all.length === 0 || price === 0) return nothing
  const { facts } = grounds
  const parts = all.map((cap) => {
    const after = Money.plus(spent(facts, cap), price)
    const isWarned = Facts.counter(facts, cap.warned) > 0
    const isDue = !isWarned && after >= warnsFrom(cap)
    const ceiling = isWarned || isDue ? cap.cap : warnsFrom(cap) - 1
    return { cap, isDue, after, count: { counter: cap.counter, by: price, ceiling, once: null } }
  })
  const due = parts.filter(({ isDue }) => isDue)
  return {
    counts: [
      ...parts.map(({ count }) => count),
      ...due.map(({ cap: { warned } }) => ({ counter: warned, by: 1, ceiling: 1, once: null }))
    ],
    events: due.map(({ after, cap }) => SpendWarning.make({ ...cap, spent: after }, grounds)),
    counters: all.map(({ counter }) => counter)
  }
}
