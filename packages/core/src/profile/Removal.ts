/**
 * The soft deletion of a profile, or of any account that the operator closes. One commit hides it from everybody, revokes its
 * keys, and frees its short name, its numbers and its WhatsApp account. Its messages that still wait are cancelled after
 * that, a batch at a time, and last the clones on it end, which have told the organization of all of it. Its history stays,
 * and its organization may read it.
 */
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as ChannelEvent from "../channel/ChannelEvent.ts"
import * as DocumentWork from "../channel/DocumentWork.ts"
import * as MarketBody from "../channel/MarketBody.ts"
import * as OwnChannels from "../channel/OwnChannels.ts"
import * as ProvisionWork from "../channel/ProvisionWork.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import { ref } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as CloneRemoval from "../webhook/CloneRemoval.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import { RemovalWork } from "./ProfileWork.ts"
import * as Withdrawal from "./Withdrawal.ts"

const keysOf = (id: AccountId): Needs.ListQuery => ({
  list: "api_keys",
  scope: id,
  offset: 0,
  limit: Limit.removalBatch
})

export const needs = (id: AccountId, facts: Facts.Facts): Needs.Needs => {
  const profile = Facts.peek(facts, Accounts, id)
  return profile === undefined || profile === null ? Needs.row(Accounts, id) : Needs.all(
    Needs.list(keysOf(id)),
    OwnChannels.needs(id)
  )
}

/**
 * Returns the deleted account, which is kept for its history. `deletedAt` alone invalidates every key, even one that
 * was not revoked.
 */
const removed = (profile: Account, now: Instant): Account => ({
  ...profile,
  numbers: [],
  senders: [],
  channelSenders: {},
  channels: [],
  rules: [],
  profile: profile.profile === null ? null : {
    ...profile.profile,
    whatsapp: null,
    sendingNumber: null,
    whatsappNumber: null
  },
  updatedAt: now,
  deletedAt: now
})

const gone = { status: "INACTIVE", reasonCode: "CHANNEL_009", reason: "The profile was deleted." } as const

/**
 * Returns the part of the commit that gives the channels up, and tells of those that were active: nobody is asked about
 * them, and no document is kept.
 */
const channelsGone = (profile: Account, grounds: Grounds): Partial<Commit.Commit> => {
  const { facts, now } = grounds
  const set = OwnChannels.of(facts, profile.id)
  const markets = set.markets.map((market) => ({ channel: "sms", ...MarketBody.placeOf(market) }) as const)
  const subjects = [...markets, { channel: "whatsapp" } as const, { channel: "rcs" } as const]
  return {
    events: subjects.flatMap((subject) => {
      const standing = ChannelSet.standing(set, subject)
      if (standing?.status !== "ACTIVE") return []
      const ended = ChannelSet.place(set, subject, { ...standing, ...gone }, now)
      return ChannelEvent.make("channel.deactivated", { account: profile, set: ended }, subject, grounds)
    }),
    expects: [Facts.expected(facts, ChannelSet.ChannelSets, profile.id)],
    deletes: [ref(ChannelSet.ChannelSets, profile.id)],
    cancels: subjects
      .filter((subject) => ChannelSet.standing(set, subject) !== null)
      .map((subject) => ProvisionWork.ref(set, subject)),
    due: DocumentWork.due(set.markets.flatMap(({ documents }) => documents), "remove", profile.id, now)
  }
}

/** Returns the commit that deletes the profile, revokes its keys and schedules the end of its messages that wait. */
export const remove = (profile: Account, grounds: Grounds): Commit.Commit => {
  const { facts, now } = grounds
  const { rows } = Facts.page(facts, keysOf(profile.id))
  const keys = rows.flatMap((row) =>
    row.kind === "api_key" && (row.value.revokedAt === null || row.value.revokedAt > now) ? [row.value] : []
  )
  return Commit.all(channelsGone(profile, grounds), {
    expects: [Facts.expected(facts, Accounts, profile.id)],
    puts: [
      Commit.put(Accounts, removed(profile, now)),
      ...keys.map((key) => Commit.put(ApiKeys, { ...key, revokedAt: now }))
    ],
    due: [RemovalWork.due({ profile: profile.id, last: null }, profile.id, now)]
  })
}

const messagesOf = (lease: Lease): Needs.ListQuery => {
  const { last, profile } = RemovalWork.target(lease)
  const page = { list: "messages", scope: profile, offset: 0, limit: Limit.removalBatch } as const
  return last === null ? page : { ...page, behind: last }
}

/** Cancels the messages that wait, newest first, until none of the rest can still wait. */
export const Removal = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.ofService({
  name: "profile.removal",
  needs: ({ lease }, facts) => {
    const page = facts.pages.get(Needs.listText(messagesOf(lease)))
    return page === undefined
      ? Needs.list(messagesOf(lease))
      : Needs.all(
        Needs.row(Accounts, RemovalWork.target(lease).profile),
        Needs.rows(Messages, page.rows.flatMap((row) => Withdrawal.isDue(row.value as Message) ? [row.key] : []))
      )
  },
  decide: ({ lease }, grounds) => {
    const { facts, now } = grounds
    const { profile } = RemovalWork.target(lease)
    const { rows } = Facts.page(facts, messagesOf(lease))
    const messages = rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
    // The list may be older than the rows, so the row that the commit expects decides.
    const due = messages.filter(Withdrawal.isDue).flatMap(({ id }) => {
      const message = Facts.get(facts, Messages, id)
      return message !== null && Withdrawal.isDue(message) ? [message] : []
    })
    const oldest = messages.at(-1)
    const last = rows.length === Limit.removalBatch && oldest !== undefined &&
        now - oldest.createdAt <= Withdrawal.longest(Facts.get(facts, Accounts, profile))
      ? { at: oldest.createdAt, key: oldest.id }
      : null
    return done(undefined, ...due.map((message) => Withdrawal.ended(message, grounds)), {
      due: [
        last === null
          ? CloneRemoval.due(profile as AccountId, now)
          : { ...again(lease, now), work: RemovalWork.ref({ profile, last }) }
      ]
    })
  }
}))

export const RemovalJob = Job.make({
  work: RemovalWork,
  decides: Removal,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
