/**
 * The running service, which `POST /emulator/reset` replaces by a new one. Each life begins with empty storage and the
 * seed. The server survives them; requests that arrive between two lives wait.
 */
import { DocsBase } from "@signalbox/core/Answer"
import type { NodeId } from "@signalbox/core/Id"
import type { StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as TimeTravel from "../clock/TimeTravel.ts"
import * as TravelClock from "../clock/TravelClock.ts"
import * as Emulator from "../Emulator.ts"
import { Events } from "../event/Events.ts"
import type { Planting } from "../seed/Planting.ts"
import type { SeedTerms } from "../seed/SeedTerms.ts"
import { Terms } from "../seed/SeedTerms.ts"
import type { StorageLayers } from "../Storage.ts"

/** The life has ended before the effect on it was done. */
export class Ended extends Data.TaggedError("Ended")<{}> {}

/** The services that a control call may use. */
export type Services = Emulator.Service | TimeTravel.TimeTravel

/** The seed of a life tells at least how far it is. */
interface Grown {
  readonly planting: Planting
}

interface Run<Seeded> {
  readonly services: Context.Context<Services>
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly seeded: Seeded
  /** Opened when the life must end. */
  readonly over: Latch.Latch
  readonly end: Effect.Effect<void>
}

export interface Options<Seeded, E> {
  readonly layers: StorageLayers
  readonly clock: TravelClock.TravelClock
  readonly node: NodeId
  /** The documentation to which the `doc_url` of errors leads; empty: errors have none. */
  readonly docsUrl?: string
  /** Each life tells here what happens in it, and that it has begun. */
  readonly events: Events["Service"]
  /** Creates the data that every life begins with, as far as it must be there before the life begins. */
  readonly seed: Effect.Effect<Seeded, E, Emulator.Service | Scope.Scope>
  /** The prices and the registry of each life; none unless given. */
  readonly terms?: SeedTerms
}

export interface RestartableService<Seeded, E> {
  /** Answers a request of the API. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Returns the result of the current life's seed. */
  readonly seeded: () => Seeded
  /** Runs an effect on the current life, and ends it with that life. */
  readonly use: <A, E2>(effect: Effect.Effect<A, E2, Services>) => Effect.Effect<A, E2 | Ended>
  /** Ends the current life, deletes its data, and begins the next one. */
  readonly restart: Effect.Effect<void, E | StoreError>
  /** Waits for requests and work in hand, for a bounded time. */
  readonly drain: Effect.Effect<void>
}

/** The time that requests and work in hand may take to end, in elapsed milliseconds. */
const patience = 8000
/** The time that calls of the control may take to end by themselves before they are ended, in elapsed milliseconds. */
const grace = 1000
/** The delay before it tries again to begin a life when the storage did not let it, in elapsed milliseconds. */
const againMillis = 1000

const begin = <Seeded extends Grown, E>(
  { clock, docsUrl = "", events, layers, node, seed, terms = {} }: Options<Seeded, E>
) =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const layer = TimeTravel.layer(clock).pipe(
      Layer.provideMerge(
        Emulator.layer(layers.storage, node, layers.network, layers.signal, Layer.succeed(Events, events)).pipe(
          Layer.provide(Layer.succeed(Terms, terms))
        )
      ),
      Layer.provideMerge(Layer.succeed(DocsBase, docsUrl))
    )
    const born = Effect.gen(function*() {
      const services = yield* Layer.buildWithMemoMap(layer, yield* Layer.makeMemoMap, scope)
      const handle = yield* NodeMount.makeHandler.pipe(Scope.provide(scope), Effect.provideContext(services))
      const seeded = yield* Effect.provideContext(seed, services).pipe(Scope.provide(scope))
      const over = yield* Latch.make(false)
      return { services, handle, seeded, over, end: Scope.close(scope, Exit.void) } satisfies Run<Seeded>
    })
    return yield* Effect.onError(born, () => Scope.close(scope, Exit.void))
  }).pipe(TravelClock.provide(clock))

export const make = Effect.fnUntraced(function*<Seeded extends Grown, E>(options: Options<Seeded, E>) {
  const { clock, layers } = options
  let life = yield* begin(options)
  /** Requests that wait for the next life; null while one runs. */
  let waiting: Array<() => void> | null = null
  let underWay = 0

  const alive = Effect.callback<void>((resume) => {
    const go = () => resume(Effect.void)
    waiting?.push(go)
    if (waiting === null) go()
  })

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (waiting === null) life.seeded.planting.before(request.headers, () => answer(request, response))
    else waiting.push(() => handle(request, response))
  }

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // The life may have ended while the request waited for its account.
    if (waiting !== null) {
      waiting.push(() => handle(request, response))
      return
    }
    // A client that waited may have disconnected.
    if (response.closed) return
    underWay++
    response.once("close", () => underWay--)
    life.handle(request, response)
  }

  const quiet = Effect.suspend(() => Effect.sleep(5)).pipe(
    Effect.repeat({ while: () => underWay > 0 }),
    Effect.timeoutOption(patience)
  )

  const use = <A, E2>(effect: Effect.Effect<A, E2, Services>) =>
    Effect.suspend(() => {
      const { over, seeded, services } = life
      underWay++
      return Effect.andThen(seeded.planting.whole, Effect.provideContext(effect, services)).pipe(
        Effect.raceFirst(Effect.andThen(over.await, new Ended())),
        Effect.ensuring(Effect.sync(() => underWay--))
      )
    }).pipe(TravelClock.provide(clock))

  const hold = Effect.gen(function*() {
    waiting ??= []
    yield* Effect.timeoutOption(quiet, grace)
    yield* life.over.open
    yield* quiet
  })

  const release = Effect.sync(() => {
    const held = waiting ?? []
    waiting = null
    for (const go of held) go()
  })

  const renew = Effect.gen(function*() {
    yield* life.end
    yield* layers.wipe
    clock.reset()
    life = yield* begin(options)
    options.events.reset()
  })

  /** Reports how the first try has ended. Requests wait until there is a life. */
  const restart = Effect.fnUntraced(function*(done: Deferred.Deferred<void, E | StoreError>) {
    yield* hold
    const first = yield* Effect.exit(renew)
    if (Exit.isFailure(first)) {
      yield* Deferred.done(done, first)
      yield* Effect.sleep(againMillis).pipe(Effect.andThen(renew), Effect.sandbox, Effect.retry({ while: () => true }))
    }
    yield* release
    yield* Deferred.done(done, first)
  })

  // Layers capture their surrounding services when they are built. A fiber of its own keeps a life from capturing the
  // request that asked for it.
  const orders = yield* Queue.unbounded<Deferred.Deferred<void, E | StoreError>>()
  yield* Queue.take(orders).pipe(
    Effect.flatMap(restart),
    Effect.forever,
    Effect.forkScoped
  )

  yield* Effect.addFinalizer(() => Effect.suspend(() => life.end))

  return {
    handle,
    seeded: () => life.seeded,
    use: (effect) => Effect.andThen(alive, use(effect)),
    restart: Effect.flatMap(
      Deferred.make<void, E | StoreError>(),
      (done) => Effect.andThen(Queue.offer(orders, done), Deferred.await(done))
    ),
    drain: Effect.andThen(quiet, Effect.suspend(() => Context.get(life.services, Worker).drain)).pipe(
      Effect.timeoutOption(patience),
      Effect.asVoid
    )
  } satisfies RestartableService<Seeded, unknown>
})
