/**
 * The layers of the whole service. The embedder provides a store, carriers, a reviewer, a webhook sender and a source
 * of ids.
 */
import * as Layer from "effect/Layer"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import * as ConsentSignals from "../consent/ConsentSignals.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Committer from "../engine/Committer.ts"
import * as Executor from "../engine/Executor.ts"
import * as Loader from "../engine/Loader.ts"
import type * as LocalLeases from "../engine/LocalLeases.ts"
import * as ServiceClock from "../engine/ServiceClock.ts"
import * as StoreProgress from "../engine/StoreProgress.ts"
import * as Worker from "../engine/Worker.ts"
import * as WorkSignal from "../engine/WorkSignal.ts"
import * as HealthReports from "../health/HealthReports.ts"
import * as Inbound from "../inbound/Inbound.ts"
import * as Operations from "../operation/Operations.ts"
import type { Carriers } from "../port/Carrier.ts"
import type { Idempotency } from "../port/Idempotency.ts"
import type { Pace } from "../port/Pace.ts"
import type { Reviewer } from "../port/Reviewer.ts"
import type { Secrets } from "../port/Secrets.ts"
import type { Store } from "../port/Store.ts"
import type { WebhookSender } from "../port/WebhookSender.ts"
import * as Receipts from "../receipt/Receipts.ts"
import * as Verdicts from "../template/Verdicts.ts"
import * as SealedReplies from "../webhook/SealedReplies.ts"
import * as SealedStore from "../webhook/SealedStore.ts"
import * as Access from "./Access.ts"
import * as Jobs from "./Jobs.ts"
import * as NodeState from "./NodeState.ts"
import * as Operator from "./Operator.ts"
import * as Readiness from "./Readiness.ts"

/** Deciding and committing. */
export type Engine =
  | Executor.Executor
  | Loader.Loader
  | Committer.Committer
  | WorkSignal.WorkSignal
  | LocalLeases.LocalLeases

/**
 * The services through which requests, receipts, inbound messages, signals of consent and later verdicts come in, the
 * operator's, and the one that tells of health.
 */
export type Intake =
  | Access.Access
  | Operations.Operations
  | Receipts.Receipts
  | Inbound.Inbound
  | ConsentSignals.ConsentSignals
  | Verdicts.Verdicts
  | Operator.Operator
  | Readiness.Readiness

/**
 * The engine, which loads, decides and commits, with a work signal that the host provides, such as one that reaches
 * every node. The context that it makes has the service's clock in place of the machine's (`ServiceClock`), so what is
 * asked of the service runs with that context.
 */
export const engineLayerWith = <E, R>(
  signal: Layer.Layer<WorkSignal.WorkSignal, E, R>
): Layer.Layer<Engine, E, R | Store | IdGenerator | Secrets> =>
  Executor.layer.pipe(
    Layer.provideMerge(Loader.layer),
    Layer.provideMerge(Committer.layer),
    Layer.provide(SealedStore.layer),
    Layer.provide(StoreProgress.storeLayer),
    Layer.provideMerge(NodeState.layer),
    Layer.provideMerge(ServiceClock.layer),
    Layer.provideMerge(signal)
  )

/**
 * The engine, which loads, decides and commits, for a single process: its work signal reaches only the worker of this
 * process.
 */
export const engineLayer: Layer.Layer<Engine, never, Store | IdGenerator | Secrets> = engineLayerWith(WorkSignal.layer)

/** The entrances of the service: operations, receipts, inbound messages, and the operator's calls. */
export const intakeLayer: Layer.Layer<
  Intake,
  never,
  Executor.Executor | LocalLeases.LocalLeases | Store | Idempotency | IdGenerator | Secrets | WebhookSender
> = Layer.mergeAll(
  Access.layer,
  Operations.layer.pipe(Layer.provide(SealedReplies.layer)),
  Receipts.layer,
  Inbound.layer,
  ConsentSignals.layer,
  Verdicts.layer,
  Operator.layer,
  Readiness.layer
)

/**
 * Tells the node for which channels its carriers choose senders, and tells the others what it has counted of carriers. The
 * worker and the HTTP side do so by themselves: only a node that has neither needs it.
 */
export const toldLayer: Layer.Layer<never, never, Carriers | Executor.Executor> = Layer.merge(
  Layer.effectDiscard(ChosenSenders.tell),
  HealthReports.layer
)

/** The worker with the handlers of all jobs. A node without it serves requests and does no scheduled work. */
export const workLayer = (
  options: Worker.Options
): Layer.Layer<
  Worker.Worker,
  never,
  | Store
  | Engine
  | Carriers
  | Pace
  | Reviewer
  | WebhookSender
> => Layer.merge(Worker.layer(options).pipe(Layer.provide(Jobs.layer)), toldLayer)
