/**
 * The engine on the memory store, with a clock that stands still until it is set, carriers and webhook endpoints that
 * do as told, and a store that can be tapped between the engine and what it keeps.
 */
import type { Access } from "@signalbox/core/Access"
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { Executor } from "@signalbox/core/Executor"
import type { NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import type { Inbound } from "@signalbox/core/Inbound"
import type { Instant } from "@signalbox/core/Instant"
import type { Committer } from "@signalbox/core/internal/engine/Committer"
import type { Loader } from "@signalbox/core/internal/engine/Loader"
import type { LocalLeases } from "@signalbox/core/internal/engine/LocalLeases"
import { MediaProbe } from "@signalbox/core/MediaProbe"
import type { Operations } from "@signalbox/core/Operations"
import type { Operator } from "@signalbox/core/Operator"
import { Pace } from "@signalbox/core/Pace"
import type { Readiness } from "@signalbox/core/Readiness"
import type { Receipts } from "@signalbox/core/Receipts"
import type { Review } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import * as Service from "@signalbox/core/Service"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Expectations from "./DecisionWatch.ts"
import * as Given from "./Given.ts"
import { MachineClock } from "./MachineClock.ts"

/** A clock whose instants are set by hand; elapsed time stays real. */
export class StillClock extends MachineClock {
  private at: number = Given.now

  set(at: Instant): void {
    this.at = at
  }

  override currentTimeMillisUnsafe(): number {
    return this.at
  }
}

export type Tap = (store: Store["Service"]) => Store["Service"]

export interface World {
  /** The name of the node; `node-one` unless given. */
  readonly node?: NodeId
  readonly carriers?: ReadonlyArray<Carrier>
  readonly send?: (request: WebhookRequest) => Effect.Effect<WebhookResult>
  readonly refuse?: (url: string) => string | null
  /** In place of both. */
  readonly sender?: WebhookSender["Service"]
  readonly review?: Review
  readonly media?: MediaProbe
  /** Memory unless told otherwise. */
  readonly storage?: Layer.Layer<Store | Idempotency, StoreError>
  /** By default carriers are as fast as they like. */
  readonly pace?: Pace["Service"]
  /** The engine sees the tapped store instead of the store itself. */
  readonly tap?: Tap
  /** Operations see these claims instead of the real ones. */
  readonly claims?: (idempotency: Idempotency["Service"]) => Idempotency["Service"]
}

export type Services =
  | LocalLeases
  | Executor
  | Loader
  | Committer
  | WorkSignal
  | Operations
  | Receipts
  | Inbound
  | ConsentSignals
  | Operator
  | Access
  | Readiness
  | Worker
  | Store
  | Idempotency
  | IdGenerator.IdGenerator
  | TheClock

export class TheClock extends Context.Service<TheClock, StillClock>()("test/core/TheClock") {}

export const node = "node-one" as NodeId

const storage = (
  { claims = (idempotency) => idempotency, storage = MemoryStore.layerStore, tap = (store) => store }: World
) =>
  Layer.mergeAll(
    Layer.effect(Store, Effect.map(Store, tap)),
    Layer.effect(Idempotency, Effect.map(Idempotency, claims))
  ).pipe(Layer.provideMerge(Layer.orDie(storage)))

export const layer = (world: World = {}): Layer.Layer<Exclude<Services, TheClock>> =>
  Service.workLayer({ node: world.node ?? node, pollMillis: 20 }).pipe(
    Layer.provideMerge(Service.intakeLayer),
    Layer.provideMerge(Service.engineLayer),
    Layer.provide(Expectations.layer),
    Layer.provide(FixedSecrets.layer),
    Layer.provide(Layer.succeed(Carriers, world.carriers ?? [])),
    Layer.provide(Layer.succeed(
      Pace,
      world.pace ?? {
        take: ({ parts }) => Effect.succeed({ admitted: parts.length, again: 0 }),
        begin: () => Effect.void,
        done: () => Effect.void
      }
    )),
    Layer.provide(Layer.succeed(MediaProbe, world.media ?? { size: () => Effect.succeed(null) })),
    Layer.provide(Layer.succeed(Reviewer, {
      review: () => Effect.succeed<Review>(world.review ?? { _tag: "Approved" })
    })),
    Layer.provide(Layer.succeed(
      WebhookSender,
      world.sender ?? {
        refuse: (url) => Effect.succeed(world.refuse?.(url) ?? null),
        send: world.send ?? (() => Effect.succeed({ _tag: "Answered", status: 204, body: "" }))
      }
    )),
    Layer.provideMerge(storage(world)),
    Layer.provideMerge(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
  )

/** Runs a program on a layer with a still clock; all fibers of the layer end with it. */
export const run = <A, E, R>(built: Layer.Layer<R>, program: Effect.Effect<A, E, R | TheClock>): Promise<A> =>
  runWith(() => built, program)

/** The same for a layer whose parts look at the clock themselves. */
export const runWith = <A, E, R>(
  make: (clock: StillClock) => Layer.Layer<R>,
  program: Effect.Effect<A, E, R | TheClock>
): Promise<A> =>
  Effect.gen(function*() {
    const clock = new StillClock(yield* Clock.Clock)
    return yield* program.pipe(
      Effect.provide(make(clock)),
      Effect.provideService(TheClock, clock),
      Effect.provideService(Clock.Clock, clock)
    )
  }).pipe(Effect.scoped, Effect.runPromise)

/** Waits until the worker has nothing to do at this instant. */
export const idle = Effect.flatMap(Worker, (worker) => worker.idle)

/** Lets the time go on, from one due instant to the next. */
export const travel = Effect.fnUntraced(function*(until: Instant) {
  const [clock, store, signal] = [yield* TheClock, yield* Store, yield* WorkSignal]
  while (true) {
    yield* idle
    const next = Option.getOrNull(yield* store.nextDue(0))
    if (next === null || next > until) break
    clock.set(next)
    yield* signal.raise
  }
  clock.set(until)
})
