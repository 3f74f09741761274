/**
 * The emulator: the whole service on any storage, with simulated carriers and a reviewer that does as told.
 */
import type { Carriers } from "@signalbox/core/Carrier"
import type { NodeId } from "@signalbox/core/Id"
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Lockout } from "@signalbox/core/Lockout"
import type { Pace } from "@signalbox/core/Pace"
import type { RateWindow } from "@signalbox/core/RateWindow"
import type { Secrets } from "@signalbox/core/Secrets"
import * as EngineService from "@signalbox/core/Service"
import type { Store } from "@signalbox/core/Store"
import { VoiceSecret } from "@signalbox/core/VoiceSecret"
import type { Worker } from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as NodeState from "@signalbox/http/NodeState"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Layer from "effect/Layer"
import { randomBytes, randomUUID } from "node:crypto"
import * as KnownKeys from "./account/KnownKeys.ts"
import * as Events from "./event/Events.ts"
import * as StoreEvents from "./event/StoreEvents.ts"
import * as Faults from "./fault/Faults.ts"
import * as FixedSecrets from "./FixedSecrets.ts"
import type * as NumberAnswers from "./lookup/NumberAnswers.ts"
import * as MediaProbe from "./media/MediaProbe.ts"
import * as Arrivals from "./network/Arrivals.ts"
import * as Hanging from "./network/Hanging.ts"
import * as MemoryNetwork from "./network/MemoryNetwork.ts"
import type { Network } from "./network/Network.ts"
import * as ReceiptDelivery from "./network/ReceiptDelivery.ts"
import * as SimulatedCarriers from "./network/SimulatedCarriers.ts"
import * as ProvisionScript from "./provision/ProvisionScript.ts"
import * as Reviews from "./review/Reviews.ts"
import * as ReviewScript from "./review/ReviewScript.ts"
import * as SeedTerms from "./seed/SeedTerms.ts"
import * as Receivers from "./webhook/Receivers.ts"
import * as SentWebhooks from "./webhook/SentWebhooks.ts"

/** Webhook receivers on this machine are what an emulator is for; every other private range stays refused. */
const webhookSender = SentWebhooks.wrap(HttpWebhookSender.layer({ allow: ["127.0.0.0/8", "::1/128"] }))

/** Voice tokens live no longer than the service that made them. */
const voiceSecret = Layer.sync(VoiceSecret, () => randomBytes(32))

/** All that a storage adapter provides. */
export type Storage = Store | Idempotency | Lockout | RateWindow | Pace

/** All that runs. */
export type Service =
  | EngineService.Engine
  | EngineService.Intake
  | Carriers
  | Worker
  | IdGenerator
  | Secrets
  | Network
  | Arrivals.Arrivals
  | Events.Events
  | SentWebhooks.SentWebhooks
  | Receivers.Receivers
  | KnownKeys.KnownKeys
  | Hanging.Hanging
  | ReceiptDelivery.ReceiptDelivery
  | Reviews.Reviews
  | ProvisionScript.ProvisionScript
  | Faults.Faults
  | MediaProbe.MediaProbe
  | NumberAnswers.NumberAnswers
  | NodeState.NodeState
  | Storage

/** A name that no other emulator has: those that share a database must not take each other's work. */
export const randomNode = (): NodeId => `emulator-${randomUUID()}` as NodeId

/**
 * The running service on a storage, for any mount.
 *
 * @param node the name by which this process takes work; a random one unless told otherwise
 * @param network the place where the simulated carriers keep what they took; in this process unless told otherwise
 * @param signal the signal that wakes the worker; one within this process unless told otherwise
 * @param events where it tells what happens; nobody listens unless told otherwise
 */
export const layer = <E, E2 = never, E3 = never>(
  storage: Layer.Layer<Storage, E>,
  node: NodeId = randomNode(),
  network: Layer.Layer<Network, E2> = Layer.fresh(MemoryNetwork.layer),
  signal: Layer.Layer<WorkSignal.WorkSignal, E3> = Layer.fresh(WorkSignal.layer),
  events: Layer.Layer<Events.Events> = Layer.fresh(Events.layer)
): Layer.Layer<Service, E | E2 | E3> =>
  Layer.mergeAll(
    EngineService.workLayer({ node }).pipe(
      Layer.provideMerge(SimulatedCarriers.layer),
      Layer.provide(MediaProbe.portLayer)
    ),
    Reviews.layer
  ).pipe(
    Layer.provideMerge(Layer.merge(ReceiptDelivery.layer, Arrivals.layer)),
    Layer.provideMerge(network),
    Layer.provideMerge(Layer.fresh(Hanging.layer)),
    Layer.provideMerge(KnownKeys.wrap(EngineService.intakeLayer)),
    Layer.provideMerge(NodeState.layer),
    Layer.provideMerge(Layer.fresh(webhookSender)),
    Layer.provide(Layer.fresh(voiceSecret)),
    Layer.provideMerge(EngineService.engineLayerWith(signal)),
    Layer.provideMerge(FixedSecrets.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        StoreEvents.wrap(Faults.wrap(storage)),
        ReviewScript.layer,
        ProvisionScript.layer,
        MediaProbe.layer,
        Layer.fresh(SeedTerms.layer)
      )
    ),
    Layer.provideMerge(Layer.mergeAll(Layer.fresh(Faults.layer), Layer.fresh(Receivers.layer), events)),
    Layer.provideMerge(NodeIdGenerator.layer)
  )
