/**
 * A node: one life of a process that runs the whole service, on its own scheduler and clock, over the shared store.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import * as HealthTerms from "@signalbox/core/HealthTerms"
import type { NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as IdGenerator from "@signalbox/core/IdGenerator"
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
import type { Dice } from "./dice.ts"
import type { Host } from "./host.ts"
import type { Storage } from "./storage.ts"

export interface Surroundings {
  readonly storage: Storage
  readonly carriers: ReadonlyArray<Carrier>
  readonly sender: WebhookSender["Service"]
  readonly probe: Probe
  readonly dice: Dice
  readonly health: HealthTerms.HealthTerms | null
  readonly rules: ReadonlyArray<RoutingRule>
  readonly references: Context.Context<never>
}

interface Services {
  readonly operations: Operations["Service"]
  readonly receipts: Receipts["Service"]
  readonly operator: Operator["Service"]
}

export class Node {
  readonly host: Host
  readonly by: Process
  /** The services that can be asked of it, once it is up. */
  services: Services | null = null

  constructor(
    host: Host,
    by: Process,
    { carriers, dice, health, probe, references, rules, sender, storage }: Surroundings
  ) {
    this.host = host
    this.by = by
    const { idempotency, pace, store } = storage.ports(host, by)
    const bytes = (size: number) => dice.bytes(size)
    const layer = Service.workLayer({ node: by.node as NodeId }).pipe(
      Layer.provideMerge(Service.intakeLayer),
      Layer.provideMerge(Service.engineLayer),
      Layer.provide(FixedSecrets.layer),
      Layer.provide(Layer.succeedContext(
        Context.make(Store, store).pipe(
          Context.add(Idempotency, idempotency),
          Context.add(Pace, pace),
          Context.add(Carriers, carriers),
          Context.add(HealthTerms.Terms, health),
          Context.add(GlobalRules, rules),
          Context.add(MediaProbe, probe),
          Context.add(WebhookSender, sender),
          Context.add(Reviewer, { review: () => Effect.succeed({ _tag: "Approved" as const }) }),
          Context.add(IdGenerator.IdGenerator, IdGenerator.make(bytes, bytes)),
          Context.merge(references)
        )
      ))
    )
    host.fork(
      Effect.gen(function*() {
        // It ends only by being killed, so its scope is never closed.
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(layer, scope)
        yield* Effect.forkDetach(storage.heartbeat(host, by))
        // From now on it does by the service's clock what it is asked.
        host.context = Context.add(host.context, Clock.Clock, Context.get(context, Clock.Clock))
        return {
          operations: Context.get(context, Operations),
          receipts: Context.get(context, Receipts),
          operator: Context.get(context, Operator)
        }
      }),
      (exit) => {
        if (Exit.isSuccess(exit)) this.services = exit.value
        else throw new Error(`${by.node} does not start`, { cause: exit.cause })
      }
    )
  }
}
