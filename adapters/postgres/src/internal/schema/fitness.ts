/**
 * Tells whether this version can work with the schema. A newer version may add to it; a change for itself alone stops
 * nodes that do not know the change. Such a node says so once, and rests instead of failing call by call.
 */
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { isUnfit } from "../connection/failure.ts"
import * as Migrate from "./migrate.ts"

export interface Fitness {
  /**
   * The reason why this version can do nothing with the schema, in a few words that anybody may read; null when it can.
   */
  readonly refusal: Effect.Effect<string | null, SqlError>
  /** Makes a call that does not find the schema as this version knows it fail as one that another node can do. */
  readonly watching: <A, E>(call: Effect.Effect<A, SqlError | E>) => Effect.Effect<A, SqlError | StoreError | E>
  /** A node that cannot work is silent, so that others soon take over what it holds. */
  readonly whileFit: (beat: Effect.Effect<void, SqlError>) => Effect.Effect<void, SqlError>
  /** Does nothing, and has this answer, while this version cannot work: nobody is told again that it fails. */
  readonly resting: <A, E>(effect: Effect.Effect<A, SqlError | E>, answer: A) => Effect.Effect<A, SqlError | E>
}

/** Returns why steps that this version does not know stop it. */
export const refusalOf = (steps: ReadonlyArray<string>): string =>
  `was changed by a newer version, beside which this one cannot work: ${steps.join("; ")}`

export const make = (db: Database): Fitness => {
  let known: string | null = null
  let hasFailed = false

  const refusal = Effect.gen(function*() {
    const { later } = yield* Migrate.standing(db)
    // A call that failed before the newer version's step tells nothing about a later one.
    if (later.length === 0) hasFailed = false
    const breaking = later.filter(({ stops }) => stops || hasFailed).map(({ name }) => name)
    const before = known
    known = breaking.length === 0 ? null : refusalOf(breaking)
    if (known !== null && before === null) {
      yield* Effect.logError(`this node takes no work: the schema ${known}`)
    }
    if (known === null && before !== null) yield* Effect.logInfo("this node works with the schema again")
    return known
  })

  /** Returns why a call has failed, when that is the schema. */
  const reasonOf = (error: unknown): Effect.Effect<string | null> => {
    if (!(error instanceof SqlError) || !isUnfit(error)) return Effect.succeed(null)
    hasFailed = true
    return known === null ? Effect.orElseSucceed(refusal, () => null) : Effect.succeed(known)
  }

  return {
    refusal,
    watching: (call) =>
      Effect.catch(call, (error) =>
        Effect.flatMap(reasonOf(error), (why) =>
          Effect.fail(
            why === null ? error : new StoreError({ reason: "unavailable", message: `the schema ${why}`, cause: null })
          ))),
    whileFit: (beat) =>
      Effect.flatMap(
        Effect.orElseSucceed(refusal, () => known),
        (why) => why === null ? beat : Effect.void
      ),
    resting: (effect, answer) =>
      Effect.suspend(() =>
        known !== null ?
          Effect.succeed(answer) :
          Effect.catch(
            effect,
            (error) =>
              Effect.flatMap(reasonOf(error), (why) => why === null ? Effect.fail(error) : Effect.succeed(answer))
          )
      )
  }
}
