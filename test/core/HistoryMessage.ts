/**
 * One message from its acceptance on, as the texts have it: sets of reports instead of a state machine, sums instead
 * of ledgers. Where the texts are silent, a comment says "chosen".
 */
import type { FailureClass } from "@signalbox/core/catalogue/FailureClass"
import type { Channel } from "@signalbox/core/value/Channel"
import type { HistoryModel } from "./HistoryModel.ts"
import type { Candidate } from "./HistoryRouting.ts"
import { plan, sameAs } from "./HistoryRouting.ts"
import type { Asked } from "./HistoryWorld.ts"
import { rates } from "./HistoryWorld.ts"

/** Decisions 8.3: the code, and the channels on which a receipt with it looks for another route. */
const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const table: Readonly<Record<FailureClass, readonly [code: string, reroutes: ReadonlyArray<Channel>]>> = {
  unknown: ["DELIVERY_001", []],
  undeliverable_by_route: ["DELIVERY_002", all],
  invalid_number: ["DELIVERY_005", []],
  handset_unreachable: ["DELIVERY_006", []],
  recipient_not_on_channel: ["DELIVERY_007", ["whatsapp", "rcs"]],
  sender_refused: ["DELIVERY_008", all],
  no_route_to_network: ["DELIVERY_009", all],
  provider_unavailable: ["DELIVERY_010", all],
  provider_timeout: ["DELIVERY_011", all],
  transport_error: ["DELIVERY_012", all],
  temporary_carrier_error: ["DELIVERY_013", []],
  rate_limited: ["DELIVERY_014", []],
  carrier_filtered: ["DELIVERY_015", []],
  content_not_acceptable: ["DELIVERY_016", []]
}

export type Said = "DELIVERED" | "READ" | "FAILED"
const heights = ["SENT", "FAILED", "DELIVERED", "READ"] as const
export type Height = (typeof heights)[number]

interface Attempt extends Candidate {
  readonly send: number
  readonly price: number
  readonly markup: number
  readonly startedAt: number
  readonly reports: Set<Height>
  charge: "reserved" | "taken" | "returned"
  failure: FailureClass | null
  /** When it was SENT. */
  takenAt: number | null
}

type Stop = readonly [status: "FILTERED" | "BLOCKED" | "FAILED", code: string]
type Next = Candidate & { readonly price: number; readonly markup: number }

export class HistoryMessage {
  status = "QUEUED"
  code: string | null = null
  channel: string
  send = 1
  readonly attempts: Array<Attempt> = []
  /** Each status as it was reached. */
  readonly reached: Array<string> = ["QUEUED"]
  /** A receipt that calls for another route came in: its code, and when. */
  rerouting: { readonly code: string; readonly at: number } | null = null
  queuedAt: number
  private readonly model: HistoryModel
  private readonly asked: Asked
  private readonly index: number

  constructor(model: HistoryModel, asked: Asked, index: number) {
    this.model = model
    this.asked = asked
    this.index = index
    this.channel = asked.requested
    this.queuedAt = model.now
  }

  /** Null until a carrier has taken the message; the sum over routes, those of earlier sends included. */
  get price(): readonly [price: number, markup: number] | null {
    const taken = this.attempts.filter(({ charge }) => charge === "taken")
    return taken.length === 0
      ? null
      : [taken.reduce((sum, { price }) => sum + price, 0), taken.reduce((sum, { markup }) => sum + markup, 0)]
  }

  /** The highest that was reported of an attempt. */
  height(index: number): Height | null {
    return heights.findLast((height) => this.attempts[index]!.reports.has(height)) ?? null
  }

  /** Whether a carrier is asked to take this attempt now. */
  isWanted(index: number): boolean {
    return this.status === "ROUTED" && this.attempts[index]!.send === this.send && this.height(index) === null
  }

  /** When the worker is to take it up; null: it is not. */
  get dueAt(): number | null {
    return this.status === "QUEUED" ? this.queuedAt : this.rerouting?.at ?? null
  }

  dispatch(): void {
    if (this.rerouting !== null) return this.reroute(this.rerouting.code)
    if (this.status !== "QUEUED") return
    this.reached.push("PROCESSED")
    const { candidates, isDenied } = this.plan()
    const first = this.priced(candidates[0])
    const stop = this.gate(first)
    if (stop !== null) return this.end(...stop, "auto", false)
    if (first !== null) {
      this.model.count(this.asked)
      return this.route(first)
    }
    if (this.asked.requested === "mms" && !this.model.world.allowMms) {
      return this.end("FAILED", "channel_unavailable", "auto", false)
    }
    return isDenied
      ? this.end("FILTERED", "DELIVERY_004", "auto", false)
      : this.end("FAILED", "DELIVERY_003", "auto", false)
  }

  /** Sent again; false when its status does not allow that. */
  resend(): boolean {
    if (!["DELIVERED", "READ", "FAILED", "BLOCKED"].includes(this.status)) return false
    this.send++
    this.queuedAt = this.model.now
    this.reach("QUEUED", this.asked.requested, false)
    return true
  }

  accept(index: number): void {
    if (this.height(index) === null) this.take(index)
  }

  /** The carrier refused, or its time to answer is over. */
  refuse(index: number, failure: FailureClass): void {
    if (this.height(index) !== null) return
    const attempt = this.attempts[index]!
    attempt.failure = failure
    this.giveBack(index)
    // Another attempt has arrived, or the message is sent again: an activity only.
    if (this.status !== "ROUTED" || attempt.send !== this.send) return
    const next = attempt.fallback ? this.priced(this.plan().candidates[0]) : null
    if (next === null) return this.end("FAILED", table[failure][0], this.channel, true)
    const stop = this.gateAgain(next)
    if (stop !== null) return this.end(...stop, this.channel, true)
    this.attempt(next)
  }

  /** Nobody hands over what is not wanted any more. */
  withhold(index: number): void {
    if (this.height(index) === null) this.giveBack(index)
  }

  /** A receipt says this of an attempt; false when it says nothing new. */
  report(index: number, said: Said, failure: FailureClass): boolean {
    const attempt = this.attempts[index]!
    const reads = attempt.channel === "whatsapp" || attempt.channel === "rcs"
    const height = said === "READ" && !reads ? "DELIVERED" : said
    const known = this.height(index)
    if (known !== null && heights.indexOf(height) <= heights.indexOf(known)) return false
    // A receipt proves that the carrier took the message.
    if (known === null) this.take(index)
    attempt.reports.add(height)
    if (height === "FAILED") attempt.failure = failure
    if (height === "FAILED" && failure === "recipient_not_on_channel" && attempt.channel === "whatsapp") {
      this.model.markUndeliverable()
    }
    // Of an earlier send: an activity only.
    if (attempt.send === this.send) this.show(attempt, failure)
    return true
  }

  /** Nothing more was heard of an attempt for 72 hours. */
  giveUp(index: number): void {
    if (this.height(index) === "SENT") this.report(index, "FAILED", "handset_unreachable")
  }

  /** The best outcome of the attempts; one that a gate has stopped stays so until one of them has arrived. */
  private show(attempt: Attempt, failure: FailureClass): void {
    const isStopped = ["FILTERED", "BLOCKED", "FAILED"].includes(this.status)
    const current = this.attempts.filter(({ send }) => send === this.send)
    const has = (height: Said) => current.some(({ reports }) => reports.has(height))
    const best = has("READ") ? "READ" : has("DELIVERED") ? "DELIVERED" : null
    if (best !== null) {
      this.rerouting = null
      if (this.status !== best) this.reach(best, attempt.channel, attempt === current.at(-1))
    } else if (current.every(({ reports }) => reports.has("FAILED")) && !isStopped) {
      const [code, reroutes] = table[failure]
      if (reroutes.includes(attempt.channel)) this.rerouting = { code, at: this.model.now }
      else this.end("FAILED", code, attempt.channel, true)
    }
  }

  /** Another route after a failed receipt: with consent, and paid for like a send. */
  private reroute(code: string): void {
    this.rerouting = null
    const next = this.priced(this.plan().candidates[0])
    if (next === null) return this.end("FAILED", code, this.channel, true)
    const failed = this.channel
    if (!this.model.mayWrite) {
      this.reach("QUEUED", this.asked.requested, false)
      return this.end("FILTERED", "BUSINESS_004", failed, true)
    }
    // Decisions 3.2: at a reroute that cannot be paid the message stays FAILED with the receipt's reason.
    if (this.model.balance < next.price + next.markup) return this.end("FAILED", code, this.channel, true)
    this.reach("QUEUED", this.asked.requested, false)
    this.route(next)
  }

  private plan(): ReturnType<typeof plan> {
    const { asked, model } = this
    const { world } = model
    const tried = this.attempts.filter(({ send }) => send === this.send)
    // What is too large for one carrier of MMS is too large for all ("Limits": it falls to SMS, or fails).
    const isRefusedOnMms = tried.some((each) => each.channel === "mms" && each.failure === "content_not_acceptable")
    return plan({
      ...asked,
      carriers: world.carriers,
      own: world.rules,
      global: world.global,
      now: model.now,
      isAble: (pair) =>
        tried.length < 3 && !tried.some(sameAs(pair)) && world.channels.includes(pair.channel) &&
        (pair.channel !== "mms" || world.allowMms && !isRefusedOnMms && (asked.isFreeForm || world.hasMmsBody)) &&
        (pair.channel !== "whatsapp" || model.isOnWhatsapp &&
            (!asked.isFreeForm || asked.requested === "whatsapp" || model.isOpenOnWhatsapp))
    })
  }

  private priced(candidate: Candidate | undefined): Next | null {
    if (candidate === undefined) return null
    const [price, markup] = rates[candidate.channel]
    return { ...candidate, price: candidate.channel === "sms" ? price * this.asked.segments : price, markup }
  }

  /** The gates in the order of decisions 4.1. */
  private gate(next: Next | null): Stop | null {
    const { asked: { hasParameters, isFreeForm, requested }, model } = this
    if (!model.mayWrite) return ["FILTERED", "BUSINESS_004"]
    if (model.stage === "unverified") return ["BLOCKED", "BUSINESS_017"]
    if (model.stage === "suspended") return ["BLOCKED", "BUSINESS_018"]
    if (!isFreeForm && model.isOverLimit) return ["BLOCKED", "BUSINESS_020"]
    if (next !== null && model.balance < next.price + next.markup) return ["BLOCKED", "BUSINESS_003"]
    if (!isFreeForm && !model.isApproved) return ["BLOCKED", "BUSINESS_005"]
    if (!isFreeForm && !hasParameters) return ["FAILED", "VALIDATION_008"]
    if (!isFreeForm) return null
    return requested === "whatsapp"
      ? model.isOpenOnWhatsapp ? null : ["FAILED", "WHATSAPP_TEMPLATE_REQUIRED"]
      : model.isOpen
      ? null
      : ["BLOCKED", "CONVERSATION_TEMPLATE_REQUIRED"]
  }

  /** Before the next candidate after a refusal: consent, and that it can be paid (chosen: nothing else). */
  private gateAgain(next: Next): Stop | null {
    if (!this.model.mayWrite) return ["FILTERED", "BUSINESS_004"]
    return this.model.balance < next.price + next.markup ? ["BLOCKED", "BUSINESS_003"] : null
  }

  private route(next: Next): void {
    this.attempt(next)
    this.reach("ROUTED", this.asked.requested, true)
  }

  private attempt(next: Next): void {
    const { model, send } = this
    const fresh = { send, startedAt: model.now, reports: new Set<Height>(), takenAt: null }
    this.attempts.push({ ...next, ...fresh, charge: "reserved", failure: null })
    model.balance -= next.price + next.markup
    this.channel = next.channel
  }

  private take(index: number): void {
    const attempt = this.attempts[index]!
    attempt.reports.add("SENT")
    attempt.charge = "taken"
    attempt.takenAt = this.model.now
    if (!this.asked.isFreeForm) this.model.opened = this.model.now
    if (this.status === "ROUTED" && attempt.send === this.send) this.reach("SENT", attempt.channel, true)
  }

  private giveBack(index: number): void {
    const attempt = this.attempts[index]!
    attempt.reports.add("FAILED")
    attempt.charge = "returned"
    this.model.balance += attempt.price + attempt.markup
  }

  private reach(status: string, shown: string, hasBody: boolean, code: string | null = null): void {
    this.status = status
    this.code = code
    // ROUTED tells what was asked for, and shows the route.
    if (status !== "ROUTED") this.channel = shown
    this.reached.push(status)
    const event = `message.${status.toLowerCase()}`
    this.model.told.push({ message: this.index, event, status, channel: shown, hasBody, code })
  }

  private end(status: Stop[0], code: string, channel: string, hasBody: boolean): void {
    this.reach(status, channel, hasBody, code)
  }
}
