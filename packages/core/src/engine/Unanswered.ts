/**
 * Those who wait for an answer, in the order in which they came. It knows since when each of them waits and holds nothing
 * else of them: what outlives their answer until old memory is collected would cost more than all that is done here.
 */
export class Unanswered {
  /** Since when each waits, in elapsed nanoseconds; null once it was answered. */
  private sinces: Array<bigint | null> = []
  /** The number of the first one in the array, and how many from there on were answered. */
  private base = 0
  private answered = 0

  /** Adds one who waits, and returns its number. */
  add(since: bigint): number {
    return this.base + this.sinces.push(since) - 1
  }

  /** Notes that it was answered. Returns whether that is the first time. */
  end(number: number): boolean {
    const index = number - this.base
    if (index < this.answered || this.sinces[index] === null) return false
    this.sinces[index] = null
    while (this.answered < this.sinces.length && this.sinces[this.answered] === null) this.answered++
    if (this.answered * 2 > this.sinces.length) this.forget()
    return true
  }

  /** Returns since when the one waits who has waited longest, or undefined when nobody does. */
  oldest(): bigint | undefined {
    return this.sinces[this.answered] ?? undefined
  }

  private forget(): void {
    this.base += this.answered
    this.sinces = this.sinces.slice(this.answered)
    this.answered = 0
  }
}
