/**
 * The turns of a node's batches in lanes that keep their order: batches of one lane run one after the
 * other, unless one passes its turn.
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type { Lane } from "../work/Work.ts"
import type { LaneTurn } from "./Handler.ts"
import * as KeyedQueue from "./KeyedQueue.ts"

export interface LaneOrder {
  /**
   * Gives the batch its place in line, and returns the batch such that it waits until those of the lane that came before
   * have ended or passed their turn.
   */
  readonly inTurn: <A, E, R>(
    lane: Lane,
    batch: (turn: LaneTurn) => Effect.Effect<A, E, R>
  ) => Effect.Effect<Effect.Effect<A, E, R>>
  /** Says that items of the lane were let go: what claims up to this number have brought comes behind them. */
  readonly break: (lane: Lane, claim: number) => void
  readonly isBroken: (lane: Lane, claim: number) => boolean
  /** Forgets the breaks that no batch can ask about any more, since all claims up to this number have ended. */
  readonly mend: (claim: number) => void
}

/** A place in the line of a lane; the first one has the turn. */
interface Place {
  readonly turn: Latch.Latch
  isOver: boolean
}

const next = (line: Array<Place>): Effect.Effect<void> => {
  while (line[0]?.isOver === true) line.shift()
  return line[0] === undefined ? Effect.void : Effect.asVoid(line[0].turn.open)
}

export const make = (): LaneOrder => {
  const lanes = KeyedQueue.make<Lane, Array<Place>>(Effect.sync(() => []))
  const breaks = new Map<Lane, number>()
  return {
    inTurn: Effect.fnUntraced(function*(lane, batch) {
      const place: Place = { turn: yield* Latch.make(false), isOver: false }
      const { shared: line } = yield* lanes.enter(lane)
      line.push(place)
      yield* next(line)
      const pass = Effect.suspend(() => {
        if (place.isOver) return Effect.void
        place.isOver = true
        return next(line)
      })
      return Effect.andThen(place.turn.await, batch({ pass })).pipe(
        Effect.ensuring(pass),
        Effect.ensuring(lanes.leave(lane))
      )
    }),
    break: (lane, claim) => void breaks.set(lane, claim),
    isBroken: (lane, claim) => (breaks.get(lane) ?? 0) >= claim,
    mend: (claim) => {
      for (const [lane, upTo] of breaks) if (upTo <= claim && lanes.of(lane) === undefined) breaks.delete(lane)
    }
  }
}
