/**
 * Nodes whose machine's clock is wrong, each behind a port of its own, on one storage that everybody shares.
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import { Store } from "@signalbox/core/Store"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import type { Storage } from "../http/Storages.ts"

/** A machine's clock that somebody may set; elapsed time is right. */
export class SetClock implements Clock.Clock {
  private readonly live: Clock.Clock
  /** How far it is ahead of the right time, in milliseconds. */
  ahead: number
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  constructor(live: Clock.Clock, ahead: number) {
    this.live = live
    this.ahead = ahead
    this.monotonicTimeNanos = live.monotonicTimeNanos
  }

  static readonly make = (ahead: number): SetClock =>
    Effect.runSync(Effect.map(Clock.Clock, (live) => new SetClock(live, ahead)))

  currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe() + this.ahead
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.currentTimeMillisUnsafe()) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.live.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.live.sleep(duration)
  }
}

/** The store has a clock of its own, which is right, as that of a database is. */
const byRightTime = (store: Store["Service"], right: Clock.Clock): Store["Service"] => {
  const by = Effect.provideService(Clock.Clock, right)
  return {
    load: (needs) => by(store.load(needs)),
    commit: (batch) => by(store.commit(batch)),
    claim: (request) => by(store.claim(request)),
    list: (query) => by(store.list(query)),
    usage: (query) => by(store.usage(query)),
    nextDue: (offset) => by(store.nextDue(offset)),
    backlogs: (query) => by(store.backlogs(query)),
    now: by(store.now)
  }
}

export interface Shared {
  readonly storage: Storage
  /** Returns how often a node has claimed an Idempotency-Key here. */
  readonly begun: () => number
  readonly end: () => Promise<void>
}

/** One storage, whichever node builds its layer. */
export const share = async (storage: Storage): Promise<Shared> => {
  const runtime = ManagedRuntime.make(storage)
  const context = await runtime.context()
  const right = await runtime.runPromise(Clock.Clock)
  const idempotency = Context.get(context, Idempotency)
  let begun = 0
  const shared = context.pipe(
    Context.add(Store, byRightTime(Context.get(context, Store), right)),
    Context.add(Idempotency, {
      ...idempotency,
      begin: (...asked) => Effect.tap(idempotency.begin(...asked), () => Effect.sync(() => void begun++))
    })
  )
  return { storage: Layer.succeedContext(shared), begun: () => begun, end: () => runtime.dispose() }
}

export interface Node {
  readonly subject: HttpSubject
  readonly clock: SetClock
  readonly client: (apiKey: string) => HttpClient
  /** The parts that are not ready, and why. */
  readonly unready: () => Promise<Readonly<Record<string, ReadonlyArray<string>>>>
}

/** @param ahead how far its machine's clock is ahead of the right time, in milliseconds */
export const start = async ({ storage }: Pick<Shared, "storage">, ahead: number): Promise<Node> => {
  const clock = SetClock.make(ahead)
  const subject = await starter({ mount: Mounts.node, storage, clock: new TravelClock(clock) })()
  const client = (apiKey: string) => Client.make(subject.baseUrl, { "x-api-key": apiKey })
  return {
    subject,
    clock,
    client,
    unready: async () => {
      const { json, status } = await client("").get("/health/ready")
      if (status === 204) return {}
      return (json as { readonly error: { readonly details: Record<string, ReadonlyArray<string>> } }).error.details
    }
  }
}
