/**
 * The service of a node whose accounts lie in several cells, over the simulated network: the entrances of all of them, and
 * one engine for each.
 */
import type { Account } from "@signalbox/core/Account"
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import { Cells } from "@signalbox/core/Cells"
import * as CellService from "@signalbox/core/CellService"
import type { Entry, Lead } from "@signalbox/core/Directory"
import { Directory } from "@signalbox/core/Directory"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import type { Intake } from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import type { StoreError } from "@signalbox/core/Store"
import { Whereabouts } from "@signalbox/core/Whereabouts"
import type { Worker } from "@signalbox/core/Worker"
import type { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accountNumber, keyHash } from "./furniture.ts"

export const cellName = (cell: number): CellName => `cell-${cell}` as CellName

export const cellNames = (cells: number): Cells["Service"]["names"] => [
  cellName(0),
  ...Array.from({ length: cells - 1 }, (_, index) => cellName(index + 1))
]

/** Returns the entries that lead to a furnished account. */
export const entries = ({ id: account, numbers }: Account, cell: number): ReadonlyArray<Entry> => {
  const leads: ReadonlyArray<Lead> = [
    { kind: "account", key: account },
    { kind: "key", key: keyHash(accountNumber(account)) },
    ...numbers.map(({ number }) => ({ kind: "number", key: number } as const))
  ]
  return leads.map((lead) => ({ lead, account, cell: cellName(cell) }))
}

/** One cell of a node. */
export interface CellHost {
  readonly store: Store["Service"]
  readonly directory: Directory["Service"]
  /** Says for ever that the node lives. */
  readonly heartbeat: Effect.Effect<never>
  /** The service on such a store. */
  readonly service: (
    store: Layer.Layer<Store, StoreError>
  ) => Layer.Layer<Intake | Worker | WorkSignal | Store, StoreError>
}

/** The simulated clients come in by keys alone, and are neither locked out nor counted. */
const counters = Context.make(Lockout, {
  standing: () => Effect.succeed({ failures: 0, lockedUntil: null }),
  fail: () => Effect.succeed({ isCounted: true, lockedUntil: null }),
  clear: () => Effect.void
}).pipe(Context.add(RateWindow, { take: () => Effect.succeed({ _tag: "Admitted" }) }))

/** A cell does not start while its store is away. */
const opened = ({ heartbeat, store }: CellHost): Layer.Layer<Store, StoreError> =>
  Layer.effect(
    Store,
    Effect.gen(function*() {
      yield* store.now
      yield* Effect.forkDetach(heartbeat)
      return store
    })
  )

/** Nobody is placed: all accounts are there from the beginning. */
export const layer = (
  hosts: ReadonlyArray<CellHost>
): Layer.Layer<CellService.Entrances | Intake, never, IdGenerator> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const { start } = yield* Cells
    const whereabouts = yield* Whereabouts
    const layers = hosts.map((host, cell): [CellName, Layer.Layer<Inside, StoreError>] => {
      const storage = CellService.storage(cellName(cell), whereabouts, opened(host))
      return [
        cellName(cell),
        Layer.mergeAll(
          host.service(storage),
          CellService.beneath(storage),
          Layer.succeed(Directory, host.directory),
          Layer.succeedContext(counters)
        )
      ]
    })
    yield* start(new Map(layers))
  })).pipe(Layer.provideMerge(CellService.layer(cellNames(hosts.length), () => cellName(0))))
