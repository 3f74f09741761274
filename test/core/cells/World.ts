/**
 * Two cells of which nothing but their stores runs, the directory in the first one, and the way to both.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import { Cells } from "@signalbox/core/Cells"
import { Directory } from "@signalbox/core/Directory"
import * as CellStore from "@signalbox/core/internal/cells/CellStore"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import * as Routing from "@signalbox/core/internal/cells/Routing"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Whereabouts from "@signalbox/core/Whereabouts"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Memory from "../../stores/Memory.ts"

export const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]

type Both<A> = Readonly<Record<"eu" | "us", A>>

/** Where the data of the cells lies. */
export interface Storage {
  readonly directory: Directory["Service"]
  readonly stores: Both<Store["Service"]>
}

export interface World {
  readonly cells: Cells["Service"]
  readonly directory: Directory["Service"]
  readonly whereabouts: Whereabouts.Whereabouts["Service"]
  readonly routing: Routing.Routing["Service"]
  /** The stores of the cells as they are, and as the engine of each has its own. */
  readonly bare: Both<Store["Service"]>
  readonly celled: Both<Store["Service"]>
  /** The questions, in order: to the directory, and commits of stores. */
  readonly asked: ReadonlyArray<string>
  /** The ones that do not answer now: the directory, and stores when they commit. */
  readonly broken: Set<string>
  /** The ones that never answer. */
  readonly silent: Set<string>
  /** The cells that cannot be reached at all. */
  readonly away: Set<CellName>
  /** Does something in a cell, and tells its name. */
  readonly named: Effect.Effect<string, never, Inside>
}

const unavailable = (cause: string) => new StoreError({ reason: "unavailable", cause })

const directory = Effect.map(
  Layer.build(Layer.fresh(MemoryDirectory.layer)),
  (context) => Context.get(context, Directory)
)

const memory: Effect.Effect<Storage, never, Scope.Scope> = Effect.gen(function*() {
  const [one, other] = [yield* Memory.make, yield* Memory.make]
  return { directory: yield* directory, stores: { eu: one.store, us: other.store } }
})

/** The world on a storage. Whoever makes another one on the same storage is a node that has seen nothing yet. */
export const on = (storage: Storage): Effect.Effect<World, never, Scope.Scope> =>
  Effect.gen(function*() {
    const asked: Array<string> = []
    const broken = new Set<string>()
    const silent = new Set<string>()
    const away = new Set<CellName>()
    const telling = <A, E>(name: string, effect: Effect.Effect<A, E>) =>
      Effect.suspend((): Effect.Effect<A, E | StoreError> => {
        asked.push(name)
        if (silent.has(name)) return Effect.never
        return broken.has(name) ? Effect.fail(unavailable(name)) : effect
      })
    const directory: Directory["Service"] = {
      ...storage.directory,
      find: (leads) => telling("directory", storage.directory.find(leads)),
      enter: (entries) => telling("directory", storage.directory.enter(entries)),
      replace: (entry, from, idle) => telling("directory", storage.directory.replace(entry, from, idle))
    }
    const store = (name: "eu" | "us"): Store["Service"] => {
      const own = storage.stores[name]
      return { ...own, commit: (batch) => telling(name, own.commit(batch)) }
    }
    const bare = { eu: store("eu"), us: store("us") }
    // This node believes nothing without asking.
    const guards = { eu: Guard.make(bare.eu, 0), us: Guard.make(bare.us, 0) }
    const cells: Cells["Service"] = {
      names: [eu, us],
      within: <A, E>(cell: CellName, effect: Effect.Effect<A, E, Inside>) =>
        Effect.suspend((): Effect.Effect<A, E | StoreError> => {
          if (away.has(cell)) return Effect.fail(unavailable(cell))
          const name = cell === eu ? "eu" : "us"
          const context = Context.make(Store, bare[name]).pipe(
            Context.add(Directory, directory),
            Context.add(Guard.Guard, guards[name])
          )
          return Effect.provideContext(effect, context as Context.Context<Inside>)
        }),
      start: () => Effect.void
    }
    const layer = Routing.layer.pipe(
      Layer.provideMerge(Whereabouts.layer),
      Layer.provide(Layer.succeed(Cells, cells))
    )
    const context = yield* Layer.build(Layer.fresh(layer))
    const whereabouts = Context.get(context, Whereabouts.Whereabouts)
    return {
      cells,
      directory,
      whereabouts,
      routing: Context.get(context, Routing.Routing),
      bare,
      celled: { eu: CellStore.wrap(eu, whereabouts, guards.eu), us: CellStore.wrap(us, whereabouts, guards.us) },
      asked,
      broken,
      silent,
      away,
      named: Effect.map(Store, (own) => own === bare.eu ? "eu" : "us")
    }
  })

export const make: Effect.Effect<World, never, Scope.Scope> = Effect.flatMap(memory, on)

/** An empty directory on the stores that there are. */
export const lost = (storage: Pick<World, "bare">): Effect.Effect<World, never, Scope.Scope> =>
  Effect.flatMap(directory, (directory) => on({ directory, stores: storage.bare }))
