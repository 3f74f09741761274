/**
 * The receipts that are still owed, in memory: a heap, so that a hundred thousand of them slow nothing down.
 */
import type { Instant } from "@signalbox/core/Instant"
import type { OwedReceipt } from "./Network.ts"

/** The receipts that are still owed for one attempt, the next one first. There is always one. */
export interface OwedReceipts {
  readonly receipts: [OwedReceipt, ...Array<OwedReceipt>]
}

export const dueAt = ({ receipts }: OwedReceipts): Instant => receipts[0].dueAt

interface Entry {
  readonly debt: OwedReceipts
  /** Orders receipts of the same instant by their arrival. */
  readonly sequence: number
}

const isBefore = (one: Entry, two: Entry): boolean =>
  dueAt(one.debt) < dueAt(two.debt) || (dueAt(one.debt) === dueAt(two.debt) && one.sequence < two.sequence)

/** The owed receipts in the order in which they fall due. */
export class ReceiptQueue {
  /** A binary heap: no entry is due before its parent, which is at half of its index. */
  private readonly entries: Array<Entry> = []
  private sequence = 0

  get first(): OwedReceipts | undefined {
    return this.entries[0]?.debt
  }

  add(debt: OwedReceipts): void {
    const entry = { debt, sequence: this.sequence++ }
    let index = this.entries.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >>> 1
      if (!isBefore(entry, this.entries[parent]!)) break
      this.entries[index] = this.entries[parent]!
      index = parent
    }
    this.entries[index] = entry
  }

  take(now: Instant, limit: number): ReadonlyArray<OwedReceipts> {
    const taken: Array<OwedReceipts> = []
    while (taken.length < limit && this.first !== undefined && dueAt(this.first) <= now) taken.push(this.shift())
    return taken
  }

  clear(): void {
    this.entries.length = 0
  }

  private shift(): OwedReceipts {
    const { debt } = this.entries[0]!
    const last = this.entries.pop()!
    if (this.entries.length > 0) this.sink(last)
    return debt
  }

  /** Puts an entry in place of the first one. */
  private sink(entry: Entry): void {
    let index = 0
    while (true) {
      let child = 2 * index + 1
      if (child >= this.entries.length) break
      if (child + 1 < this.entries.length && isBefore(this.entries[child + 1]!, this.entries[child]!)) child++
      if (!isBefore(this.entries[child]!, entry)) break
      this.entries[index] = this.entries[child]!
      index = child
    }
    this.entries[index] = entry
  }
}
