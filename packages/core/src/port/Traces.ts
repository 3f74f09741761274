/**
 * Finds and removes what is kept of a person, wherever it lies, for erasures (decisions 17.6), and removes the sums that
 * retention keeps no longer (decisions 19). No list tells of all that
 * names a number: contacts that clients have deleted left messages, deleted webhooks left deliveries. So a store looks
 * through its rows in the order of their keys, a bounded number at a time, and nobody waits for that.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { KindName } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import { StoreError } from "./Store.ts"

export interface TraceQuery {
  readonly kind: KindName
  /** Sought in the keys of the rows and in their stored JSON, by code units. */
  readonly text: string
  /** The key behind which the search goes on; "" at the beginning. */
  readonly after: string
  /** How many rows are looked at, and how many are found, at most. */
  readonly looked: number
  readonly found: number
}

export interface Trace {
  /** The keys of the rows with the text, in their order. */
  readonly keys: ReadonlyArray<string>
  /** Where the search goes on; null at the end. */
  readonly next: string | null
}

export interface ClearQuery {
  readonly account: AccountId
  /** The whole strings that the replies for replays are to hold no more; `erased` stands in their place. */
  readonly texts: ReadonlyArray<string>
  /** Counters whose name begins like this are removed with the keys of what they counted. Each ends with a slash. */
  readonly counters: ReadonlyArray<string>
  /** The key of a reply, as above. */
  readonly after: string
  readonly looked: number
}

/** The sums of an account's days before this one, such as 2030-01-15. */
export interface UsageForgetting {
  readonly account: AccountId
  readonly before: string
  /** How many sums are removed at most. */
  readonly most: number
}

export interface Traces {
  /** Keys are compared by code units in stores of one process, and by bytes in databases: no row is left out by that. */
  readonly find: (query: TraceQuery) => Effect.Effect<Trace, StoreError>
  /** Removes texts from some replies, and the counters. Returns where it goes on with the replies; null at their end. */
  readonly clear: (query: ClearQuery) => Effect.Effect<string | null, StoreError>
  /** Removes sums of usage, whole ones, for good. Returns how many it has removed. */
  readonly forgetUsage: (query: UsageForgetting) => Effect.Effect<number, StoreError>
}

/** It stands in a reply where a number stood, and looks like one: no number begins with +999. */
export const erased = "+999000000000"

const none = Effect.fail(new StoreError({ reason: "failed", cause: "the store cannot look for what names a person" }))

/** In a store without this port no erasure ends, and sums of usage are kept. */
export const Traces = Context.Reference<Traces>("@signalbox/core/port/Traces", {
  defaultValue: () => ({ find: () => none, clear: () => none, forgetUsage: () => none })
})
