/**
 * The owners of unique keys while a batch is decided: as they were read, and as the commits so far have left them.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import { unique } from "@signalbox/core/Row"
import type { Changes } from "./changes.ts"
import type { Reading } from "./reading.ts"

export class UniqueState {
  private readonly before = new Map<string, Ref>()
  private readonly owners: Map<string, Ref>
  private readonly expects = new Set<string>()

  constructor({ owners = [], written = [] }: Reading, batch: ReadonlyArray<Commit>) {
    // The rows that the batch writes were read under a lock, so their own columns say which keys they have; the index
    // may have been read before the wait for that lock. A key that wrongly seems free causes a unique violation when it
    // is written.
    const locked = owners.length === 0
      ? null
      : new Set(batch.flatMap(({ deletes, puts }) => [...deletes.map(refText), ...puts.map(refText)]))
    for (const owner of owners) if (locked?.has(refText(owner)) === false) this.before.set(owner.text, owner)
    for (const row of written) for (const text of row.uniques ?? []) this.before.set(text, row)
    this.owners = new Map(this.before)
  }

  isFree(key: UniqueKey): boolean {
    return !this.owners.has(uniqueText(key))
  }

  /** Notes that an applied commit expects this key to be free. */
  rely(key: UniqueKey): void {
    this.expects.add(uniqueText(key))
  }

  /**
   * Returns the first key that two rows would have after the commit. The commit's own rows first release the keys that
   * they had, so one of them may take a key over from another.
   */
  conflict({ deletes, puts }: Commit): UniqueKey | null {
    // Most commits write no row that has a key.
    if (puts.every((row) => unique(row).length === 0)) return null
    // Of several puts of one row the last one holds.
    const written = new Map(puts.map((row) => [refText(row), row]))
    const deleted = new Set(deletes.map(refText))
    const taken = new Map<string, string>()
    for (const [ref, row] of written) {
      for (const key of unique(row)) {
        const text = uniqueText(key)
        const owner = this.owners.get(text)
        const before = owner === undefined ? ref : refText(owner)
        if (!written.has(before) && !deleted.has(before)) return key
        if ((taken.get(text) ?? ref) !== ref) return key
        taken.set(text, ref)
      }
    }
    return null
  }

  release(ref: Ref, texts: ReadonlyArray<string>): void {
    for (const text of texts) {
      // Another row of the same commit may have taken the key already.
      const owner = this.owners.get(text)
      if (owner !== undefined && refText(owner) === refText(ref)) this.owners.delete(text)
    }
  }

  take(ref: Ref, texts: ReadonlyArray<string>): void {
    for (const text of texts) this.owners.set(text, ref)
  }

  /** Returns the changes in the order of the keys, so that batches of different nodes lock them in one order. */
  changes(): Pick<Changes, "taken" | "passed" | "released" | "free"> {
    const now = [...this.owners].map(([text, { key, kind }]) => ({ text, kind, key })).toSorted((a, b) =>
      a.text < b.text ? -1 : 1
    )
    return {
      taken: now.filter(({ text }) => !this.before.has(text)),
      passed: now.filter((owner) => {
        const before = this.before.get(owner.text)
        return before !== undefined && refText(before) !== refText(owner)
      }),
      released: [...this.before.keys()].filter((text) => !this.owners.has(text)),
      free: [...this.expects].filter((text) => !this.owners.has(text) && !this.before.has(text))
    }
  }
}
