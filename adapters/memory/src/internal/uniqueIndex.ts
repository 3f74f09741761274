/**
 * The owner of each unique key. Keys are found by index and then by key, so that no text is made of the two.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { unique } from "@signalbox/core/Row"

/** Among more keys than these each is not compared with each. */
const few = 24

/** The rows that have keys, by index and key. */
class Owners {
  private readonly indexes = new Map<string, Map<string, Ref>>()

  get({ index, key }: UniqueKey): Ref | undefined {
    return this.indexes.get(index)?.get(key)
  }

  set({ index, key }: UniqueKey, owner: Ref): void {
    const keys = this.indexes.get(index)
    if (keys === undefined) this.indexes.set(index, new Map([[key, owner]]))
    else keys.set(key, owner)
  }

  delete({ index, key }: UniqueKey): void {
    this.indexes.get(index)?.delete(key)
  }
}

const isSame = (one: Ref, other: Ref): boolean => one.key === other.key && one.kind === other.kind

export class UniqueIndex {
  private readonly owners = new Owners()

  owner(key: UniqueKey): Ref | null {
    return this.owners.get(key) ?? null
  }

  /**
   * Returns the first key that two rows would have after the commit. The commit's own rows first release the keys that
   * they had, so one of them may take a key over from another.
   */
  conflict({ deletes, puts }: Pick<Commit, "deletes" | "puts">): UniqueKey | null {
    if (!this.mayConflict(puts)) return null
    const written = new Map(puts.map((row) => [refText(row), row]))
    const rewritten = new Set([...deletes.map(refText), ...written.keys()])
    const taken = new Owners()
    for (const [ref, row] of written) {
      for (const key of unique(row)) {
        const owner = this.owners.get(key)
        if (owner !== undefined && !rewritten.has(refText(owner))) return key
        const other = taken.get(key)
        if (other !== undefined && refText(other) !== ref) return key
        taken.set(key, row)
      }
    }
    return null
  }

  /** Returns whether a key may be that of two rows, which is cheaper to ask than whether it is, and hardly ever so. */
  private mayConflict(puts: Commit["puts"]): boolean {
    const taken: Array<{ readonly key: UniqueKey; readonly row: Row }> = []
    for (const row of puts) {
      for (const key of unique(row)) {
        const owner = this.owners.get(key)
        if (owner !== undefined && !isSame(owner, row)) return true
        if (taken.some((one) => one.key.key === key.key && one.key.index === key.index && !isSame(one.row, row))) {
          return true
        }
        taken.push({ key, row })
      }
      if (taken.length > few) return true
    }
    return false
  }

  replace(before: Row | null, after: Row | null): void {
    const now = after === null ? [] : unique(after)
    const old = before === null ? [] : unique(before)
    // Nearly all rows have no key.
    if (now.length === 0 && old.length === 0) return
    for (const key of old) {
      // Another row of the same commit may have taken the key already.
      const owner = this.owners.get(key)
      if (owner !== undefined && isSame(owner, before!)) this.owners.delete(key)
    }
    if (now.length === 0) return
    const ref = { kind: after!.kind, key: after!.key }
    for (const key of now) this.owners.set(key, ref)
  }
}
