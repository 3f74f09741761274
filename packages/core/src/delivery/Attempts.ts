/**
 * Makes the attempts of this node: it loads what each needs, keeps to the bounds, sends, and settles the outcome.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import type { StoreError } from "../port/Store.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Attempt from "./Attempt.ts"
import * as Places from "./DeliveryPlaces.ts"
import * as Turns from "./DeliveryTurns.ts"
import { webhookOf } from "./DeliveryWork.ts"
import * as Settlements from "./Settlements.ts"
import * as Subjects from "./Subjects.ts"
import * as Telemetry from "./Telemetry.ts"

export class Attempts extends Context.Service<Attempts, {
  /** Returns null when there is nothing to send any more. */
  readonly look: (lease: Lease) => Effect.Effect<Attempt.Attempt | null, StoreError>
  /** Takes places for attempts like this one. */
  readonly take: (attempt: Attempt.Attempt, wanted: number) => Effect.Effect<Places.Granted>
  /** Gives a place back that was not used. */
  readonly give: (attempt: Attempt.Attempt) => Effect.Effect<void>
  /** Returns what waits for the attempt under way of which the receiver should hear before, or null when none is. */
  readonly before: (attempt: Attempt.Attempt) => Effect.Effect<void> | null
  /** Whether this piece has to wait for a turn whoever's it is, because it is late while others are on time. */
  readonly isBehind: (lease: Lease) => Effect.Effect<boolean>
  /**
   * Begins attempts like this one, when it is their turn: at once, unless they are late while others are on time. They
   * are told whether time has passed until then.
   */
  readonly inTurn: <A, E, R>(
    lease: Lease,
    attempt: Attempt.Attempt,
    begin: (hasWaited: boolean) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /** Sends, gives the place back, and settles. */
  readonly send: (lease: Lease, attempt: Attempt.Attempt) => Effect.Effect<void, ExecutionError>
  /** Settles work for which there is nothing to send. */
  readonly drop: (lease: Lease) => Effect.Effect<void, ExecutionError>
  /** Waits until each failure at the endpoint of this lane is committed; returns whether there was one. */
  readonly known: (lease: Lease) => Effect.Effect<boolean>
}>()("@signalbox/core/delivery/Attempts") {}

/** Attempts may be begun by fibers that don't yield; what comes after takes its turns again. */
const yielding = Effect.provideService(Scheduler.PreventSchedulerYield, false)

export const layer: Layer.Layer<Attempts, never, Executor | WebhookSender> = Layer.effect(
  Attempts,
  Effect.gen(function*() {
    const executor = yield* Executor
    const sender = yield* WebhookSender
    const places = Places.make(yield* Places.Bounds)
    const turns = yield* Turns.make
    const isLate = ({ at }: Lease) => Effect.map(Instant.now, (now) => Turns.isLate(at, now))
    const settlements = Settlements.make(executor)
    const subjects = Subjects.make()

    const give = ({ webhook }: Attempt.Attempt) => places.give(webhook.account, webhook.id)

    return {
      look: (lease) =>
        Effect.map(
          executor.read((known) => Attempt.needs(lease, known)),
          (facts) => Attempt.find(lease, facts)
        ),
      take: ({ webhook }, wanted) => places.take(webhook.account, webhook.id, wanted),
      give,
      isBehind: (lease) => Effect.zipWith(isLate(lease), turns.isBusy, (late, busy) => late && busy),
      inTurn: (lease, { webhook }, begin) =>
        Effect.flatMap(isLate(lease), (late) =>
          late
            ? turns.late(webhook.account, begin)
            : Effect.andThen(turns.onTime(webhook.account), Effect.suspend(() => begin(false)))),
      before: subjects.before,
      send: Effect.fnUntraced(function*(lease, attempt) {
        const began = yield* Instant.now
        const result = yield* Telemetry.attempt(attempt, sender.send(Attempt.request(attempt, began))).pipe(
          (sending) => subjects.during(attempt, sending),
          Effect.ensuring(give(attempt))
        )
        const ended = yield* Instant.now
        // What began on time was slow to end; it is not late.
        const inTurn = Turns.isLate(lease.at, began)
          ? (commit: Effect.Effect<void>) => turns.late(attempt.webhook.account, () => commit)
          : identity
        yield* yielding(settlements.settle(attempt.webhook.id, { lease, result, began, ended }, inTurn))
      }),
      drop: Effect.fnUntraced(function*(lease) {
        const now = yield* Instant.now
        const dropped = { lease, result: null, began: now, ended: now }
        yield* yielding(settlements.settle(webhookOf(lease.lane), dropped, identity))
      }),
      known: (lease) => settlements.known(webhookOf(lease.lane))
    }
  })
)
