/**
 * The names by which receipts find their messages. They stand in no directory: a node remembers in which cell it has seen
 * them, which costs no write (decisions 20.2).
 */
import * as Effect from "effect/Effect"
import type { Commit } from "../commit/Commit.ts"
import type { Store } from "../port/Store.ts"
import type { Subject } from "../receipt/Report.ts"
import * as CarrierReference from "../row/CarrierReference.ts"
import type { CellName } from "../value/CellName.ts"
import type { Whereabouts } from "./Whereabouts.ts"

/** The name of a reference is the key of its row. The id of an attempt is no beginning of one. */
export const of = (subject: Subject): string =>
  subject._tag === "Reference" ? CarrierReference.key(subject) : subject.attempt

const ofCommit = ({ puts }: Commit): ReadonlyArray<string> =>
  puts.flatMap(({ key, kind }) => kind === "carrier_reference" ? [key] : [])

/** The store of a cell, of which the node remembers the references that it has committed there. */
export const wrap = (
  cell: CellName,
  { saw }: Whereabouts["Service"],
  store: Store["Service"]
): Store["Service"] => ({
  ...store,
  commit: (batch) =>
    Effect.tap(store.commit(batch), (outcomes) =>
      Effect.sync(() => {
        for (const [index, commit] of batch.entries()) {
          if (outcomes[index]?._tag === "Done") saw(ofCommit(commit), cell)
        }
      }))
})
