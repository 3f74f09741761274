/**
 * Storage in memory: Store and Idempotency share one state; RateWindow, Lockout and Pace have their own. Every operation is
 * one synchronous step, so operations are atomic and ordered. Rows are stored and returned as the same immutable
 * objects. Everything is lost when the process ends.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import type { Facts } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import * as Fanout from "@signalbox/core/Fanout"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import { uniqueText } from "@signalbox/core/Kind"
import type { Lockout } from "@signalbox/core/Lockout"
import { make as money } from "@signalbox/core/Money"
import type { Needs } from "@signalbox/core/Needs"
import type { Pace } from "@signalbox/core/Pace"
import type { RateWindow } from "@signalbox/core/RateWindow"
import { fromEntries } from "@signalbox/core/RefMap"
import { Relocation } from "@signalbox/core/Relocation"
import { Naming, Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { relocation } from "./internal/relocating.ts"
import type { State } from "./internal/state.ts"
import * as State_ from "./internal/state.ts"
import * as MemoryDocuments from "./MemoryDocuments.ts"
import * as MemoryLockout from "./MemoryLockout.ts"
import { MemoryNodes } from "./MemoryNodes.ts"
import * as MemoryPace from "./MemoryPace.ts"
import * as MemoryRateWindow from "./MemoryRateWindow.ts"

const load = (state: State, needs: Needs): Facts => {
  const owners = new Map(needs.uniques.map((key) => [uniqueText(key), state.rows.owner(key)]))
  const rows = needs.rows.map((ref) => [ref, state.rows.known(ref)] as const)
  for (const owner of owners.values()) if (owner !== null) rows.push([owner, state.rows.known(owner)])
  return {
    ...empty,
    rows: fromEntries(rows),
    owners,
    balances: new Map(needs.balances.map((account) => [account, money(state.balances.sum(account))])),
    counters: new Map(needs.counters.map((counter) => [counter, State_.counted(state, counter)]))
  }
}

/** The clock of this store is that of the service, without its declared offset. */
const clock = Effect.gen(function*() {
  const offset = yield* ClockOffset
  return Instant.plus(yield* Instant.now, -(yield* offset))
})

const store = (state: State): Store["Service"] => ({
  load: (needs) => Effect.sync(() => load(state, needs)),
  commit: Effect.fnUntraced(function*(batch) {
    const [now, room, name] = [yield* clock, new Fanout.Room(yield* Fanout.Pairs), yield* Naming]
    return batch.map((commit) => State_.apply(state, commit, now, room, name))
  }),
  claim: (request) =>
    Effect.map(clock, (now) => ({ leases: state.work.claim(request, Instant.plus(now, request.offset)) })),
  list: (query) => Effect.sync(() => state.rows.page(query)),
  usage: (query) => Effect.sync(() => state.usage.of(query)),
  nextDue: (offset) => Effect.map(clock, (now) => Option.fromNullOr(state.work.nextDue(Instant.plus(now, offset)))),
  backlogs: (query) => Effect.map(clock, (now) => state.work.backlogs(query, Instant.plus(now, query.offset))),
  now: clock
})

const idempotency = ({ claims }: State): Idempotency["Service"] => ({
  begin: (claim, fingerprint, now) => Effect.sync(() => claims.begin(claim, fingerprint, now)),
  abandon: (claim, token) => Effect.sync(() => claims.abandon(claim, token))
})

const traces = ({ claims, counters, rows, usage }: State): Traces => ({
  find: (query) => Effect.sync(() => rows.trace(query)),
  clear: ({ account, counters: names, texts }) =>
    Effect.sync(() => {
      for (const name of names) counters.clear(name)
      claims.clear(account, texts)
      return null
    }),
  forgetUsage: (query) => Effect.sync(() => usage.forget(query))
})

/** Store and Idempotency, which share one state, and the handle on the nodes that hold its work. */
export const layerStore: Layer.Layer<Store | Idempotency | MemoryNodes> = Layer.syncContext(() => {
  const state = State_.make()
  return Context.make(Store, store(state)).pipe(
    Context.add(Idempotency, idempotency(state)),
    Context.add(Traces, traces(state)),
    Context.add(Relocation, relocation(state)),
    Context.add(MemoryNodes, { forget: (node) => Effect.sync(() => state.work.forget(node)) })
  )
})

/** All storage of Signalbox, in memory. */
export const layer: Layer.Layer<Store | Idempotency | RateWindow | Lockout | Pace | MemoryNodes> = Layer.mergeAll(
  layerStore,
  MemoryDocuments.layer,
  MemoryRateWindow.layer,
  MemoryLockout.layer,
  MemoryPace.layer
)
