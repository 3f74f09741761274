/**
 * Tells whether the storage keeps what is written: one that answers may still keep nothing, such as a database that has
 * become a standby, or a file that somebody has deleted. A storage that cannot get into such a state says nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "./Store.ts"

export interface Writable {
  /** The reason why it keeps nothing now, in a few words that anybody may read; null when it keeps what is written. */
  readonly refusal: Effect.Effect<string | null, StoreError>
}

export const Writable = Context.Reference<Writable>("@signalbox/core/port/Writable", {
  defaultValue: () => ({ refusal: Effect.succeed(null) })
})
