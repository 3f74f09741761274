/**
 * The directory tells in which cell something lies (decisions 20.2). It is written before the cell is, and what it says is
 * checked by the cell: an entry may lead to a cell that has nothing of the kind, and nothing that a cell has lacks its entry.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CellName } from "../value/CellName.ts"
import type { AccountId } from "../value/Id.ts"
import type { StoreError } from "./Store.ts"

/** The name by which something is sought: the id of an account, the hash of a key, or a phone number. */
export interface Lead {
  readonly kind: "account" | "key" | "number"
  readonly key: string
}

export const leadText = ({ key, kind }: Lead): string => `${kind}/${key}`

/** A lead, the account that it belongs to, and the cell that this one is in. */
export interface Entry {
  readonly lead: Lead
  readonly account: AccountId
  readonly cell: CellName
}

export class Directory extends Context.Service<Directory, {
  /** Returns the cell of each, in their order; null: it leads nowhere. */
  readonly find: (leads: ReadonlyArray<Lead>) => Effect.Effect<ReadonlyArray<CellName | null>, StoreError>
  /**
   * Enters each that leads nowhere yet, and returns the cells to which they lead then. The first one wins, however many
   * come at the same time. An entry of the same cell takes on the account, and counts as entered now.
   */
  readonly enter: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<CellName>, StoreError>
  /**
   * Makes a lead lead to the cell of the entry, if it leads to `from` and nobody has entered it for so many milliseconds by
   * the directory's clock. Returns whether it did.
   */
  readonly replace: (entry: Entry, from: CellName, idleMillis: number) => Effect.Effect<boolean, StoreError>
  /**
   * Makes everything of these accounts that leads to `from` lead to `to`, all of it in one step, and counts as entered now.
   * Returns how many leads that were.
   */
  readonly move: (
    accounts: ReadonlyArray<AccountId>,
    from: CellName,
    to: CellName
  ) => Effect.Effect<number, StoreError>
}>()("@signalbox/core/port/Directory") {}
