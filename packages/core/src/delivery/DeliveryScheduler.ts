/**
 * Which deliveries this node attempts when, in which order, and how many at the same time. The policy:
 *
 * - First attempts at an endpoint begin in the order of their events. Retries go out at their instants, whatever else
 *   waits for the endpoint.
 * - While the last attempt at an endpoint has succeeded, as many first attempts run at the same time as have a place.
 *   Otherwise one goes out at a time, and the next one only after its outcome is committed; after a failure it waits for
 *   as long as the endpoint's health demands (`Health`).
 * - A receiver may see attempts that run side by side in any order; but of one recipient or template it should hear first
 *   what happened first. So a first attempt waits, and all behind it, until the one under way about the same thing has
 *   ended (`Attempt.about`).
 * - Each attempt has a place from before its request until after it, of which an endpoint and a customer have so many
 *   (`DeliveryPlaces`).
 * - While deliveries of others are on time, what is late is looked up, begun and committed in its customer's turn
 *   (`FairShare`).
 * - First attempts are looked up together, ahead of their time. Secret, URL and timeout are those of the moment: what all
 *   of an endpoint share is looked up again after a failure, and after some milliseconds (`LookAhead`). Within these,
 *   deliveries that this process has written a moment ago itself are not looked up at all. Retries that have waited for a
 *   place or a turn are looked up again.
 * - Outcomes are committed together, one commit at a time for each endpoint (`Settlements`), and also with those of
 *   attempts that are about to begin. What is known to have failed is in the store before the next first attempt is looked
 *   up.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import { PreventSchedulerYield } from "effect/Scheduler"
import type { Facts } from "../commit/Facts.ts"
import * as DecisionSet from "../engine/DecisionSet.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Handler_ from "../engine/Handler.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { StoreError } from "../port/Store.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Attempt from "./Attempt.ts"
import * as Places from "./DeliveryPlaces.ts"
import { webhookOf } from "./DeliveryWork.ts"
import * as FairShare from "./FairShare.ts"
import type { Found } from "./LookAhead.ts"
import * as LookAhead from "./LookAhead.ts"
import * as Settlements from "./Settlements.ts"
import * as Telemetry from "./Telemetry.ts"

/** The batches of all endpoints share this scheduler: each asks here before it begins an attempt, and makes it here. */
export class DeliveryScheduler extends Context.Service<
  DeliveryScheduler,
  LookAhead.Looks & {
    /** Returns null when there is nothing to send any more. */
    readonly look: (lease: Lease) => Effect.Effect<Attempt.Attempt | null, StoreError>
    /** Takes places for attempts like this one. */
    readonly take: (attempt: Attempt.Attempt, wanted: number) => Effect.Effect<Places.Granted>
    /** Gives a place back that was not used. */
    readonly give: (attempt: Attempt.Attempt) => Effect.Effect<void>
    /** Returns what waits for the attempt under way of which the receiver should hear before, or null when none is. */
    readonly before: (attempt: Attempt.Attempt) => Effect.Effect<void> | null
    /** Returns whether this item has to wait for a turn whoever's it is, because it is late while others are on time. */
    readonly isBehind: (lease: Lease) => Effect.Effect<boolean>
    /**
     * Begins attempts like this one, when it is their turn: immediately, unless they are late while others are on time.
     * They are told whether time has passed until then.
     */
    readonly inTurn: <A, E, R>(
      lease: Lease,
      attempt: Attempt.Attempt,
      begin: (hasWaited: boolean) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Sends, gives the place back, and settles. Returns the first attempt when it could not be made: it is let go. */
    readonly send: (
      lease: Lease,
      attempt: Attempt.Attempt
    ) => Effect.Effect<ReadonlyArray<Handler_.Undone>, ExecutionError>
    /** Settles work for which there is nothing to send. */
    readonly drop: (lease: Lease) => Effect.Effect<void, ExecutionError>
    /**
     * Says that more attempts at the endpoint of this lane will begin soon, or no more (-1): outcomes wait for theirs, as
     * they do for those of the attempts under way.
     */
    readonly expect: (lease: Lease, by: 1 | -1) => void
    /** Waits until each setback at the endpoint of this lane is committed; returns whether there was one. */
    readonly known: (lease: Lease) => Effect.Effect<boolean>
  }
>()("@signalbox/core/delivery/DeliveryScheduler") {}

/**
 * The attempts under way, by endpoint and what they are about.
 *
 * @param give gives the place of an attempt back
 */
const makeUnderWay = (give: (attempt: Attempt.Attempt) => Effect.Effect<void>) => {
  const ends = new Map<string, Deferred.Deferred<void>>()
  const endpoints = new KeyedCounter<WebhookId>()
  return {
    isAny: (webhook: WebhookId): boolean => endpoints.of(webhook) > 0,
    before: (attempt: Attempt.Attempt): Effect.Effect<void> | null => {
      const ended = ends.get(Attempt.about(attempt))
      return ended === undefined ? null : Deferred.await(ended)
    },
    /** An attempt is under way from the first moment on. Returns what ends it, once. */
    begin: (attempt: Attempt.Attempt): Effect.Effect<Effect.Effect<void>> =>
      Effect.map(Deferred.make<void>(), (ended) => {
        const about = Attempt.about(attempt)
        let isOver = false
        ends.set(about, ended)
        endpoints.add(attempt.webhook.id, 1)
        return Effect.suspend(() => {
          if (isOver) return Effect.void
          isOver = true
          if (ends.get(about) === ended) ends.delete(about)
          endpoints.add(attempt.webhook.id, -1)
          return Effect.andThen(Deferred.succeed(ended, undefined), give(attempt))
        })
      })
  }
}

/**
 * Deliveries that fell due no longer ago, in milliseconds, are not looked up where this process has written them itself.
 * Another node may erase the event of an older one.
 */
const young = 10_000

/** It is kept in mind of so many endpoints when they were looked up. */
const mostLooked = 1024

/** Attempts may be begun by fibers that don't yield; what comes after takes its turns again. */
const yielding = Effect.provideService(PreventSchedulerYield, false)

export const layer: Layer.Layer<DeliveryScheduler, never, Executor | WebhookSender> = Layer.effect(
  DeliveryScheduler,
  Effect.gen(function*() {
    const executor = yield* Executor
    const sender = yield* WebhookSender
    const places = Places.make(yield* Places.Bounds)
    const turns = yield* FairShare.make
    const isLate = ({ at }: Lease) => Effect.map(Instant.now, (now) => FairShare.isLate(at, now))
    const give = ({ webhook }: Attempt.Attempt) => places.give(webhook.account, webhook.id)
    const underWay = makeUnderWay(give)
    const expected = new KeyedCounter<WebhookId>()

    const look = (lease: Lease) =>
      Effect.map(
        executor.read((known) => Attempt.needs([lease], known)),
        (facts) => Attempt.find(lease, facts)
      )

    /** When the endpoints were looked up last, and after how many setbacks. */
    const looked = new Map<WebhookId, Settlements.Look>()
    const seen = (webhook: WebhookId, look: Settlements.Look): void => {
      if ((looked.get(webhook)?.until ?? 0n) > look.until) return
      looked.delete(webhook)
      if (looked.size >= mostLooked) looked.delete(looked.keys().next().value!)
      looked.set(webhook, look)
    }

    // What a commit expects of an endpoint is as this process knows it, so a commit is a look as well.
    const isAwaited = (webhook: WebhookId): boolean => underWay.isAny(webhook) || expected.of(webhook) > 0
    const settlements = Settlements.make(executor, isAwaited, seen)
    /** Tells of what is looked up after its answer. */
    const noting = <A, E>(webhook: WebhookId, look: Effect.Effect<A, E>): Effect.Effect<Exit.Exit<A, E>> =>
      Effect.gen(function*() {
        const [began, setbacks] = [yield* Clock.monotonicTimeNanos, settlements.setbacks()]
        const loaded = yield* Effect.exit(look)
        if (Exit.isFailure(loaded)) return loaded
        seen(webhook, { until: LookAhead.freshUntil(began, yield* Clock.monotonicTimeNanos), setbacks })
        return loaded
      })

    const foundAll = (leases: ReadonlyArray<Lease>, loaded: Exit.Exit<Facts, StoreError>) =>
      leases.map((lease): Found => ({
        lease,
        looked: Exit.isFailure(loaded)
          ? Exit.failCause(loaded.cause)
          : DecisionSet.attempt(() => Attempt.find(lease, loaded.value))
      }))

    return {
      look,
      remembered: Effect.fnUntraced(function*(leases) {
        const known = looked.get(webhookOf(leases[0]!.lane))
        if (known === undefined || known.setbacks !== settlements.setbacks()) return null
        if ((yield* Clock.monotonicTimeNanos) > known.until) return null
        const now = yield* Instant.now
        if (leases.some(({ at }) => now - at > young)) return null
        const facts = yield* executor.remembered((known) => Attempt.needs(leases, known))
        return facts === null ? null : { found: foundAll(leases, Exit.succeed(facts)), until: known.until }
      }),
      lookAll: Effect.fnUntraced(function*(leases) {
        const webhook = webhookOf(leases[0]!.lane)
        const loaded = yield* noting(webhook, executor.read((known) => Attempt.needs(leases, known)))
        if (Exit.isSuccess(loaded) || leases.length === 1 || Handler_.isAway(loaded.cause)) {
          return foundAll(leases, loaded)
        }
        return yield* Effect.forEach(
          leases,
          (lease) => Effect.map(Effect.exit(look(lease)), (looked): Found => ({ lease, looked })),
          { concurrency: "unbounded" }
        )
      }),
      renew: Effect.fnUntraced(function*(some) {
        const webhook = webhookOf(some[0]!.lease.lane)
        const loaded = yield* noting(webhook, executor.read((known) => Attempt.needsOfEndpoint(webhook, known)))
        return some.map(({ lease, looked }): Found => {
          if (Exit.isFailure(loaded)) return { lease, looked: Exit.failCause(loaded.cause) }
          if (Exit.isFailure(looked) || looked.value === null) return { lease, looked }
          const { value } = looked
          return { lease, looked: DecisionSet.attempt(() => Attempt.renewed(value, loaded.value)) }
        })
      }),
      take: ({ webhook }, wanted) => places.take(webhook.account, webhook.id, wanted),
      give,
      isBehind: (lease) => Effect.zipWith(isLate(lease), turns.isBusy, (late, busy) => late && busy),
      inTurn: (lease, { webhook }, begin) =>
        Effect.flatMap(isLate(lease), (late) =>
          late
            ? turns.late(webhook.account, begin)
            : Effect.andThen(turns.onTime(webhook.account), Effect.suspend(() => begin(false)))),
      before: underWay.before,
      send: (lease, attempt) =>
        Effect.flatMap(underWay.begin(attempt), (over) => {
          const sent = Effect.gen(function*() {
            const began = yield* Instant.now
            const result = yield* Telemetry.attempt(attempt, sender.send(Attempt.request(attempt, began)))
            const ended = yield* Instant.now
            // What began on time was slow to end; it is not late.
            const inTurn = FairShare.isLate(lease.at, began)
              ? (commit: Effect.Effect<void>) => turns.late(attempt.webhook.account, () => commit)
              : identity
            yield* yielding(settlements.settle(attempt.webhook.id, { lease, result, began, ended }, inTurn, over))
            return result._tag === "Unsent" && Attempt.isFirst(attempt.delivery) ? [Handler_.letGo(lease)] : []
          })
          return Effect.ensuring(sent, over)
        }),
      drop: Effect.fnUntraced(function*(lease) {
        const now = yield* Instant.now
        const dropped = { lease, result: null, began: now, ended: now }
        yield* yielding(settlements.settle(webhookOf(lease.lane), dropped, identity, Effect.void))
      }),
      expect: (lease, by) => expected.add(webhookOf(lease.lane), by),
      known: (lease) => settlements.known(webhookOf(lease.lane)),
      setbacks: settlements.setbacks
    }
  })
)
