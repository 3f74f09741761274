/**
 * The turns of the lanes of this node at carriers that have a pace. Lanes of one carrier take turns, first come, first
 * served, and each takes only a little at a time, so that no account waits for another one's backlog.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as KeyedQueue from "../engine/KeyedQueue.ts"
import type { Carrier, CarrierPace } from "../port/Carrier.ts"
import { Pace } from "../port/Pace.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"

export class CarrierQueue extends Context.Service<CarrierQueue, {
  /**
   * Waits for a turn, and returns how many of the items may be handed over now, from the first on. Each of their parts
   * is under way until `done`.
   */
  readonly take: (carrier: Carrier, parts: ReadonlyArray<number>) => Effect.Effect<number>
  /** Says that so many parts have been handed over now, or never will be. */
  readonly begin: (carrier: Carrier, parts: number) => Effect.Effect<void>
  /** Says that so many parts are under way no more. */
  readonly done: (carrier: Carrier, parts: number) => Effect.Effect<void>
  /** Returns whether whoever asked now would have the next turn. */
  readonly isFree: (carrier: Carrier) => boolean
}>()("@signalbox/core/carrier/CarrierQueue") {}

/** Which share of a second a lane takes in one turn. */
const share = 10

/** Returns how many parts a lane takes in one turn. */
const portion = ({ perSecond }: CarrierPace): number => Math.max(1, Math.floor(perSecond / share))

/** Returns the items of one turn: as many as fit into a portion, and one at least. */
const inTurn = (parts: ReadonlyArray<number>, most: number): ReadonlyArray<number> => {
  let sum = 0
  const end = parts.findIndex((each) => (sum += each) > most)
  return end === -1 ? parts : parts.slice(0, Math.max(1, end))
}

const pool = (id: CarrierId): string => `carrier:${id}`

const make: Effect.Effect<CarrierQueue["Service"], never, Pace> = Effect.gen(function*() {
  const pace = yield* Pace
  // The latch of a line opens when something is under way no more.
  const lines = KeyedQueue.make<CarrierId, Latch.Latch>(Latch.make(false))

  const freed = Effect.fnUntraced(function*(carrier: Carrier, parts: number) {
    yield* pace.done(pool(carrier.id), parts)
    yield* lines.of(carrier.id)?.shared.open ?? Effect.void
  })

  return {
    take: (carrier, parts) =>
      lines.within(carrier.id, ({ shared: moved, turn }) =>
        Semaphore.withPermit(
          turn,
          Effect.gen(function*() {
            while (true) {
              // The pace may have changed while this lane waited.
              const limits = carrier.pace ?? null
              if (limits === null) return parts.length
              yield* moved.close
              const items = inTurn(parts, portion(limits))
              const asked = pace.take({ pool: pool(carrier.id), ...limits, parts: items })
              // While the store is away nobody can hand over anything.
              const { admitted, again } = yield* Effect.retry(asked, Schedule.spaced(Instant.second)).pipe(Effect.orDie)
              if (admitted > 0) return admitted
              yield* Effect.timeoutOption(moved.await, again)
            }
          })
        )),
    isFree: ({ id, pace }) => (pace ?? null) === null || lines.of(id) === undefined,
    begin: (carrier, parts) => parts === 0 ? Effect.void : pace.begin(pool(carrier.id), parts),
    done: (carrier, parts) => parts === 0 ? Effect.void : freed(carrier, parts)
  }
})

/** The turns of one worker. */
export const layer: Layer.Layer<CarrierQueue, never, Pace> = Layer.effect(CarrierQueue, make)
