/**
 * A subject of the HTTP suites whose accounts lie in two cells, each of them an emulator on a storage of its own. They
 * share the network, so that phones are where they are.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { CellName } from "@signalbox/core/CellName"
import { Cells } from "@signalbox/core/Cells"
import type { Inside } from "@signalbox/core/CellService"
import * as CellService from "@signalbox/core/CellService"
import { Executor } from "@signalbox/core/Executor"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import type { KeyHash } from "@signalbox/core/Secret"
import { StoreError } from "@signalbox/core/Store"
import { Whereabouts } from "@signalbox/core/Whereabouts"
import * as Emulator from "@signalbox/emulator/Emulator"
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import { ProvisionScript } from "@signalbox/emulator/provision/ProvisionScript"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import * as NodeState from "@signalbox/http/NodeState"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const names = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]

/** Half of all accounts are in each. */
const place = ({ id }: { readonly id: string }): CellName => names[Number.parseInt(id.at(-1)!, 16) % 2]!

/** The commands of the subject name an account, a new one or the hash of a key. */
interface Named {
  readonly account?: string | { readonly id: string; readonly organization: string | null }
  readonly hash?: KeyHash
}

export const service = <E>(storage: Layer.Layer<Emulator.Storage, E>) => {
  const running = new Map<CellName, Context.Context<Emulator.Service>>()

  const start = Layer.effectDiscard(Effect.gen(function*() {
    const { start, within } = yield* Cells
    const whereabouts = yield* Whereabouts
    const network = Layer.succeed(Network, yield* Network)
    yield* start(
      new Map(names.map((name): [CellName, Layer.Layer<Inside, StoreError>] => {
        const own = CellService.storage(name, whereabouts, Layer.fresh(storage))
        const emulator = Emulator.layer(own, Emulator.randomNode(), network)
        const kept = Layer.tap(emulator, (context) => Effect.sync(() => void running.set(name, context)))
        const gone = (cause: unknown) => Layer.effectContext(Effect.fail(new StoreError({ reason: "failed", cause })))
        const failing = Layer.catch(kept, gone)
        return [
          name,
          Layer.mergeAll(failing, Layer.fresh(MemoryDirectory.layer), CellService.beneath(own).pipe(Layer.catch(gone)))
        ]
      }))
    )
    // On a busy machine the schema of one may take longer than a service waits for it.
    for (const name of names) {
      while ((yield* Effect.exit(within(name, Effect.void)))._tag === "Failure") yield* Effect.sleep(20)
    }
  }))

  const inCell = <A, E2>(cell: CellName, effect: Effect.Effect<A, E2, Emulator.Service>) =>
    Effect.suspend(() => Effect.provideContext(effect, running.get(cell)!))

  /** The suites make accounts by decisions, which have no entrance. */
  const executor = Layer.effect(
    Executor,
    Effect.map(Whereabouts, ({ find }): Executor["Service"] => {
      const cellOf = ({ account, hash }: Named) => {
        const id = typeof account === "object" ? account.organization ?? account.id : account
        const lead = hash === undefined ? Leads.ofAccount(id ?? "") : Leads.ofKey(hash)
        return Effect.map(find(lead), (cell) => cell ?? place({ id: id ?? "0" }))
      }
      return {
        read: () => Effect.die("nothing is read here"),
        remembered: () => Effect.succeed(null),
        ask: () => Effect.die("nothing is asked here"),
        runAll: () => Effect.die("no sets are run here"),
        run: (use, command) =>
          Effect.flatMap(
            cellOf(command as Named),
            (cell) => inCell(cell, Effect.flatMap(Executor, ({ run }) => run(use, command)))
          )
      }
    })
  )

  const reviews = Layer.succeed(Reviews, {
    order: (order) =>
      Effect.gen(function*() {
        const [first, second] = names
        const asked = Effect.flatMap(Reviews, (own) => own.order(order))
        const answer = yield* inCell(first, asked)
        return answer._tag === "Unknown" ? yield* inCell(second, asked) : answer
      }),
    isIdle: Effect.succeed(true),
    nextDue: Effect.die("nobody asks"),
    wake: Effect.void
  })

  /** Whichever cell asks, it is told. */
  const provisioner = Layer.succeed(ProvisionScript, {
    add: (...step) => {
      for (const context of running.values()) Context.get(context, ProvisionScript).add(...step)
    },
    advance: () => {
      throw new Error("nobody asks here")
    }
  })

  return Layer.mergeAll(start, executor, reviews, provisioner, NodeState.layer).pipe(
    Layer.provideMerge(Layer.succeed(Carriers, [])),
    Layer.provideMerge(Layer.fresh(MemoryNetwork.layer)),
    Layer.provideMerge(CellService.layer(names, place)),
    Layer.provideMerge(NodeIdGenerator.layer)
  )
}
