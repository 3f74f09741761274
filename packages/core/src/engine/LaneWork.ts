/**
 * A node carries out the work that it holds of a lane: side by side where nodes share the lane, and else in the lane's
 * order.
 */
import * as Effect from "effect/Effect"
import type { LaneTerms } from "../port/Store.ts"
import type { Lane, Lease } from "../work/Work.ts"
import { laneKind } from "../work/Work.ts"
import type { Draining, Handler, LaneTurn, Undone } from "./Handler.ts"
import * as Handler_ from "./Handler.ts"
import * as LaneOrder from "./LaneOrder.ts"

export interface Options {
  readonly handle: Handler
  /** On which terms this node takes work from the lanes of each kind. */
  readonly lanes: Readonly<Record<string, LaneTerms>>
  readonly draining: Draining
  readonly giveBack: (undone: ReadonlyArray<Undone>) => Effect.Effect<void>
  /** Returns how many claims have begun. */
  readonly claims: () => number
  /** How soon work is looked for again, in milliseconds of elapsed time. */
  readonly pollMillis: number
}

export interface LaneWork {
  /** Returns whether nodes share the lane. */
  readonly isShared: (lane: Lane) => boolean
  /** Carries out items that wait for nothing. */
  readonly sideBySide: (leases: ReadonlyArray<Lease>) => Effect.Effect<void>
  /**
   * Gives what a claim has brought its turn in the lane, and returns what carries it out.
   *
   * @param claim the first claim that may have taken it
   */
  readonly inTurn: (lane: Lane, leases: ReadonlyArray<Lease>, claim: number) => Effect.Effect<Effect.Effect<void>>
  /** Says that all claims up to this one have ended. */
  readonly mend: (claim: number) => void
}

/** Splits a batch such that what has failed before is by itself, where it costs nothing else anything. */
const alone = (leases: ReadonlyArray<Lease>): ReadonlyArray<ReadonlyArray<Lease>> => {
  const batches: Array<Array<Lease>> = []
  let whole: Array<Lease> | null = null
  for (const lease of leases) {
    if (lease.failures > 0) {
      batches.push([lease])
      whole = null
    } else if (whole === null) {
      whole = [lease]
      batches.push(whole)
    } else {
      whole.push(lease)
    }
  }
  return batches
}

export const make = ({ claims, draining, giveBack, handle: handler, lanes, pollMillis }: Options): LaneWork => {
  const order = LaneOrder.make()
  const whole = Handler_.whole(handler)

  const handle = (leases: ReadonlyArray<Lease>, turn: LaneTurn) =>
    Effect.suspend(() =>
      draining.hasBegun() ? Effect.succeed(leases.map(Handler_.letGo)) : whole(leases, draining, turn)
    )

  const batchOf = (leases: ReadonlyArray<Lease>) => Effect.flatMap(handle(leases, Handler_.noTurn), giveBack)

  /** Other nodes, too, hold items of a shared lane, so nothing in it has to wait for anything. */
  const sideBySide = (leases: ReadonlyArray<Lease>) =>
    Effect.forEach(alone(leases), batchOf, { discard: true, concurrency: "unbounded" })

  /** Items that were let go immediately may come back immediately, when the store's clock is a little ahead of ours. */
  const rest = (batch: ReadonlyArray<Lease>, undone: ReadonlyArray<Undone>) =>
    undone.length === batch.length ? Effect.raceFirst(Effect.sleep(pollMillis), draining.begins) : Effect.void

  /**
   * The items of the lane keep their order: when one keeps its place in line, then so does all that comes after it,
   * and all that was claimed before it was free again.
   */
  const inOrder = Effect.fnUntraced(function*(lane: Lane, leases: ReadonlyArray<Lease>, claim: number, turn: LaneTurn) {
    let left = leases
    let undone: ReadonlyArray<Undone> = []
    const back = Effect.fnUntraced(function*(undone: ReadonlyArray<Undone>) {
      const all = [...undone, ...left.map(Handler_.letGo)]
      left = []
      if (all.length === 0) return
      // From now on, and for what claims have brought by the time that the items are free.
      order.break(lane, claims())
      yield* giveBack(all)
      order.break(lane, claims())
    })
    const early: LaneTurn = {
      pass: turn.pass,
      giveBack: (undone) => Effect.andThen(back(undone), turn.pass),
      isBroken: () => order.isBroken(lane, claim)
    }
    for (const batch of alone(leases)) {
      if (order.isBroken(lane, claim)) break
      left = left.slice(batch.length)
      undone = yield* handle(batch, left.length === 0 ? early : { ...early, pass: Effect.void })
      if (undone.some(Handler_.keepsPlace)) {
        yield* rest(batch, undone)
        break
      }
      yield* giveBack(undone)
      undone = []
    }
    yield* back(undone)
  })

  const isShared = (lane: Lane): boolean => lanes[laneKind(lane)]?.shared === true

  return {
    isShared,
    sideBySide,
    mend: order.mend,
    inTurn: (lane, leases, claim) =>
      isShared(lane)
        ? Effect.succeed(sideBySide(leases))
        : order.inTurn(lane, (turn) => inOrder(lane, leases, claim, turn))
  }
}
