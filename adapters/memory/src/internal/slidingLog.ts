/**
 * The exact log of one pool: how many requests were admitted at which millisecond, as far as the window reaches back.
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { Take, Taken } from "@signalbox/core/RateWindow"

interface Run {
  readonly at: Instant
  count: number
}

const admitted: Taken = { _tag: "Admitted" }

export class SlidingLog {
  private runs: Array<Run> = []
  /** The index of the first run that still counts. Earlier runs are removed from time to time. */
  private head = 0
  private total = 0

  take({ limit, millis, now }: Take): Taken {
    this.forget(now - millis)
    const last = this.runs.at(-1)
    // A clock that goes back a little must not tear a hole into the log.
    const at = last !== undefined && last.at > now ? last.at : now
    if (this.total >= limit) return { _tag: "Exhausted", until: this.until(limit, millis, at) }
    this.total++
    if (last?.at === at) last.count++
    else this.runs.push({ at, count: 1 })
    return admitted
  }

  isIdle(millis: number, now: Instant): boolean {
    const last = this.runs.at(-1)
    return last === undefined || now - last.at >= millis
  }

  private forget(before: number): void {
    while (this.head < this.runs.length && this.runs[this.head]!.at <= before) {
      this.total -= this.runs[this.head]!.count
      this.head++
    }
    if (this.head * 2 < this.runs.length) return
    this.runs = this.runs.slice(this.head)
    this.head = 0
  }

  /** Returns when so many requests have left the window that one more is admitted. */
  private until(limit: number, millis: number, now: Instant): Instant {
    let rest = this.total
    for (let index = this.head; index < this.runs.length; index++) {
      const { at, count } = this.runs[index]!
      rest -= count
      if (rest < limit) return plus(at, millis)
    }
    return plus(now, millis)
  }
}
