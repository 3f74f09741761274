/**
 * Lets the operator make the directory of cells anew from what the cells have (decisions 20.8).
 */
import * as Effect from "effect/Effect"
import type { ListPosition } from "../commit/ListQuery.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import type { Lead } from "../port/Directory.ts"
import type { CellName } from "../value/CellName.ts"
import type { AccountId } from "../value/Id.ts"

/** How far a walk through the accounts of all cells has come: behind this account of the cell, or at the cell's first one. */
export interface DirectoryPlace {
  readonly cell: CellName
  readonly behind: ListPosition | null
}

/** A cell has something to which the directory does not lead. */
export interface Contested {
  readonly kind: Lead["kind"]
  /** The id of the account or of the key, or the number. */
  readonly name: string
  /** The account that has it in the cell. */
  readonly account: AccountId
  readonly cell: CellName
  /** The cell to which the directory leads. */
  readonly leadsTo: CellName
  /**
   * `both`: that cell has it as well. `away`: it could not be asked. `recent`: it has nothing of the kind, but the entry was
   * made within the last minute, so that a commit may be under way.
   */
  readonly why: "both" | "away" | "recent"
}

export interface RebuiltPart {
  /** How many accounts were looked at. */
  readonly looked: number
  /** How many entries were made: of what led nowhere, or to a cell that has nothing of the kind any more. */
  readonly entered: number
  /** The ones that were left as they are. */
  readonly contested: ReadonlyArray<Contested>
  /** The cells that could not be read to their end. The walk has gone on with the next one. */
  readonly away: ReadonlyArray<CellName>
  /** Where the next part begins; null: this one was the last. */
  readonly after: DirectoryPlace | null
}

export interface OperatorDirectory {
  /**
   * Looks at so many accounts of the cells at most, and enters what the directory lacks of them, of their keys and of their
   * numbers. It changes no entry whose cell has what it names, so it may run at any time, and again. Null: all accounts are
   * in one store, which has no directory.
   */
  readonly rebuildDirectory: (
    after: DirectoryPlace | null,
    limit: number
  ) => Effect.Effect<RebuiltPart | null, ExecutionError>
}

/** The calls where all accounts are in one store. */
export const none: OperatorDirectory = { rebuildDirectory: () => Effect.succeed(null) }
