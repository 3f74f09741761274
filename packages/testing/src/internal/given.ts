/**
 * The shape of a contract case: a generator that gets fresh services, with shorthands for what most cases do.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Known } from "@signalbox/core/Facts"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import type { LaneKind } from "@signalbox/core/Jobs"
import { laneWidth } from "@signalbox/core/Jobs"
import type { Ref } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import { none } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import type { ClaimRequest, StoreError } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { it } from "vitest"
import type { Harness, Services } from "../StoreHarness.ts"
import { now } from "./samples.ts"

type Asked<A> = Effect.Effect<A, StoreError>

export interface Given extends Services {
  /** The outcome of a batch of one. */
  readonly commit: (parts: Partial<Commit>) => Asked<Outcome>
  readonly batch: (...parts: ReadonlyArray<Partial<Commit>>) => Asked<ReadonlyArray<Outcome>>
  readonly known: (ref: Ref) => Asked<Known>
  readonly balance: (account: AccountId) => Asked<number>
  readonly counter: (name: string) => Asked<number>
  /** Claims what is due at `now`, with the usual widths, up to a hundred pieces, unless told otherwise. */
  readonly claim: (
    node: NodeId,
    options?: Partial<Omit<ClaimRequest, "node" | "width">> & { readonly width?: Partial<Record<LaneKind, number>> }
  ) => Asked<ReadonlyArray<Lease>>
  readonly nextDue: Asked<number | null>
}

export const of = (services: Services): Given => {
  const { store } = services
  const batch = (...parts: ReadonlyArray<Partial<Commit>>) => store.commit(parts.map(make))
  return {
    ...services,
    batch,
    commit: (parts) => Effect.map(batch(parts), (outcomes) => outcomes[0]!),
    known: (ref) => Effect.map(store.load({ ...none, rows: [ref] }), ({ rows }) => rows.get(refText(ref))!),
    balance: (account) =>
      Effect.map(store.load({ ...none, balances: [account] }), ({ balances }) => balances.get(account)!),
    counter: (name) => Effect.map(store.load({ ...none, counters: [name] }), ({ counters }) => counters.get(name)!),
    claim: (node, options) =>
      store.claim({ now, limit: 100, ...options, node, width: { ...laneWidth, ...options?.width } }),
    nextDue: Effect.map(store.nextDue, Option.getOrNull)
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
