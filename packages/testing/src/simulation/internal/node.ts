/**
 * A node: one life of a process that runs the whole service, on its own scheduler and clock, over the shared store, or the
 * stores of several cells.
 */
import { Access } from "@signalbox/core/Access"
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { Directory } from "@signalbox/core/Directory"
import * as HealthTerms from "@signalbox/core/HealthTerms"
import type { NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { Inbound } from "@signalbox/core/Inbound"
import type { MediaProbe as Probe } from "@signalbox/core/MediaProbe"
import { MediaProbe } from "@signalbox/core/MediaProbe"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import { Pace } from "@signalbox/core/Pace"
import { Receipts } from "@signalbox/core/Receipts"
import { Reviewer } from "@signalbox/core/Reviewer"
import { GlobalRules } from "@signalbox/core/Routing"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as FixedSecrets from "../../FixedSecrets.ts"
import type { Process } from "../Sighting.ts"
import * as Cells from "./cells.ts"
import type { Dice } from "./dice.ts"
import type { Host } from "./host.ts"
import type { Storage } from "./storage.ts"

export interface Surroundings {
  /** The store of each cell; one alone knows nothing of cells, unless there is a directory. */
  readonly storages: readonly [Storage, ...ReadonlyArray<Storage>]
  readonly directory: Directory["Service"] | null
  readonly carriers: ReadonlyArray<Carrier>
  readonly sender: WebhookSender["Service"]
  readonly probe: Probe
  readonly dice: Dice
  readonly health: HealthTerms.HealthTerms | null
  readonly rules: ReadonlyArray<RoutingRule>
  readonly references: Context.Context<never>
}

export interface Services {
  readonly access: Access["Service"]
  readonly inbound: Inbound["Service"]
  readonly operations: Operations["Service"]
  readonly receipts: Receipts["Service"]
  readonly operator: Operator["Service"]
}

/** The directory lies beside the store of the first cell. */
const over = (directory: Directory["Service"], storage: Storage, host: Host, by: Process): Directory["Service"] => ({
  find: (leads) => storage.beside(host, by, "find", () => directory.find(leads)),
  enter: (entries) => storage.beside(host, by, "enter", () => directory.enter(entries)),
  replace: (entry, from, idle) => storage.beside(host, by, "replace", () => directory.replace(entry, from, idle)),
  move: (accounts, from, to) => storage.beside(host, by, "move", () => directory.move(accounts, from, to))
})

export class Node {
  readonly host: Host
  readonly by: Process
  /** The services that can be asked of it, once it is up. */
  services: Services | null = null

  constructor(
    host: Host,
    by: Process,
    { carriers, dice, directory, health, probe, references, rules, sender, storages }: Surroundings
  ) {
    this.host = host
    this.by = by
    const bytes = (size: number) => dice.bytes(size)
    const ids = IdGenerator.make(bytes, bytes)
    const on = (storage: Storage) => {
      const { idempotency, pace, store } = storage.ports(host, by)
      const service = <E>(kept: Layer.Layer<Store, E>) =>
        Service.workLayer({ node: by.node as NodeId }).pipe(
          Layer.provideMerge(Service.intakeLayer),
          Layer.provideMerge(Service.engineLayer),
          Layer.provide(FixedSecrets.layer),
          Layer.provideMerge(kept),
          Layer.provide(Layer.succeedContext(
            Context.make(Idempotency, idempotency).pipe(
              Context.add(Pace, pace),
              Context.add(Carriers, carriers),
              Context.add(HealthTerms.Terms, health),
              Context.add(GlobalRules, rules),
              Context.add(MediaProbe, probe),
              Context.add(WebhookSender, sender),
              Context.add(Reviewer, { review: () => Effect.succeed({ _tag: "Approved" as const }) }),
              Context.add(IdGenerator.IdGenerator, ids),
              Context.merge(references)
            )
          ))
        )
      return { store, service, heartbeat: storage.heartbeat(host, by) }
    }
    const asked = (context: Context.Context<Service.Intake>): Services => ({
      access: Context.get(context, Access),
      inbound: Context.get(context, Inbound),
      operations: Context.get(context, Operations),
      receipts: Context.get(context, Receipts),
      operator: Context.get(context, Operator)
    })
    const alone = Effect.gen(function*() {
      const { heartbeat, service, store } = on(storages[0])
      // It ends only by being killed, so its scope is never closed.
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(service(Layer.succeed(Store, store)), scope)
      yield* Effect.forkDetach(heartbeat)
      // From now on it does by the service's clock what it is asked.
      host.context = Context.add(host.context, Clock.Clock, Context.get(context, Clock.Clock))
      return asked(context)
    })
    const celled = (directory: Directory["Service"]) =>
      Effect.gen(function*() {
        const hosts = storages.map((storage) => ({ ...on(storage), directory }))
        const layer = Cells.layer(hosts).pipe(Layer.provide(Layer.succeed(IdGenerator.IdGenerator, ids)))
        return asked(yield* Layer.buildWithScope(layer, yield* Scope.make()))
      })
    host.fork(
      directory === null ? alone : celled(over(directory, storages[0], host, by)),
      (exit) => {
        if (Exit.isSuccess(exit)) this.services = exit.value
        else throw new Error(`${by.node} does not start`, { cause: exit.cause })
      }
    )
  }
}
