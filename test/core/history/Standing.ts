/**
 * Where one message stands, as the texts have it: its attempts, the routes that are left to it, and what forbids to send
 * it.
 */
import type { Channel } from "@signalbox/core/Channel"
import * as Given from "../Given.ts"
import type { Attempt, Height, Next } from "./Attempt.ts"
import { heights } from "./Attempt.ts"
import { endOf } from "./Night.ts"
import type { Action, HistoryRecipient } from "./Recipient.ts"
import type { Candidate } from "./Routing.ts"
import { isWithoutSender, numberFor, plan, sameAs } from "./Routing.ts"
import type { Asked } from "./World.ts"
import { rates } from "./World.ts"
import { Worth } from "./Worth.ts"

export const stopped = ["FILTERED", "BLOCKED", "FAILED"] as const
export type Stop = readonly [status: (typeof stopped)[number], code: string]

const hour = 3_600_000

export class HistoryStanding {
  send = 1
  readonly attempts: Array<Attempt> = []
  queuedAt: number
  protected readonly worth: Worth
  protected readonly model: HistoryRecipient
  protected readonly asked: Asked
  /** The action that the service answers by itself; null for what a client asked for. */
  protected readonly reply: Action | null

  constructor(model: HistoryRecipient, asked: Asked, reply: Action | null) {
    this.model = model
    this.asked = asked
    this.reply = reply
    this.queuedAt = model.now
    this.worth = new Worth(asked, model.now)
  }

  /** The answer to a keyword goes to whoever has opted out; sent once more, it is a message like any other. */
  get mayBeSent(): boolean {
    return this.reply !== null && this.send === 1 ? !this.model.isSuppressed : this.model.mayWrite
  }

  protected get template(): string {
    return this.reply ?? "order"
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

  /** Until when it must not go out; null: it may. Who answers a keyword is awake. */
  protected get night(): number | null {
    const { asked: { isFreeForm }, model, reply, send } = this
    return reply !== null && send === 1
      ? null
      : endOf(model.world.quietHours, isFreeForm ? null : "UTILITY", model.now)
  }

  /** Decisions 4.1 "Expiry": 72 hours after its current send was queued, when no carrier has taken it. */
  protected get isExpired(): boolean {
    return this.worth.isOver(this.model.now) || this.model.now >= this.queuedAt + 72 * hour &&
        !this.attempts.some(({ charge, send }) => send === this.send && charge === "taken")
  }

  /** Decisions 4.1 "Hand-over": consent, the account, the template and the age of the message. */
  protected gateInLine(): Stop | null {
    if (!this.mayBeSent) return ["FILTERED", "BUSINESS_004"]
    if (this.model.isForbidden) return ["BLOCKED", "BUSINESS_011"]
    if (this.model.stages.includes("suspended")) return ["BLOCKED", "BUSINESS_018"]
    if (!this.isApproved) return ["BLOCKED", "BUSINESS_005"]
    return this.isExpired ? ["FAILED", "DELIVERY_006"] : null
  }

  protected get current(): ReadonlyArray<Attempt> {
    return this.attempts.filter(({ send }) => send === this.send)
  }

  /** Whether the message has gone on from this attempt, and it may still arrive. */
  protected isAwaited(attempt: Attempt): boolean {
    return attempt.isOverdue && this.height(this.attempts.indexOf(attempt)) === "SENT"
  }

  protected get mayArrive(): boolean {
    return this.current.some((attempt) => this.isAwaited(attempt))
  }

  /** For how long the send itself lets a message wait on this channel (decisions 14.5); null: it says nothing. */
  protected patience(channel: Channel): number | null {
    const { afterSeconds, fallback } = this.asked
    return afterSeconds === null || fallback === null || fallback.at(-1) === channel ? null : afterSeconds
  }

  /** The message has gone on from this channel, or from one that comes after it, because its send wanted that. */
  protected isPassed(channel: Channel): boolean {
    const order = this.asked.fallback ?? []
    return this.current.some((each) =>
      each.isOverdue && this.patience(each.channel) !== null && order.indexOf(channel) <= order.indexOf(each.channel)
    )
  }

  protected plan(): ReturnType<typeof plan> {
    const { asked, model } = this
    const { world } = model
    const tried = this.attempts.filter(({ isHeldBack, send }) => send === this.send && !isHeldBack)
    // What is too large for one carrier of MMS is too large for all ("Limits": it falls to SMS, or fails).
    const isRefusedOnMms = tried.some((each) => each.channel === "mms" && each.failure === "content_not_acceptable")
    return plan({
      ...asked,
      carriers: world.carriers,
      own: world.rules,
      global: world.global,
      now: model.now,
      sendsFrom: (channel) => numberFor(channel, world)?.country ?? null,
      obstacle: (pair) => {
        const isMms = pair.channel === "mms"
        const isWhatsapp = pair.channel === "whatsapp"
        const isAsked = asked.requested === "whatsapp"
        // Chosen: of several reasons the one that a person would mend first.
        const reasons: ReadonlyArray<readonly [isSo: boolean, reason: string]> = [
          [this.isPassed(pair.channel), "passed_over"],
          [!world.channels.includes(pair.channel), "channel_not_set_up"],
          [this.reply === null && isWithoutSender(pair.channel, world), "no_sender"],
          [isMms && !world.allowMms, "mms_not_allowed"],
          [isMms && !asked.isFreeForm && this.reply === null && !world.hasMmsBody, "template_has_no_body"],
          [isMms && isRefusedOnMms, "not_acceptable_on_mms"],
          [isWhatsapp && !model.isOnWhatsapp, "recipient_not_on_whatsapp"],
          [isWhatsapp && asked.isFreeForm && !isAsked && !model.isOpenOnWhatsapp, "no_open_conversation"],
          [tried.some(sameAs(pair)), "already_tried"],
          [tried.length >= 3, "routes_used_up"]
        ]
        return reasons.find(([isSo]) => isSo)?.[1] ?? null
      }
    })
  }

  protected priced(candidate: Candidate | undefined): Next | null {
    if (candidate === undefined) return null
    const { channel } = candidate
    const { world } = this.model
    const segments = channel === "sms" ? this.asked.segments : 1
    const [each, markup] = rates[channel]
    const price = each * segments
    // An answer leaves from the number that was written to.
    const from = this.reply === null ? numberFor(channel, world)?.number ?? null : Given.phone(9000)
    return { ...candidate, from, segments, price, markup, payer: this.model.payer(price + markup) }
  }

  /** The gates in the order of decisions 4.1. */
  protected gate(next: Next | null, isCounted: boolean, spentOn: number): Stop | null {
    const { asked: { hasParameters, isFreeForm, requested }, model } = this
    if (!this.mayBeSent) return ["FILTERED", "BUSINESS_004"]
    if (model.isForbidden) return ["BLOCKED", "BUSINESS_011"]
    if (model.stages.includes("unverified")) return ["BLOCKED", "BUSINESS_017"]
    if (model.stages.includes("suspended")) return ["BLOCKED", "BUSINESS_018"]
    if (!isFreeForm && !isCounted && model.isOverLimit(this.template)) return ["BLOCKED", "BUSINESS_020"]
    if (next !== null && model.isOverCap(next.price + next.markup, spentOn)) return ["BLOCKED", "SIGNALBOX_001"]
    if (next !== null && next.payer === null) return ["BLOCKED", "BUSINESS_003"]
    if (!this.isApproved) return ["BLOCKED", "BUSINESS_005"]
    if (!isFreeForm && !hasParameters) return ["FAILED", "VALIDATION_008"]
    if (!isFreeForm) return null
    return requested === "whatsapp"
      ? model.isOpenOnWhatsapp ? null : ["FAILED", "WHATSAPP_TEMPLATE_REQUIRED"]
      : model.isOpen
      ? null
      : ["BLOCKED", "CONVERSATION_TEMPLATE_REQUIRED"]
  }

  /** Before the next candidate after a refusal: consent, money and the template (chosen: nothing else). */
  protected gateAgain(next: Next, spentOn: number): Stop | null {
    const { model } = this
    if (!this.mayBeSent) return ["FILTERED", "BUSINESS_004"]
    if (model.isForbidden) return ["BLOCKED", "BUSINESS_011"]
    if (model.isOverCap(next.price + next.markup, spentOn)) return ["BLOCKED", "SIGNALBOX_001"]
    if (next.payer === null) return ["BLOCKED", "BUSINESS_003"]
    return this.isApproved ? null : ["BLOCKED", "BUSINESS_005"]
  }

  /** The templates of the service's own answers stay approved. */
  protected get isApproved(): boolean {
    return this.asked.isFreeForm || this.reply !== null || this.model.isApproved
  }
}
