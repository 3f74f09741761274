/**
 * Histories of an account, and what retention leaves of them: an oracle by the words of decisions 19.2.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import { CarrierReferences, key as referenceKey } from "@signalbox/core/internal/row/CarrierReference"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Retention } from "@signalbox/core/Retention"
import type { Row } from "@signalbox/core/Row"
import * as Usage from "@signalbox/core/Usage"
import { Verifications } from "@signalbox/core/Verification"
import { Webhooks } from "@signalbox/core/Webhook"
import * as fc from "fast-check"
import * as Given from "../core/Given.ts"

export interface History {
  readonly retention: Retention
  readonly messages: ReadonlyArray<{
    readonly age: number
    /** How many days after its acceptance its last step was. */
    readonly took: number
    readonly status: Message["status"]
    readonly isTemplate: boolean
    readonly isInbound: boolean
    /** An attempt that nobody has heard of, or whose carrier is being asked. */
    readonly attempt: "SENT" | "OPEN" | "DELIVERED"
    readonly contact: number
    readonly verification: "none" | "pending" | "approved"
    /** Whether its code was sent again by a message that is not among these. */
    readonly isSentAgain: boolean
  }>
  readonly contacts: ReadonlyArray<{
    readonly age: number
    readonly opened: number | null
    readonly has: "nothing" | "optOut" | "purpose" | "suppressed" | "record" | "inherited" | "change" | "count"
  }>
  readonly events: ReadonlyArray<{
    readonly age: number
    /** The status of its delivery to each webhook; null: it has none. */
    readonly to: ReadonlyArray<Delivery["status"] | null>
    readonly isLeading: boolean
  }>
  /** Whether the last webhook is deleted, and for how many days. */
  readonly deletedFor: number | null
}

const webhooks = 3

const days = (...some: ReadonlyArray<number>) => fc.option(fc.constantFrom(...some), { nil: undefined })

const retention: fc.Arbitrary<Retention> = fc.record({
  messages: days(1, 5, 20),
  webhookEvents: days(1, 10),
  contacts: days(3, 30),
  usage: days(20, 30)
}).map(({ contacts, messages, usage, webhookEvents }) => ({
  ...(messages === undefined ? {} : { messages, ...(usage === undefined ? {} : { usage }) }),
  ...(webhookEvents === undefined ? {} : { webhookEvents }),
  ...(contacts === undefined ? {} : { contacts })
}))

/** Days that are no borders, so that the time which a test takes does not matter. */
const age = fc.nat({ max: 44 }).map((each) => each + 0.5)

export const history: fc.Arbitrary<History> = fc.record({
  retention,
  messages: fc.array(
    fc.record({
      age,
      took: fc.constantFrom(0, 0, 0.25, 6, 15),
      status: fc.constantFrom<Array<Message["status"]>>(
        "DELIVERED",
        "DELIVERED",
        "FAILED",
        "SCHEDULED",
        "SENT",
        "QUEUED"
      ),
      isTemplate: fc.boolean(),
      isInbound: fc.boolean(),
      attempt: fc.constantFrom("DELIVERED" as const, "DELIVERED" as const, "SENT" as const, "OPEN" as const),
      contact: fc.nat({ max: 3 }),
      verification: fc.constantFrom("none" as const, "none" as const, "pending" as const, "approved" as const),
      isSentAgain: fc.boolean()
    }),
    { maxLength: 12 }
  ),
  contacts: fc.array(
    fc.record({
      age,
      opened: fc.option(age),
      has: fc.constantFrom<Array<History["contacts"][number]["has"]>>(
        "nothing",
        "nothing",
        "nothing",
        "optOut",
        "purpose",
        "suppressed",
        "record",
        "inherited",
        "change",
        "count"
      )
    }),
    { minLength: 4, maxLength: 4 }
  ),
  events: fc.array(
    fc.record({
      age,
      to: fc.array(fc.constantFrom("DELIVERED" as const, "FAILED" as const, "RETRYING" as const, null), {
        minLength: webhooks,
        maxLength: webhooks
      }),
      isLeading: fc.boolean()
    }),
    { maxLength: 8 }
  ),
  deletedFor: fc.option(fc.constantFrom(0.5, 3))
})

export interface World {
  readonly account: Account
  readonly commit: Partial<Commit>
  readonly rows: ReadonlyArray<Row>
  /** The refs of the rows that stay. */
  readonly stays: ReadonlyArray<string>
  /** The days whose sums of usage stay. */
  readonly usageDays: ReadonlyArray<string>
}

const isFinal = (status: Message["status"]) => status === "DELIVERED" || status === "FAILED" || status === "RECEIVED"

const textOf = ({ key, kind }: Pick<Row, "key" | "kind">) => `${kind}/${key}`

/** @param seed tells the worlds of one database apart */
export const world = (given: History, seed: number, now: Instant.Instant): World => {
  const ids = Given.ids(seed)
  const ago = (days: number) => Instant.plus(now, -days * Instant.day)
  const account = Given.account({
    id: ids.id(ago(60)) as Id.AccountId,
    retention: given.retention,
    numbers: [],
    createdAt: ago(60)
  })
  const rows: Array<Row> = [Commits.put(Accounts, account)]
  const stays = new Set<string>([textOf(rows[0]!)])
  /** Adds a row, and says whether it stays. */
  const add = (row: Row, isKept: boolean): void => {
    rows.push(row)
    if (isKept) stays.add(textOf(row))
  }
  const { contacts: contactDays, messages: messageDays, usage: usageDays, webhookEvents: eventDays } = given.retention

  const contacts = given.contacts.map(({ age, has }, index): Contact =>
    Given.contact({
      id: ids.id(ago(age)) as Id.ContactId,
      account: account.id,
      phone: Given.phone((seed * 10 + index) % 10_000),
      createdAt: ago(age),
      ...(has === "optOut" ? { optOut: true } : {}),
      ...(has === "purpose" ? { purposes: { news: "opt_in" } } : {}),
      ...(has === "suppressed" ? { suppressedAt: ago(age) } : {}),
      ...(has === "inherited" ? { isInherited: true } : {}),
      ...(has === "change" ? { updatedAt: ago(1) } : {}),
      ...(has === "count"
        ? { frequency: [{ per: "week", period: new Date(ago(2)).toISOString().slice(0, 10), count: 1 }] }
        : {})
    })
  )

  const messages = given.messages.map((each): readonly [typeof each, Message, boolean] => {
    const at = ago(each.age)
    const last = Instant.make(Math.min(now, at + each.took * Instant.day))
    const contact = contacts[each.contact]!
    const status = each.isInbound ? "RECEIVED" : each.status
    const isVerifying = !each.isInbound && each.verification !== "none"
    const name = ids.id(at)
    const id = ids.id(at) as Id.MessageId
    const message = Given.message({
      id,
      account: account.id,
      contact: contact.id,
      phone: contact.phone,
      direction: each.isInbound ? "INBOUND" : "OUTBOUND",
      status,
      channel: "sms",
      createdAt: at,
      ...(each.isTemplate && !each.isInbound ? {} : { template: null }),
      ...(isVerifying ? { verification: { id: ids.id(at) as Id.VerificationId } } : {}),
      attempts: each.isInbound ? [] : [Given.attempt({
        id: ids.id(at) as Id.AttemptId,
        reference: name,
        report: each.attempt === "OPEN" ? null : each.attempt,
        charge: "taken"
      })],
      history: [{
        status,
        reached: true,
        at: last,
        description: "",
        from: null,
        price: null,
        activeContactPrice: null,
        code: null,
        scheduledAt: null
      }]
    })
    const rests = each.isInbound || !each.isTemplate && each.attempt === "DELIVERED" ? 1 : 7
    const isOld = messageDays !== undefined && each.age > messageDays
    const isOver = isFinal(status) && (each.isInbound || each.attempt !== "OPEN") &&
      now - last > rests * Instant.day && !(isVerifying && each.verification === "pending")
    const goes = isOld && isOver
    add(Commits.put(Messages, message), !goes)
    if (!each.isInbound) {
      const reference = { carrier: Given.carrierId("sms-a"), reference: name }
      add(
        Commits.put(CarrierReferences, { ...reference, message: id, attempt: message.attempts[0]!.id }),
        !goes || referenceKey(reference) === ""
      )
    }
    if (isVerifying) {
      const again = ids.id(at) as Id.MessageId
      const sent = (message: Id.MessageId) => ({
        message,
        channel: "sms" as const,
        template: { id: Given.templateId(1), name: "code" },
        at
      })
      add(
        Commits.put(Verifications, {
          id: message.verification!.id,
          account: account.id,
          phone: contact.phone,
          purpose: id,
          status: each.verification === "pending" ? "pending" : "approved",
          codeLength: 6,
          code: null,
          tries: 0,
          sends: each.isSentAgain ? [sent(id), sent(again)] : [sent(id)],
          createdAt: at,
          expiresAt: Instant.plus(at, Instant.hour),
          endedAt: at
        }),
        !goes || each.isSentAgain
      )
    }
    return [each, message, goes]
  })

  contacts.forEach((contact, index) => {
    const { age, has, opened } = given.contacts[index]!
    const left = messages.filter(([each, , goes]) => each.contact === index && !goes).length
    const isOpened = opened !== null && opened > 7
    const goes = contactDays !== undefined && has === "nothing" && age > contactDays && left === 0 &&
      (opened === null || isOpened)
    add(Commits.put(Contacts, contact), !goes)
    if (opened !== null) {
      const isLast = messages.some(([each, , gone]) => each.contact === index && gone)
      add(
        Commits.put(ConversationOpenings, { account: account.id, phone: contact.phone, at: ago(opened) }),
        !(goes || isLast && isOpened)
      )
    }
    if (has === "record") {
      add(
        Commits.put(ConsentRecords, {
          id: ids.id(ago(age)) as Id.ConsentRecordId,
          account: account.id,
          contact: contact.id,
          phone: contact.phone,
          consent: "opt_in",
          source: "API",
          channel: null,
          message: null,
          text: null,
          at: ago(age)
        }),
        true
      )
    }
  })

  const hooks = Array.from(
    { length: webhooks },
    (_, index) =>
      Given.webhook({ id: ids.id(ago(50 - index)) as Id.WebhookId, account: account.id, createdAt: ago(50 - index) })
  )
  const deleted = given.deletedFor === null ? null : hooks[webhooks - 1]!
  const live = hooks.filter((each) => each !== deleted)
  for (const hook of live) add(Commits.put(Webhooks, hook), true)
  let isForgotten = deleted !== null && given.deletedFor! > 1 && eventDays !== undefined
  for (const { age, isLeading, to } of given.events) {
    const at = ago(age)
    const event: Event = {
      id: ids.id(at) as Id.EventId,
      account: account.id,
      name: "message.sent",
      at,
      body: EventEnvelope.envelope("message.sent", at, { message_id: Given.messageId(1) }),
      ...(isLeading ? { subscribers: [hooks[0]!.id] } : {})
    }
    const known = (index: number) => to[index] !== null
    const isOver = (index: number) => to[index] === "DELIVERED" || to[index] === "FAILED"
    const isOld = eventDays !== undefined && age > eventDays
    // The event goes when the log of a webhook leads to it, and no webhook that is known by then waits for it.
    const liveIndexes = live.map((each) => hooks.indexOf(each))
    const areLiveOver = liveIndexes.every((index) => !known(index) || isOver(index))
    const isMet = liveIndexes.some(known)
    const last = webhooks - 1
    const goesByLive = isOld && !isLeading && areLiveOver && isMet
    const goesByDeleted = deleted !== null && isOld && known(last) && isOver(last) && (!isLeading || goesByLive) &&
      areLiveOver
    const goes = goesByLive || goesByDeleted
    if (isMet || known(last)) add(Commits.put(Events, event), !goes)
    hooks.forEach((hook, index) => {
      const status = to[index]
      if (status === null || status === undefined) return
      const isGone = hook === deleted ? goesByDeleted : goes
      if (hook === deleted && !isGone) isForgotten = false
      add(Commits.put(Deliveries, { ...Fanout.delivery(event, hook.id), status }), !isGone)
    })
  }
  if (deleted !== null) {
    add(
      Commits.put(DeletedWebhooks, { id: deleted.id, account: account.id, at: ago(given.deletedFor!) }),
      !isForgotten
    )
  }

  const tallies = Usage.sum(messages.map(([, message]) => Usage.of(message)))
  const oldest = messages.flatMap(([, { createdAt }, goes]) => goes ? [] : [createdAt])
    .reduce((one, other) => one < other ? one : other, now)
  const until = usageDays === undefined ? null : Usage.dayOf(Instant.make(Math.min(oldest, ago(usageDays))))
  return {
    account,
    rows,
    commit: { puts: rows, tallies },
    stays: [...stays],
    usageDays: [...new Set(tallies.map(({ day }) => day))].filter((day) => until === null || day >= until)
  }
}
