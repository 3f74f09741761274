/**
 * Remembers the totals that were at their bound when an index counted them. That is no more than a hint, since messages may
 * go: it is believed for ten seconds, and then tells what to ask first (decisions 14.2).
 */

/** Whether a total was at its bound when it was last counted: a moment ago, or longer. */
export type WasFull = "just" | "once" | false

/** So many totals are remembered. */
const most = 10_000

/** How long a total that was at its bound is believed to be there, in elapsed nanoseconds. */
const believedNanos = 10_000_000_000n

export class FullTotals {
  /** Until when each total is believed to be at its bound. */
  private readonly until = new Map<string, bigint>()

  /** @param now in elapsed nanoseconds */
  wasFull(name: string, now: bigint): WasFull {
    const until = this.until.get(name)
    if (until === undefined) return false
    return now < until ? "just" : "once"
  }

  /** Learns whether a total that was counted at that moment, in elapsed nanoseconds, was at its bound. */
  learn(name: string, isFull: boolean, now: bigint): void {
    this.until.delete(name)
    if (!isFull) return
    this.until.set(name, now + believedNanos)
    if (this.until.size > most) { for (const oldest of this.until.keys()) return void this.until.delete(oldest) }
  }
}
