/**
 * One message from its acceptance on, as the texts have it: sets of reports instead of a state machine, sums instead
 * of ledgers. Where the texts are silent, a comment says "chosen".
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Attempt, Height, Next, Said } from "./Attempt.ts"
import { heights } from "./Attempt.ts"
import { table } from "./Failures.ts"
import type { Line, Note } from "./Line.ts"
import { nothing } from "./Line.ts"
import type { Action, HistoryRecipient } from "./Recipient.ts"
import type { LeftOut } from "./Routing.ts"
import type { Stop } from "./Standing.ts"
import { HistoryStanding, stopped } from "./Standing.ts"
import type { Asked } from "./World.ts"
import { second } from "./World.ts"

/** Neither the balance nor a spend cap has room for it. */
const isUnpaid = ([, code]: Stop): boolean => code === "BUSINESS_003" || code === "SIGNALBOX_001"

/** The reason by which a message fails that has no other route after this attempt. */
const codeOf = ({ failure }: Attempt): string => failure === null ? "DELIVERY_001" : table[failure][0]

const hour = 3_600_000

export class HistoryMessage extends HistoryStanding {
  status = "QUEUED"
  code: string | null = null
  channel: string
  /** The message's history since it was accepted. */
  readonly lines: Array<Line> = []
  /** A receipt that calls for another route came in, and when. */
  rerouting: { readonly at: number } | null = null
  /** Until when it is or was held; null: it never was. */
  heldUntil: number | null = null
  private readonly index: number

  constructor(model: HistoryRecipient, asked: Asked, index: number, reply: Action | null = null) {
    super(model, asked, reply)
    this.index = index
    this.channel = asked.requested
    if (reply !== null) this.reach("QUEUED", asked.requested, false)
    if (asked.scheduledIn === null) return
    this.status = "SCHEDULED"
    this.heldUntil = model.now + asked.scheduledIn * hour
  }

  /** Returns whether a carrier is asked to take this attempt now. */
  isWanted(index: number): boolean {
    return this.status === "ROUTED" && this.attempts[index]!.send === this.send && this.height(index) === null
  }

  /** The time at which the worker is to dispatch it; null: it is not. */
  get dueAt(): number | null {
    if (this.status === "SCHEDULED") return this.heldUntil
    return this.status === "QUEUED" ? this.queuedAt : this.rerouting?.at ?? null
  }

  private hold(until: number, what: string): void {
    this.model.nights.push(what)
    this.heldUntil = until
    this.reach("SCHEDULED", this.asked.requested, false)
  }

  dispatch(): void {
    if (this.rerouting !== null) return this.reroute()
    const isReleased = this.status === "SCHEDULED"
    if (this.status !== "QUEUED" && !isReleased) return
    const current = this.attempts.filter(({ send }) => send === this.send)
    if (isReleased) {
      this.reach("QUEUED", this.asked.requested, false)
      // Chosen: whoever was on the way before goes on with that send.
      if (current.length === 0) this.queuedAt = this.model.now
    }
    this.write("PROCESSED", true)
    const { candidates, isDenied, leftOut } = this.plan()
    const first = this.priced(candidates[0])
    const [shown, hasBody] = [current.at(-1)?.channel ?? "auto", current.length > 0]
    const before = current.findLast(({ isHeldBack }) => !isHeldBack)
    const spentOn = before?.startedAt ?? this.model.now
    const stop = this.gate(first, current.length > 0, spentOn)
    // Decisions 3.2: what has been on its way and cannot be paid any more stays FAILED, and so does what has no route.
    if (before !== undefined && (stop === null ? first === null : isUnpaid(stop))) {
      return this.end("FAILED", codeOf(before), before.channel, true, { leftOut })
    }
    if (stop !== null) return this.end(...stop, shown, hasBody)
    const { night } = this
    const isOver = first !== null && (isReleased ? this.worth.isOver(this.model.now) : this.isExpired)
    if (isOver || this.worth.isOver(night)) return this.end("FAILED", "DELIVERY_006", shown, hasBody)
    if (night !== null) return this.hold(night, isReleased ? "held again" : "held at its dispatch")
    if (first !== null) {
      if (current.length === 0) this.model.count(this.asked, this.template)
      return this.route(first, spentOn, leftOut)
    }
    if (this.asked.requested === "mms" && !this.model.world.allowMms) {
      return this.end("FAILED", "channel_unavailable", shown, hasBody, { leftOut })
    }
    return isDenied
      ? this.end("FILTERED", "DELIVERY_004", shown, hasBody, { leftOut })
      : this.end("FAILED", "DELIVERY_003", shown, hasBody, { leftOut })
  }

  /** Cancelled; false when it is not held. */
  cancel(): boolean {
    if (this.status !== "SCHEDULED") return false
    const last = this.attempts.findLast(({ send }) => send === this.send)
    this.reach("CANCELLED", last?.channel ?? "auto", last !== undefined)
    return true
  }

  /** Sent again; false when its status does not allow that. */
  resend(): boolean {
    if (!["DELIVERED", "READ", "FAILED", "BLOCKED"].includes(this.status)) return false
    this.send++
    this.queuedAt = this.model.now
    this.heldUntil = null
    this.worth.renew(this.model.now)
    this.reach("QUEUED", this.asked.requested, false)
    return true
  }

  accept(index: number): void {
    if (this.height(index) !== null) return
    const { from, markup, price } = this.attempts[index]!
    if (!this.take(index)) this.write(this.status, false, { from, price, markup })
  }

  /** The carrier refused, or its time to answer is over. */
  refuse(index: number, failure: FailureClass): void {
    if (this.height(index) !== null) return
    const attempt = this.attempts[index]!
    const { from } = attempt
    const [code] = table[failure]
    attempt.failure = failure
    // What it would have cost is there again before anything else is asked.
    this.giveBack(index)
    // Another attempt has arrived, or the message is sent again: an activity only.
    if (this.status !== "ROUTED" || attempt.send !== this.send) return this.write(this.status, false, { from, code })
    const { candidates, leftOut } = this.plan()
    const next = attempt.fallback ? this.priced(candidates[0]) : null
    if (next === null) return this.end("FAILED", code, this.channel, true, { from })
    this.write("ROUTED", false, { from, code })
    const stop = this.gateAgain(next, attempt.startedAt)
    if (stop !== null) return this.end(...stop, this.channel, true)
    const { night } = this
    if (this.isExpired || this.worth.isOver(night)) return this.end("FAILED", "DELIVERY_006", this.channel, true)
    if (night !== null) return this.hold(night, "held after a refusal")
    this.attempt(next, attempt.startedAt)
    this.write("ROUTED", false, { from: next.from, leftOut })
  }

  /** Decisions 4.1 "Hand-over": what could forbid it is asked once more. True: the carrier is asked. */
  handOver(index: number): boolean {
    const attempt = this.attempts[index]!
    if (this.height(index) !== null) return false
    if (!this.isWanted(index)) {
      this.withhold(index)
      return false
    }
    // Chosen: an attempt is handed over once more when nobody knows what came of it, and never a third time.
    if (attempt.times === 2) {
      attempt.isUnanswered = true
      return false
    }
    const { from } = attempt
    const stop = this.gateInLine()
    if (stop !== null) {
      this.giveBack(index)
      this.end(...stop, this.channel, true, { from })
      return false
    }
    const { night } = this
    if (this.worth.isOver(night)) {
      this.giveBack(index)
      this.end("FAILED", "DELIVERY_006", this.channel, true, { from })
      return false
    }
    if (night !== null) {
      this.giveBack(index)
      attempt.isHeldBack = true
      this.hold(night, "held in line")
      return false
    }
    attempt.times++
    attempt.deadline = this.model.now + 30_000
    return true
  }

  /** The carrier is too busy for this recipient: as if it had not been asked. */
  wait(index: number, until: number): void {
    if (this.height(index) !== null) return
    const attempt = this.attempts[index]!
    attempt.times--
    attempt.deadline = null
    attempt.inLineFrom = until
  }

  /** Nobody hands over what is not wanted any more. */
  private withhold(index: number): void {
    if (this.height(index) !== null) return
    this.giveBack(index)
    this.write(this.status, false, { from: this.attempts[index]!.from })
  }

  /** A receipt says this of an attempt; false when it says nothing new. */
  report(index: number, said: Said, failure: FailureClass): boolean {
    const attempt = this.attempts[index]!
    const reads = attempt.channel === "whatsapp" || attempt.channel === "rcs"
    const height = said === "READ" && !reads ? "DELIVERED" : said
    const known = this.height(index)
    if (known !== null && heights.indexOf(height) <= heights.indexOf(known)) return false
    // A receipt proves that the carrier took the message.
    const isTaken = known === null && this.take(index)
    const { from, markup, price } = attempt
    const code = height === "FAILED" ? table[failure][0] : null
    const note = { from, code, ...(known === null && !isTaken ? { price, markup } : {}) }
    attempt.reports.add(height)
    if (height === "FAILED") attempt.failure = failure
    if (height === "FAILED" && failure === "recipient_not_on_channel" && attempt.channel === "whatsapp") {
      this.model.markUndeliverable()
    }
    // Of an earlier send: an activity only.
    if (attempt.send === this.send) this.show(attempt, height, failure, note)
    else this.remark(height, note)
    return true
  }

  /** Nothing more was heard of an attempt for 72 hours. */
  giveUp(index: number): void {
    if (this.height(index) === "SENT") this.report(index, "FAILED", "handset_unreachable")
  }

  /** The best outcome of the attempts; one that a gate has stopped stays so until one of them has arrived. */
  private show(attempt: Attempt, height: Said, failure: FailureClass, note: Partial<Note>): void {
    // Nothing changes any more what a client has called off.
    if (this.status === "CANCELLED") return this.remark(height, note)
    const { current } = this
    const has = (height: Said) => current.some(({ reports }) => reports.has(height))
    const best = has("READ") ? "READ" : has("DELIVERED") ? "DELIVERED" : null
    if (best !== null) {
      if (this.status === "SCHEDULED") this.model.nights.push("awake after all")
      this.rerouting = null
      if (this.status !== best) {
        for (const each of current) each.waitsUntil = null
        return this.reach(best, attempt.channel, attempt === current.at(-1), note)
      }
    } else if (this.status === "SENT") {
      const last = current.at(-1)!
      const reroutes = last.failure === null ? [] : table[last.failure][1]
      const hasFailed = ({ reports }: Attempt) => reports.has("FAILED")
      // Decisions 14.5: it has gone on from those that may still arrive, so the others decide.
      if (reroutes.includes(last.channel) && current.filter((each) => !this.isAwaited(each)).every(hasFailed)) {
        this.rerouting = { at: this.model.now }
      } else if (current.every(hasFailed)) {
        return this.end("FAILED", table[failure][0], attempt.channel, attempt === last, note)
      }
    }
    this.remark(height, note)
  }

  /** A line that tells of a failure, wherever the message is by then. */
  private remark(height: Said, note: Partial<Note>): void {
    this.write(height === "FAILED" ? "FAILED" : this.status, false, note)
  }

  /** Another route after a failed receipt: with consent, and paid for like a send. */
  private reroute(): void {
    this.rerouting = null
    const { candidates, leftOut } = this.plan()
    const next = this.priced(candidates[0])
    const last = this.current.findLast(({ isHeldBack }) => !isHeldBack)!
    const stop = next === null ? null : this.gateAgain(next, last.startedAt)
    // Decisions 3.2: at a reroute that cannot be paid the message stays FAILED with the receipt's reason.
    if (next === null || stop !== null && isUnpaid(stop)) {
      return this.end("FAILED", codeOf(last), last.channel, true, { leftOut })
    }
    const { night } = this
    const isWorthless = this.worth.isOver(this.model.now) || this.worth.isOver(night)
    const end = stop ?? (isWorthless ? ["FAILED", "DELIVERY_006"] as const : null)
    if (end !== null && this.mayArrive) return this.waitOn({ code: end[1] })
    this.reach("QUEUED", this.asked.requested, false)
    if (end !== null) return this.end(...end, this.current.at(-1)!.channel, true)
    if (night !== null) return this.hold(night, "held before another route")
    this.route(next, last.startedAt, leftOut)
  }

  /** Decisions 14.5: it was not delivered in time, so the next channel is tried, and the one before may still deliver it. */
  goOn(index: number): void {
    const attempt = this.attempts[index]!
    attempt.waitsUntil = null
    if (this.status !== "SENT" || this.height(index) !== "SENT" || this.current.at(-1) !== attempt) return
    const { from, startedAt } = attempt
    attempt.isOverdue = true
    const { candidates, leftOut } = this.plan()
    attempt.isOverdue = false
    const next = attempt.fallback ? this.priced(candidates[0]) : null
    const stop = next === null ? null : this.gateAgain(next, startedAt)
    if (next === null || stop !== null) {
      const isExhausted = stop === null || isUnpaid(stop)
      return this.write("SENT", false, { from, leftOut: isExhausted ? leftOut : [] })
    }
    const { night } = this
    if (this.worth.isOver(this.model.now) || this.worth.isOver(night)) return this.write("SENT", false, { from })
    if (night !== null) {
      attempt.waitsUntil = night
      return
    }
    attempt.isOverdue = true
    this.reach("QUEUED", this.asked.requested, false, { from })
    this.route(next, startedAt, leftOut)
  }

  /** A further route comes to nothing: it waits on for an earlier one. */
  private waitOn(note: Partial<Note>): void {
    if (this.status === "SENT") return this.write("SENT", false, note)
    this.reach("SENT", this.current.findLast(({ isOverdue }) => isOverdue)!.channel, false, note)
  }

  private route(next: Next, spentOn: number, leftOut: ReadonlyArray<LeftOut>): void {
    this.attempt(next, spentOn)
    this.reach("ROUTED", this.asked.requested, true, { from: next.from, leftOut })
  }

  private attempt(next: Next, spentOn: number): void {
    const { model, send } = this
    const fresh = { send, spentOn, startedAt: model.now, reports: new Set<Height>(), takenAt: null }
    const waiting = { times: 0, deadline: null, isUnanswered: false, inLineFrom: model.now, isHeldBack: false }
    const going = { waitsUntil: null, isOverdue: false }
    const payer = next.payer!
    this.attempts.push({ ...next, ...fresh, ...waiting, ...going, payer, charge: "reserved", failure: null })
    model.money[payer] -= next.price + next.markup
    model.spend(next.price + next.markup, spentOn)
    this.channel = next.channel
  }

  /** A carrier has it; whether that makes the message SENT. */
  private take(index: number): boolean {
    const attempt = this.attempts[index]!
    attempt.reports.add("SENT")
    attempt.charge = "taken"
    attempt.takenAt = this.model.now
    if (!this.asked.isFreeForm) this.model.opened = this.model.now
    if (this.status !== "ROUTED" || attempt.send !== this.send) return false
    const { from, markup, price } = attempt
    // Decisions 18.4: what the send says goes first, and where no other route may follow nothing waits.
    const seconds = this.patience(attempt.channel) ?? (attempt.fallback ? attempt.receiptSeconds : undefined)
    if (seconds !== undefined) attempt.waitsUntil = this.model.now + seconds * 1000
    this.reach("SENT", attempt.channel, true, { from, price, markup })
    return true
  }

  private giveBack(index: number): void {
    const attempt = this.attempts[index]!
    attempt.reports.add("FAILED")
    attempt.charge = "returned"
    this.model.money[attempt.payer] += attempt.price + attempt.markup
    this.model.spend(0 - attempt.price - attempt.markup, attempt.spentOn)
  }

  private write(status: string, reached: boolean, note: Partial<Note> = {}): void {
    const until = ["SCHEDULED", "CANCELLED"].includes(status) ? this.heldUntil : null
    this.lines.push({ ...nothing, ...note, status, reached, at: this.model.now, until })
  }

  private reach(status: string, shown: string, hasBody: boolean, note: Partial<Note> = {}): void {
    const code = stopped.some((each) => each === status) ? note.code ?? null : null
    this.status = status
    this.code = code
    // ROUTED tells what was asked for, and shows the route.
    if (status !== "ROUTED") this.channel = shown
    this.write(status, true, note)
    const { now, told } = this.model
    const event = `message.${status.toLowerCase()}`
    const { until } = this.lines.at(-1)!
    const held = until === null ? null : second(until)
    told.push({ message: this.index, event, at: second(now), status, channel: shown, hasBody, code, until: held })
  }

  private end(status: Stop[0], code: string, channel: string, hasBody: boolean, note: Partial<Note> = {}): void {
    if (this.mayArrive) return this.waitOn({ ...note, code })
    this.reach(status, channel, hasBody, { ...note, code })
  }
}
