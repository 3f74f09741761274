/**
 * A history, lived through by the service and by the model side by side: after every step both must be in the same
 * state.
 */
import { ConversationOpenings, openingKey } from "@signalbox/core/row/ConversationOpening"
import { plus } from "@signalbox/core/value/Instant"
import { lane } from "@signalbox/core/work/Work"
import { expect } from "vitest"
import * as Given from "./Given.ts"
import type { HistoryMessage } from "./HistoryMessage.ts"
import type { Told } from "./HistoryModel.ts"
import { HistoryModel } from "./HistoryModel.ts"
import type { Step } from "./HistorySteps.ts"
import type { HistorySubject } from "./HistorySubject.ts"
import { HistoryService, reference } from "./HistorySubject.ts"
import type { World } from "./HistoryWorld.ts"

const hour = 3_600_000

/** How often something was seen, over many histories: a generator that gets dull is noticed. */
export type Seen = Map<string, number>

/** Whether a step is the only one, or decides first and commits last of two at once, or comes between. */
type Turn = "alone" | "raced" | "meanwhile"

export class HistoryRun {
  readonly service: HistoryService
  readonly model: HistoryModel
  private readonly seen: Seen
  /** The attempts that their carriers have given a name. */
  private readonly named = new Set<string>()
  /** The attempts whose carriers were asked and did not say. */
  private readonly unanswered = new Set<string>()
  private readonly told: Array<Told> = []
  /** What came between a decision and its commit: the model has it before or after that. */
  private between: { readonly code: RegExp; readonly learn: () => void } | null = null

  constructor(world: World, seen: Seen) {
    this.service = new HistoryService(world)
    this.model = new HistoryModel(world)
    this.seen = seen
  }

  step(step: Step): void {
    this.advance(1000)
    this.take(step)
    this.compare()
  }

  private note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  private advance(millis: number): void {
    this.service.now = plus(this.service.now, millis)
    this.model.now = this.service.now
  }

  /** One of two things at once: the result must be that of one after the other. */
  private race(step: Step, meanwhile: Step): void {
    // What two messages share besides money and the day's count may be read by one while the other changes it.
    const isApart = step.do === "dispatch" && meanwhile.do === "dispatch"
    const other = "message" in step && "message" in meanwhile && !isApart
      ? { ...meanwhile, message: step.message }
      : meanwhile
    this.service.meanwhile = () => this.take(other, "meanwhile")
    this.take(step, "raced")
    if (this.service.meanwhile === null) this.note("race")
    this.service.meanwhile = null
    this.between?.learn()
    this.between = null
  }

  private learn(turn: Turn, code: RegExp, learn: () => void): void {
    if (turn === "meanwhile") this.between = { code, learn }
    else learn()
  }

  /**
   * Whoever makes an attempt, or is stopped by what came between, must have known of it. Whoever makes none may have
   * been first.
   */
  private order({ message }: HistorySubject, attempts: number): void {
    if (message.attempts.length === attempts && this.between?.code.test(message.code ?? "") !== true) return
    this.between?.learn()
    this.between = null
  }

  private take(step: Step, turn: Turn = "alone"): void {
    const { model, service } = this
    switch (step.do) {
      case "race":
        return this.race(step.first, step.meanwhile)
      case "consent": {
        service.consent(step.optOut)
        return this.learn(turn, /BUSINESS_004/u, () => {
          model.optOut = step.optOut
        })
      }
      case "suppress": {
        service.suppress(step.isSuppressed)
        return this.learn(turn, /BUSINESS_004/u, () => {
          model.isSuppressed = step.isSuppressed
        })
      }
      case "template": {
        model.isApproved = step.isApproved
        return service.template(step.isApproved)
      }
      case "stage": {
        model.stage = step.stage
        return service.change({ stage: step.stage })
      }
      case "money": {
        const balance = Math.max(0, service.balance + step.amount)
        const change = balance - service.balance
        service.setBalance(balance)
        return this.learn(turn, /BUSINESS_003|DELIVERY_/u, () => {
          model.balance += change
        })
      }
      case "inbound": {
        service.receive(step.channel)
        return model.hear(step.channel)
      }
      case "wait":
        return this.advance(step.hours * hour)
    }
    const number = step.message % model.messages.length
    const subject = service.messages[number]!
    const message = model.messages[number]!
    const count = subject.message.attempts.length
    switch (step.do) {
      case "go on":
        return this.goOn(number)
      case "dispatch": {
        const { send } = message
        if (subject.dispatchDue === undefined) return
        if (subject.dispatch() === "superseded") return this.note("superseded dispatch")
        this.order(subject, count)
        if (message.rerouting !== null && subject.message.attempts.length > count) this.note("reroute")
        // Work on an earlier send finds nothing to do.
        return send === message.send ? message.dispatch() : undefined
      }
      case "resend": {
        const answer = subject.resend()
        // Refused before the other change came.
        if (turn === "raced" && answer === false) return
        if (answer === true) this.note("resend")
        return expect(answer).toBe(message.resend())
      }
    }
    if (count === 0) return
    const index = count - 1 - step.which % count
    switch (step.do) {
      case "hand over": {
        if (subject.due("submission", index) === undefined) return
        const isWanted = message.isWanted(index)
        if ((subject.handed.get(index) ?? []).length > 0) this.note("handed over again")
        expect(subject.handOver(index) !== null).toBe(isWanted)
        return isWanted ? undefined : message.withhold(index)
      }
      case "answer":
        return this.answer(number, index, step)
      case "submission deadline": {
        const due = subject.due("submission_deadline", index)
        if (due === undefined) return
        this.advance(Math.max(0, due.at - service.now))
        if (subject.timeOut(index) === "superseded") return
        this.order(subject, count)
        return message.refuse(index, "provider_timeout")
      }
      case "receipt deadline": {
        const due = subject.due("receipt_deadline", index)
        if (due === undefined) return
        this.advance(Math.max(0, due.at - service.now))
        return subject.giveUp(index) === "superseded" ? undefined : message.giveUp(index)
      }
      case "receipt": {
        const { byReference, failure, said } = step
        const isKnown = !byReference || this.named.has(reference(index, number))
        const answer = subject.report(index, byReference, said, failure)
        if (!isKnown) return expect(answer).toBe("unknown")
        return expect(answer).toBe(message.report(index, said, failure) ? "applied" : "repeated")
      }
    }
  }

  private goOn(message: number): void {
    const subject = this.service.messages[message]!
    const model = this.model.messages[message]!
    if (model.dueAt !== null) return this.take({ do: "dispatch", message })
    const last = model.attempts.length - 1
    if (last < 0 || !model.isWanted(last)) return
    return (subject.handed.get(last) ?? []).length > 0
      ? this.take({ do: "answer", message, which: 0, isFirst: false, says: "accepted", isReferenced: true })
      : this.take({ do: "hand over", message, which: 0 })
  }

  private answer(
    number: number,
    index: number,
    { isFirst, isReferenced, says }: Extract<Step, { readonly do: "answer" }>
  ): void {
    const subject = this.service.messages[number]!
    const message = this.model.messages[number]!
    const count = subject.message.attempts.length
    const leases = subject.handed.get(index) ?? []
    const lease = isFirst ? leases[0] : leases.at(-1)
    if (lease === undefined) return
    const name = reference(index, number)
    const answered = subject.answer(
      lease,
      says === "accepted"
        ? { _tag: "Accepted", reference: isReferenced ? name : null }
        : says === "unanswered"
        ? { _tag: "Unanswered" }
        : { _tag: "Refused", failure: says }
    )
    // Another worker has taken it over, or has been faster.
    if (answered === "superseded") return this.note("superseded answer")
    if (says === "unanswered") {
      this.unanswered.add(lease.work.key)
      return
    }
    this.order(subject, count)
    if (says !== "accepted") return message.refuse(index, says)
    if (isReferenced) this.named.add(name)
    return message.accept(index)
  }

  /** What the webhooks were told since the last look. */
  private listen(): ReadonlyArray<Told> {
    const { events } = this.service.store
    for (const event of events.slice(this.told.length)) {
      const { event: name, payload } = JSON.parse(event.body) as {
        readonly event: string
        readonly payload: Readonly<Record<string, string | null>>
      }
      const told = {
        message: this.service.messages.findIndex(({ id }) => id === payload["message_id"]),
        event: name,
        status: payload["message_status"] ?? "",
        channel: payload["channel"] ?? "",
        hasBody: (payload["body"] ?? null) !== null,
        code: payload["reason_code"] ?? null
      }
      this.told.push(told)
      this.note(name)
      if (told.code !== null) this.note(told.code)
    }
    return this.told
  }

  compare(): void {
    const { model, service } = this
    const told = this.listen()
    same("told", told, model.told)
    if (!model.isOnWhatsapp) this.note("not on WhatsApp")
    same("balance", service.balance, model.balance)
    same("counts", [...service.store.counts].map(([counter, sent]) => [counter.slice(-10), sent]), [...model.counts])
    const { lastInboundAt, lastWhatsappInboundAt, whatsappUndeliverableUntil } = service.contact()
    const opening = service.store.get(ConversationOpenings, openingKey(Given.accountId(1), Given.phone(1)))
    same(
      "conversation",
      [lastInboundAt ?? null, lastWhatsappInboundAt ?? null, whatsappUndeliverableUntil ?? null, opening?.at ?? null],
      [model.lastInbound, model.lastWhatsapp, model.undeliverableUntil, model.opened]
    )
    expect(service.balance).toBeGreaterThanOrEqual(0)
    for (const [index, subject] of service.messages.entries()) {
      this.compareMessage(subject, model.messages[index]!, index)
    }
    const expected = model.messages.flatMap((message, index) => this.due(message, index)).toSorted()
    // Work that finds nothing to do may lie about: nobody has to clear it away.
    const isIdle = (text: string) => /^(dispatch|submission):/.test(text) && !expected.includes(text)
    same(
      "due",
      [...service.store.work].map(([text, { at, lane: of }]) => `${text} ${of} ${at}`).filter((text) => !isIdle(text))
        .toSorted(),
      expected
    )
  }

  private compareMessage(subject: HistorySubject, model: HistoryMessage, number: number): void {
    const { message } = subject
    const reached = message.history.filter((line) => line.reached)
    same("message", {
      status: message.status,
      code: message.code,
      channel: message.channel,
      send: message.send,
      price: message.price === null ? null : [message.price, message.activeContactPrice],
      attempts: message.attempts.map(({ carrier, channel, charge, report, send }) => [
        send,
        carrier,
        channel,
        charge,
        report
      ]),
      reached: reached.map(({ status }) => status)
    }, {
      status: model.status,
      code: model.code,
      channel: model.channel,
      send: model.send,
      price: model.price,
      attempts: model.attempts.map(({ carrier, channel, charge, send }, index) => [
        send,
        carrier,
        channel,
        charge,
        model.height(index)
      ]),
      reached: model.reached.slice(1)
    })
    this.note(message.status)
    // An attempt has the name that its carrier gave it, whenever it did.
    same(
      "references",
      message.attempts.map((attempt) => attempt.reference),
      message.attempts.map((_, index) => reference(index, number)).map((name) => this.named.has(name) ? name : null)
    )
    // A status that needs no reason shows none.
    for (const { code, status } of reached) {
      if (!["FAILED", "FILTERED", "BLOCKED"].includes(status) && code !== null) expect(code, status).toBe(null)
    }
    // What activities show as charged is what was charged.
    same("shown", message.history.reduce((sum, line) => sum + (line.price ?? 0), 0), model.price?.[0] ?? 0)
    const pairs = message.attempts.filter(({ send }) => send === message.send).map((each) =>
      `${each.channel} ${each.carrier}`
    )
    if (pairs.length === 3) this.note("three routes")
    if (new Set(pairs).size !== pairs.length || pairs.length > 3) expect(pairs, "three distinct routes").toEqual([])
  }

  /** The work that must be due for a message: each attempt waits for what it waits for, and for nothing else. */
  private due(model: HistoryMessage, number: number): ReadonlyArray<string> {
    const { id, message } = this.service.messages[number]!
    const of = lane.deadline(message.account)
    const found = model.dueAt === null
      ? []
      : [`dispatch:${id}/${model.send} ${lane.dispatch(message.account)} ${model.dueAt}`]
    for (const [index, { carrier, startedAt, takenAt }] of model.attempts.entries()) {
      const key = `${id}/${message.attempts[index]!.id}`
      const height = model.height(index)
      if (height === null) {
        found.push(`submission_deadline:${key} ${of} ${startedAt + 30_000}`)
        if (!this.unanswered.has(key)) {
          found.push(`submission:${key} ${lane.submission(Given.carrierId(carrier))} ${startedAt}`)
        }
      }
      if (height === "SENT") found.push(`receipt_deadline:${key} ${of} ${takenAt! + 72 * hour}`)
    }
    return found
  }
}

/** Fast when it is so, plain when it is not. */
const same = (what: string, found: unknown, expected: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, what).toEqual(expected)
}
