/**
 * How often an account may write to one recipient (decisions 17.4). The contact itself counts, which every commit that
 * sends expects as it was read: so the counts are exact on all nodes together, need nothing more to be loaded, and go with
 * the contact.
 */
import * as Commit from "../commit/Commit.ts"
import * as LocalTime from "../hours/LocalTime.ts"
import * as NumberZones from "../hours/NumberZones.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts } from "../row/Contact.ts"
import type { FrequencyCount, FrequencyRule, Period } from "../row/Frequency.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instants from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import type { Recipient } from "./Recipient.ts"

/** A rule that is about a message, with the count that it finds. */
interface Counted {
  readonly rule: FrequencyRule
  readonly before: FrequencyCount
}

/** The rules that are about a message to a contact. */
export interface Frequency {
  readonly contact: Contact
  readonly counted: ReadonlyArray<Counted>
  readonly at: Instant
}

/** A number that may be in several zones always lives in the first of them by name, so that no hour belongs to two days. */
const zoneOf = (phone: PhoneNumber): string => NumberZones.of(phone)[0] ?? "UTC"

const weekday = (local: number): number => (Math.floor(local / Instants.day) + 3) % 7

/** Returns the beginning of the period of an instant, as a text. */
export const periodOf = (per: Period, phone: PhoneNumber, at: Instant): string => {
  if (per === "hour") return Instants.toSeconds(at).slice(0, 13)
  const local = Instants.plus(at, LocalTime.offset(zoneOf(phone), at))
  const first = per === "day" ? local : Instants.plus(local, -weekday(local) * Instants.day)
  return Instants.toSeconds(first).slice(0, 10)
}

const isAbout = ({ category }: FrequencyRule, { template }: Pick<Message, "template">): boolean =>
  category === undefined ? template?.category !== "AUTHENTICATION" : template?.category === category

type Named = Pick<FrequencyRule, "category" | "per">

const isSame = (one: Named, other: Named): boolean => one.category === other.category && one.per === other.per

/** Nodes whose clocks differ never go back to a period that another one has left. */
const standing = ({ category, per }: Named, contact: Contact, at: Instant): FrequencyCount => {
  const period = periodOf(per, contact.phone, at)
  const found = contact.frequency?.find((each) =>
    isSame(each, { per, ...(category === undefined ? {} : { category }) })
  )
  return found === undefined || found.period < period
    ? { ...(category === undefined ? {} : { category }), per, period, count: 0 }
    : found
}

/**
 * Returns the rules that are about a message, or null when there are none: its account has none, the message answers a
 * keyword by itself, or its contact was deleted.
 *
 * @param at the instant of its dispatch
 */
export const of = (
  message: Message,
  { accounts, contact, isAutoReply }: Recipient & { readonly accounts: ReadonlyArray<Account> },
  at: Instant
): Frequency | null => {
  const rules = accounts.find(({ frequency }) => frequency !== undefined)?.frequency ?? []
  if (rules.length === 0 || contact === null || isAutoReply) return null
  const counted = rules
    .filter((rule) => isAbout(rule, message))
    .map((rule) => ({ rule, before: standing(rule, contact, at) }))
  return counted.length === 0 ? null : { contact, counted, at }
}

/** Returns the rules by which the recipient has been written to as often as may be, in words. */
export const reached = ({ counted }: Frequency): ReadonlyArray<string> =>
  counted
    .filter(({ before, rule }) => before.count >= rule.most)
    .map(({ rule: { category, most, per } }) => `${most} ${category === undefined ? "" : `${category} `}per ${per}`)

/** Returns the contact with one message more. What it remembers of periods that are over is forgotten. */
export const count = ({ at, contact, counted }: Frequency): Commit.Commit["puts"] => {
  const others = (contact.frequency ?? []).filter((each) =>
    !counted.some(({ rule }) => isSame(rule, each)) && each.period >= periodOf(each.per, contact.phone, at)
  )
  const more = counted.map(({ before }) => ({ ...before, count: before.count + 1 }))
  return [Commit.put(Contacts, { ...contact, frequency: [...others, ...more] })]
}
