/**
 * Takes a channel one step further: its status by the table, its events, and what its account gains or loses by it.
 */
import * as Withholding from "../account/Withholding.ts"
import type { ChannelCode } from "../catalogue/ChannelCode.ts"
import * as ChannelCode_ from "../catalogue/ChannelCode.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet, Standing, Subject } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { Event } from "../row/Delivery.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelEvent from "./ChannelEvent.ts"
import * as ChannelState from "./ChannelState.ts"
import * as SenderGrant from "./SenderGrant.ts"

/** A channel, its account, and the events so far. */
export interface Progress {
  readonly account: Account
  readonly set: ChannelSet
  readonly events: ReadonlyArray<Event>
}

/** A trigger that moves a channel, and its reason. */
export interface Happening {
  readonly trigger: ChannelState.Trigger
  /** The reason, in words for the customer; the meaning of the code unless given. */
  readonly reason?: string | null
  /** A code that says it more exactly than the one of the table. It is ignored when it belongs to another status. */
  readonly code?: ChannelCode | null
  /** The sender that a market has from now on. */
  readonly sender?: string | null
}

export const begin = (account: Account, set: ChannelSet): Progress => ({ account, set, events: [] })

/** The standing of a channel before its first step. */
export const unborn = (now: Instant): Standing => ({
  status: "PROVISIONING",
  reasonCode: "CHANNEL_011",
  reason: null,
  revision: 0,
  createdAt: now,
  updatedAt: null
})

const codeOf = (
  { code, to }: ChannelState.Transition,
  { code: given = null }: Happening
): ChannelCode | null => given !== null && code !== null && ChannelCode_.status(given) === to ? given : code

/** Gives the account what an ACTIVE channel gives, or takes it away. */
const follow = (
  { account, events, set }: Progress,
  subject: Subject,
  before: Standing["status"] | null,
  { facts, now }: Pick<Grounds, "facts" | "now">
): Progress => {
  const after = ChannelSet_.standing(set, subject)?.status ?? null
  if (subject.channel !== "sms" || (before === "ACTIVE") === (after === "ACTIVE")) {
    return { account: Withholding.settled(account, set), set, events }
  }
  const market = ChannelSet_.market(set, subject)
  if (market === null) return { account, set, events }
  const granted = after === "ACTIVE"
    ? SenderGrant.grant(facts, account, market, now)
    : SenderGrant.revoke(account, market)
  const next = ChannelSet_.withMarket(set, granted.market)
  return { account: Withholding.settled(granted.account, next), set: next, events }
}

/** Clients see an agent from its first approval on. */
const approved = (set: ChannelSet, subject: Subject, now: Instant): ChannelSet =>
  subject.channel === "rcs" && set.rcs !== null && set.rcs.status === "ACTIVE" && set.rcs.approvedAt === null
    ? { ...set, rcs: { ...set.rcs, approvedAt: now } }
    : set

/**
 * Returns the progress after this happened, or null when the table does not know it in the present status.
 *
 * @param isNew whether the channel is in the set for the first time
 */
export const take = (
  progress: Progress,
  subject: Subject,
  happening: Happening,
  { facts, isNew = false, ids, now }: Grounds & { readonly isNew?: boolean }
): Progress | null => {
  const before = ChannelSet_.standing(progress.set, subject)
  if (before === null) return null
  const row = ChannelState.transition(subject.channel, isNew ? "(new)" : before.status, happening.trigger)
  if (row === null) return null
  const code = codeOf(row, happening)
  const next: Standing = {
    ...before,
    status: row.to,
    reasonCode: code,
    reason: code === null ? null : happening.reason ?? ChannelCode_.meaning(code)
  }
  const known = subject.channel === "sms" ? ChannelSet_.market(progress.set, subject) : null
  const named = known !== null && typeof happening.sender === "string" && known.senderValue === null
    ? ChannelSet_.withMarket(progress.set, { ...known, senderValue: happening.sender })
    : progress.set
  const set = ChannelSet_.place(named, subject, next, isNew ? null : now)
  const followed = follow(
    { ...progress, set: approved(set, subject, now) },
    subject,
    isNew ? null : before.status,
    { facts, now }
  )
  return {
    ...followed,
    events: row.event === null ? followed.events : [
      ...followed.events,
      ...ChannelEvent.make(row.event, followed, subject, { now, ids })
    ]
  }
}
