/**
 * The script of a run: who is there, who does what when, and which faults come. It is plain data, so that it can be
 * generated, made smaller and written down. What a script leaves open (who runs first, how long a call takes) its
 * `seed` decides.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import type { Pumping } from "@signalbox/core/Pumping"

/** A temper says how a simulated carrier behaves. A share is between 0 (never) and 1 (always). */
export interface Temper {
  /** The time that it takes to tell what became of a message, in milliseconds after the message is through. */
  readonly latency: number
  /** The number of messages that go through it in a second, one after the other. Null: all together. */
  readonly perSecond: number | null
  /** The pace at which it asks to be handed messages, in parts; null: as they come. */
  readonly pace: CarrierPace | null
  /** The time that it asks for to answer, in milliseconds; null: it does not say. */
  readonly answersWithin: number | null
  /** True when it knows an attempt that it has taken already, and does not send it again. */
  readonly knows: boolean
  /** The share of batches that it takes, tells of some perhaps, and then throws. */
  readonly throws: number
  /** The share of batches that it takes, tells of some perhaps, and then never ends. */
  readonly hangs: number
  /** The share of batches of which it tells all but the last one. */
  readonly short: number
  /** The share of batches of which it tells everything only when its time is over. */
  readonly late: number
  /** The share of batches of which it tells everything twice, and the second time perhaps something else. */
  readonly twice: number
  /** The share of batches in which it also tells of attempts that others were handed, or nobody. */
  readonly strays: number
  /** The share of batches of which it takes only the first few; for the rest it is busy, for so many milliseconds. */
  readonly busy: number
  readonly busyMillis: number
  readonly busyHolds: "lane" | "recipient" | "node"
  /** The share of messages that it refuses, and with what. */
  readonly refuses: number
  readonly refusal: "rate_limited" | "provider_unavailable" | "invalid_number" | "undeliverable_by_route"
  /**
   * The references that it gives to what it takes: nothing, one name, one for each part, or rubbish that no database
   * holds.
   */
  readonly reference: "none" | "name" | "parts" | "rubbish"
  /**
   * The time at which its receipts come, in milliseconds after it took a message; before 0 they are faster than its
   * answer.
   */
  readonly receiptAfter: number
  /**
   * The number of times that each receipt comes, and the shares of those that say FAILED and of those that never come.
   * A message with a name for each part gets a receipt for each part.
   */
  readonly receipts: number
  readonly receiptFails: number
  readonly receiptLost: number
}

export interface CarrierRole {
  readonly id: string
  readonly channels: ReadonlyArray<"sms" | "whatsapp" | "rcs" | "mms">
  readonly temper: Temper
}

export interface NodeRole {
  /**
   * The skew of its clock: how far it is ahead of the store's, in milliseconds, and how much faster it goes, in parts
   * per million.
   */
  readonly ahead: number
  readonly skew: number
}

export interface AccountRole {
  readonly balance: number
  /** True when a webhook of this account gets every event of its messages. */
  readonly hasWebhook: boolean
  readonly dailyLimit: number | null
  /** The most that its messages may cost in one day, in ten-thousandths. */
  readonly spendCap: number | null
  /** The cell that it lies in, where there are several; absent: the first. */
  readonly cell?: number
  /** When prefixes of numbers are paused; absent: the account is not watched, and has no template that brings codes. */
  readonly pumping?: Pumping
}

/** A code is sent to a number, and whoever has the number types it in, or nobody does. */
export interface Verify {
  readonly _tag: "Verify"
  readonly account: number
  readonly phone: string
  /** The milliseconds after which the right code is checked; null: never. */
  readonly checkedAfter: number | null
  readonly node: number
}

/** One send, and how its client goes about it. */
export interface Send {
  readonly _tag: "Send"
  readonly account: number
  /** The first recipient and how many, one number after the other. */
  readonly first: number
  readonly count: number
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms" | "auto_detect"
  /** An order of channels of its own, and how long it waits on each, in seconds; null: none. */
  readonly fallback: { readonly channels: ReadonlyArray<Send["channel"]>; readonly after: number } | null
  /** A file for MMS: one that hangs when its size is asked for, or one that says it. */
  readonly media: "none" | "quick" | "hangs"
  /** True when the text is so long that an SMS has three parts. */
  readonly long: boolean
  readonly key: boolean
  /** The number of times that it asks again when it got no answer that ends the matter. */
  readonly retries: number
  /** The milliseconds after which it goes away, in the first try; null: it waits. */
  readonly abortAfter: number | null
  /** True when it asks twice at the same time with the same key. */
  readonly doubled: boolean
  /** The node that it asks first. */
  readonly node: number
}

export type Act =
  | Send
  | Verify
  | { readonly _tag: "Suppress"; readonly account: number; readonly phone: number; readonly on: boolean }
  | { readonly _tag: "TopUp"; readonly account: number; readonly amount: number }
  /** The node dies where it stands; another process takes its place after so many milliseconds. */
  | { readonly _tag: "Kill"; readonly node: number; readonly restartAfter: number }
  | { readonly _tag: "Pause"; readonly node: number; readonly millis: number }
  /** The node cannot reach the store. */
  | { readonly _tag: "CutOff"; readonly node: number; readonly millis: number }
  /** Nobody can: no store, or that of one cell. */
  | { readonly _tag: "StoreDown"; readonly millis: number; readonly cell?: number }
  /** Somebody writes to the number of an account. */
  | { readonly _tag: "Write"; readonly account: number; readonly phone: number }
  /** For so long a share of calls fails, half of them after they were carried out. */
  | { readonly _tag: "StoreFlaky"; readonly millis: number; readonly share: number }
  | { readonly _tag: "StoreSlow"; readonly millis: number; readonly latency: number }
  /** The next commits about leased work of this kind fail; `lost`: they are kept, and only the answer is lost. */
  | {
    readonly _tag: "FailCommits"
    readonly about: "submission" | "delivery" | "dispatch"
    readonly count: number
    readonly lost: boolean
  }
  /** From now on, for ever, the store refuses every change of the messages to this number. */
  | { readonly _tag: "Unstorable"; readonly phone: number }
  /** Somebody sets the clock of a node. */
  | { readonly _tag: "ClockSet"; readonly node: number; readonly ahead: number }
  /** The account's endpoint answers so for so long. */
  | {
    readonly _tag: "Receiver"
    readonly account: number
    readonly millis: number
    readonly mood: "fails" | "hangs" | "refuses"
  }

export interface Step {
  /** Milliseconds after the run began. */
  readonly at: number
  readonly act: Act
}

export interface Script {
  readonly seed: number
  /** In how many cells accounts lie; absent: there is one store, and nothing knows of cells. */
  readonly cells?: number
  readonly nodes: ReadonlyArray<NodeRole>
  readonly carriers: ReadonlyArray<CarrierRole>
  readonly accounts: ReadonlyArray<AccountRole>
  readonly steps: ReadonlyArray<Step>
}

export const temper = (parts: Partial<Temper> = {}): Temper => ({
  latency: 50,
  perSecond: null,
  pace: null,
  answersWithin: null,
  knows: true,
  throws: 0,
  hangs: 0,
  short: 0,
  late: 0,
  twice: 0,
  strays: 0,
  busy: 0,
  busyMillis: 1000,
  busyHolds: "lane",
  refuses: 0,
  refusal: "rate_limited",
  reference: "name",
  receiptAfter: 800,
  receipts: 1,
  receiptFails: 0,
  receiptLost: 0,
  ...parts
})

export const carrier = (id: string, parts: Partial<Temper> = {}): CarrierRole => ({
  id,
  channels: ["sms", "mms"],
  temper: temper(parts)
})

export const node = (ahead = 0, skew = 0): NodeRole => ({ ahead, skew })

export const account = (parts: Partial<AccountRole> = {}): AccountRole => ({
  balance: 10_000_000,
  hasWebhook: true,
  dailyLimit: null,
  spendCap: null,
  ...parts
})

export const send = (parts: Partial<Send> = {}): Send => ({
  _tag: "Send",
  account: 0,
  first: 0,
  count: 1,
  channel: "sms",
  fallback: null,
  media: "none",
  long: false,
  key: true,
  retries: 3,
  abortAfter: null,
  doubled: false,
  node: 0,
  ...parts
})

/** One node, one account, one quick carrier, and nothing that happens, unless told. */
export const script = (parts: Partial<Script> = {}): Script => ({
  seed: 1,
  nodes: [node()],
  carriers: [carrier("one")],
  accounts: [account()],
  steps: [],
  ...parts
})
