/**
 * A part of what belongs to some accounts, as it is read from one store and written into another.
 */
import * as Context from "effect/Context"
import type { Count, Debit } from "../commit/Commit.ts"
import type { Held } from "../port/Documents.ts"
import type { Answered, Once } from "../port/Relocation.ts"
import type { Row } from "../row/Row.ts"
import { encode } from "../row/Row.ts"
import type { Usage } from "../row/Usage.ts"
import type { Due } from "../work/Work.ts"

export interface StoredDocument extends Held {
  readonly _tag: "Document"
}

/** No commit can write these. Writing one again changes nothing. */
export type Kept = Once | Answered | StoredDocument

export interface Portion {
  readonly puts: ReadonlyArray<Row>
  readonly due: ReadonlyArray<Due>
  /** They make a balance of 0, and a counter of 0, what it was. */
  readonly debits: ReadonlyArray<Debit>
  readonly counts: ReadonlyArray<Count>
  readonly tallies: ReadonlyArray<Usage>
  readonly kept: ReadonlyArray<Kept>
}

export const empty: Portion = { puts: [], due: [], debits: [], counts: [], tallies: [], kept: [] }

const plus = (one: Portion, other: Portion): Portion => ({
  puts: [...one.puts, ...other.puts],
  due: [...one.due, ...other.due],
  debits: [...one.debits, ...other.debits],
  counts: [...one.counts, ...other.counts],
  tallies: [...one.tallies, ...other.tallies],
  kept: [...one.kept, ...other.kept]
})

/** How many things of a portion are moved with one commit; a setting for tests. */
export const Things = Context.Reference<number>("@signalbox/core/cells/Portion/Things", { defaultValue: () => 400 })

/** About how many characters of rows are moved with one commit. */
export const mostCharacters = 512 * 1024

/** Returns about how many characters a row takes. */
export const sizeOf = (row: Row): number => JSON.stringify(encode(row)).length

const sizeOfKept = (kept: Kept): number => {
  switch (kept._tag) {
    case "Once":
      return 100
    case "Answered":
      return 300 + (kept.reply.outcome?.json.length ?? 0)
    case "Document":
      return kept.document.bytes.length
  }
}

const sum = (sizes: ReadonlyArray<number>): number => sizes.reduce((all, size) => all + size, 0)

const thingsIn = (portion: Portion): number => sum(Object.values(portion).map(({ length }) => length))

/** Adds portions up, as long as they go with one commit. */
export class Gathering {
  private things: number
  private characters = mostCharacters
  whole = empty

  constructor(things: number) {
    this.things = things
  }

  /** Returns whether nothing more should go with the same commit. */
  get isFull(): boolean {
    return this.things <= 0 || this.characters <= 0
  }

  /** Returns whether there was anything to add. */
  add(portion: Portion): boolean {
    const things = thingsIn(portion)
    if (things === 0) return false
    this.things -= things
    this.characters -= sum(portion.puts.map(sizeOf)) + sum(portion.kept.map(sizeOfKept))
    this.whole = plus(this.whole, portion)
    return true
  }
}
