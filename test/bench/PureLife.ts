/**
 * Measures the pure decisions of a message's life, in CPU time of this process: on the tests' tiny store, and once more
 * on the facts that it has answered, which leaves the store out.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import { Answered } from "@signalbox/core/internal/carrier/Answered"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import * as DispatchWork from "@signalbox/core/internal/dispatch/DispatchWork"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { Report } from "@signalbox/core/internal/receipt/Report"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Lease, WorkRef } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import { FactStore } from "../core/FactStore.ts"
import * as Given from "../core/Given.ts"

/** A store that remembers what it has answered to the decision that is being made. */
class RecordingStore extends FactStore {
  answered: Array<Facts.Facts> = []

  override load(needs: Needs.Needs): Facts.Facts {
    const facts = super.load(needs)
    this.answered.push(facts)
    return facts
  }
}

/** A decision that was made, such that it can be made again without a store. */
interface Made {
  readonly again: () => void
}

export interface Measured {
  /** Microseconds of CPU for each use, and for all of them together. */
  readonly dispatch: number
  readonly handOver: number
  readonly answered: number
  readonly receipt: number
  readonly life: number
  /** The same for a life without the store. */
  readonly pure: number
}

const carrier = Given.carrierId("sms-a")

const settings: RoutingSettings = {
  rules: [],
  markets: [],
  carriers: [{ carrier, channels: ["sms"], answersWithin: 30_000, references: "alone" }],
  rates: [{ channel: "sms", region: null, price: money(79), activeContactPrice: money(10) }]
}

const phone = (index: number): PhoneNumber => `+1201${2_000_000 + index}` as PhoneNumber

const numbered = (prefix: string, index: number): string =>
  `${prefix}-0000-7000-8000-${index.toString(16).padStart(12, "0")}`

/** An account that has just sent a template to so many new recipients. */
const world = (lives: number) => {
  const template = Given.template()
  const store = new RecordingStore([
    put(Accounts, Given.account()),
    put(Templates, template),
    put(TemplateRevisions, revisionOf(template))
  ])
  store.give(Given.accountId(1), 1_000_000_000)
  const messages = Array.from({ length: lives }, (_, index): Message => {
    const contact = numbered("cccccccc", index) as ContactId
    return Given.message({ id: Given.messageId(index), contact, phone: phone(index), requested: "sms", channel: "sms" })
  })
  for (const message of messages) {
    store.put(put(Contacts, Given.contact({ id: message.contact, phone: message.phone })))
    store.put(put(Messages, message))
  }
  return { store, messages }
}

const replay = <Command>(
  use: Decision<Command, unknown>,
  command: Command,
  answered: ReadonlyArray<Facts.Facts>
): Made => {
  const ids = Given.ids(3)
  return {
    again: () => {
      let facts = Facts.empty
      for (const more of answered) {
        if (Needs.isEmpty(Facts.missing(facts, use.needs(command, facts)))) throw new Error(`${use.name} needs less`)
        facts = Facts.merge(facts, more)
      }
      if (!Needs.isEmpty(Facts.missing(facts, use.needs(command, facts)))) throw new Error(`${use.name} needs more`)
      use.decide(command, { facts, now: Given.now, ids })
    }
  }
}

const cpu = (effect: () => void): number => {
  const before = process.cpuUsage()
  effect()
  const { system, user } = process.cpuUsage(before)
  return user + system
}

const once = (lives: number): Measured => {
  const { messages, store } = world(lives)
  const ids = Given.ids()
  const made: Array<Made> = []
  const run = <Command>(use: Decision<Command, unknown>, command: Command): void => {
    store.answered = []
    const ran = store.run(use, command, Given.now, ids)
    if (Result.isFailure(ran)) throw new Error(`${use.name} failed`)
    made.push(replay(use, command, store.answered))
  }
  const all = (step: (message: Message) => void): number => cpu(() => messages.forEach(step)) / lives
  const claim = (work: WorkRef): Lease => store.claim(work)!
  const submission = ({ id }: Message): WorkRef =>
    SubmissionWork.ref({ message: id, attempt: store.get(Messages, id)!.attempts[0]!.id })
  const leases = new Map<Message, Lease>()

  for (const message of messages) leases.set(message, store.hold(DispatchWork.due(message, Given.now)))
  const dispatch = all((message) => run(Dispatch, { lease: leases.get(message)!, settings, at: Given.now }))
  for (const message of messages) leases.set(message, claim(submission(message)))
  const handOver = all((message) => run(HandOver, { lease: leases.get(message)!, settings }))
  const answered = all((message) =>
    run(Answered, {
      lease: leases.get(message)!,
      settings,
      outcome: { _tag: "Accepted", references: [`reference-${message.id}`] }
    })
  )
  const receipt = all((message) =>
    run(Report, {
      subject: { _tag: "Reference", carrier, reference: `reference-${message.id}` },
      reported: { _tag: "Delivered" }
    })
  )
  for (const { id } of messages) {
    if (store.get(Messages, id)?.status !== "DELIVERED") throw new Error("a message is not delivered")
  }
  const pure = cpu(() => {
    for (const { again } of made) again()
  }) / lives
  return { dispatch, handOver, answered, receipt, life: dispatch + handOver + answered + receipt, pure }
}

/** @param rounds how often the lives are lived. The result is the least of each figure: noise only adds to it. */
export const measure = (lives = 1000, rounds = 16): Measured => {
  const all = Array.from({ length: rounds }, () => once(lives))
  const of = (name: keyof Measured): number => Math.min(...all.map((each) => each[name]))
  return {
    dispatch: of("dispatch"),
    handOver: of("handOver"),
    answered: of("answered"),
    receipt: of("receipt"),
    life: of("life"),
    pure: of("pure")
  }
}

export const show = ({ answered, dispatch, handOver, life, pure, receipt }: Measured): string => {
  const us = (value: number): string => `${value.toFixed(1)} us`
  return `a life ${us(life)} of CPU on the tests' store, ${us(pure)} without it\n` +
    `  dispatch ${us(dispatch)}, hand-over ${us(handOver)}, answer ${us(answered)}, receipt ${us(receipt)}`
}
