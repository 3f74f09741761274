/**
 * Counts by keys. A key of which nothing is counted any more is forgotten, so that they take no more room than what is
 * counted now.
 */
export class KeyedCounter<in out Key> {
  private readonly counts = new Map<Key, number>()

  /** Returns whether nothing is counted of any key. */
  get isEmpty(): boolean {
    return this.counts.size === 0
  }

  /** The key of which something has been counted for the longest time; undefined where nothing is counted. */
  get first(): Key | undefined {
    return this.counts.keys().next().value
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0
  }

  /** Counts so many more, or fewer, and returns how many there are then; there are never fewer than none. */
  add(key: Key, by: number): number {
    const count = Math.max(0, this.of(key) + by)
    if (count > 0) this.counts.set(key, count)
    else this.counts.delete(key)
    return count
  }
}
