/**
 * The handlers of deliveries beside a scheduler that does nothing but say what it is asked, and answer as a test wants it.
 */
import { Executor } from "@signalbox/core/Executor"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import type { Attempt } from "@signalbox/core/internal/delivery/Attempt"
import type { DeliveryJob } from "@signalbox/core/internal/delivery/DeliveryJobs"
import { RetryJob } from "@signalbox/core/internal/delivery/DeliveryJobs"
import { DeliveryScheduler } from "@signalbox/core/internal/delivery/DeliveryScheduler"
import { DeliveryWork, RetryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import type { LaneTurn, Undone } from "@signalbox/core/internal/engine/Handler"
import { letGo } from "@signalbox/core/internal/engine/Handler"
import { StoreError } from "@signalbox/core/Store"
import type { Endpoint } from "@signalbox/core/Webhook"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Given from "../Given.ts"

export const webhook = Given.webhook()
export const away = new StoreError({ reason: "unavailable", cause: "gone" })
export const broken = new StoreError({ reason: "failed", cause: "refused" })

const eventOf = (number: number) => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: webhook.account,
  name: "message.sent" as const,
  at: Given.now,
  body: "{}"
})

export const proven: Endpoint = { ...newEndpoint(webhook.id), lastSuccessAt: Given.now }

export const attempt = (number: number, endpoint: Endpoint | null = proven): Attempt => ({
  webhook,
  organization: webhook.account,
  event: eventOf(number),
  endpoint,
  delivery: Fanout.delivery(eventOf(number), webhook.id)
})

const leaseOf = (work: typeof DeliveryWork | typeof RetryWork) => (number: number): Lease => ({
  ...work.due(Fanout.deliveryId(eventOf(number).id, webhook.id), webhook.id, Given.now),
  token: number as LeaseToken,
  failures: 0
})

type Looked = Attempt | null | StoreError

export interface Scene {
  /** The answer to each look at an item, in order; the last one stands for all further ones. */
  readonly looks?: (token: number) => ReadonlyArray<Looked>
  readonly places?: ReadonlyArray<number>
  readonly hasWaited?: { readonly forPlace?: boolean; readonly forTurn?: boolean }
  readonly isBehind?: boolean
  /** How often there is a failure on its way to the store, at the questions of these numbers. */
  readonly known?: ReadonlyArray<number>
  readonly send?: (token: number) => Effect.Effect<void, StoreError>
  /** The attempts that could not be made. */
  readonly unsent?: ReadonlyArray<number>
  readonly before?: (number: number) => Effect.Effect<void> | null
  readonly inTurn?: Effect.Effect<void>
}

export const play = (given: Scene = {}) => {
  const log: Array<string> = []
  const looked = new Map<number, number>()
  let knowns = 0
  let takes = 0
  const say = (text: string) => Effect.sync(() => void log.push(text))
  const numberOf = (of: Attempt): number => Number(of.event.id.slice(-12))
  const tokens = (leases: ReadonlyArray<Lease>) => leases.map(({ token }) => token).join()
  const lookAt = ({ token }: Lease): Exit.Exit<Attempt | null, StoreError> => {
    const all = given.looks?.(token) ?? [attempt(token)]
    const time = looked.get(token) ?? 0
    looked.set(token, time + 1)
    const found = all[Math.min(time, all.length - 1)]!
    return found instanceof StoreError ? Exit.fail(found) : Exit.succeed(found)
  }
  const scheduler = Layer.mock(DeliveryScheduler, {
    look: (lease) => Effect.andThen(say(`look ${lease.token}`), Effect.suspend(() => lookAt(lease))),
    remembered: () => Effect.succeed(null),
    lookAll: (leases) =>
      Effect.as(say(`look ${tokens(leases)}`), leases.map((lease) => ({ lease, looked: lookAt(lease) }))),
    renew: (some) =>
      Effect.as(
        say(`renew ${tokens(some.map(({ lease }) => lease))}`),
        some.map(({ lease }) => ({ lease, looked: lookAt(lease) }))
      ),
    setbacks: () => 0,
    take: (of, wanted) =>
      Effect.as(say(`take ${wanted} for ${numberOf(of)}`), {
        places: Math.min(wanted, given.places?.[takes++] ?? wanted),
        hasWaited: given.hasWaited?.forPlace ?? false
      }),
    give: (of) => say(`give ${numberOf(of)}`),
    before: (of) => given.before?.(numberOf(of)) ?? null,
    isBehind: () => Effect.succeed(given.isBehind ?? false),
    inTurn: (lease, _, begin) =>
      Effect.andThen(
        Effect.andThen(say(`turn of ${lease.token}`), given.inTurn ?? Effect.void),
        Effect.suspend(() => begin(given.hasWaited?.forTurn ?? false))
      ),
    send: (lease, of) =>
      Effect.andThen(
        say(`send ${lease.token}${of.endpoint === proven ? "" : " anew"}`),
        Effect.as(
          Effect.suspend(() => given.send?.(lease.token) ?? Effect.void),
          given.unsent?.includes(lease.token) === true ? [letGo(lease)] : []
        )
      ),
    drop: ({ token }) => say(`drop ${token}`),
    expect: (_, by) => void log.push(`expect ${by}`),
    known: () =>
      Effect.sync(() => {
        const is = given.known?.includes(knowns++) ?? false
        if (is) log.push("a failure is committed")
        return is
      })
  })
  return { log, scheduler }
}

export const briefly = (undone: ReadonlyArray<Undone>): ReadonlyArray<string> =>
  undone.map(({ _tag, lease }) => `${_tag} ${lease.token}`)

export interface Drained {
  drains: boolean
}

export const handle = (
  job: typeof DeliveryJob | typeof RetryJob,
  numbers: ReadonlyArray<number>,
  scene: ReturnType<typeof play>,
  draining: Drained = { drains: false },
  turn?: LaneTurn
) =>
  Effect.gen(function*() {
    const handler = yield* Effect.provide(job.handler, Layer.merge(scene.scheduler, Layer.mock(Executor, {})))
    const leases = numbers.map(leaseOf(job === RetryJob ? RetryWork : DeliveryWork))
    return briefly(yield* handler(leases, { hasBegun: () => draining.drains, begins: Effect.never }, turn))
  })

export const run = <A>(effect: Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.provide(
    Effect.andThen(TestClock.setTime(Given.now), effect),
    TestClock.layer()
  )))
