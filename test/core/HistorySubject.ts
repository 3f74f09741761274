/**
 * The service's side of the model test: one message in a tiny store, and the pure decisions that move it.
 */
import * as Handover from "@signalbox/core/carrier/Handover"
import type { FailureClass } from "@signalbox/core/catalogue/FailureClass"
import { put } from "@signalbox/core/commit/Commit"
import type { Use } from "@signalbox/core/commit/Use"
import { Dispatch } from "@signalbox/core/dispatch/Dispatch"
import type { Settings } from "@signalbox/core/dispatch/Settings"
import type { Submission } from "@signalbox/core/port/Carrier"
import { ReceiptDeadline } from "@signalbox/core/receipt/ReceiptDeadline"
import * as Report from "@signalbox/core/receipt/Report"
import { Accounts } from "@signalbox/core/row/Account"
import { Contacts } from "@signalbox/core/row/Contact"
import type { Message } from "@signalbox/core/row/Message"
import { Messages } from "@signalbox/core/row/Message"
import { revisionKey, TemplateRevisions, Templates } from "@signalbox/core/row/Template"
import type { Channel } from "@signalbox/core/value/Channel"
import type { AttemptId, MessageId } from "@signalbox/core/value/Id"
import type { Instant } from "@signalbox/core/value/Instant"
import { plus } from "@signalbox/core/value/Instant"
import { make as money } from "@signalbox/core/value/Money"
import type { Due, WorkKind } from "@signalbox/core/work/Work"
import { lane } from "@signalbox/core/work/Work"
import * as Result from "effect/Result"
import { FactStore, lease } from "./FactStore.ts"
import * as Given from "./Given.ts"
import type { Said, World } from "./HistoryModel.ts"
import { rates } from "./HistoryModel.ts"

const account = Given.accountId(1)
const id = Given.messageId(1)

/** What a carrier calls the attempt of this index. */
export const reference = (index: number): string => `reference-${index}`

export class HistorySubject {
  readonly store: FactStore
  /** The attempts that a carrier was asked to take. */
  readonly handed = new Set<number>()
  private readonly settings: Settings
  private readonly mint = Given.mint()
  private now: Instant = Given.now

  constructor(made: World) {
    const { definition, ...template } = Given.template({ definition: Given.definition("{{0:variable}}", "order") })
    const order = "x".repeat(153 * made.segments)
    this.settings = {
      rules: [],
      routes: made.carriers.map((carrier) => ({ carrier: Given.carrierId(carrier.id), channels: carrier.channels })),
      rates: Object.entries(rates).map(([channel, [price, markup]]) => ({
        channel: channel as Channel,
        region: null,
        price: money(price),
        activeContactPrice: money(markup)
      }))
    }
    this.store = new FactStore([
      put(Accounts, Given.account({ channels: made.channels })),
      put(Contacts, Given.contact()),
      put(Templates, { ...template, definition }),
      put(TemplateRevisions, { template: template.id, revision: 1, definition }),
      put(
        Messages,
        Given.message({
          requested: made.requested,
          channel: made.requested,
          template: { ...Given.message().template!, parameters: made.hasParameters ? { order } : {} }
        })
      )
    ])
    this.store.give(account, made.balance)
    const dispatch: Due = { work: { kind: "dispatch", key: `${id}/1` }, lane: lane.dispatch(account), at: this.now }
    this.store.work.set(`dispatch:${id}/1`, dispatch)
  }

  get message(): Message {
    return this.store.get(Messages, id)!
  }

  tick(): void {
    this.now = plus(this.now, 1000)
  }

  /** What is due of this kind for an attempt, whether its instant has come or not. */
  due(kind: WorkKind, index: number): Due | undefined {
    return this.store.work.get(`${kind}:${id}/${this.message.attempts[index]?.id}`)
  }

  get balance(): number {
    return this.store.balance(account)
  }

  dispatch(): void {
    const due = this.store.work.get(`dispatch:${id}/1`)
    if (due !== undefined) this.run(Dispatch, { lease: lease(due), settings: this.settings, at: this.now })
  }

  /** Dispatch work with any key, as a worker may hold it. */
  dispatchBy(key: string): void {
    const due: Due = { work: { kind: "dispatch", key }, lane: lane.dispatch(account), at: this.now }
    this.run(Dispatch, { lease: lease(due), settings: this.settings, at: this.now })
  }

  /** Hand-over work for any key. */
  handoverBy(key: string, outcome: Handover.Outcome): void {
    const due: Due = { work: { kind: "submission", key }, lane: lane.deadline(account), at: this.now }
    this.run(Handover.Handover, { lease: lease(due), settings: this.settings, outcome })
  }

  reportOn(message: string, attempt: string): Report.Answer {
    return this.run(Report.Report, {
      subject: { _tag: "Attempt", message: message as MessageId, attempt: attempt as AttemptId },
      reported: { _tag: "Delivered" }
    })
  }

  /** The message as it stands when it is queued once more: the same send rerouted, or the next one. */
  queueAgain(send: number): void {
    this.store.put(put(Messages, { ...this.message, send, status: "QUEUED", code: null }))
  }

  /** As if the template had been deleted. */
  forgetTemplate(): void {
    this.store.remove(Templates, Given.templateId(1))
    this.store.remove(TemplateRevisions, revisionKey(Given.templateId(1), 1))
  }

  /** What a carrier is asked to take, or null when it is not asked. */
  handOver(index: number): Submission | null {
    const submission = Handover.submission(this.message, this.message.attempts[index]!.id)
    if (submission === null) this.end(index, "submission", { _tag: "Withheld" })
    else this.handed.add(index)
    return submission
  }

  end(index: number, kind: "submission" | "submission_deadline", outcome: Handover.Outcome): void {
    const key = `${id}/${this.message.attempts[index]!.id}`
    const due = this.due(kind, index) ?? { work: { kind, key }, lane: lane.deadline(account), at: this.now }
    this.run(Handover.Handover, { lease: lease(due), settings: this.settings, outcome })
  }

  /** A receipt that names the attempt, or only what its carrier calls it. */
  report(index: number, byReference: boolean, said: Said, failure: FailureClass): Report.Answer {
    const { carrier, id: attempt } = this.message.attempts[index]!
    return this.run(Report.Report, {
      subject: byReference
        ? { _tag: "Reference", carrier, reference: reference(index) }
        : { _tag: "Attempt", message: id, attempt },
      reported: said === "FAILED" ? { _tag: "Failed", failure } : { _tag: said === "READ" ? "Read" : "Delivered" }
    })
  }

  /** The deadline strikes; by a lease on work that is no more, when it was held already. */
  giveUp(index: number, held?: Due): void {
    const due = held ?? this.due("receipt_deadline", index)
    if (due !== undefined) this.run(ReceiptDeadline, { lease: lease(due) })
  }

  setBalance(amount: number): void {
    this.store.give(account, amount - this.balance)
  }

  consent(optOut: boolean): void {
    this.store.put(put(Contacts, Given.contact({ optOut })))
  }

  template(isApproved: boolean): void {
    const template = this.store.get(Templates, Given.templateId(1))!
    const status = isApproved ? ("APPROVED" as const) : ("PAUSED" as const)
    this.store.put(put(Templates, { ...template, status }))
  }

  private run<Command, Answer>(use: Use<Command, Answer>, command: Command): Answer {
    return Result.getOrThrow(this.store.run(use, command, this.now, this.mint))
  }
}
