/**
 * The emulator: the whole service on any storage, with a simulated carrier and a reviewer that approves.
 */
import type { Mint } from "@signalbox/core/commit/Mint"
import type { Decider } from "@signalbox/core/engine/Decider"
import type { Worker } from "@signalbox/core/engine/Worker"
import type { Operations } from "@signalbox/core/operation/Operations"
import { Carriers } from "@signalbox/core/port/Carrier"
import type { Idempotency } from "@signalbox/core/port/Idempotency"
import type { Lockout } from "@signalbox/core/port/Lockout"
import type { RateWindow } from "@signalbox/core/port/RateWindow"
import type { Store } from "@signalbox/core/port/Store"
import { Receipts } from "@signalbox/core/receipt/Receipts"
import * as Service from "@signalbox/core/service/Service"
import type { NodeId } from "@signalbox/core/value/Id"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as NodeMint from "@signalbox/node/NodeMint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AutomaticReviewer from "./AutomaticReviewer.ts"
import * as SimulatedCarrier from "./SimulatedCarrier.ts"

const carriers: Layer.Layer<Carriers, never, Receipts> = Layer.effect(
  Carriers,
  Effect.flatMap(Receipts, (receipts) =>
    Effect.all([
      SimulatedCarrier.make({ id: "sms-a", channels: ["sms"] }, receipts)
    ]))
)

/** Webhook receivers on this machine are what an emulator is for; every other private range stays refused. */
const webhookSender = HttpWebhookSender.layer({ allow: ["127.0.0.0/8", "::1/128"] })

/** All that a storage adapter provides. */
export type Storage = Store | Idempotency | Lockout | RateWindow

/** The running service on a storage, for any mount. */
export const layer = <E>(
  storage: Layer.Layer<Storage, E>,
  node: NodeId = "emulator" as NodeId
): Layer.Layer<Operations | Receipts | Decider | Worker | Mint | Storage, E> =>
  Service.workLayer({ node }).pipe(
    Layer.provide(carriers),
    Layer.provideMerge(Service.intakeLayer),
    Layer.provide(AutomaticReviewer.layer),
    Layer.provide(webhookSender),
    Layer.provideMerge(Service.engineLayer),
    Layer.provideMerge(storage),
    Layer.provideMerge(NodeMint.layer)
  )
