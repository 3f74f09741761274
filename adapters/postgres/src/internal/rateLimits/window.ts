/**
 * Counts what this process has admitted to one pool: how many requests at which time, in milliseconds, as far as the
 * window reaches.
 */
export interface Run {
  readonly at: number
  readonly count: number
}

export class Window {
  private runs: Array<{ readonly at: number; count: number }> = []
  /** The index of the first run that still counts. Earlier runs are removed from time to time. */
  private head = 0
  private inside = 0

  get total(): number {
    return this.inside
  }

  admit(now: number, count = 1): void {
    const last = this.runs.at(-1)
    this.inside += count
    // A clock that goes back a little must not tear a hole into the log.
    if (last !== undefined && last.at >= now) last.count += count
    else this.runs.push({ at: now, count })
  }

  /** Returns how many it has forgotten. */
  forget(before: number): number {
    const inside = this.inside
    while (this.head < this.runs.length && this.runs[this.head]!.at <= before) {
      this.inside -= this.runs[this.head]!.count
      this.head++
    }
    if (this.head * 2 >= this.runs.length) {
      this.runs = this.runs.slice(this.head)
      this.head = 0
    }
    return inside - this.inside
  }

  /** Returns when so many have left the window, the oldest first; null when there are not so many. */
  left(count: number, millis: number): number | null {
    let rest = count
    for (let index = this.head; index < this.runs.length; index++) {
      rest -= this.runs[index]!.count
      if (rest <= 0) return this.runs[index]!.at + millis
    }
    return null
  }

  /**
   * Returns when so many requests have left the window that one more is below the limit; null when that never happens.
   */
  until(limit: number, millis: number): number | null {
    return this.left(Math.floor(this.inside - limit) + 1, millis)
  }

  /** Those from one place in the log to another, the oldest first. */
  between(from: number, to: number): ReadonlyArray<Run> {
    const found: Array<Run> = []
    let start = 0
    for (let index = this.head; index < this.runs.length && start < to; index++) {
      const { at, count } = this.runs[index]!
      const end = start + count
      const inside = Math.min(end, to) - Math.max(start, from)
      if (inside > 0) found.push({ at, count: inside })
      start = end
    }
    return found
  }
}
