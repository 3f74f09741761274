/**
 * How much an account has sent and received: what its messages add up to, by day, channel, outcome and country. Whoever
 * changes a message changes the sums in the same commit, so they are at every moment what counting the messages would
 * give (decisions 14.7).
 */
import * as Schema from "effect/Schema"
import type { Shown } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { day as dayLength, toMillis } from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { regionOf } from "../value/PhoneNumber.ts"
import type { Message } from "./Message.ts"

/** The outcomes that are told apart. A message that was handed to no carrier yet is ACCEPTED, whatever it waits for. */
export const UsageStatus = Schema.Literals([
  "ACCEPTED",
  "SENT",
  "DELIVERED",
  "READ",
  "FAILED",
  "FILTERED",
  "BLOCKED",
  "CANCELLED",
  "RECEIVED"
])
export type UsageStatus = typeof UsageStatus.Type

let written: { readonly day: number; readonly text: string } = { day: Number.NaN, text: "" }

/** A day of UTC, such as 2030-01-15. The last text is kept, since most messages are those of one day. */
export const dayOf = (at: Instant): string => {
  const day = Math.floor(at / dayLength)
  if (written.day !== day) written = { day, text: toMillis(at).slice(0, 10) }
  return written.text
}

/** Sums of the messages that have all of this in common. In a commit they are what is added, so they may be below zero. */
export interface Usage {
  readonly account: AccountId
  /** The day on which the messages were accepted or came in. */
  readonly day: string
  readonly channel: Shown
  readonly status: UsageStatus
  /** The country of the recipient's number, ZZ when there is none. */
  readonly country: string
  readonly messages: number
  readonly segments: number
  readonly price: Money.Money
  readonly activeContactPrice: Money.Money
}

const outcomes: Readonly<Record<Message["status"], UsageStatus>> = {
  SCHEDULED: "ACCEPTED",
  QUEUED: "ACCEPTED",
  PROCESSED: "ACCEPTED",
  ROUTED: "ACCEPTED",
  SENT: "SENT",
  DELIVERED: "DELIVERED",
  READ: "READ",
  FAILED: "FAILED",
  FILTERED: "FILTERED",
  BLOCKED: "BLOCKED",
  CANCELLED: "CANCELLED",
  RECEIVED: "RECEIVED"
}

/** The parts in which it came, or those of its last attempt. */
const segmentsOf = ({ attempts, direction, reference }: Message): number =>
  direction === "INBOUND" ? 1 + (reference?.parts?.length ?? 0) : attempts.at(-1)?.segments ?? 0

/** Returns what a message adds to the sums. */
export const of = (message: Message): Usage => ({
  account: message.account,
  day: dayOf(message.createdAt),
  channel: message.channel,
  status: outcomes[message.status],
  country: message.redacted?.country ?? regionOf(message.phone),
  messages: 1,
  segments: segmentsOf(message),
  price: message.price ?? Money.zero,
  activeContactPrice: message.activeContactPrice ?? Money.zero
})

/** Returns what a message does not add any more, in the place of which it adds `now`: who has it and when stays. */
const retracted = (message: Message, now: Usage): Usage => ({
  account: now.account,
  day: now.day,
  channel: message.channel,
  status: outcomes[message.status],
  country: now.country,
  messages: -1,
  segments: -segmentsOf(message),
  price: Money.negate(message.price ?? Money.zero),
  activeContactPrice: Money.negate(message.activeContactPrice ?? Money.zero)
})

/** Returns one text for what the messages of the sums have in common. Sums are written in the order of these texts. */
export const keyText = ({ account, channel, country, day, status }: Usage): string =>
  `${account}/${day}/${channel}/${status}/${country}`

/** Returns whether sums come to nothing. */
export const isNothing = ({ activeContactPrice, messages, price, segments }: Usage): boolean =>
  messages === 0 && segments === 0 && price === 0 && activeContactPrice === 0

/** Returns what these add up to, one for each that they are about, without those that come to nothing. */
export const sum = (all: Iterable<Usage>): ReadonlyArray<Usage> => {
  const sums: Array<Usage> = []
  let places: Map<string, number> | null = null
  for (const more of all) {
    // A batch is about few of them, which are told apart sooner than a text is made of each.
    if (sums.length > few) places ??= new Map(sums.map((each, place) => [keyText(each), place]))
    const place = places === null ? placeOf(sums, more) : places.get(keyText(more)) ?? -1
    if (place >= 0) sums[place] = added(sums[place]!, more)
    else {
      places?.set(keyText(more), sums.length)
      sums.push(more)
    }
  }
  return sums.filter((usage) => !isNothing(usage))
}

const few = 12

/** Returns the place of the sum that is about the same, -1 when there is none. */
const placeOf = (sums: ReadonlyArray<Usage>, more: Usage): number => {
  for (let place = 0; place < sums.length; place++) if (isAlike(sums[place]!, more)) return place
  return -1
}

/** Adds to sums what is about the same. */
export const added = (one: Usage, other: Usage): Usage => ({
  account: one.account,
  day: one.day,
  channel: one.channel,
  status: one.status,
  country: one.country,
  messages: one.messages + other.messages,
  segments: one.segments + other.segments,
  price: Money.plus(one.price, other.price),
  activeContactPrice: Money.plus(one.activeContactPrice, other.activeContactPrice)
})

/** Returns whether both are about the same. */
const isAlike = (one: Usage, other: Usage): boolean =>
  one.status === other.status && one.channel === other.channel && one.country === other.country &&
  one.account === other.account && one.day === other.day

const isSame = (one: Message, other: Message): boolean =>
  outcomes[one.status] === outcomes[other.status] && one.channel === other.channel && one.price === other.price &&
  one.activeContactPrice === other.activeContactPrice && segmentsOf(one) === segmentsOf(other)

/**
 * Returns what a change of messages adds to the sums.
 *
 * @param changes each message before, null for one that is new, and after
 */
export const ofChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<Usage> =>
  changes.length === 1 ? ofChange(changes[0]!) : sum(changes.flatMap(ofChange))

type Change = readonly [before: Message | null, after: Message]

const unchanged: ReadonlyArray<Usage> = []

/** A step of one message is the most frequent change: it takes from one sum and gives to another. */
const ofChange = ([before, after]: Change): ReadonlyArray<Usage> => {
  if (before === null) return [of(after)]
  // Many steps change nothing that is counted.
  if (isSame(before, after)) return unchanged
  const now = of(after)
  const gone = retracted(before, now)
  return isAlike(gone, now) ? sum([gone, now]) : [gone, now]
}

/** The sums of an account that are asked for: those of its days from the first to the last one. */
export interface UsageQuery {
  readonly account: AccountId
  readonly first: string
  readonly last: string
}

export const queryText = ({ account, first, last }: UsageQuery): string => `${account}/${first}/${last}`
