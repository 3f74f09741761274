/**
 * The calls of the accounts, newest first. Signalbox makes no calls itself, so the default has none: an embedder whose
 * voice service makes them provides the list that `GET /v3/calls` shows.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AccountId } from "../value/Id.ts"
import type { JsonObject } from "../value/Json.ts"

export interface CallPage {
  /** As the API shows them. The specification names no fields of a call. */
  readonly calls: ReadonlyArray<JsonObject>
  /** How many calls the account has in all. */
  readonly total: number
}

export interface CallLog {
  readonly list: (account: AccountId, offset: number, limit: number) => Effect.Effect<CallPage>
}

export const CallLog = Context.Reference<CallLog>("@signalbox/core/port/CallLog", {
  defaultValue: () => ({ list: () => Effect.succeed({ calls: [], total: 0 }) })
})
