/**
 * Remembers rows as the store last saw them, without asking anybody. They may have changed since, so nothing is decided
 * on them but what a commit finds out itself (`Decision.isVerified`): whoever loads uses them to foresee what else will be
 * needed, and loads all of it together. A store
 * that remembers no rows, or answers at no cost, leaves this as it is.
 */
import * as Context from "effect/Context"
import type { Facts } from "../commit/Facts.ts"
import { empty } from "../commit/Facts.ts"
import type { Needs } from "../commit/Needs.ts"

export interface LastSeen {
  /** Returns the rows and the owners of unique keys that are remembered, and nothing else of these needs. */
  readonly of: (needs: Needs) => Facts
}

/** A store that remembers nothing offers this. */
export const nothing: LastSeen = { of: () => empty }

export const LastSeen = Context.Reference<LastSeen>("@signalbox/core/port/LastSeen", {
  defaultValue: () => nothing
})
