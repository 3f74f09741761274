/**
 * The residence of an account says whether a cell has it, or is about to give it away or to get it (decisions 20.7). Only
 * stores of cells have such rows: one for each organization, person and profile.
 */
import * as Schema from "effect/Schema"
import { CellName } from "../value/CellName.ts"
import { AccountId } from "../value/Id.ts"
import * as Kind from "./Kind.ts"

/** The cell has the account, and decides about it. */
const Here = Schema.Struct({ _tag: Schema.Literal("Here") })

/** The account is on its way to another cell: this one has it, and changes nothing about it. */
const Leaving = Schema.Struct({ _tag: Schema.Literal("Leaving"), to: CellName })

/** The account is in another cell. Once nothing of it is left here, the residence says so, and stays. */
const Gone = Schema.Struct({ _tag: Schema.Literal("Gone"), to: CellName, isCleared: Schema.Boolean })

/** The account is on its way to this cell, which has a part of it and does nothing with that. */
const Arriving = Schema.Struct({
  _tag: Schema.Literal("Arriving"),
  from: CellName,
  /**
   * How far the move is: which page is copied next, that all are copied, or that the move is being undone and what has come
   * is removed. Only the residence of the organization or the person tells it, as the first of its household.
   */
  progress: Schema.optionalKey(Schema.Union([
    Schema.Struct({ _tag: Schema.Literal("Copying"), place: Schema.NullOr(Schema.String), pages: Schema.Int }),
    Schema.Struct({ _tag: Schema.Literal("Copied") }),
    Schema.Struct({ _tag: Schema.Literal("Undoing"), place: Schema.NullOr(Schema.String) })
  ]))
})

export const State = Schema.Union([Here, Leaving, Gone, Arriving])
export type State = typeof State.Type
export type Progress = NonNullable<(typeof Arriving.Type)["progress"]>

export const Residence = Schema.Struct({ account: AccountId, state: State })
export type Residence = typeof Residence.Type

export const here: State = { _tag: "Here" }

export const Residences = Kind.make({
  name: "residence",
  schema: Residence,
  key: ({ account }: Residence) => account
})
