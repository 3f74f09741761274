/**
 * The operator's calls about cells (decisions 20.7), which a service with one storage answers with `NoCells`.
 */
import * as Effect from "effect/Effect"
import type { ExecutionError } from "../engine/Executor.ts"
import type { AccountId } from "../value/Id.ts"

/** How many there are of each kind of row, of work, of sums and of all else that belongs to the accounts. */
export type Counted = Readonly<Record<string, number>>

/**
 * Why a move goes no further for now. The account stays where it was and answers 503, until the move is called again or
 * undone.
 */
export type MoveHalt =
  /** Nodes still hold so many items of its work. */
  | { readonly _tag: "Held"; readonly held: number }
  /** Another call moves it at the same time. */
  | { readonly _tag: "Busy" }
  /** The copy is not the same as the original. */
  | { readonly _tag: "Differs"; readonly left: Counted; readonly arrived: Counted }
  /** Something in the other cell stands in its way: a unique key that another account there has, or a sum. */
  | { readonly _tag: "Hindered"; readonly by: string }

export type MoveAnswer =
  | { readonly _tag: "Moved"; readonly from: string; readonly to: string }
  /** Nothing was left to do. */
  | { readonly _tag: "There"; readonly cell: string }
  | { readonly _tag: "Undone"; readonly cell: string }
  /** No move of it was begun, or it has come to its end. */
  | { readonly _tag: "NotMoving"; readonly cell: string }
  /** The other cell has it already: the move can only be called again. */
  | { readonly _tag: "TooLate"; readonly to: string }
  | { readonly _tag: "UnknownAccount" }
  | { readonly _tag: "UnknownCell"; readonly cells: ReadonlyArray<string> }
  /** A profile goes where its organization goes. */
  | { readonly _tag: "IsProfile"; readonly organization: string }
  /** It is on its way to another cell than the one that was asked for. */
  | { readonly _tag: "Elsewhere"; readonly to: string }
  | { readonly _tag: "NoCells" }
  | MoveHalt

export interface OperatorCells {
  /**
   * Moves an organization with its profiles, or a person, to another cell, with all that belongs to it. It is suspended for
   * as long as that takes. Null instead of a cell undoes a move that has not come to its end. Each call may be repeated, and
   * goes on where the last one was interrupted.
   */
  readonly moveAccount: (account: AccountId, to: string | null) => Effect.Effect<MoveAnswer, ExecutionError>
}

export const single: OperatorCells = { moveAccount: () => Effect.succeed({ _tag: "NoCells" }) }
