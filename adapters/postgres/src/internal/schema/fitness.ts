/**
 * Tells whether this version can work with the schema. A newer version may add to it; a change for itself alone stops
 * nodes that do not know the change, which must say so instead of failing request by request.
 */
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { isUnfit, refused } from "../connection/failure.ts"
import * as Migrate from "./migrate.ts"

export interface Fitness {
  /**
   * The reason why this version can do nothing with the schema, in a few words that anybody may read; null when it can.
   */
  readonly refusal: Effect.Effect<string | null, SqlError>
  /** Notes when a call fails because it does not find the schema as it knows it. */
  readonly watching: <A, E>(call: Effect.Effect<A, SqlError | E>) => Effect.Effect<A, SqlError | E>
  /** A node that cannot work is silent, so that others soon take over what it holds. */
  readonly whileFit: (beat: Effect.Effect<void, SqlError>) => Effect.Effect<void, SqlError>
  /** A claim of a node that cannot work fails: what it took would only wait with it. */
  readonly claiming: <A>(claim: Effect.Effect<A, SqlError | StoreError>) => Effect.Effect<A, SqlError | StoreError>
}

const newer = "was changed by a newer version, beside which this one cannot work: "

export const make = (db: Database): Fitness => {
  // A newer schema never becomes the earlier one again.
  let known: string | null = null
  let hasFailed = false
  const refusal = Effect.map(Migrate.standing(db), ({ later }) => {
    const breaking = later.filter(({ stops }) => stops || hasFailed).map(({ name }) => name)
    known = breaking.length === 0 ? null : newer + breaking.join("; ")
    return known
  })
  const watching = <A, E>(call: Effect.Effect<A, SqlError | E>): Effect.Effect<A, SqlError | E> =>
    Effect.tapError(call, (error) =>
      Effect.sync(() => {
        if (error instanceof SqlError && isUnfit(error)) hasFailed = true
      }))
  return {
    refusal,
    watching,
    whileFit: (beat) =>
      Effect.flatMap(
        Effect.orElseSucceed(refusal, () => known),
        (why) => why === null ? beat : Effect.void
      ),
    claiming: (claim) =>
      Effect.suspend(() => known === null ? watching(claim) : Effect.fail(refused(`the schema ${known}`)))
  }
}
