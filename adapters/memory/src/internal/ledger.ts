/**
 * Sums that many commits change, each change once. A counter is kept as a negative sum: raising it takes from the sum,
 * and its ceiling is the floor of the sum.
 */
export interface Draw<Of> {
  readonly of: Of
  readonly amount: number
  readonly floor: number
  readonly once: string
}

/** The change of one sum by one commit. */
interface Change {
  amount: number
  floor: number
  readonly keys: Set<string>
}

export type Changes<Of> = ReadonlyMap<Of, Change>

export class Ledger<Of extends string> {
  private readonly sums = new Map<Of, number>()
  private readonly used = new Map<Of, Set<string>>()

  sum(of: Of): number {
    return this.sums.get(of) ?? 0
  }

  /** Returns the draws of one commit, added up for each sum. Draws that were made before are left out. */
  changes(draws: ReadonlyArray<Draw<Of>>): Changes<Of> {
    const changes = new Map<Of, Change>()
    for (const { amount, floor, of, once } of draws) {
      const change = changes.get(of) ?? { amount: 0, floor: -Infinity, keys: new Set() }
      changes.set(of, change)
      if (change.keys.has(once) || this.used.get(of)?.has(once) === true) continue
      change.keys.add(once)
      change.amount += amount
      if (amount > 0) change.floor = Math.max(change.floor, floor)
    }
    return changes
  }

  /** Returns the first sum that is too low for its change, or null. A change that adds to a sum is never refused. */
  short(changes: Changes<Of>): Of | null {
    for (const [of, { amount, floor }] of changes) if (amount > 0 && this.sum(of) - amount < floor) return of
    return null
  }

  apply(changes: Changes<Of>): void {
    for (const [of, { amount, keys }] of changes) {
      this.sums.set(of, this.sum(of) - amount)
      const used = this.used.get(of) ?? new Set()
      for (const key of keys) used.add(key)
      this.used.set(of, used)
    }
  }
}
