/**
 * The owner of each unique key.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { unique } from "@signalbox/core/Row"

export class UniqueIndex {
  private readonly owners = new Map<string, Ref>()

  owner(key: UniqueKey): Ref | null {
    return this.owners.get(uniqueText(key)) ?? null
  }

  /**
   * Returns the first key that two rows would have after the commit. The commit's own rows first release the keys that
   * they had, so one of them may take a key over from another.
   */
  conflict({ deletes, puts }: Pick<Commit, "deletes" | "puts">): UniqueKey | null {
    if (!this.mayConflict(puts)) return null
    const written = new Map(puts.map((row) => [refText(row), row]))
    const rewritten = new Set([...deletes.map(refText), ...written.keys()])
    const taken = new Map<string, string>()
    for (const [ref, row] of written) {
      for (const key of unique(row)) {
        const text = uniqueText(key)
        const owner = this.owners.get(text)
        if (owner !== undefined && !rewritten.has(refText(owner))) return key
        if ((taken.get(text) ?? ref) !== ref) return key
        taken.set(text, ref)
      }
    }
    return null
  }

  /** Returns whether a key may be that of two rows, which is cheaper to ask than whether it is, and hardly ever so. */
  private mayConflict(puts: Commit["puts"]): boolean {
    const taken = new Map<string, Ref>()
    return puts.some((row) =>
      unique(row).some((key) => {
        const text = uniqueText(key)
        const owner = this.owners.get(text) ?? taken.get(text)
        taken.set(text, row)
        return owner !== undefined && (owner.key !== row.key || owner.kind !== row.kind)
      })
    )
  }

  replace(before: Row | null, after: Row | null): void {
    const now = after === null ? [] : unique(after)
    const old = before === null ? [] : unique(before)
    // Nearly all rows have no key.
    if (now.length === 0 && old.length === 0) return
    for (const key of old) {
      // Another row of the same commit may have taken the key already.
      const owner = this.owners.get(uniqueText(key))
      if (owner !== undefined && refText(owner) === refText(before!)) this.owners.delete(uniqueText(key))
    }
    for (const key of now) {
      this.owners.set(uniqueText(key), { kind: after!.kind, key: after!.key })
    }
  }
}
