/**
 * Both sides of a history must be in the same state: messages, money, conversations, what is due and what webhooks were
 * told.
 */
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { SubmissionDeadlineWork, SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { ConversationOpenings, openingKey } from "@signalbox/core/internal/row/ConversationOpening"
import { expect } from "vitest"
import * as Given from "../Given.ts"
import type { HistoryMessage } from "./Message.ts"
import type { HistoryModel } from "./Model.ts"
import type { ExpectedEvent } from "./Recipient.ts"
import type { HistoryService, HistorySubject } from "./Subject.ts"
import { payerIds, reference } from "./Subject.ts"
import { second } from "./World.ts"

const hour = 3_600_000

/** Counts of what was seen, over many histories: a generator that gets dull is noticed. */
export type Seen = Map<string, number>

export class HistoryComparison {
  /** The attempts that their carriers have given a name. */
  readonly named = new Set<string>()
  private readonly service: HistoryService
  private readonly model: HistoryModel
  private readonly seen: Seen
  /** The number of events told to webhooks that have been compared. Nothing that was told is taken back. */
  private compared = 0

  constructor(service: HistoryService, model: HistoryModel, seen: Seen) {
    this.service = service
    this.model = model
    this.seen = seen
  }

  note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  /** Returns what the webhooks were told since the last look. */
  private listen(): ReadonlyArray<ExpectedEvent> {
    return this.service.store.events.slice(this.compared).map((event) => {
      const { event: name, payload, timestamp } = JSON.parse(event.body) as {
        readonly event: string
        readonly timestamp: string
        readonly payload: Readonly<Record<string, string | null>>
      }
      // An event of a message tells the second, and that of a contact nothing.
      const said = name.startsWith("message.") ? payload["updated_at"] : timestamp
      if (said !== timestamp || second(event.at) !== timestamp) {
        expect([said, second(event.at)], name).toEqual([timestamp, timestamp])
      }
      const told = {
        // What a contact says is about no message of the account.
        message: this.service.messages.findIndex(({ id }) => id === payload["message_id"]),
        event: name,
        at: timestamp,
        status: payload["message_status"] ?? "",
        channel: payload["channel"] ?? "",
        hasBody: (payload["body"] ?? null) !== null,
        code: payload["reason_code"] ?? null,
        until: payload["scheduled_at"]?.replace(/\.\d+Z/, "Z") ?? null
      }
      this.note(name)
      if (told.code !== null) this.note(told.code)
      return told
    })
  }

  /** Of two messages that are dispatched at the same time either may be told of first. */
  private compareEvents(): void {
    const told = this.listen()
    const expected = this.model.told.slice(this.compared)
    this.compared += told.length
    if (told.length === 0 && expected.length === 0) return
    for (const message of [-1, ...this.service.messages.keys()]) {
      const isOf = (each: ExpectedEvent) => each.message === message
      same("told", told.filter(isOf), expected.filter(isOf))
    }
  }

  compare(): void {
    const { model, service } = this
    this.compareEvents()
    for (const night of model.nights.splice(0)) this.note(night)
    if (!model.isOnWhatsapp) this.note("not on WhatsApp")
    if (
      model.stage === "verified" && model.stages.includes("suspended") &&
      model.messages.some(({ code }) => code === "BUSINESS_018")
    ) this.note("organization suspended")
    const balances = [service.balanceOf("own"), service.balanceOf("organization")]
    same("balances", balances, [model.money.own, model.money.organization])
    if (model.messages.some(({ attempts }) => new Set(attempts.map(({ payer }) => payer)).size > 1)) {
      this.note("two payers")
    }
    const counts = [...service.store.counts].map(([counter, sent]) => {
      const [of, , template, day, start, warned] = counter.split("/")
      return of === "spend"
        ? `${warned === undefined ? "spent" : "warned"} ${start}: ${sent}`
        : `${service.templates.get(template!)} ${day}: ${sent}`
    })
    same(
      "counts",
      counts.toSorted(),
      [
        ...[...model.counts].map(([counter, sent]) => `${counter}: ${sent}`),
        ...[...model.spent].map(([start, amount]) => `spent ${start}: ${amount}`),
        ...[...model.warned].map((start) => `warned ${start}: 1`)
      ].toSorted()
    )
    const recipient = service.recipient
    const { lastInboundAt, lastWhatsappInboundAt, whatsappUndeliverableUntil } = recipient ?? {}
    same(
      "contact",
      recipient === null
        ? [false, false, false]
        : [recipient.isOnlySuppressed !== true, recipient.optOut, recipient.suppressedAt !== undefined],
      [model.isContact, model.optOut, model.isSuppressed]
    )
    same("records", service.records, model.records)
    const opening = service.store.get(ConversationOpenings, openingKey(Given.accountId(1), Given.phone(1)))
    // The message that made the contact tells by its history when a carrier accepted it first.
    const maker = service.messages.find(({ message }) => message.id === recipient?.openedBy)
    const priced = maker?.message.history.find(({ price }) => price !== null)
    const templateAt = Math.max(opening?.at ?? -1, priced?.at ?? -1)
    same(
      "conversation",
      [
        lastInboundAt ?? null,
        lastWhatsappInboundAt ?? null,
        whatsappUndeliverableUntil ?? null,
        templateAt === -1 ? null : templateAt
      ],
      [model.lastInbound, model.lastWhatsapp, model.undeliverableUntil, model.opened]
    )
    if (Math.min(...balances) < 0) expect(balances, "balances").toEqual([])
    for (const [index, subject] of service.messages.entries()) {
      this.compareMessage(subject, model.messages[index]!, index)
    }
    const returns = model.undeliverableUntil === null
      ? []
      : [`whatsapp_return:${recipient?.id} contact:${Given.accountId(1)} ${model.undeliverableUntil}`]
    const expected = [...model.messages.flatMap((message, index) => this.due(message, index)), ...returns].toSorted()
    // Work that finds nothing to do may lie about: nobody has to clear it away.
    const isIdle = (text: string) => /^(dispatch|submission|whatsapp_return):/.test(text) && !expected.includes(text)
    same(
      "due",
      [...service.store.work].map(([text, { at, lane: of }]) => `${text} ${of} ${at}`).filter((text) => !isIdle(text))
        .toSorted(),
      expected
    )
  }

  private compareMessage(subject: HistorySubject, model: HistoryMessage, number: number): void {
    const { message } = subject
    same("message", {
      status: message.status,
      code: message.code,
      channel: message.channel,
      send: message.send,
      price: message.price === null ? null : [message.price, message.activeContactPrice],
      attempts: message.attempts.map((attempt) => [
        attempt.send,
        attempt.carrier,
        attempt.channel,
        attempt.from,
        attempt.segments,
        attempt.payer,
        attempt.price,
        attempt.activeContactPrice,
        attempt.charge,
        attempt.report,
        attempt.failure,
        attempt.startedAt,
        attempt.deadline,
        attempt.overdue === true
      ]),
      // A line about a step, in the order in which the steps were taken.
      history: message.history.map((line) => [
        line.status,
        line.reached,
        line.at,
        line.from,
        line.price,
        line.activeContactPrice,
        line.code,
        line.scheduledAt,
        (line.leftOut ?? []).map(({ carrier, channel, reason }) => [channel, carrier, reason])
      ])
    }, {
      status: model.status,
      code: model.code,
      channel: model.channel,
      send: model.send,
      price: model.price,
      attempts: model.attempts.map((attempt, index) => [
        attempt.send,
        attempt.carrier,
        attempt.channel,
        attempt.from,
        attempt.segments,
        payerIds[attempt.payer],
        attempt.price,
        attempt.markup,
        attempt.charge,
        model.height(index),
        attempt.failure,
        attempt.startedAt,
        attempt.deadline,
        attempt.isOverdue
      ]),
      history: model.lines.map((line) => [
        line.status,
        line.reached,
        line.at,
        line.from,
        line.price,
        line.markup,
        line.code,
        line.until,
        line.leftOut.map(({ carrier, channel, reason }) => [channel, carrier, reason])
      ])
    })
    this.note(message.status)
    for (const { leftOut } of model.lines) for (const { reason } of leftOut) this.note(reason)
    // An attempt has the name that its carrier gave it, whenever it did.
    same(
      "references",
      message.attempts.map((attempt) => attempt.reference),
      message.attempts.map((_, index) => reference(index, number)).map((name) => this.named.has(name) ? name : null)
    )
    // A status that needs no reason shows none, but for that of a message that waits on for an earlier attempt.
    for (const { code, reached, status } of message.history) {
      if (status === "SENT" && reached && code !== null && message.attempts.some(({ overdue }) => overdue === true)) {
        this.note("waits on")
      } else if (reached && !["FAILED", "FILTERED", "BLOCKED"].includes(status) && code !== null) {
        expect(code, status).toBe(null)
      }
    }
    // What activities show as charged is what was charged.
    same("shown", message.history.reduce((sum, line) => sum + (line.price ?? 0), 0), model.price?.[0] ?? 0)
    const pairs = message.attempts.filter(({ heldBack, send }) => send === message.send && heldBack !== true)
      .map((each) => `${each.channel} ${each.carrier}`)
    if (pairs.length === 3) this.note("three routes")
    if (pairs.length > 1 && message.fallback !== undefined) this.note("an order of its own")
    if (new Set(pairs).size !== pairs.length || pairs.length > 3) expect(pairs, "three distinct routes").toEqual([])
  }

  /** The work that must be due for a message: each attempt waits for what it waits for, and for nothing else. */
  private due(model: HistoryMessage, number: number): ReadonlyArray<string> {
    const { id, message } = this.service.messages[number]!
    const of = SubmissionDeadlineWork.lane.of(message.account)
    const found = model.dueAt === null
      ? []
      : [`dispatch:${id}/${model.send} ${DispatchWork.lane.of(message.account)} ${model.dueAt}`]
    for (
      const [index, { carrier, deadline, inLineFrom, isUnanswered, takenAt, waitsUntil }] of model.attempts.entries()
    ) {
      const key = `${id}/${message.attempts[index]!.id}`
      const height = model.height(index)
      if (height === null) {
        const line = SubmissionWork.lane.of({ carrier: Given.carrierId(carrier), account: message.account })
        found.push(
          isUnanswered ? `submission_deadline:${key} ${of} ${deadline}` : `submission:${key} ${line} ${inLineFrom}`
        )
      }
      if (height === "SENT" && waitsUntil !== null) found.push(`fallback:${key} ${of} ${waitsUntil}`)
      if (height === "SENT") found.push(`receipt_deadline:${key} ${of} ${takenAt! + 72 * hour}`)
    }
    return found
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Returns whether two values of the same making are alike. Where this is in doubt, it says no. */
const isAlike = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((each, index) => isAlike(each, other[index]))
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isAlike(one[key], other[key]))
}

/** Fast when it is so, plain when it is not. */
export const same = (what: string, found: unknown, expected: unknown): void => {
  if (!isAlike(found, expected)) expect(found, what).toEqual(expected)
}
