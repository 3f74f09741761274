/**
 * The messages of one account to one recipient share money, consent, conversations, the day's count and what webhooks
 * are told, as the texts have it (specification "Message statuses", "Limits"; decisions 3.2 "When charged", 4.1, 7.2,
 * 8.3).
 */
import type { Stage } from "@signalbox/core/Account"
import * as Given from "../Given.ts"
import type { Asked, Payer, SpendCap, World } from "./World.ts"
import { second } from "./World.ts"

export interface ExpectedEvent {
  readonly message: number
  readonly event: string
  /** The time at which it happened, to the second. */
  readonly at: string
  readonly status: string
  readonly channel: string
  readonly hasBody: boolean
  readonly code: string | null
  /** Until when it is, or was, to be held. */
  readonly until: string | null
}

const hour = 3_600_000

export type Action = "opt_out" | "opt_in" | "help"

export class HistoryRecipient {
  readonly world: World
  readonly told: Array<ExpectedEvent> = []
  /** A word for each thing that happened at night. */
  readonly nights: Array<string> = []
  now: number = Given.now
  readonly money: Record<Payer, number>
  stage: Stage
  /** Of the organization that the account is a profile of. */
  organizationStage: Stage = "verified"
  optOut = false
  isSuppressed = false
  /** Whether the account has a contact of the recipient. */
  isContact = true
  /** How often the recipient has said yes or no since the contact came into being. */
  records = 0
  isApproved = true
  /**
   * The times at which the recipient last wrote, on any channel and on WhatsApp, and at which a template last went out
   * to them.
   */
  lastInbound: number | null = null
  lastWhatsapp: number | null = null
  opened: number | null = null
  undeliverableUntil: number | null = null
  /** Whether nothing may go to the recipient's country. */
  readonly forbids: Record<Payer, boolean> = { own: false, organization: false }
  /** The money that counts in the cap, by the day on which its period begins; and the periods of which was warned. */
  readonly spent = new Map<string, number>()
  readonly warned = new Set<string>()
  /** The number of messages that went out, by template and UTC day. */
  readonly counts = new Map<string, number>()

  constructor(world: World) {
    this.world = world
    this.money = { own: world.balance, organization: world.organizationBalance }
    this.stage = world.stage
  }

  /** A client says it. */
  consent(optOut: boolean): void {
    if (this.optOut !== optOut) this.records++
    this.optOut = optOut
  }

  suppress(isSuppressed: boolean): void {
    this.isSuppressed = isSuppressed
    // Without a contact nothing is left of the recipient but the entry of the list.
    if (!isSuppressed && !this.isContact) this.undeliverableUntil = null
  }

  forget(): void {
    this.isContact = false
    this.optOut = false
    this.records = 0
    this.lastInbound = null
    this.lastWhatsapp = null
    this.undeliverableUntil = null
  }

  /** Money is taken from these, in this order. */
  private get payers(): readonly [Payer, ...ReadonlyArray<Payer>] {
    const { billing } = this.world
    if (billing === null || billing === "profile") return ["own"]
    return billing === "organization" ? ["organization"] : ["own", "organization"]
  }

  /** Returns the first who can pay; null: nobody can. */
  payer(amount: number): Payer | null {
    return this.payers.find((payer) => this.money[payer] >= amount) ?? null
  }

  /** A profile is in its organization's stage, too. */
  get stages(): ReadonlyArray<Stage> {
    return this.world.billing === null ? [this.stage] : [this.stage, this.organizationStage]
  }

  /** WhatsApp took a message and then failed it for a reason of the recipient's. */
  markUndeliverable(): void {
    if (this.isContact || this.isSuppressed) this.undeliverableUntil = this.now + 30 * 24 * hour
  }

  comeBack(): void {
    this.undeliverableUntil = null
  }

  get isOnWhatsapp(): boolean {
    return this.undeliverableUntil === null || this.now >= this.undeliverableUntil
  }

  get isOpenOnWhatsapp(): boolean {
    return this.lastWhatsapp !== null && this.now - this.lastWhatsapp <= 24 * hour
  }

  get isOpen(): boolean {
    return this.lastInbound !== null || this.opened !== null && this.now - this.opened <= 168 * hour
  }

  get mayWrite(): boolean {
    return !this.optOut && !this.isSuppressed
  }

  /** The account, and the organization that it is a profile of. */
  private isOf(payer: Payer): boolean {
    return payer === "own" || this.world.billing !== null
  }

  /** Decisions 17.1: nothing goes where one of them forbids it. */
  get isForbidden(): boolean {
    return this.forbids.own || this.isOf("organization") && this.forbids.organization
  }

  /** The recipient is in the United States. */
  private get cap(): SpendCap | null {
    const { spendCap: cap } = this.world
    return cap !== null && this.isOf(cap.of) && cap.region !== "CH" ? cap : null
  }

  private startOf({ period }: SpendCap, at: number): string {
    const day = new Date(at).toISOString().slice(0, 10)
    return period === "day" ? day : `${day.slice(0, 7)}-01`
  }

  /** Decisions 17.2: whether this cannot be spent any more in the period of an instant. */
  isOverCap(amount: number, at: number): boolean {
    const { cap } = this
    return cap !== null && (this.spent.get(this.startOf(cap, at)) ?? 0) + amount > cap.most
  }

  /** Spends, or returns when the amount is negative. The first time that four fifths are spent is told. */
  spend(amount: number, at: number): void {
    const { cap } = this
    if (cap === null) return
    const period = this.startOf(cap, at)
    const sum = (this.spent.get(period) ?? 0) + amount
    this.spent.set(period, sum)
    if (amount < 0 || sum * 5 < cap.most * 4 || this.warned.has(period)) return
    this.warned.add(period)
    const nothing = { status: "", channel: "", hasBody: false, code: null, until: null }
    this.told.push({ message: -1, event: "account.spend_warning", at: second(this.now), ...nothing })
  }

  private get day(): string {
    return new Date(this.now).toISOString().slice(0, 10)
  }

  /** @param template the template, by what it is for */
  isOverLimit(template: string): boolean {
    return this.world.dailyLimit !== null && (this.counts.get(`${template} ${this.day}`) ?? 0) >= this.world.dailyLimit
  }

  /** Only who has a limit is counted, and only messages of a template. */
  count({ isFreeForm }: Asked, template: string): void {
    if (this.world.dailyLimit === null || isFreeForm) return
    const counter = `${template} ${this.day}`
    this.counts.set(counter, (this.counts.get(counter) ?? 0) + 1)
  }
}
