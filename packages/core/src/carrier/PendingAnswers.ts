/**
 * Holds the references that carriers have given this node in answers that are not stored yet. A carrier may be faster
 * with its receipt than the commit that makes its reference known, so receipts that name such a reference wait for it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"

/** The reference by which a carrier names a message, or a part of it. */
export interface Name {
  readonly carrier: CarrierId
  readonly reference: string
}

export interface PendingAnswers {
  /** Says that these references will be stored. */
  readonly begin: (names: ReadonlyArray<Name>) => Effect.Effect<void>
  /** Says that they are stored, or that nobody stores them any more. */
  readonly end: (names: ReadonlyArray<Name>) => Effect.Effect<void>
  /** Waits for a bounded time until none of these is to be stored. */
  readonly settled: (names: ReadonlyArray<Name>) => Effect.Effect<void>
}

/** Outside of an engine nobody submits anything. */
export const PendingAnswers = Context.Reference<PendingAnswers>("@signalbox/core/carrier/PendingAnswers", {
  defaultValue: () => ({ begin: () => Effect.void, end: () => Effect.void, settled: () => Effect.void })
})

/**
 * How long a receipt waits, in elapsed milliseconds. After that its reference counts as unknown, and its carrier
 * repeats it.
 */
const patience = Instant.second

const text = ({ carrier, reference }: Name): string => `${carrier}/${reference}`

const make: Effect.Effect<PendingAnswers> = Effect.gen(function*() {
  /** How many answers that name each reference are to be stored: a carrier may give a reference again. */
  const pending = new KeyedCounter<string>()
  const moved = yield* Latch.make(false)

  const isPending = (names: ReadonlyArray<Name>): boolean =>
    !pending.isEmpty && names.some((name) => pending.of(text(name)) > 0)

  const wait = Effect.fnUntraced(function*(names: ReadonlyArray<Name>) {
    while (isPending(names)) {
      yield* moved.close
      yield* moved.await
    }
  })

  return {
    begin: (names) =>
      Effect.sync(() => {
        for (const name of names) pending.add(text(name), 1)
      }),
    end: (names) =>
      Effect.suspend(() => {
        for (const name of names) pending.add(text(name), -1)
        return Effect.asVoid(moved.open)
      }),
    settled: (names) =>
      Effect.suspend(() => isPending(names) ? Effect.asVoid(Effect.timeoutOption(wait(names), patience)) : Effect.void)
  }
})

export const layer: Layer.Layer<never> = Layer.effect(PendingAnswers, make)
