/**
 * Redacts the messages that an account has kept for long enough, the oldest first, a few in each step. An account that has
 * caught up is looked at again in an hour. Its item makes those of its profiles and webhooks, too.
 */
import { RedactionWork } from "../account/RedactionWork.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { ListPosition, ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import * as CarrierReference from "../row/CarrierReference.ts"
import { ref } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Redaction } from "../row/Redaction.ts"
import { Redactions } from "../row/Redaction.ts"
import type { Aspect as AspectName, Retention } from "../row/Retention.ts"
import { Aspect } from "../row/Retention.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as Followers from "./Followers.ts"
import * as Places from "./Places.ts"
import * as Redacted from "./Redacted.ts"
import * as RetentionOf from "./RetentionOf.ts"

const aspects = Aspect.literals

/** Returns what the message has been kept for long enough. */
const dueOf = ({ createdAt }: Message, retention: Retention, now: Instant.Instant): ReadonlyArray<AspectName> =>
  aspects.filter((aspect) => {
    const days = retention[aspect]
    return days !== undefined && createdAt < RetentionOf.cutoff(days, now)
  })

/** A step knows when its work was due before it knows the time, so it looks as far as that; a late one is followed by another. */
const messagesOf = (
  account: AccountId,
  aspect: AspectName,
  days: number,
  redaction: Redaction | null,
  { at }: Lease
): ListQuery => ({
  list: "messages",
  scope: account,
  ahead: redaction?.[aspect] ?? Places.beginning,
  before: RetentionOf.cutoff(days, at),
  isCounted: false,
  offset: 0,
  limit: Limit.redaction.messages
})

const queries = (account: AccountId, retention: Retention, redaction: Redaction | null, lease: Lease) =>
  aspects.flatMap((aspect) => {
    const days = retention[aspect]
    return days === undefined ? [] : [{ aspect, query: messagesOf(account, aspect, days, redaction, lease) }]
  })

/** The names of its attempts that tell its recipient. */
const references = ({ attempts, phone: to }: Message): ReadonlyArray<string> =>
  attempts.flatMap(({ carrier, parts = [], reference }) =>
    [reference, ...parts.map((part) => part.reference)].flatMap((name) =>
      name === null || name === "" ? [] : [CarrierReference.key({ carrier, reference: name, to })]
    )
  )

const needsOf = (ids: ReadonlyArray<string>, facts: Facts.Facts): Needs.Needs => {
  const messages = ids.flatMap((id) => Facts.peek(facts, Messages, id) ?? [])
  return Needs.all(
    Needs.rows(Messages, ids),
    Needs.rows(CarrierReference.CarrierReferences, messages.flatMap(references))
  )
}

/** Redacts a message. One that is under way gets an item of its own, so that nothing waits for it. */
const redact = (message: Message, retention: Retention, { facts, now }: Grounds): Partial<Commit.Commit> => {
  const left = Redacted.without(message, dueOf(message, retention, now))
  if (left === message) return {}
  const since = Redacted.since(message)
  if (since === null || since > now) {
    const target = { account: message.account, message: message.id }
    return { due: [RedactionWork.due(target, message.account, since ?? Instant.plus(now, Instant.day))] }
  }
  return {
    expects: [Facts.expected(facts, Messages, message.id)],
    puts: [Commit.put(Messages, left)],
    deletes: left.phone === message.phone ?
      [] :
      references(message).flatMap((key) =>
        Facts.get(facts, CarrierReference.CarrierReferences, key)?.message === message.id
          ? [ref(CarrierReference.CarrierReferences, key)]
          : []
      )
  }
}

const positionOf = ({ createdAt: at, id: key }: Message): ListPosition => ({ at, key })

export const Redact = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "privacy.redact",
  needs: ({ lease }, facts) => {
    const { account, message } = RedactionWork.target(lease)
    const known = Needs.all(RetentionOf.needs(account, facts), Needs.row(Redactions, account))
    const retention = RetentionOf.of(account, facts)
    if (retention === undefined) return known
    if (message !== null) return Needs.all(known, needsOf([message], facts))
    const redaction = Facts.peek(facts, Redactions, account)
    if (redaction === undefined) return known
    const asked = queries(account, retention, redaction, lease)
    const ids = asked.flatMap(({ query }) => (Facts.peekPage(facts, query)?.rows ?? []).map(({ key }) => key))
    return Needs.all(
      known,
      ...asked.map(({ query }) => Needs.list(query)),
      needsOf([...new Set(ids)], facts),
      Followers.needs(account, retention, redaction, facts)
    )
  },
  decide: ({ lease }, grounds) => {
    const { facts, now } = grounds
    const { account, message: only } = RedactionWork.target(lease)
    const retention = RetentionOf.of(account, facts)
    const before = Facts.get(facts, Redactions, account)
    const own = [Facts.expected(facts, Redactions, account)]
    if (retention === undefined) {
      // Whoever sets it again begins anew.
      return done(undefined, before === null ? {} : { expects: own, deletes: [ref(Redactions, account)] })
    }
    if (only !== null) {
      const message = Facts.get(facts, Messages, only)
      return done(undefined, message === null ? {} : redact(message, retention, grounds))
    }
    const pages = queries(account, retention, before, lease).map(({ aspect, query }) => ({
      aspect,
      messages: Facts.page(facts, query).rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
    }))
    const found = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.id, message] as const)))
    const followers = Followers.step(account, retention, before, grounds)
    const { deletedWebhooks: _, profiles: __, webhooks: ___, ...places } = before ?? { account }
    const next: Redaction = {
      ...places,
      ...Object.fromEntries(pages.flatMap(({ aspect, messages }) => {
        const place = Places.newest(messages.map(positionOf))
        return place === undefined ? [] : [[aspect, place]]
      })),
      ...followers.places
    }
    const isLate = now > Instant.plus(lease.at, Limit.redaction.pause)
    const hasMore = isLate || Object.keys(followers.places).length > 0 ||
      pages.some(({ messages }) => messages.length === Limit.redaction.messages)
    return done(
      undefined,
      ...[...found.values()].map((message) => redact(message, retention, grounds)),
      followers.commit,
      {
        expects: own,
        puts: [Commit.put(Redactions, next)],
        due: [again(lease, hasMore ? now : Instant.plus(now, Limit.redaction.pause))]
      }
    )
  }
})

export const RedactionJob = Job.make({
  work: RedactionWork,
  decides: Redact,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
