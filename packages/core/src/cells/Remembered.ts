/**
 * A map that holds so many entries at most: the least recently used go first.
 */
export class Remembered<Value> {
  private readonly entries = new Map<string, Value>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): Value | undefined {
    const found = this.entries.get(key)
    if (found !== undefined) {
      this.entries.delete(key)
      this.entries.set(key, found)
    }
    return found
  }

  set(key: string, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= this.most) return
    const [oldest] = this.entries.keys()
    if (oldest !== undefined) this.entries.delete(oldest)
  }

  delete(key: string): void {
    this.entries.delete(key)
  }
}
