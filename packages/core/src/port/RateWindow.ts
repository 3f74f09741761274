/**
 * Rate windows: how many requests a pool may make in a minute (decisions 9.1). On one node a window is exact, and nodes
 * that share a store share the limit. A restart may forget all of it.
 *
 * What comes while the clock is set back counts as what came last before. What has left its window by the latest instant
 * may be forgotten.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../value/Instant.ts"
import type { StoreError } from "./Store.ts"

export interface Take {
  /** The pool that the request counts against: `account:…`, `sensitive:…`, `ip:…`. */
  readonly pool: string
  readonly limit: number
  readonly millis: number
  /**
   * `sliding` admits at most `limit` requests in any window of `millis`. A `fixed` window starts with its first
   * request.
   */
  readonly shape: "sliding" | "fixed"
  readonly now: Instant
}

export type Taken =
  | { readonly _tag: "Admitted" }
  /** The pool is used up. It admits one more request at this instant. */
  | { readonly _tag: "Exhausted"; readonly until: Instant }

export class RateWindow extends Context.Service<RateWindow, {
  readonly take: (take: Take) => Effect.Effect<Taken, StoreError>
}>()("@signalbox/core/port/RateWindow") {}
