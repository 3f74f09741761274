/**
 * Sums that many commits change, each change once. A counter is kept as a negative sum: raising it takes from the sum,
 * and its ceiling is the floor of the sum. Keys are forgotten when they are old, a few with each change.
 */
import type { Instant } from "@signalbox/core/Instant"

export interface Draw<Of> {
  readonly of: Of
  readonly amount: number
  readonly floor: number
  /** Null: it happens each time. */
  readonly once: string | null
}

/** The change of one sum by one commit. */
interface Change {
  amount: number
  floor: number
  readonly keys: Set<string>
}

export type Changes<Of> = ReadonlyMap<Of, Change>

/** A key that was used, and when. */
export interface Used<Of> {
  readonly of: Of
  readonly once: string
  readonly at: Instant
}

/** A change removes so many old keys beyond twice as many as it adds. */
const sweepSize = 4

export class Ledger<Of extends string> {
  private readonly memory: number
  private readonly isForgotten: boolean
  private readonly sums = new Map<Of, number>()
  private readonly used = new Map<Of, Set<string>>()
  /** Most commits draw on nothing. */
  private readonly unchanged: Changes<Of> = new Map()
  /** All keys that are used, oldest first. */
  private readonly keys = new Set<Used<Of>>()

  /**
   * @param memory how long a key is known, in milliseconds
   * @param isForgotten whether a sum is forgotten with the last of its keys
   */
  constructor(memory: number, isForgotten: boolean) {
    this.memory = memory
    this.isForgotten = isForgotten
  }

  sum(of: Of): number {
    return this.sums.get(of) ?? 0
  }

  /** Returns the sums of which something is known, in the order of their names. */
  named(isNamed: (of: Of) => boolean): ReadonlyArray<readonly [of: Of, sum: number]> {
    return [...this.sums].filter(([of]) => isNamed(of)).toSorted(([one], [other]) => one < other ? -1 : 1)
  }

  /** Returns the keys that are used of some sums, in the order of the sums and of the keys. */
  keysOf(isNamed: (of: Of) => boolean): ReadonlyArray<Used<Of>> {
    return [...this.keys].filter(({ of }) => isNamed(of)).toSorted((one, other) =>
      one.of === other.of ? (one.once < other.once ? -1 : 1) : one.of < other.of ? -1 : 1
    )
  }

  /** Takes a key for used. */
  use(key: Used<Of>): void {
    const used = this.used.get(key.of) ?? new Set()
    if (used.has(key.once)) return
    this.used.set(key.of, used.add(key.once))
    if (!this.sums.has(key.of)) this.sums.set(key.of, 0)
    this.keys.add(key)
  }

  /** Returns the draws of one commit, added up for each sum. Draws that were made before are left out. */
  changes(draws: ReadonlyArray<Draw<Of>>): Changes<Of> {
    return draws.length === 0 ? this.unchanged : this.added(draws)
  }

  /** Returns the first sum that is too low for its change, or null. A change that adds to a sum is never refused. */
  short(changes: Changes<Of>): Of | null {
    for (const [of, { amount, floor }] of changes) if (amount > 0 && this.sum(of) - amount < floor) return of
    return null
  }

  apply(changes: Changes<Of>, now: Instant): void {
    let added = 0
    for (const [of, { amount, keys }] of changes) {
      this.sums.set(of, this.sum(of) - amount)
      if (keys.size === 0) continue
      const used = this.used.get(of) ?? new Set()
      this.used.set(of, used)
      for (const once of keys) {
        used.add(once)
        this.keys.add({ of, once, at: now })
        added++
      }
    }
    this.forget(now, 2 * added + sweepSize)
  }

  /** Forgets the sums whose name begins like this, with their keys. */
  clear(prefix: string): void {
    this.drop((of) => of.startsWith(prefix))
  }

  /** Forgets some sums, with their keys. */
  drop(isNamed: (of: Of) => boolean): void {
    for (const of of this.sums.keys()) {
      if (!isNamed(of)) continue
      this.sums.delete(of)
      this.used.delete(of)
    }
    for (const key of this.keys) if (isNamed(key.of)) this.keys.delete(key)
  }

  private added(draws: ReadonlyArray<Draw<Of>>): Changes<Of> {
    const changes = new Map<Of, Change>()
    for (const { amount, floor, of, once } of draws) {
      const change = changes.get(of) ?? { amount: 0, floor: -Infinity, keys: new Set() }
      changes.set(of, change)
      if (once !== null) {
        if (change.keys.has(once) || this.used.get(of)?.has(once) === true) continue
        change.keys.add(once)
      }
      change.amount += amount
      if (amount > 0) change.floor = Math.max(change.floor, floor)
    }
    return changes
  }

  private forget(now: Instant, most: number): void {
    let left = most
    for (const key of this.keys) {
      if (left-- === 0 || now - key.at < this.memory) return
      this.keys.delete(key)
      const used = this.used.get(key.of)
      used?.delete(key.once)
      if (used?.size !== 0) continue
      this.used.delete(key.of)
      if (this.isForgotten) this.sums.delete(key.of)
    }
  }
}
