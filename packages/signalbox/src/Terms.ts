/**
 * The operator's terms: what messages cost, which way they go, at which hours, and which words opt out.
 */
import type { Channel } from "./Carrier.ts"

type Category = "MARKETING" | "UTILITY" | "AUTHENTICATION"

export interface Rate {
  readonly channel: Channel
  /** The country of the recipient, as two letters. Without it: every country that has no rate of its own. */
  readonly country?: string
  /** The price of one message, in the currency of the accounts; on SMS one part of it. At most four decimals. */
  readonly price: number | string
  /** The amount that is added to it per message; nothing unless given. */
  readonly markup?: number | string
}

/**
 * A pool of the numbers of an account that are in one country and serve one channel. Each person is written to from one of
 * them, the same one as long as the account has it.
 */
export interface NumberPool {
  readonly channel: Channel
  /** The country of its numbers, as two letters. */
  readonly country: string
  /**
   * 1 to 7: people get a number of their own area where the pool has one, an area being so many digits after the calling code;
   * 3 are the area code of the United States.
   */
  readonly areaDigits?: number
  /**
   * How many parts a second leave from each number, over all nodes, 10,000 at most. `published`: what the networks of the
   * United States and of Canada let long codes, toll-free numbers and short codes send. Without it nothing waits.
   */
  readonly pace?: "published" | { readonly perSecond: number }
  /** Lets a message whose number has no room leave from the person's next one (`next`, unless given), or wait for it. */
  readonly whenPaced?: "next" | "wait"
}

/** The price that a carrier charges you, whatever accounts pay. Rules select the cheapest carrier by it. */
export interface Cost {
  /** The id of a carrier. */
  readonly carrier: string
  readonly channel: Channel
  /** The country of the recipient, as two letters. Without it: every country for which the carrier has no cost of its own. */
  readonly country?: string
  /** Per message, and on SMS per part, in one currency for all carriers. */
  readonly price: number
}

/** A carrier that gets a share of the messages of a rule. */
export interface Share {
  readonly carrier: string
  /** A whole number of at most 1,000,000: its share of the sum of all weights. With 0 it gets what the others refuse. */
  readonly weight: number
  /** The carrier's first day: until then it weighs nothing. */
  readonly from?: Date
  /** From its first day until then its weight grows evenly. */
  readonly until?: Date
}

/**
 * Allows or denies a route to the messages that meet what it asks for. Rules for one number go first, then those of the
 * account, then those that ask for most, then those of the lowest priority, then those of the longest prefix, then the
 * older ones. Where neither the account nor the operator has rules, every route is allowed: WhatsApp, RCS, SMS, MMS.
 * Otherwise only what a rule allows.
 */
export interface Rule {
  /** `ALLOW` unless given. */
  readonly action?: "ALLOW" | "DENY"
  /** Every channel unless given. */
  readonly channel?: Channel
  /** The id of a carrier; every carrier of the channel unless given. */
  readonly carrier?: string
  /**
   * Up to 20 carriers in place of `carrier`. Which is tried first is drawn for each message by their weights, and then the
   * next; the same message always draws the same.
   */
  readonly split?: ReadonlyArray<Share>
  /** In place of `carrier`: every carrier of the channel, the cheapest first by the option `costs`, unknown costs last. */
  readonly select?: "cheapest"
  /** Lets another route be tried when the carrier refuses, or when the rule denies this one. True unless given. */
  readonly fallback?: boolean
  /** Lower numbers go first; 0 unless given. */
  readonly priority?: number
  /** The country of the recipient, as two letters. */
  readonly country?: string
  /** The first digits of the recipient's number, such as `+4179`. */
  readonly prefix?: string
  /** The recipient's number. */
  readonly number?: string
  readonly numberType?:
    | "fixed_line"
    | "mobile"
    | "fixed_line_or_mobile"
    | "premium_rate"
    | "toll_free"
    | "shared_cost"
    | "voip"
    | "personal_number"
    | "pager"
    | "uan"
    | "voicemail"
    | "unknown"
  /** The category of the template. A message without one never meets it. */
  readonly category?: Category
  /** The language of the template. */
  readonly language?: string
  /** Matches by whether the recipient is in another country than the number that the message leaves from. */
  readonly international?: boolean
  /**
   * Matches by whether the recipient's number was taken to another network. That takes a look-up, which the option
   * `numberLookup` makes: a message waits for it, up to 5 seconds, before it gets its route.
   */
  readonly ported?: boolean
  /** Up to 100 networks, as the codes of country and network such as `26201`. It takes a look-up, too. */
  readonly network?: ReadonlyArray<string>
  /**
   * For how many seconds, 10 to 86,400, a message waits for a receipt of this route before it goes on to the next one. The
   * first may still arrive, and then its recipient has the message twice.
   */
  readonly receiptSeconds?: number
  /** False: the rule has no effect. */
  readonly active?: boolean
  /** From then on the rule has no effect. */
  readonly expiresAt?: Date
}

/**
 * The countries, as two letters, and the first digits of numbers, such as `+4179`, to which messages go; 1,000 in each list
 * at most. Whatever they stop ends BLOCKED with BUSINESS_011.
 */
export interface Destinations {
  /** Messages go to these alone. */
  readonly allow?: ReadonlyArray<string>
  /** Messages never go to these, whatever is allowed. */
  readonly forbid?: ReadonlyArray<string>
  /** `no-premium`: neither to numbers at a premium rate or a shared cost nor to satellite networks. */
  readonly preset?: "no-premium"
}

/**
 * For how many days, 1 to 3,650, an account keeps what messages tell of people; what is left out is kept for good. Older
 * messages stay, with their states and prices, and `[redacted]` or `+999000000000` stands in the place of what is gone. A
 * message that was redacted is not sent again.
 */
export interface Retention {
  /** Their texts, the parameters of templates, and metadata. */
  readonly texts?: number
  /** The URLs of their media. */
  readonly media?: number
  /** The numbers of recipients and senders. */
  readonly numbers?: number
  /** The bodies of events that webhooks were told, but for the ids in them, and what their endpoints answered. */
  readonly webhookBodies?: number
}

/** Amounts such as `100` or `"100.00"`, in the currency of the accounts. */
export interface SpendCap {
  /** The most in one day of UTC. */
  readonly day?: number | string
  /** The most in one month of UTC. */
  readonly month?: number | string
}

/**
 * How much messages may cost. Whatever would cost more ends BLOCKED with SIGNALBOX_001. When four fifths of a cap are used
 * up, `account.spend_warning` tells it, once in each period.
 */
export interface SpendCaps extends SpendCap {
  /** Besides, how much those to one country may cost, by its two letters. */
  readonly regions?: Readonly<Record<string, SpendCap>>
}

/** From `start` on and before `end`, by the clock of the recipient: `{ start: "21:00", end: "08:00" }`. */
export interface QuietWindow {
  readonly start: string
  readonly end: string
}

/** The hours at which messages are held: none, those of the TCPA in the United States, or a window for each country. */
export type QuietHours = "off" | "us-tcpa" | {
  readonly windows: Readonly<Record<string, QuietWindow>>
  /** Messages of these categories go out at any hour. */
  readonly exempt?: ReadonlyArray<Category>
}

/**
 * A word that a recipient may answer with, besides the words that every account has. It is heard as a whole, in any
 * case.
 */
export interface Keyword {
  readonly keyword: string
  readonly action: "OPT_OUT" | "OPT_IN" | "HELP"
  /** The name of a template, or a text; without it the usual reply. */
  readonly reply?: string | null
}

/**
 * At most so many messages to one recipient in each hour of UTC, or in each day or week (from Monday on) of the recipient.
 * Resends count, and answers to keywords do not.
 */
export interface FrequencyRule {
  /** The category of the template. Without it, every message but those of AUTHENTICATION, which have rules of their own. */
  readonly category?: Category
  readonly per: "hour" | "day" | "week"
  readonly most: number
}

/**
 * A purpose that an account writes for, such as a newsletter. A recipient may opt out of it alone; whoever has opted out of all by
 * STOP gets nothing for it either.
 */
export interface Purpose {
  /** Letters, digits, `_`, `.` and `-`, 40 at most, by which sends and contacts name it. */
  readonly name: string
  /** The templates of these categories are for it, unless a send names another purpose. The first purpose counts. */
  readonly categories?: ReadonlyArray<Category>
  /** True: without an opt-in nothing is sent for it (FILTERED with SIGNALBOX_004). False unless given. */
  readonly requiresOptIn?: boolean
  /** The words by which a recipient opts out of it, and in again. They are heard as a whole, in any case. */
  readonly optOutKeyword?: string
  readonly optInKeyword?: string
  /** The answers to these words: the name of a template, or a text. Without it there is none. */
  readonly optOutReply?: string
  readonly optInReply?: string
}

/**
 * When a prefix of numbers is paused for an account, because too much of what it sends there comes to nothing: `{}` for all
 * that is usual, or `off` for a profile whose organization has it. It is a heuristic against SMS pumping.
 */
export type Pumping = "off" | {
  /** The share of verifications that nobody checks, at which a prefix is paused; 0.8 unless given, null: not looked at. */
  readonly unchecked?: number | null
  /** The share of messages that are not delivered; 0.8 unless given, null: not looked at. */
  readonly undelivered?: number | null
  /** How many must have been counted for their share to mean anything; 20 unless given. */
  readonly minimum?: number
  /** How far back they are counted: 5 to 60 minutes, 30 unless given. */
  readonly windowMinutes?: number
  /** How long the first pause lasts; 60 unless given. Each further one lasts twice as long, a day at most. */
  readonly pauseMinutes?: number
}
