/**
 * The name of a cell, chosen by whoever configures it, such as `eu`. It is stored with each entry of the directory.
 */
import * as Schema from "effect/Schema"

export const CellName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_-]{0,31}$/, { expected: "a name such as eu" })
).pipe(Schema.brand("CellName"))
export type CellName = typeof CellName.Type

export const is = Schema.is(CellName)
