/**
 * The templates of two accounts as the texts have them (specification "Template statuses", decisions 3.4, 4.2, 5.4,
 * 7.5, 7.7): a list of entries and a few tables. What no text says is marked.
 */

export const statuses = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"] as const
export type Status = (typeof statuses)[number]

export const channels = ["sms", "whatsapp", "rcs", "mms"] as const
export type Channel = (typeof channels)[number]

const text = (template: string) => ({ type: "text", template })

/** Definitions, and what the texts say of each. */
export const pool = [
  {
    definition: { body: { multiChannel: text("Parcel is here") } },
    base: "parcel_is_here",
    channels: ["sms", "whatsapp", "rcs"],
    category: "UTILITY"
  },
  {
    definition: { body: { sms: text("Big sale"), whatsapp: text("Big sale now"), mms: text("Picture") } },
    base: "big_sale",
    channels: ["sms", "whatsapp", "rcs", "mms"],
    category: "MARKETING"
  },
  {
    definition: { body: { multiChannel: text("Parcel: is here!") }, definitionVersion: "2" },
    base: "parcel_is_here",
    channels: ["sms", "whatsapp", "rcs"],
    category: "UTILITY"
  }
] as const

/** Names that an author gives; some are also found out. */
export const names = ["parcel_is_here", "big_sale", "parcel_is_here_2", "first", "auto_reply_help"] as const
export const languages = ["en_US", "de"] as const
export const categories = ["MARKETING", "UTILITY"] as const

export interface Wish {
  readonly name?: string | null
  readonly definition?: number | null
  readonly category?: string | null
  readonly language?: string | null
  readonly submit?: boolean
}

export interface Entry {
  readonly account: number
  readonly number: number
  readonly isAutomatic: boolean
  name: string
  category: string
  language: string
  /** Null: as the service has made it. */
  definition: number | null
  status: Status
  /** The status of each channel; only while the template is in review or was. */
  legs: Map<Channel, Status>
  isUpdated: boolean
}

export const outcomes = ["approve", "reject", "pause", "lift", "archive"] as const
export type Outcome = (typeof outcomes)[number]

/** Decisions 4.2, of the whole and of a leg. */
const after = (status: Status, outcome: Outcome): Status | null => {
  switch (outcome) {
    case "approve":
      return status === "PENDING" ? "APPROVED" : null
    case "reject":
      return status === "PENDING" ? "REJECTED" : null
    case "pause":
      return status === "APPROVED" ? "PAUSED" : null
    case "lift":
      return status === "PAUSED" ? "APPROVED" : null
    case "archive":
      return status === "PENDING" || status === "ARCHIVED" ? null : "ARCHIVED"
  }
}

/** In the order of the list: the last one made is the first one. */
const automatic = ["auto_reply_opt_in", "auto_reply_opt_out", "auto_reply_help"] as const

export class TemplateModel {
  readonly entries: Array<Entry> = []
  /** The events that webhooks hear: the template, the channel or `-`, the status. */
  readonly told: Array<string> = []
  private made = 0

  constructor(accounts: number) {
    for (let account = 0; account < accounts; account++) {
      for (const name of automatic) {
        this.entries.push({
          account,
          number: this.made++,
          isAutomatic: true,
          name,
          category: "UTILITY",
          language: "en_US",
          definition: null,
          status: "APPROVED",
          legs: new Map(channels.map((channel) => [channel, "APPROVED"])),
          isUpdated: false
        })
      }
    }
  }

  channelsOf({ definition }: Entry): ReadonlyArray<Channel> {
    return definition === null ? channels : pool[definition]!.channels
  }

  of(account: number): ReadonlyArray<Entry> {
    return this.entries.filter((entry) => entry.account === account).toReversed()
  }

  private owner(account: number, name: string): Entry | undefined {
    return this.entries.find((entry) => entry.account === account && entry.name === name)
  }

  create(account: number, wish: Wish): Entry {
    const definition = wish.definition ?? 0
    const { base, category } = pool[definition]!
    let name: string = base
    for (let suffix = 2; this.owner(account, name) !== undefined; suffix++) name = `${base}_${suffix}`
    const entry: Entry = {
      account,
      number: this.made++,
      isAutomatic: false,
      name,
      category: wish.category ?? category,
      language: wish.language ?? "en_US",
      definition,
      status: "DRAFT",
      legs: new Map(),
      isUpdated: false
    }
    this.entries.push(entry)
    if (wish.submit === true) this.submit(entry)
    return entry
  }

  /** The code of a refusal, or null. */
  update(account: number, entry: Entry, wish: Wish): string | null {
    if (entry.account !== account || !this.entries.includes(entry)) return "RESOURCE_002"
    if (entry.status === "ARCHIVED") return "VALIDATION_001"
    const isOther = (wish.definition ?? entry.definition) !== entry.definition ||
      (wish.category ?? entry.category) !== entry.category || (wish.language ?? entry.language) !== entry.language
    if (isOther && entry.status === "PENDING") return "CONFLICT_006"
    const name = wish.name ?? entry.name
    if ((this.owner(account, name) ?? entry) !== entry) return "RESOURCE_007"
    if (isOther || name !== entry.name) entry.isUpdated = true
    entry.name = name
    entry.definition = wish.definition ?? entry.definition
    entry.category = wish.category ?? entry.category
    entry.language = wish.language ?? entry.language
    if (isOther) this.stand(entry, "DRAFT")
    if (wish.submit === true && (entry.status === "DRAFT" || entry.status === "REJECTED")) {
      entry.isUpdated = true
      this.submit(entry)
    }
    return null
  }

  delete(account: number, entry: Entry): string | null {
    if (entry.account !== account || !this.entries.includes(entry)) return "RESOURCE_002"
    if (entry.isAutomatic) return "VALIDATION_001"
    this.entries.splice(this.entries.indexOf(entry), 1)
    return null
  }

  /** Assesses a template, and returns whether something has come of it. */
  assess(entry: Entry, outcome: Outcome, channel: Channel | null): boolean {
    if (!this.entries.includes(entry)) return false
    if (channel !== null) return this.moveLeg(entry, outcome, channel)
    const status = after(entry.status, outcome)
    if (status === null) return false
    for (const each of this.channelsOf(entry)) this.moveLeg(entry, outcome, each)
    entry.status = status
    entry.isUpdated = true
    if (status === "ARCHIVED") entry.legs.clear()
    this.tell(entry, null, status)
    return true
  }

  private moveLeg(entry: Entry, outcome: Outcome, channel: Channel): boolean {
    const leg = entry.legs.get(channel)
    // No text says that a leg is archived.
    const status = leg === undefined || outcome === "archive" ? null : after(leg, outcome)
    if (status === null) return false
    entry.legs.set(channel, status)
    entry.isUpdated = true
    this.tell(entry, channel, status)
    return true
  }

  private submit(entry: Entry): void {
    this.stand(entry, "PENDING")
    for (const channel of this.channelsOf(entry)) this.tell(entry, channel, "PENDING")
    this.tell(entry, null, "PENDING")
  }

  /** Nothing has been reviewed of a draft, and a review begins on every channel. */
  private stand(entry: Entry, status: Status): void {
    entry.status = status
    entry.legs = new Map(status === "DRAFT" ? [] : this.channelsOf(entry).map((channel) => [channel, status]))
  }

  private tell(entry: Entry, channel: Channel | null, status: Status): void {
    this.told.push(`${entry.number} ${channel ?? "-"} ${status}`)
  }
}
