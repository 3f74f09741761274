/**
 * Removes messages that have come to their end, and what is there for their sake alone: the names that carriers know them by,
 * the opening of a conversation that is over, and the verification whose last code a message brought.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as Places from "../privacy/Places.ts"
import * as ReferenceKeys from "../privacy/ReferenceKeys.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { Contacts } from "../row/Contact.ts"
import { ConversationOpenings, openingKey } from "../row/ConversationOpening.ts"
import type { Kind } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import { Verifications } from "../row/Verification.ts"
import * as Instant from "../value/Instant.ts"
import * as Settled from "./Settled.ts"
import type { Pass, Stage } from "./Stage.ts"
import { page } from "./Stage.ts"

const { messages: limit } = Limit.purge

const pageOf = (pass: Pass): ListQuery => page("messages", limit, pass)

const messagesIn = (found: Facts.Page | undefined): ReadonlyArray<Message> =>
  (found?.rows ?? []).flatMap((row) => row.kind === "message" ? [row.value] : [])

/** Retention may have taken the number out of the message; its contact has it. */
const openingOf = ({ account, contact, phone }: Message, facts: Facts.Facts): string =>
  openingKey(account, Facts.peek(facts, Contacts, contact)?.phone ?? phone)

interface Row {
  readonly ref: Commit.ExpectedRow["ref"]
  readonly expected: Commit.Expected
}

const rowOf = <Value>(kind: Kind<string, Value>, key: string, facts: Facts.Facts): Row => ({
  ref: ref(kind, key),
  expected: Facts.expected(facts, kind, key)
})

const references = (message: Message, facts: Facts.Facts): ReadonlyArray<Row> =>
  ReferenceKeys.of(message).flatMap((key) =>
    Facts.get(facts, CarrierReferences, key)?.message === message.id ? [rowOf(CarrierReferences, key, facts)] : []
  )

const opening = (message: Message, facts: Facts.Facts, now: Instant.Instant): ReadonlyArray<Row> => {
  const key = openingOf(message, facts)
  const found = Facts.get(facts, ConversationOpenings, key)
  const isOver = found !== null && Instant.plus(found.at, Limit.freeFormWindow.template) < now
  return isOver ? [rowOf(ConversationOpenings, key, facts)] : []
}

/** Null while the verification of the message runs. */
const verification = ({ id, verification }: Message, facts: Facts.Facts): ReadonlyArray<Row> | null => {
  const found = verification === undefined ? null : Facts.get(facts, Verifications, verification.id)
  if (found?.status === "pending") return null
  return found?.sends.at(-1)?.message === id
    ? [
      rowOf(Verifications, found.id, facts),
      ...(Facts.get(facts, OneTimeCodes, found.id) === null ? [] : [rowOf(OneTimeCodes, found.id, facts)])
    ]
    : []
}

/** Returns the message with what goes with it; nothing as long as it stays. */
const gone = (id: Message["id"], facts: Facts.Facts, now: Instant.Instant): ReadonlyArray<Row> => {
  const message = Facts.get(facts, Messages, id)
  const since = message === null ? null : Settled.since(message)
  if (message === null || since === null || since > now) return []
  const verified = verification(message, facts)
  return verified === null ? [] : [
    rowOf(Messages, id, facts),
    ...references(message, facts),
    ...opening(message, facts, now),
    ...verified
  ]
}

export const PurgedMessages: Stage = {
  needs: (pass, facts) => {
    const found = messagesIn(Facts.peekPage(facts, pageOf(pass)))
    const verified = found.flatMap(({ verification }) => verification === undefined ? [] : [verification.id])
    return Needs.all(
      Needs.list(pageOf(pass)),
      Needs.rows(Messages, found.map(({ id }) => id)),
      Needs.rows(CarrierReferences, found.flatMap(ReferenceKeys.of)),
      Needs.rows(Contacts, found.map(({ contact }) => contact)),
      found.every(({ contact }) => Facts.peek(facts, Contacts, contact) !== undefined)
        ? Needs.rows(ConversationOpenings, found.map((message) => openingOf(message, facts)))
        : Needs.none,
      Needs.rows(Verifications, verified),
      Needs.rows(OneTimeCodes, verified)
    )
  },
  step: (pass, { facts, now }) => {
    const found = messagesIn(Facts.page(facts, pageOf(pass)))
    const place = Places.newest(found.map(({ createdAt: at, id: key }) => ({ at, key })))
    const rows = new Map(
      found.flatMap(({ id }) => gone(id, facts, now)).map((row) => [`${row.ref.kind}/${row.ref.key}`, row])
    )
    return {
      commit: {
        expects: [...rows.values()].map(({ expected }) => expected),
        deletes: [...rows.values()].map((row) => row.ref)
      },
      next: found.length < limit || place === undefined ? null : { ...pass.purge, place }
    }
  }
}
