/**
 * Asking the database of the networks.
 */
import type { StoreError } from "@signalbox/core/Store"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

export type Query = <Row extends object>(
  text: string,
  ...values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Row>, SqlError>

export type Operation = <A>(effect: Effect.Effect<A, SqlError>) => Effect.Effect<A, StoreError>
