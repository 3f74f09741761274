/**
 * One message from its acceptance on, as the texts have it (specification "Message statuses", decisions 3.2 "When
 * charged", 4.1, 7.2): sets of reports instead of a state machine, sums instead of ledgers. What no text says is marked.
 *
 * Rerouting after a failed receipt is not part of it yet; its histories hold no failed receipts of a class that
 * reroutes.
 */
import type { FailureClass } from "@signalbox/core/catalogue/FailureClass"
import type { Channel, Requested } from "@signalbox/core/value/Channel"

export interface World {
  readonly requested: Requested
  readonly channels: ReadonlyArray<Channel>
  readonly carriers: ReadonlyArray<{ readonly id: string; readonly channels: ReadonlyArray<Channel> }>
  readonly segments: number
  readonly hasParameters: boolean
  readonly balance: number
}

/** Channel, carrier's price (per segment on SMS) and markup, in ten-thousandths. */
export const rates: Readonly<Record<"sms" | "whatsapp" | "rcs", readonly [price: number, markup: number]>> = {
  sms: [79, 10],
  whatsapp: [50, 7],
  rcs: [101, 3]
}

/** Decisions 8.3, for the classes that the histories use. */
export const codes: Readonly<Partial<Record<FailureClass, string>>> = {
  invalid_number: "DELIVERY_005",
  handset_unreachable: "DELIVERY_006",
  temporary_carrier_error: "DELIVERY_013",
  carrier_filtered: "DELIVERY_015",
  sender_refused: "DELIVERY_008",
  provider_timeout: "DELIVERY_011",
  provider_unavailable: "DELIVERY_010"
}

const code = (failure: FailureClass): string => {
  const found = codes[failure]
  if (found === undefined) throw new Error(`the model does not know ${failure}`)
  return found
}

export type Said = "DELIVERED" | "READ" | "FAILED"

interface Attempt {
  readonly channel: Channel
  readonly carrier: string
  readonly price: number
  readonly markup: number
  readonly reports: Set<"SENT" | Said>
  charge: "reserved" | "taken" | "returned"
}

export interface Told {
  readonly event: string
  readonly status: string
  readonly channel: string
  readonly hasBody: boolean
  readonly code: string | null
}

const order = ["whatsapp", "rcs", "sms", "mms"] as const
const heights = ["SENT", "FAILED", "DELIVERED", "READ"] as const

export class HistoryModel {
  status = "QUEUED"
  code: string | null = null
  channel: string
  readonly attempts: Array<Attempt> = []
  /** Each status as it was reached. */
  readonly reached: Array<string> = ["QUEUED"]
  readonly told: Array<Told> = []
  balance: number
  optOut = false
  isApproved = true
  private readonly world: World

  constructor(world: World) {
    this.world = world
    this.balance = world.balance
    this.channel = world.requested
  }

  /** Null until a carrier has taken the message; the sum over routes. */
  get price(): readonly [price: number, markup: number] | null {
    const taken = this.attempts.filter(({ charge }) => charge === "taken")
    return taken.length === 0
      ? null
      : [taken.reduce((sum, { price }) => sum + price, 0), taken.reduce((sum, { markup }) => sum + markup, 0)]
  }

  /** The highest that was reported of an attempt. */
  height(index: number): (typeof heights)[number] | null {
    return heights.findLast((height) => this.attempts[index]!.reports.has(height)) ?? null
  }

  /** Whether a carrier is asked to take this attempt now. */
  isWanted(index: number): boolean {
    return this.status === "ROUTED" && this.height(index) === null
  }

  dispatch(): void {
    if (this.status !== "QUEUED") return
    this.reached.push("PROCESSED")
    const first = this.candidate()
    const stop = this.gate(first)
    if (stop !== null) return this.end(stop[0], stop[1], "auto", false)
    if (first === null) return this.end("FAILED", "DELIVERY_003", "auto", false)
    this.route(first)
    this.reach("ROUTED", this.world.requested, true)
  }

  accept(index: number): void {
    if (this.height(index) !== null) return
    this.take(index)
  }

  /** The carrier refused, or its time to answer is over. */
  refuse(index: number, failure: FailureClass): void {
    if (this.height(index) !== null) return
    this.giveBack(index)
    // Another attempt has arrived: a failure after a success is an activity only.
    if (this.status !== "ROUTED") return
    const next = this.candidate()
    if (next === null) return this.end("FAILED", code(failure), this.channel, true)
    const stop = this.gateAgain(next)
    if (stop !== null) return this.end(stop[0], stop[1], this.channel, true)
    this.route(next)
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
    this.show(attempt, failure)
    return true
  }

  /** Nothing more was heard of an attempt for 72 hours. */
  giveUp(index: number): void {
    if (this.height(index) === "SENT") this.report(index, "FAILED", "handset_unreachable")
  }

  /** The best outcome of the attempts. Stopped by a gate, it stays stopped (no text says otherwise). */
  private show(attempt: Attempt, failure: FailureClass): void {
    if (this.status === "FILTERED" || this.status === "BLOCKED") return
    const has = (height: Said) => this.attempts.some(({ reports }) => reports.has(height))
    const best = has("READ") ? "READ" : has("DELIVERED") ? "DELIVERED" : null
    const isLast = attempt === this.attempts.at(-1)
    if (best !== null) {
      if (this.status !== best) this.reach(best, attempt.channel, isLast)
    } else if (this.attempts.every(({ reports }) => reports.has("FAILED")) && this.status !== "FAILED") {
      this.end("FAILED", code(failure), attempt.channel, true)
    }
  }

  private candidate(): Omit<Attempt, "reports" | "charge"> | null {
    if (this.attempts.length >= 3) return null
    const pairs = order.flatMap((channel) =>
      this.world.carriers.filter(({ channels }) => channels.includes(channel)).map(({ id }) => ({
        channel,
        carrier: id
      }))
    )
    const found = pairs.find(({ carrier, channel }) =>
      (this.world.requested === "auto_detect" || this.world.requested === channel) &&
      this.world.channels.includes(channel) &&
      !this.attempts.some((tried) => tried.channel === channel && tried.carrier === carrier)
    )
    if (found === undefined || found.channel === "mms") return null
    const [price, markup] = rates[found.channel]
    return { ...found, price: found.channel === "sms" ? price * this.world.segments : price, markup }
  }

  /** The gates in the order of decisions 4.1. */
  private gate(next: { readonly price: number; readonly markup: number } | null): readonly [string, string] | null {
    if (this.optOut) return ["FILTERED", "BUSINESS_004"]
    if (next !== null && this.balance < next.price + next.markup) return ["BLOCKED", "BUSINESS_003"]
    if (!this.isApproved) return ["BLOCKED", "BUSINESS_005"]
    if (!this.world.hasParameters) return ["FAILED", "VALIDATION_008"]
    return null
  }

  /** Before a further route: consent, and that it can be paid. */
  private gateAgain(next: { readonly price: number; readonly markup: number }): readonly [string, string] | null {
    if (this.optOut) return ["FILTERED", "BUSINESS_004"]
    return this.balance < next.price + next.markup ? ["BLOCKED", "BUSINESS_003"] : null
  }

  private route(next: Omit<Attempt, "reports" | "charge">): void {
    this.attempts.push({ ...next, reports: new Set(), charge: "reserved" })
    this.balance -= next.price + next.markup
    this.channel = next.channel
  }

  private take(index: number): void {
    const attempt = this.attempts[index]!
    attempt.reports.add("SENT")
    attempt.charge = "taken"
    if (this.status === "ROUTED") this.reach("SENT", attempt.channel, true)
  }

  private giveBack(index: number): void {
    const attempt = this.attempts[index]!
    attempt.reports.add("FAILED")
    attempt.charge = "returned"
    this.balance += attempt.price + attempt.markup
  }

  private reach(status: string, shown: string, hasBody: boolean): void {
    this.status = status
    this.code = null
    if (status !== "ROUTED") this.channel = shown
    this.reached.push(status)
    this.told.push({ event: `message.${status.toLowerCase()}`, status, channel: shown, hasBody, code: null })
  }

  private end(status: string, why: string, channel: string, hasBody: boolean): void {
    this.reach(status, channel, hasBody)
    this.code = why
    this.told.push({ ...this.told.pop()!, code: why })
  }
}
