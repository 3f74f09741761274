/**
 * Balances and counters while a batch is decided: their values, the keys that were used, and the changes of every
 * commit. A counter is kept as a negative sum: raising it takes from the sum, and its ceiling is the floor of the sum.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Book } from "../statement/tables.ts"
import type { Reading } from "./reading.ts"

export interface Entry {
  readonly book: Book
  readonly name: string
  readonly once: string
  /** The amount that is taken. */
  readonly amount: number
}

interface Draw extends Omit<Entry, "once"> {
  /** Null: it happens each time. */
  readonly once: string | null
  readonly floor: number
}

/** The change of one sum by one commit. */
interface Change {
  readonly book: Book
  readonly name: string
  amount: number
  floor: number
  /** True when any of its draws was not made before. */
  isFresh: boolean
  readonly entries: Map<string, Entry>
}

interface Sum {
  readonly book: Book
  readonly name: string
  readonly isNew: boolean
  amount: number
  /** The amount that this batch takes. */
  taken: number
  /** The value that the sum must have at the beginning of the batch for all of it to be allowed. */
  needed: number
  changed: boolean
}

/** The change that a batch makes to a sum. */
export interface SumChange {
  readonly book: Book
  readonly name: string
  readonly taken: number
  /** Null when any value is enough. */
  readonly needed: number | null
}

export type Changes = ReadonlyMap<string, Change>

/** Most commits draw nothing. */
const none: Changes = new Map()

const draws = ({ counts, debits }: Commit): ReadonlyArray<Draw> => [
  ...debits.map(({ account, amount, floor, once }) => ({
    book: "balance" as const,
    name: account,
    amount,
    floor,
    once
  })),
  ...counts.map(({ by, ceiling, counter, once }) => ({
    book: "counter" as const,
    name: counter,
    amount: by,
    floor: ceiling === null ? -Infinity : -ceiling,
    once
  }))
]

const textOf = ({ book, name }: { readonly book: Book; readonly name: string }): string => `${book}/${name}`

export class Sums {
  private readonly sums = new Map<string, Sum>()
  private readonly used = new Map<string, Set<string>>()
  private readonly made: Array<Entry> = []

  constructor({ entries = [], sums = [] }: Reading) {
    for (const sum of sums) {
      this.sums.set(textOf(sum), { ...sum, isNew: false, taken: 0, needed: -Infinity, changed: false })
    }
    for (const entry of entries) this.usedOf(textOf(entry)).add(entry.once)
  }

  /** Returns the draws of one commit, added up for each sum. Draws that were made before are left out. */
  changes(commit: Commit): Changes {
    if (commit.debits.length === 0 && commit.counts.length === 0) return none
    const changes = new Map<string, Change>()
    for (const { amount, book, floor, name, once } of draws(commit)) {
      const text = textOf({ book, name })
      const change = changes.get(text) ??
        { book, name, amount: 0, floor: -Infinity, isFresh: false, entries: new Map() }
      changes.set(text, change)
      if (once !== null) {
        if (change.entries.has(once) || this.used.get(text)?.has(once) === true) continue
        change.entries.set(once, { book, name, once, amount })
      }
      change.isFresh = true
      change.amount += amount
      if (amount > 0) change.floor = Math.max(change.floor, floor)
    }
    return changes
  }

  /**
   * Returns the name of the first sum that is too low for its change, or null. A change that adds to a sum is never
   * refused.
   */
  short(changes: Changes): string | null {
    for (const [text, { amount, floor, name }] of changes) {
      if (amount > 0 && (this.sums.get(text)?.amount ?? 0) - amount < floor) return name
    }
    return null
  }

  apply(changes: Changes): void {
    for (const [text, { amount, book, entries, floor, isFresh, name }] of changes) {
      const sum = this.sums.get(text) ??
        { book, name, amount: 0, isNew: true, taken: 0, needed: -Infinity, changed: false }
      this.sums.set(text, sum)
      if (!isFresh) continue
      sum.amount -= amount
      sum.taken += amount
      if (amount > 0) sum.needed = Math.max(sum.needed, floor + sum.taken)
      sum.changed = true
      const used = this.usedOf(text)
      for (const [once, entry] of entries) {
        used.add(once)
        this.made.push(entry)
      }
    }
  }

  get entries(): ReadonlyArray<Entry> {
    return this.made
  }

  changed(isNew: boolean): ReadonlyArray<SumChange> {
    return [...this.sums.values()].filter((sum) => sum.changed && sum.isNew === isNew).map((
      { book, name, needed, taken }
    ) => ({ book, name, taken, needed: needed === -Infinity ? null : needed }))
  }

  private usedOf(text: string): Set<string> {
    const used = this.used.get(text) ?? new Set()
    this.used.set(text, used)
    return used
  }
}
