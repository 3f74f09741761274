/**
 * The rows that this process has read or written last, by their versions. A load always asks for the version of each row
 * and passes along the one that is remembered; the value is sent and decoded only when they differ. So nothing here is
 * ever trusted by itself, and what core caches by the identity of a value (compiled templates) is found again. Core asks
 * for what is remembered to foresee what it will need.
 *
 * A version stands for one state for ever: its number comes from a sequence, which gives no number twice, not even to a
 * transaction that was rolled back. Written rows come in only once their commit was answered.
 */
import type { Facts, Known } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import type { Ref } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { Needs } from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { RefTable } from "./refTable.ts"
import type { Places, Written } from "./rows.ts"
import { places, uniques } from "./rows.ts"

/** A row that is remembered. */
export interface Remembered {
  readonly known: Known
  readonly ref: Ref
  readonly uniques: ReadonlyArray<string> | null
  readonly places: Places
  /** The number of characters of a message's content; 0 for any other row. */
  readonly content: number
}

/** About what a row takes beside its value. */
const beside = 400

/** The number of characters of a row, and of those that a message's content has; 0 for any other row. */
interface Size {
  readonly length: number
  readonly content: number
}

class Kept implements Remembered {
  readonly known: Known
  readonly ref: Row
  readonly size: number
  readonly content: number
  readonly uniques: ReadonlyArray<string> | null
  private where: Places | null

  constructor(
    version: number,
    row: Row,
    { content, length }: Size,
    uniques: ReadonlyArray<string> | null,
    where: Places | null = null
  ) {
    this.known = { version, row }
    this.ref = row
    this.size = length + beside
    this.content = content
    this.uniques = uniques
    this.where = where
  }

  get places(): Places {
    return this.where ??= places(this.ref)
  }
}

const none: ReadonlyArray<string> = []

/** Rows by their refs, and by their unique keys. */
class Generation {
  readonly rows = new RefTable<Kept>()
  readonly owners = new Map<string, Kept>()
  size = 0

  set(kept: Kept): void {
    const before = this.rows.get(kept.ref)
    if (before !== undefined) this.leave(before)
    this.size += kept.size
    this.rows.set(kept.ref, kept)
    for (const key of kept.uniques ?? none) this.owners.set(key, kept)
  }

  delete(ref: Ref): void {
    const kept = this.rows.get(ref)
    if (kept === undefined) return
    this.leave(kept)
    this.rows.delete(ref)
  }

  private leave(kept: Kept): void {
    this.size -= kept.size
    for (const key of kept.uniques ?? none) if (this.owners.get(key) === kept) this.owners.delete(key)
  }
}

/**
 * It has two generations. What is used moves to the young one; when that is full it becomes the old one, and the old one
 * is forgotten.
 */
export class RowCache {
  private young = new Generation()
  private old = new Generation()
  private readonly most: number

  /** @param bytes about how much it holds; with 0 it remembers nothing */
  constructor(bytes: number) {
    this.most = bytes / 2
  }

  /** Returns the row that was last seen under this ref. It may have changed since. */
  get(ref: Ref): Remembered | undefined {
    return this.young.rows.get(ref) ?? this.used(this.old.rows.get(ref))
  }

  /** Returns the row that was last seen with this unique key. */
  owner(key: string): Remembered | undefined {
    const young = this.young.owners.get(key)
    if (young !== undefined) return young
    const old = this.old.owners.get(key)
    return old === undefined ? undefined : this.get(old.ref)
  }

  /** Returns those of the rows, and of the owners of unique keys, that are remembered. */
  seen({ rows, uniques }: Needs): Facts {
    const owners = new Map<string, Ref>()
    const known: Array<readonly [Ref, Known]> = []
    for (const ref of rows) {
      const row = this.get(ref)
      if (row !== undefined) known.push([ref, row.known])
    }
    for (const unique of uniques) {
      const text = uniqueText(unique)
      const owner = this.owner(text)
      if (owner === undefined) continue
      owners.set(text, owner.ref)
      known.push([owner.ref, owner.known])
    }
    return { ...empty, rows: fromEntries(known), owners }
  }

  /**
   * Remembers a row that was read.
   *
   * @param size that of its value, and of its state
   */
  read(row: Row, version: number, size: Size): Known {
    const kept = new Kept(version, row, size, uniques(row))
    this.keep(kept)
    return kept.known
  }

  /**
   * Remembers what a commit has written. To be called once it was answered.
   *
   * @param version that of the rows; null when it has written none
   */
  wrote({ deletes, inserts, updates, upserts }: Written, version: number | null): void {
    for (const ref of deletes) this.forget(ref)
    if (version === null) return
    for (const rows of [inserts, updates, upserts]) {
      for (const placed of rows) {
        const { places, row, uniques } = placed
        this.keep(new Kept(version, row, placed, uniques, places))
      }
    }
  }

  forget(ref: Ref): void {
    this.young.delete(ref)
    this.old.delete(ref)
  }

  clear(): void {
    this.young = new Generation()
    this.old = new Generation()
  }

  private keep(kept: Kept): void {
    if (kept.size <= this.most) this.add(kept)
  }

  private used(kept: Kept | undefined): Remembered | undefined {
    if (kept !== undefined) this.add(kept)
    return kept
  }

  private add(kept: Kept): void {
    this.young.set(kept)
    if (this.young.size <= this.most) return
    this.old = this.young
    this.young = new Generation()
  }
}
