/**
 * The operator's calls about work that waits: the lanes in which it stands, and the messages of an account.
 */

export interface LaneState {
  /** The kind of work and whose it is: `send:<account>`, `submission:<carrier>/<account>`, `delivery:<webhook>`. */
  readonly lane: string
  /** How many work items wait, and how many nodes hold; each is counted up to 10,000. */
  readonly waiting: number
  readonly held: number
  /** Since when the first item is due, and for how many milliseconds. */
  readonly firstAt: Date
  readonly ageMs: number
  /** Until when nothing is taken from it, by the operator or because a carrier or an endpoint asked for it. */
  readonly pausedUntil: Date | null
  readonly paused: boolean
  readonly drained: boolean
}

/** The operator has paused or drained a whole carrier, or one lane. */
export interface Restriction {
  readonly carrier: string | null
  readonly lane: string | null
  readonly mode: "paused" | "drained"
  readonly since: Date
}

export interface LaneOptions {
  /** Only lanes of this kind, such as `submission`. */
  readonly kind?: string
  readonly after?: string | null
  /** 100 unless given, and 1,000 at most. */
  readonly limit?: number
}

/** Each change counts on every node, may be repeated, and returns whether it has changed anything. */
export interface LaneOperations {
  /** The lanes in which work waits, in the order of their names. */
  readonly list: (options?: LaneOptions) => Promise<{
    readonly lanes: ReadonlyArray<LaneState>
    readonly after: string | null
  }>
  /** Everything that is paused or drained, oldest first. */
  readonly restrictions: () => Promise<ReadonlyArray<Restriction>>
  /** Takes nothing more from it. What nodes hold already is done. */
  readonly pause: (lane: string) => Promise<boolean>
  /** Routes no new message of the account to the carrier. It is for lanes of the kind `submission`. */
  readonly drain: (lane: string) => Promise<boolean>
  readonly resume: (lane: string) => Promise<boolean>
}

export interface CancelOptions {
  /** Only what stands in line at this carrier. */
  readonly carrier?: string
  readonly after?: string | null
}

export interface MessageOperations {
  /**
   * Cancels the messages of an account that wait: held ones, those not dispatched yet, and those that stand in line at a
   * carrier and were never handed over to one that may have sent them. One call looks at 10,000 messages, newest first;
   * while `after` is not null, the next call goes on from there.
   */
  readonly cancelWaiting: (account: string, options?: CancelOptions) => Promise<{
    readonly cancelled: number
    readonly looked: number
    readonly after: string | null
  }>
}
