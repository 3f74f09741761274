/**
 * The layers of a service whose accounts lie in several cells (decisions 20). Whoever embeds it makes these, then its
 * carriers, and then starts the cells: each is the whole service of `Service`, on a storage of its own.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import type { Worker } from "../engine/Worker.ts"
import type { WorkSignal } from "../engine/WorkSignal.ts"
import { Documents } from "../port/Documents.ts"
import type { Lockout } from "../port/Lockout.ts"
import type { RateWindow } from "../port/RateWindow.ts"
import { Relocation } from "../port/Relocation.ts"
import { Store } from "../port/Store.ts"
import type { Intake } from "../service/Service.ts"
import type { CellName } from "../value/CellName.ts"
import * as CellIntake from "./CellIntake.ts"
import type { Placed } from "./CellOperator.ts"
import * as CellOperator from "./CellOperator.ts"
import * as CellReceipts from "./CellReceipts.ts"
import * as Cells from "./Cells.ts"
import * as CellStore from "./CellStore.ts"
import * as CellWork from "./CellWork.ts"
import * as Guard from "./Guard.ts"
import * as ReceiptNames from "./ReceiptNames.ts"
import * as Routing from "./Routing.ts"
import * as SoughtStore from "./SoughtStore.ts"
import * as Whereabouts from "./Whereabouts.ts"

export type { Placed } from "./CellOperator.ts"
export type { Inside } from "./Cells.ts"

/** The entrances that lead to the cells, and the cells, of which none runs yet. */
export type Entrances =
  | Intake
  | Worker
  | WorkSignal
  | Store
  | Lockout
  | RateWindow
  | Cells.Cells
  | Routing.Routing
  | Whereabouts.Whereabouts

/**
 * @param names of all cells, that of the directory first
 * @param place returns the cell of a new organization or person
 */
export const layer = (
  names: Cells.Cells["Service"]["names"],
  place: (account: Placed) => CellName
): Layer.Layer<Entrances, never, IdGenerator> =>
  Layer.mergeAll(CellIntake.layer, CellReceipts.layer, CellOperator.layer, CellWork.layer, SoughtStore.layer).pipe(
    Layer.provide(Layer.succeed(CellOperator.Placement, { place })),
    Layer.provideMerge(Routing.layer),
    Layer.provideMerge(Whereabouts.layer),
    Layer.provideMerge(Cells.layer(names))
  )

/**
 * The storage of a cell: it decides about its own accounts alone, the directory is written before its commits, and the names
 * of receipts are remembered after them.
 */
export const storage = <A, E>(
  cell: CellName,
  whereabouts: Whereabouts.Whereabouts["Service"],
  own: Layer.Layer<A | Store, E>
): Layer.Layer<A | Store | Guard.Guard, E> =>
  Layer.effectContext(
    Effect.gen(function*() {
      const guard = Guard.make(yield* Store, yield* Guard.Belief)
      const store = ReceiptNames.wrap(cell, whereabouts, CellStore.wrap(cell, whereabouts, guard))
      return Context.make(Store, store).pipe(Context.add(Guard.Guard, guard))
    })
  ).pipe(Layer.provideMerge(own))

/** The services of a cell's storage that only the cells themselves ask. */
export const beneath = <E>(storage: Layer.Layer<Guard.Guard, E>): Layer.Layer<Guard.Guard, E> =>
  Layer.effectContext(
    Effect.gen(function*() {
      return Context.make(Guard.Guard, yield* Guard.Guard).pipe(
        Context.add(Relocation, yield* Relocation),
        Context.add(Documents, yield* Documents)
      )
    })
  ).pipe(Layer.provide(storage))
