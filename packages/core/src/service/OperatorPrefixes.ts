/**
 * Lets the operator see which prefixes of an account are paused, lift a pause, and pause a prefix until further notice.
 */
import * as Effect from "effect/Effect"
import type { ListPosition } from "../commit/ListQuery.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { LiftAnswer, PinAnswer } from "../protection/SetPause.ts"
import { LiftPrefix, PinPrefix } from "../protection/SetPause.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import type { AccountId } from "../value/Id.ts"

export interface PausedPrefixPage {
  /** Those that are paused, and those whose pause ended less than a day ago; the newest pause first. */
  readonly prefixes: ReadonlyArray<PausedPrefix>
  readonly total: number
  /** Where the next page begins; null when this one is the last. */
  readonly after: ListPosition | null
}

export interface OperatorPrefixes {
  readonly pausedPrefixes: (
    account: AccountId,
    limit: number,
    behind: ListPosition | null
  ) => Effect.Effect<PausedPrefixPage, StoreError>
  readonly pinPrefix: (account: AccountId, prefix: string) => Effect.Effect<PinAnswer, ExecutionError>
  readonly liftPrefix: (account: AccountId, prefix: string) => Effect.Effect<LiftAnswer, ExecutionError>
}

export const make = (executor: Executor["Service"], store: Store["Service"]): OperatorPrefixes => ({
  pausedPrefixes: (account, limit, behind) =>
    Effect.map(
      store.list({
        list: "paused_prefixes",
        scope: account,
        offset: 0,
        limit,
        ...(behind === null ? {} : { behind })
      }),
      ({ rows, total }) => {
        const prefixes = rows.flatMap((row) => row.kind === "paused_prefix" ? [row.value] : [])
        const last = rows.at(-1)
        return {
          prefixes,
          total,
          after: last?.kind !== "paused_prefix" || rows.length < limit
            ? null
            : { at: last.value.since, key: last.key }
        }
      }
    ),
  pinPrefix: (account, prefix) => Effect.map(executor.run(PinPrefix, { account, prefix }), ({ answer }) => answer),
  liftPrefix: (account, prefix) => Effect.map(executor.run(LiftPrefix, { account, prefix }), ({ answer }) => answer)
})
