/**
 * The shape of a contract case: a generator that gets fresh services, with shorthands for what most cases do.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Known } from "@signalbox/core/Facts"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { Ref } from "@signalbox/core/Kind"
import { none } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import type { LaneTerms, StoreError } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { it } from "vitest"
import type { Harness, Services } from "../StoreHarness.ts"
import { now, terms } from "./samples.ts"

type Asked<A> = Effect.Effect<A, StoreError>

export interface ClaimOptions {
  readonly now?: Instant
  readonly limit?: number
  /** Other widths than the usual ones, by the kind of the lane. */
  readonly width?: Readonly<Record<string, number>>
  readonly leaves?: ReadonlyArray<string>
}

const withWidths = (width: Readonly<Record<string, number>>): Readonly<Record<string, LaneTerms>> => ({
  ...terms,
  ...Object.fromEntries(
    Object.entries(width).map(([kind, width]) => [kind, { shared: false, ...terms[kind], width }])
  )
})

export interface Given extends Services {
  /** The outcome of a batch of one. */
  readonly commit: (parts: Partial<Commit>) => Asked<Outcome>
  readonly batch: (...parts: ReadonlyArray<Partial<Commit>>) => Asked<ReadonlyArray<Outcome>>
  readonly known: (ref: Ref) => Asked<Known>
  readonly balance: (account: AccountId) => Asked<number>
  readonly counter: (name: string) => Asked<number>
  /** The offset of a service whose clock says this while the store's says what it says. */
  readonly offset: (at: Instant) => Asked<number>
  /**
   * Claims what is due at `now`, or a moment later, by the usual terms, up to a hundred items, unless told otherwise.
   */
  readonly claim: (node: NodeId, options?: ClaimOptions) => Asked<ReadonlyArray<Lease>>
  /** The next due work, as a service sees it whose clock says this. */
  readonly nextDueAt: (at: Instant) => Asked<number | null>
  readonly nextDue: Asked<number | null>
}

export const of = (services: Services): Given => {
  const { store } = services
  const batch = (...parts: ReadonlyArray<Partial<Commit>>) => store.commit(parts.map(make))
  // The store's clock says whole milliseconds that have begun, so a claim never comes before this instant.
  const offset = (at: Instant) => Effect.map(store.now, (says) => at - says)
  const nextDueAt = (at: Instant) =>
    Effect.map(Effect.flatMap(offset(at), (offset) => store.nextDue(offset)), Option.getOrNull)
  return {
    ...services,
    batch,
    commit: (parts) => Effect.map(batch(parts), (outcomes) => outcomes[0]!),
    known: (ref) => Effect.map(store.load({ ...none, rows: [ref] }), ({ rows }) => rows.get(ref)!),
    balance: (account) =>
      Effect.map(store.load({ ...none, balances: [account] }), ({ balances }) => balances.get(account)!),
    counter: (name) => Effect.map(store.load({ ...none, counters: [name] }), ({ counters }) => counters.get(name)!),
    offset,
    claim: (node, { leaves = [], limit = 100, now: at = now, width = {} } = {}) =>
      Effect.map(
        Effect.flatMap(offset(at), (offset) => store.claim({ node, offset, limit, lanes: withWidths(width), leaves })),
        ({ leases }) => leases
      ),
    nextDueAt,
    nextDue: nextDueAt(now)
  }
}

export type Body = (given: Given) => Generator<Effect.Effect<unknown, unknown>, void, never>

/** Runs a case on fresh services. */
export const run = (harness: Harness, body: Body): Promise<void> =>
  harness.make.pipe(
    Effect.flatMap((services) => Effect.gen(() => body(of(services)))),
    Effect.scoped,
    Effect.runPromise
  )

export type Case = (title: string, body: Body) => void

/** `it` for cases. */
export const cases = (harness: Harness): Case => (title, body) => it(title, () => run(harness, body))
