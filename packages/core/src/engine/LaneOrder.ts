/**
 * The turns of a node's batches in lanes that keep their order: batches of one lane run one after the
 * other, unless one passes its turn.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Lane } from "../work/Work.ts"
import type { LaneTurn } from "./Handler.ts"
import * as KeyedQueue from "./KeyedQueue.ts"

export interface LaneOrder {
  /**
   * Gives the batch its turn, and returns the batch such that it waits until those of the lane that came before have
   * ended or passed their turn.
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

export const make = (): LaneOrder => {
  const lanes = KeyedQueue.make<Lane, void>(Effect.void)
  const breaks = new Map<Lane, number>()
  return {
    inTurn: Effect.fnUntraced(function*(lane, batch) {
      const known = yield* lanes.enter(lane)
      let isMine = true
      const pass = Effect.suspend(() => {
        if (!isMine) return Effect.void
        isMine = false
        return Effect.asVoid(Semaphore.release(known.turn, 1))
      })
      return Effect.acquireUseRelease(Semaphore.take(known.turn, 1), () => batch({ pass }), () => pass).pipe(
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
