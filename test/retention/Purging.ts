/**
 * Drives the work that removes what is old on any storage, until nothing of it is due for a while.
 */
import type { Commit } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import { PurgeWork } from "@signalbox/core/internal/account/PurgeWork"
import { done } from "@signalbox/core/internal/commit/Decision"
import type * as Handler from "@signalbox/core/internal/engine/Handler"
import { PurgeAccountsJob } from "@signalbox/core/internal/retention/PurgeAccounts"
import { PurgeJob } from "@signalbox/core/internal/retention/PurgeStep"
import * as Jobs from "@signalbox/core/Jobs"
import * as Needs from "@signalbox/core/Needs"
import type { KindName } from "@signalbox/core/Row"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import type { Usage } from "@signalbox/core/Usage"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { randomUUID } from "node:crypto"
import * as Given from "../core/Given.ts"
import type { Storage } from "../http/Storages.ts"
import * as Leases from "../stores/Leases.ts"

/** Less than an account that has caught up waits for. */
const soon = 30 * Instant.minute

const lanes = { retention: Jobs.laneTerms["retention"]! }

const draining: Handler.Draining = { hasBegun: () => false, begins: Effect.never }

export interface Purging {
  /** Commits rows, sums and work as they are. */
  readonly given: (parts: Partial<Commit>) => Promise<void>
  /** Lets everything be removed that may be by then, and returns how many steps that took. */
  readonly purge: (steps?: number) => Promise<number>
  /** Which of these rows there are. */
  readonly there: (
    refs: ReadonlyArray<{ readonly kind: KindName; readonly key: string }>
  ) => Promise<ReadonlyArray<string>>
  /** The accounts for which a redaction waits. */
  readonly redactions: () => Promise<ReadonlyArray<string>>
  readonly usage: (account: AccountId) => Promise<ReadonlyArray<Usage>>
  readonly use: <A, E>(ask: Effect.Effect<A, E, Executor | Store>) => Promise<A>
  readonly stop: () => Promise<void>
}

export const due = (account: AccountId, at: Instant.Instant) => PurgeWork.due(account, account, at)

export const make = (storage: Storage): Purging => {
  const runtime = ManagedRuntime.make(
    Service.engineLayer.pipe(
      Layer.provideMerge(storage),
      Layer.provide(FixedSecrets.layer),
      Layer.provide(IdGenerator.layer(Given.seeded(5), Given.seeded(6)))
    )
  )
  const node = randomUUID() as NodeId
  const use: Purging["use"] = (ask) => runtime.runPromise(ask as Effect.Effect<never, never, Executor | Store>)
  const handled = Effect.gen(function*() {
    const handlers = { purge: yield* PurgeJob.handler, purge_accounts: yield* PurgeAccountsJob.handler }
    const store = yield* Store
    const leases = yield* Leases.claim(store, { node, offset: soon, limit: 1, lanes })
    const [lease] = leases
    if (lease === undefined) return false
    const undone = yield* handlers[lease.work.kind as keyof typeof handlers](leases, draining)
    const [left] = undone
    return left === undefined ? true : yield* Effect.die(left)
  })
  return {
    use,
    given: (parts) =>
      use(
        Effect.flatMap(Executor, (executor) =>
          Effect.asVoid(executor.run({
            name: "given",
            needs: () => Needs.none,
            decide: () => done(undefined, parts)
          }, undefined)))
      ),
    purge: async (most = 10_000) => {
      for (let steps = 0; steps < most; steps++) if (!(await use(handled))) return steps
      return most
    },
    there: (refs) =>
      use(Effect.map(
        Effect.flatMap(Store, (store) => store.load({ ...Needs.none, rows: refs })),
        (facts) => refs.filter((ref) => facts.rows.get(ref)?.row !== null).map(({ key, kind }) => `${kind}/${key}`)
      )),
    redactions: () =>
      use(Effect.map(
        Effect.flatMap(Store, (store) =>
          store.backlogs({ kind: "privacy", after: null, limit: 1000, depth: 10, offset: soon })),
        (backlogs) =>
          backlogs.map(({ lane }) => lane.slice("privacy:".length))
      )),
    usage: (account) =>
      use(Effect.flatMap(Store, (store) => store.usage({ account, first: "0001-01-01", last: "9999-12-31" }))),
    stop: () => runtime.dispose()
  }
}
