/**
 * What this process has admitted to one pool: how many at which time, in milliseconds, as far as the window reaches.
 */
interface Run {
  readonly at: number
  count: number
}

export class Window {
  private runs: Array<Run> = []
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

  forget(before: number): void {
    while (this.head < this.runs.length && this.runs[this.head]!.at <= before) {
      this.inside -= this.runs[this.head]!.count
      this.head++
    }
    if (this.head * 2 < this.runs.length) return
    this.runs = this.runs.slice(this.head)
    this.head = 0
  }

  /**
   * Returns when so many requests have left the window that one more is below the limit; null when that never happens.
   */
  until(limit: number, millis: number): number | null {
    let rest = this.inside
    for (let index = this.head; index < this.runs.length; index++) {
      const { at, count } = this.runs[index]!
      rest -= count
      if (rest < limit) return at + millis
    }
    return null
  }
}
