/**
 * Who has which unique key while a batch is decided: as it was read, and as the commits so far have left it.
 */
import type { Commit } from "@signalbox/core/commit/Commit"
import type { Ref, UniqueKey } from "@signalbox/core/row/Kind"
import { refText, uniqueText } from "@signalbox/core/row/Kind"
import { unique } from "@signalbox/core/row/Row"
import type { Changes } from "./changes.ts"
import type { Reading } from "./reading.ts"

export class UniqueState {
  private readonly before = new Map<string, Ref>()
  private readonly owners: Map<string, Ref>
  private readonly expects = new Set<string>()

  constructor({ owners = [], written = [] }: Reading, batch: ReadonlyArray<Commit>) {
    // What the batch writes was read under a lock, and only that says what it has: the index was read before, maybe, a
    // wait for the lock. A key that seems free for that, and is not, is a unique violation.
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

  /** Notes that a commit that is applied expects on this key's being free. */
  rely(key: UniqueKey): void {
    this.expects.add(uniqueText(key))
  }

  /** The first key that two rows would have after the commit: its own rows give up what they had, and may take it on. */
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
      // In the same commit another row may have taken it already.
      const owner = this.owners.get(text)
      if (owner !== undefined && refText(owner) === refText(ref)) this.owners.delete(text)
    }
  }

  take(ref: Ref, texts: ReadonlyArray<string>): void {
    for (const text of texts) this.owners.set(text, ref)
  }

  /** In the order of the keys, so that batches of different nodes take them in one order. */
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
