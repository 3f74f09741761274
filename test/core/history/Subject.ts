/**
 * The service's side of the model test: an account with a recipient in a tiny store, and the pure decisions that move
 * its messages.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import type { Submission } from "@signalbox/core/Carrier"
import { DeleteContact, UpdateContact } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import { all, put } from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { Contact } from "@signalbox/core/Contact"
import type { Definition } from "@signalbox/core/Definition"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { AccountId, AttemptId, MessageId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { hour, plus } from "@signalbox/core/Instant"
import { CancelMessage } from "@signalbox/core/internal/accept/CancelMessage"
import { ResendMessage } from "@signalbox/core/internal/accept/ResendMessage"
import * as AutoReplies from "@signalbox/core/internal/account/AutoReplies"
import { Suppress } from "@signalbox/core/internal/account/Suppress"
import type { Outcome } from "@signalbox/core/internal/carrier/Answered"
import { Answered, Late } from "@signalbox/core/internal/carrier/Answered"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { CarrierConsent } from "@signalbox/core/internal/consent/CarrierConsent"
import { WhatsappReturn } from "@signalbox/core/internal/contact/WhatsappReturn"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { Fallback } from "@signalbox/core/internal/dispatch/FallbackStep"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import { SubmissionDeadlineWork } from "@signalbox/core/internal/message/AttemptWork"
import { ReceiptDeadline } from "@signalbox/core/internal/receipt/ReceiptDeadline"
import * as Report from "@signalbox/core/internal/receipt/Report"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import type { WorkKind } from "@signalbox/core/Jobs"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { blank } from "@signalbox/core/Profile"
import type { Refused } from "@signalbox/core/Refused"
import { revisionKey, revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Due, Lease } from "@signalbox/core/Work"
import { refText } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import type { LeaseLost } from "../FactStore.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import type { Said } from "./Attempt.ts"
import type { Asked, Payer, World } from "./World.ts"
import { rates } from "./World.ts"

const capped = (world: World, of: Payer): Pick<Account, "spend"> => {
  const { spendCap: cap } = world
  if (cap?.of !== of) return {}
  const most = { [cap.period]: money(cap.most) }
  return { spend: cap.region === null ? most : { regions: { [cap.region]: most } } }
}

const account = Given.accountId(1)
export const payerIds: Readonly<Record<Payer, AccountId>> = { own: account, organization: Given.accountId(2) }
const phone = Given.phone(1)

/** Returns the carrier's own name for the attempt of this index. */
export const reference = (index: number, message = 0): string => `reference-${message}-${index}`

type Wish = Parameters<typeof CancelMessage.decides.decide>[0] & { readonly consulted: undefined }

export type Ran<Answer> = Answer | "superseded"

const definition = ({ hasMmsBody }: World): Definition => {
  const made = Given.definition("{{0:variable}}", "order")
  return hasMmsBody ? { ...made, body: { ...made.body, mms: made.body.multiChannel! } } : made
}

const said = ({ hasParameters, isFreeForm, segments }: Asked): Pick<Message, "template" | "text"> => {
  const text = "x".repeat(153 * segments)
  if (isFreeForm) return { template: null, text }
  return { template: { ...Given.message().template!, parameters: hasParameters ? { order: text } : {} } }
}

/** The account, its recipient and all that their messages share. */
export class HistoryService {
  readonly store: FactStore
  readonly settings: RoutingSettings
  readonly messages: Array<HistorySubject>
  /** The templates by what they are for. */
  readonly templates: ReadonlyMap<string, string>
  now: Instant = Given.now
  /** Runs between the next decision and its commit. */
  meanwhile: (() => void) | null = null
  private readonly ids = Given.ids()
  private inbound = 0

  constructor(world: World) {
    const template = Given.template({ definition: definition(world) })
    this.settings = {
      rules: world.global,
      markets: [],
      carriers: world.carriers.map((carrier) => ({
        carrier: Given.carrierId(carrier.id),
        channels: carrier.channels,
        answersWithin: 30_000,
        references: "alone"
      })),
      rates: Object.entries(rates).map(([channel, [price, markup]]) => ({
        channel: channel as Channel,
        region: null,
        price: money(price),
        activeContactPrice: money(markup)
      }))
    }
    const { allowMms, billing, channels, dailyLimit: dailyMessageLimit, numbers, quietHours, shortName, stage } = world
    const { rules: routes } = world
    const profile: Partial<Account> = billing === null ? {} : {
      type: "profile",
      organization: payerIds.organization,
      profile: { ...blank("approved"), billingModel: billing }
    }
    const replies = all(AutoReplies.create(account, { now: this.now, ids: Given.ids(9) })).puts
    this.templates = new Map([
      [template.id, "order"],
      ...replies.flatMap((row): ReadonlyArray<readonly [string, string]> =>
        row.kind === "template" ? [[row.key, row.value.autoReplyAction!.toLowerCase()]] : []
      )
    ])
    this.store = new FactStore([
      ...replies,
      put(Accounts, {
        ...Given.account({
          allowMms,
          channels,
          dailyMessageLimit,
          numbers,
          quietHours,
          rules: routes,
          shortName,
          stage
        }),
        ...profile,
        ...capped(world, "own")
      }),
      put(Accounts, { ...Given.account({ id: payerIds.organization }), ...capped(world, "organization") }),
      put(Contacts, Given.contact()),
      put(Templates, template),
      put(TemplateRevisions, revisionOf(template))
    ])
    this.store.give(account, world.balance)
    this.store.give(payerIds.organization, world.organizationBalance)
    this.messages = world.asked.map((asked, index) => {
      const id = Given.messageId(index + 1)
      const { afterSeconds, fallback, requested, scheduledIn, worth } = asked
      const at = plus(this.now, (scheduledIn ?? 0) * hour)
      const held: Partial<Message> = scheduledIn === null ? {} : { status: "SCHEDULED", scheduledAt: at }
      const expiry: Partial<Message> = worth === null ? {} : {
        expiry: {
          at: plus(at, worth.hours * hour),
          ...(worth.isForEachSend ? { seconds: worth.hours * 3600 } : {})
        }
      }
      const order: Partial<Message> = fallback === null ? {} : {
        fallback: { channels: fallback, ...(afterSeconds === null ? {} : { afterSeconds }) }
      }
      const message = { id, requested, channel: requested, ...said(asked), ...held, ...expiry, ...order }
      this.store.put(put(Messages, Given.message(message)))
      const due: Due = { work: { kind: "dispatch", key: `${id}/1` }, lane: DispatchWork.lane.of(account), at }
      this.store.work.set(refText(due.work), due)
      return new HistorySubject(this, id, index)
    })
  }

  get balance(): number {
    return this.balanceOf("own")
  }

  balanceOf(payer: Payer): number {
    return this.store.balance(payerIds[payer])
  }

  setBalance(amount: number, payer: Payer = "own"): void {
    this.store.give(payerIds[payer], amount - this.balanceOf(payer))
  }

  contact = () => this.store.find(Contacts, contactNumber(account, phone))!

  /** The recipient's contact; null: nothing is known of the recipient. */
  get recipient(): Contact | null {
    return this.store.find(Contacts, contactNumber(account, phone))
  }

  private get caller(): Caller {
    const owner = this.store.get(Accounts, account)!
    return { account: owner, keyAccount: owner }
  }

  /** A client changes the contact's consent; whether there was one. */
  consent(optOut: boolean): boolean {
    const { recipient } = this
    if (recipient === null) return false
    const asked = { path: { id: recipient.id }, query: {}, body: { opt_out: optOut }, caller: this.caller }
    return Result.isSuccess(this.ask(UpdateContact.decides, { ...asked, consulted: ChosenSenders.none }))
  }

  /** A client deletes the contact; whether there was one. */
  forget(): boolean {
    const { recipient } = this
    if (recipient === null) return false
    const asked = { path: { id: recipient.id }, query: {}, body: {}, caller: this.caller }
    return Result.isSuccess(this.ask(DeleteContact.decides, { ...asked, consulted: undefined }))
  }

  /** Returns how many records of consent the contact has. */
  get records(): number {
    return this.store.values(ConsentRecords).length
  }

  /** WhatsApp may be tried again, if the time has come. */
  giveBack(): void {
    const due = [...this.store.work.values()].find(({ work }) => work.kind === "whatsapp_return")
    if (due === undefined || due.at > this.now) return
    this.run(WhatsappReturn, { lease: this.store.claim(due.work)! })
  }

  get mayWrite(): boolean {
    return this.recipient?.optOut !== true && !this.isSuppressed
  }

  get isSuppressed(): boolean {
    return this.recipient?.suppressedAt !== undefined
  }

  suppress(suppressed: boolean): void {
    this.run(Suppress, { account, phones: [phone], suppressed })
  }

  template(isApproved: boolean): void {
    const template = this.store.get(Templates, Given.templateId(1))!
    const status = isApproved ? ("APPROVED" as const) : ("PAUSED" as const)
    this.store.put(put(Templates, { ...template, status }))
  }

  /** As if the template had been deleted. */
  forgetTemplate(): void {
    this.store.remove(Templates, Given.templateId(1))
    this.store.remove(TemplateRevisions, revisionKey(Given.templateId(1), 1))
  }

  change(parts: Partial<Account>, of: Payer = "own"): void {
    this.store.put(put(Accounts, { ...this.store.get(Accounts, payerIds[of])!, ...parts }))
  }

  /** The recipient writes. */
  receive(channel: Channel, text: string | null = "Hello"): void {
    const sender = Given.phone(9000)
    this.run(Receive, {
      carrier: Given.carrierId("one"),
      reference: `inbound-${this.inbound++}`,
      from: phone,
      to: { _tag: "Account", account, sender },
      channel,
      text,
      media: []
    })
    this.adopt()
  }

  /** A carrier reports the recipient's consent by itself. */
  signal(channel: Channel, optOut: boolean): void {
    this.run(CarrierConsent, {
      carrier: Given.carrierId("one"),
      to: { _tag: "Account", account, sender: Given.phone(9000) },
      phone,
      channel,
      consent: optOut ? "opt_out" : "opt_in"
    })
    this.adopt()
  }

  /** Takes automatic replies up among the messages. */
  private adopt(): void {
    for (const { autoReply, id } of this.store.values(Messages)) {
      if (autoReply === undefined || this.messages.some((each) => each.id === id)) continue
      this.messages.push(new HistorySubject(this, id, this.messages.length))
    }
  }

  /** A worker with a lease: what it has done is done, and who is not the last to hold the work does nothing. */
  work<Command extends { readonly lease: Lease }, Answer>(
    use: Decision<Command, Answer>,
    command: Command
  ): Ran<Answer> {
    const isRaced = this.meanwhile !== null
    const isLast = this.store.isHeld(command.lease)
    const ran = this.run(use, command)
    if (!isRaced && (ran === "superseded") === isLast) throw new Error(`${use.name}: a token counts for nothing`)
    if (this.store.isHeld(command.lease)) throw new Error(`${use.name}: not settled`)
    return ran
  }

  run<Command, Answer>(use: Decision<Command, Answer>, command: Command): Ran<Answer> {
    const ran = this.ask(use, command)
    if (Result.isSuccess(ran)) return ran.success
    if (ran.failure._tag === "LeaseLost") return "superseded"
    throw new Error(`${use.name} was refused`, { cause: ran.failure })
  }

  ask<Command, Answer>(use: Decision<Command, Answer>, command: Command): Result.Result<Answer, Refused | LeaseLost> {
    const { meanwhile } = this
    this.meanwhile = null
    return this.store.run(use, command, this.now, this.ids, meanwhile ?? undefined)
  }
}

/** One of its messages. */
export class HistorySubject {
  readonly service: HistoryService
  readonly id: MessageId
  /**
   * Leases by index, the first one first, under which a carrier was asked to take an attempt and whose answer is not
   * kept yet.
   */
  readonly handed = new Map<number, Array<Lease>>()
  private readonly number: number

  constructor(service: HistoryService, id: MessageId, number: number) {
    this.service = service
    this.number = number
    this.id = id
  }

  get message(): Message {
    return this.service.store.get(Messages, this.id)!
  }

  private key(index: number): string {
    return `${this.id}/${this.message.attempts[index]?.id}`
  }

  /** Returns the work of this kind that is scheduled for an attempt, whether its instant has come or not. */
  due(kind: WorkKind, index: number): Due | undefined {
    return this.service.store.work.get(refText({ kind, key: this.key(index) }))
  }

  /** The message's dispatches that are due, the one of its first send first. */
  get dispatches(): ReadonlyArray<Due> {
    return [...this.service.store.work.values()]
      .filter(({ work: { key, kind } }) => kind === "dispatch" && key.startsWith(`${this.id}/`))
      .toSorted((self, other) => self.work.key < other.work.key ? -1 : 1)
  }

  /** A worker dispatches the message, by default now; nothing when that is not due. */
  dispatch(due: Due | undefined = this.dispatches.at(-1), at?: Instant): Ran<void> {
    if (due === undefined) return
    return this.dispatchBy(this.service.store.claim(due.work)!, at)
  }

  /** As a worker that holds this. */
  dispatchBy(lease: Lease, at: Instant = this.service.now): Ran<void> {
    return this.service.work(Dispatch, { lease, settings: this.service.settings, at })
  }

  /** A worker with work on dispatching by any key. */
  dispatchByKey(key: string): Ran<void> {
    const due: Due = { work: { kind: "dispatch", key }, lane: DispatchWork.lane.of(account), at: this.service.now }
    return this.dispatchBy(this.service.store.hold(due))
  }

  /** A worker with hand-over work for any key. */
  handOverByKey(key: string, outcome: Outcome): Ran<void> {
    const due: Due = {
      work: { kind: "submission", key },
      lane: SubmissionDeadlineWork.lane.of(account),
      at: this.service.now
    }
    return this.answer(this.service.store.hold(due), outcome)
  }

  /**
   * A worker takes the hand-over up: what the carrier is asked to take, or null when it is not asked. Whoever held it
   * before is too late with its answer.
   */
  handOver(index: number): Ran<Submission | null> {
    const due = this.due("submission", index)
    if (due === undefined) return null
    const { settings, store } = this.service
    const lease = store.claim(due.work)!
    const answer = this.service.run(HandOver, { lease, settings })
    if (answer === "superseded") return answer
    if (answer._tag === "Settle") this.answer(lease, answer.outcome)
    if (answer._tag !== "Ask") return null
    this.handed.set(index, [...this.handed.get(index) ?? [], lease])
    return answer.submission
  }

  /** Whoever asked the carrier keeps its answer, once. */
  answer(lease: Lease, outcome: Outcome): Ran<void> {
    for (const [index, leases] of this.handed) this.handed.set(index, leases.filter((each) => each !== lease))
    return this.service.work(Answered, { lease, settings: this.service.settings, outcome })
  }

  /** Brings the carrier's answer when the work is over already, or another worker's. */
  late(lease: Lease, outcome: Outcome): Ran<void> {
    return this.service.run(Late, { lease, settings: this.service.settings, outcome })
  }

  /** The carrier's answer to whoever asked it last. */
  end(index: number, outcome: Outcome): Ran<void> {
    return this.answer(this.handed.get(index)!.at(-1)!, outcome)
  }

  /** The carrier keeps silent until its time is over. */
  neverAnswer(index: number): Ran<void> {
    this.end(index, { _tag: "Unanswered" })
    return this.timeOut(index)
  }

  /** The carrier's time to answer is over. */
  timeOut(index: number): Ran<void> {
    const due = this.due("submission_deadline", index)
    if (due === undefined) return
    return this.answer(this.service.store.claim(due.work)!, { _tag: "TimedOut" })
  }

  /** The time in which it was to be delivered is over. */
  goOn(index: number): Ran<unknown> {
    const { settings, store } = this.service
    const due = this.due("fallback", index)
    if (due === undefined) return
    const ran = this.service.work(Fallback, { lease: store.claim(due.work)!, settings })
    return ran === "superseded" ? "superseded" : undefined
  }

  /** A receipt that names the attempt, or only what its carrier calls it. */
  report(index: number, byReference: boolean, what: Said, failure: FailureClass): Ran<Report.Answer> {
    const { carrier, id: attempt } = this.message.attempts[index]!
    return this.service.run(Report.Report, {
      subject: byReference
        ? { _tag: "Reference", carrier, reference: reference(index, this.number) }
        : { _tag: "Attempt", message: this.id, attempt },
      reported: what === "FAILED" ? { _tag: "Failed", failure } : { _tag: what === "READ" ? "Read" : "Delivered" }
    })
  }

  reportOn(message: string, attempt: string): Ran<Report.Answer> {
    return this.service.run(Report.Report, {
      subject: { _tag: "Attempt", message: message as MessageId, attempt: attempt as AttemptId },
      reported: { _tag: "Delivered" }
    })
  }

  /** Nothing was heard for too long. */
  giveUp(index: number): Ran<void> {
    const due = this.due("receipt_deadline", index)
    if (due === undefined) return
    return this.giveUpBy(this.service.store.claim(due.work)!)
  }

  giveUpBy(lease: Lease): Ran<void> {
    return this.service.work(ReceiptDeadline, { lease })
  }

  /** A client asks to send it again: the code with which that is refused, or null. */
  resend(): string | null {
    return this.wish(ResendMessage.decides)
  }

  /** A client asks to cancel it: the code with which that is refused, or null. */
  cancel(): string | null {
    return this.wish(CancelMessage.decides)
  }

  private wish<Answer>(
    use: Decision<Wish, Answer>
  ): string | null {
    const owner = this.service.store.get(Accounts, account)!
    const caller = { account: owner, keyAccount: owner }
    const asked = { path: { id: this.id }, query: {}, body: {}, caller, consulted: undefined }
    const ran = this.service.ask(use, asked)
    if (Result.isSuccess(ran)) return null
    return ran.failure._tag === "LeaseLost" ? ran.failure._tag : ran.failure.code
  }

  /** The message as it stands when it is queued once more: the same send rerouted, or the next one. */
  queueAgain(send: number): void {
    this.service.store.put(put(Messages, { ...this.message, send, status: "QUEUED", code: null }))
  }
}

/** The first message of a world. */
export const first = (world: World): HistorySubject => new HistoryService(world).messages[0]!
