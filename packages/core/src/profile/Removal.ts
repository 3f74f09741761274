/**
 * The soft deletion of a profile: at once it is gone for everybody, its keys are dead, and its short name, its numbers
 * and its WhatsApp account are free. What it still holds back is cancelled after that, a batch at a time. Its history
 * stays.
 */
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import { workKey } from "../dispatch/Dispatch.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Due, Lease } from "../work/Work.ts"
import { lane } from "../work/Work.ts"

const keysOf = (id: AccountId): Needs.ListQuery => ({
  list: "api_keys",
  scope: id,
  offset: 0,
  limit: Limit.removalBatch
})

export const needs = (id: AccountId, facts: Facts.Facts): Needs.Needs => {
  const profile = Facts.peek(facts, Accounts, id)
  return profile === undefined || profile === null ? Needs.row(Accounts, id) : Needs.list(keysOf(id))
}

const work = (profile: AccountId, seen: number, at: Instant): Due => ({
  work: { kind: "profile_removal", key: `${profile}/${seen}` },
  lane: lane.profile(profile),
  at
})

/** The account that stays behind. Nobody acts as it: that it is deleted stops every key, listed here or not. */
const removed = (profile: Account, now: Instant): Account => ({
  ...profile,
  numbers: [],
  channels: [],
  routes: [],
  profile: profile.profile === null ? null : {
    ...profile.profile,
    whatsapp: null,
    sendingNumber: null,
    whatsappNumber: null
  },
  updatedAt: now,
  deletedAt: now
})

/** What is at once. */
export const remove = (facts: Facts.Facts, profile: Account, now: Instant): Commit.Commit => {
  const { rows } = Facts.page(facts, keysOf(profile.id))
  const keys = rows.flatMap((row) =>
    row.kind === "api_key" && (row.value.revokedAt === null || row.value.revokedAt > now) ? [row.value] : []
  )
  return Commit.make({
    relied: [Facts.relied(facts, Accounts, profile.id)],
    puts: [
      Commit.put(Accounts, removed(profile, now)),
      ...keys.map((key) => Commit.put(ApiKeys, { ...key, revokedAt: now }))
    ],
    due: [work(profile.id, 0, now)]
  })
}

/** The profile, and how many of its messages have been looked at. */
const target = (lease: Lease): { readonly profile: AccountId; readonly seen: number } => {
  const [profile = "", seen = ""] = lease.work.key.split("/")
  return { profile: profile as AccountId, seen: Number(seen) }
}

// New messages come in at the front and push the others on, so none is passed over.
const messagesOf = (lease: Lease): Needs.ListQuery => {
  const { profile, seen } = target(lease)
  return { list: "messages", scope: profile, offset: seen, limit: Limit.removalBatch }
}

const cancelled = (message: Message, facts: Facts.Facts, now: Instant, mint: Mint): Partial<Commit.Commit> => ({
  relied: [Facts.relied(facts, Messages, message.id)],
  withdraws: [{ kind: "dispatch", key: workKey(message) }],
  ...Progress.kept(Cancel.cancel(message, now, mint, "its profile was deleted"))
})

/** What comes after: held messages are cancelled, newest first, until none can be held any more. */
export const Removal: Use<{ readonly lease: Lease }, void> = {
  name: "profile.removal",
  needs: ({ lease }, facts) => {
    const page = facts.pages.get(Needs.listText(messagesOf(lease)))
    return page === undefined
      ? Needs.list(messagesOf(lease))
      : Needs.rows(Messages, page.rows.flatMap((row) => isHeld(row.value as Message) ? [row.key] : []))
  },
  decide: ({ lease }, facts, now, mint) => {
    const { profile, seen } = target(lease)
    const { rows } = Facts.page(facts, messagesOf(lease))
    const messages = rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
    // The list is a moment older than the rows: what counts is the row that the commit relies on.
    const held = messages.filter(isHeld).flatMap(({ id }) => {
      const message = Facts.get(facts, Messages, id)
      return message !== null && isHeld(message) ? [message] : []
    })
    const oldest = messages.at(-1)
    const more = rows.length === Limit.removalBatch && oldest !== undefined &&
      now - oldest.createdAt <= Limit.longestHold
    return Result.succeed<Decision<void>>({
      answer: undefined,
      commit: Commit.all(
        { settles: [{ work: lease.work, token: lease.token }] },
        ...held.map((message) => cancelled(message, facts, now, mint)),
        more ? { due: [work(profile, seen + rows.length, now)] } : {}
      )
    })
  }
}

const isHeld = (message: Message): boolean => message.status === "SCHEDULED"
