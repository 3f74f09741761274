/**
 * Receipts where accounts lie in several cells. Nothing leads to their messages: what one cell does not know the next one
 * may, so that one is asked first in which this node has seen the name. Each cell is asked about all that come together.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { ExecutionError } from "../engine/Executor.ts"
import * as ReceiptInput from "../receipt/ReceiptInput.ts"
import type { Answer, Receipt } from "../receipt/Receipts.ts"
import { Receipts } from "../receipt/Receipts.ts"
import type { CellName } from "../value/CellName.ts"
import { Cells } from "./Cells.ts"
import * as ReceiptNames from "./ReceiptNames.ts"
import { glance } from "./Routing.ts"
import { Whereabouts } from "./Whereabouts.ts"

/** A receipt that is under way to its cell. */
interface Sought {
  readonly receipt: Receipt
  /** Null: it names nothing that could be an attempt. */
  readonly name: string | null
  /** The cells to ask, one after the other. */
  readonly way: ReadonlyArray<CellName>
  answer: Exit.Exit<Answer, ExecutionError> | null
  isKnown: boolean
}

export const layer: Layer.Layer<Receipts, never, Cells | Whereabouts> = Layer.effect(
  Receipts,
  Effect.gen(function*() {
    const { names, within } = yield* Cells
    const { lastSeen, saw } = yield* Whereabouts

    const sought = (receipt: Receipt): Sought => {
      const read = ReceiptInput.read(receipt)
      const name = read === null ? null : ReceiptNames.of(read.command.subject)
      const first = name === null ? undefined : lastSeen(name)
      // Any cell says what is wrong with a receipt that names nothing.
      const way = name === null
        ? names.slice(0, 1)
        : first === undefined
        ? names
        : [first, ...names.filter((each) => each !== first)]
      return { receipt, name, way, answer: null, isKnown: false }
    }

    /** Asks a cell about some. A failure says more than that another cell does not know it. */
    const ask = Effect.fnUntraced(function*(cell: CellName, some: ReadonlyArray<Sought>) {
      const told = yield* Effect.catch(
        within(cell, Effect.flatMap(Receipts, ({ reportAll }) => reportAll(some.map(({ receipt }) => receipt)))),
        (error) => Effect.succeed(some.map((): Exit.Exit<Answer, ExecutionError> => Exit.fail(error)))
      )
      for (const [index, each] of some.entries()) {
        // Another cell knew it while this one was silent.
        if (each.isKnown) continue
        const exit = told[index]!
        each.isKnown = Exit.isSuccess(exit) && exit.value !== "unknown"
        if (each.isKnown && each.name !== null) saw([each.name], cell)
        if (each.isKnown || each.answer === null || Exit.isSuccess(each.answer)) each.answer = exit
      }
    })

    /** Each is known by one cell at most, so that nobody waits for a silent one when all are known. */
    const reportAll = Effect.fnUntraced(function*(receipts: ReadonlyArray<Receipt>) {
      const all = receipts.map(sought)
      const isOver = yield* Deferred.make<void>()
      const asking = Effect.gen(function*() {
        const fibers: Array<Fiber.Fiber<void>> = []
        for (const step of names.keys()) {
          const open = all.filter(({ isKnown, way }) => !isKnown && step < way.length)
          const turn: Array<Fiber.Fiber<void>> = []
          for (const cell of new Set(open.map(({ way }) => way[step]!))) {
            const asked = ask(cell, open.filter(({ way }) => way[step] === cell))
            const told = Effect.tap(
              asked,
              () => all.every(({ isKnown }) => isKnown) ? Deferred.succeed(isOver, undefined) : Effect.void
            )
            turn.push(yield* Effect.forkChild(told))
          }
          yield* Effect.timeoutOption(Fiber.awaitAll(turn), glance)
          fibers.push(...turn)
        }
        yield* Fiber.awaitAll(fibers)
      })
      yield* Effect.raceFirst(Deferred.await(isOver), asking)
      return all.map(({ answer }) => answer!)
    })

    return { reportAll, report: (receipt) => Effect.flatMap(reportAll([receipt]), ([answer]) => answer!) }
  })
)
