/**
 * The script of a run: who is there, who does what when, and which faults come. It is plain data, so that it can be
 * generated, made smaller and written down. What a script leaves open (who runs first, how long a call takes) its
 * `seed` decides.
 */

/** How a simulated carrier behaves. A share is between 0 (never) and 1 (always). */
export interface Temper {
  /** How long it takes to answer a batch, in milliseconds. */
  readonly latency: number
  /** How many it takes in a second: the answer comes when the last one of a batch is through. Null: all at once. */
  readonly perSecond: number | null
  /** Whether it knows an attempt that it has taken already, and does not send it again. */
  readonly knows: boolean
  /** The share of batches that it takes, and then throws instead of answering. */
  readonly throws: number
  /** The share of batches that it takes, and then never answers. */
  readonly hangs: number
  /** The share of batches whose last answer it leaves out. */
  readonly short: number
  /** The share of batches in which it answers more often than it was asked. */
  readonly twice: number
  /** The share of messages that it refuses, and with what. */
  readonly refuses: number
  readonly refusal: "rate_limited" | "provider_unavailable" | "invalid_number" | "undeliverable_by_route"
  /** What it calls what it takes: nothing, a name of its own, or rubbish that no database holds. */
  readonly reference: "none" | "name" | "rubbish"
  /** When its receipts come, in milliseconds after it took a message; before 0 they are faster than its answer. */
  readonly receiptAfter: number
  /** How often each receipt comes, and the shares of those that say FAILED and of those that never come. */
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
  /** How far its clock is ahead of the store's, in milliseconds, and how much faster it goes, in parts per million. */
  readonly ahead: number
  readonly drift: number
}

export interface AccountRole {
  readonly balance: number
  /** Whether a webhook of this account gets every event of its messages. */
  readonly hasWebhook: boolean
  readonly dailyLimit: number | null
}

/** One send, and how its client goes about it. */
export interface Send {
  readonly _tag: "Send"
  readonly account: number
  /** The first recipient and how many, one number after the other. */
  readonly first: number
  readonly count: number
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms" | "auto_detect"
  /** A file for MMS: one that hangs when its size is asked for, or one that says it. */
  readonly media: "none" | "quick" | "hangs"
  readonly key: boolean
  /** How often it asks again when it got no answer that ends the matter. */
  readonly retries: number
  /** After how many milliseconds it goes away, in the first try; null: it waits. */
  readonly abortAfter: number | null
  /** Whether it asks twice at once with the same key. */
  readonly doubled: boolean
  /** Which node it asks first. */
  readonly node: number
}

export type Act =
  | Send
  | { readonly _tag: "Suppress"; readonly account: number; readonly phone: number; readonly on: boolean }
  | { readonly _tag: "TopUp"; readonly account: number; readonly amount: number }
  /** The node dies where it stands; another process takes its place after so many milliseconds. */
  | { readonly _tag: "Kill"; readonly node: number; readonly restartAfter: number }
  | { readonly _tag: "Pause"; readonly node: number; readonly millis: number }
  /** The node cannot reach the store. */
  | { readonly _tag: "CutOff"; readonly node: number; readonly millis: number }
  /** Nobody can. */
  | { readonly _tag: "StoreDown"; readonly millis: number }
  /** For so long a share of calls fails, half of them after they were carried out. */
  | { readonly _tag: "StoreFlaky"; readonly millis: number; readonly share: number }
  | { readonly _tag: "StoreSlow"; readonly millis: number; readonly latency: number }
  /** The next commits that end work of this kind fail; `lost`: they are kept, and only the answer is lost. */
  | {
    readonly _tag: "FailCommits"
    readonly ending: "submission" | "delivery" | "dispatch"
    readonly count: number
    readonly lost: boolean
  }
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
  readonly nodes: ReadonlyArray<NodeRole>
  readonly carriers: ReadonlyArray<CarrierRole>
  readonly accounts: ReadonlyArray<AccountRole>
  readonly steps: ReadonlyArray<Step>
}

export const temper = (parts: Partial<Temper> = {}): Temper => ({
  latency: 50,
  perSecond: null,
  knows: true,
  throws: 0,
  hangs: 0,
  short: 0,
  twice: 0,
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

export const node = (ahead = 0, drift = 0): NodeRole => ({ ahead, drift })

export const account = (parts: Partial<AccountRole> = {}): AccountRole => ({
  balance: 10_000_000,
  hasWebhook: true,
  dailyLimit: null,
  ...parts
})

export const send = (parts: Partial<Send> = {}): Send => ({
  _tag: "Send",
  account: 0,
  first: 0,
  count: 1,
  channel: "sms",
  media: "none",
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
