/**
 * The workers of all cells on this node as one, and the signal that wakes them. What a cell that does not run has to do,
 * this node does not know of.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Worker } from "../engine/Worker.ts"
import { WorkSignal } from "../engine/WorkSignal.ts"
import type { Inside } from "./Cells.ts"
import { Cells } from "./Cells.ts"

export const layer: Layer.Layer<Worker | WorkSignal, never, Cells> = Layer.effectContext(
  Effect.gen(function*() {
    const { names, within } = yield* Cells
    const each = <A>(effect: Effect.Effect<A, never, Inside>, away: A) =>
      Effect.forEach(names, (cell) => Effect.catch(within(cell, effect), () => Effect.succeed(away)), {
        concurrency: "unbounded"
      })
    const work = (use: (worker: Worker["Service"]) => Effect.Effect<void>) =>
      Effect.asVoid(each(Effect.flatMap(Worker, use), undefined))
    const signal = (use: (signal: WorkSignal["Service"]) => Effect.Effect<void>) =>
      Effect.asVoid(each(Effect.flatMap(WorkSignal, use), undefined))
    return Context.make(Worker, {
      idle: work(({ idle }) => idle),
      isIdle: Effect.map(each(Effect.flatMap(Worker, ({ isIdle }) => isIdle), true), (all) => all.every(Boolean)),
      drain: work(({ drain }) => drain),
      interrupt: work(({ interrupt }) => interrupt),
      standstill: Effect.map(
        each(Effect.flatMap(Worker, ({ standstill }) => standstill), null),
        (all) => all.find((why) => why !== null) ?? null
      )
    }).pipe(Context.add(WorkSignal, {
      raise: signal(({ raise }) => raise),
      raiseHere: signal(({ raiseHere }) => raiseHere),
      raiseElsewhere: signal(({ raiseElsewhere }) => raiseElsewhere),
      // The worker of each cell hears its own.
      heard: Effect.never
    }))
  })
)
