/**
 * What the messages of one account to one recipient share, as the texts have it (specification "Message statuses",
 * "Limits"; decisions 3.2 "When charged", 4.1, 7.2, 8.3): money, consent, conversations, the day's count, what
 * webhooks are told.
 */
import type { Stage } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import * as Given from "./Given.ts"
import { HistoryMessage } from "./HistoryMessage.ts"
import type { Text } from "./HistorySteps.ts"
import type { Asked, Purse, World } from "./HistoryWorld.ts"
import { second } from "./HistoryWorld.ts"

export interface Told {
  readonly message: number
  readonly event: string
  /** When it happened, to the second. */
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

const keywords: Readonly<Record<Text, Action | null>> = {
  Hello: null,
  "stop it": null,
  STOP: "opt_out",
  " Quit\n": "opt_out",
  start: "opt_in",
  HELP: "help"
}

export class HistoryModel {
  readonly world: World
  /** Those that a client asked for, and the automatic replies as they come. */
  readonly messages: Array<HistoryMessage>
  readonly told: Array<Told> = []
  /** What happened at night, in a word. */
  readonly nights: Array<string> = []
  now: number = Given.now
  readonly money: Record<Purse, number>
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
  /** When the recipient last wrote, on any channel and on WhatsApp, and when a template last went out to them. */
  lastInbound: number | null = null
  lastWhatsapp: number | null = null
  opened: number | null = null
  undeliverableUntil: number | null = null
  /** How many messages of the template went out, by its template and the UTC day. */
  readonly counts = new Map<string, number>()

  constructor(world: World) {
    this.world = world
    this.money = { own: world.balance, organization: world.organizationBalance }
    this.stage = world.stage
    this.messages = world.asked.map((asked, index) => new HistoryMessage(this, asked, index))
  }

  hear(channel: Channel, text: Text): void {
    this.isContact = true
    this.lastInbound = this.now
    if (channel === "whatsapp") {
      this.lastWhatsapp = this.now
      this.undeliverableUntil = null
    }
    const at = second(this.now)
    this.told.push({
      message: -1,
      event: "message.received",
      at,
      status: "",
      channel,
      hasBody: false,
      code: null,
      until: null
    })
    const action = keywords[text]
    if (action !== null) this.signal(action, channel)
  }

  /** Each signal is told and kept; only what changes something is answered, and a request for help. */
  signal(action: Action, channel: Channel): void {
    this.isContact = true
    const before = this.optOut
    if (action !== "help") this.optOut = action === "opt_out"
    if (action !== "help") this.records++
    const event = `contact.${action}`
    const nothing = { status: "", hasBody: false, code: null, until: null }
    this.told.push({ message: -1, event, at: second(this.now), channel, ...nothing })
    if (action !== "help" && before === this.optOut) return
    const asked: Asked = { requested: channel, isFreeForm: false, segments: 1, hasParameters: true, scheduledIn: null }
    this.messages.push(new HistoryMessage(this, asked, this.messages.length, action))
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

  /** Whose money is taken, in this order. */
  private get purses(): readonly [Purse, ...ReadonlyArray<Purse>] {
    const { billing } = this.world
    if (billing === null || billing === "profile") return ["own"]
    return billing === "organization" ? ["organization"] : ["own", "organization"]
  }

  /** Who pays: the first who can; null: nobody can. */
  payer(amount: number): Purse | null {
    return this.purses.find((purse) => this.money[purse] >= amount) ?? null
  }

  /** What is said of the account is said of its profiles, too. */
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
