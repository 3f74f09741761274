/**
 * Time travel: everything that falls due on the way happens, one instant after the other.
 */
import type { Instant } from "@signalbox/core/Instant"
import { latest, make as instant, plus, toMillis } from "@signalbox/core/Instant"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { Events } from "../event/Events.ts"
import { Arrivals } from "../network/Arrivals.ts"
import { Hanging } from "../network/Hanging.ts"
import { Network } from "../network/Network.ts"
import { ReceiptDelivery } from "../network/ReceiptDelivery.ts"
import { Reviews } from "../review/Reviews.ts"
import * as StoreBehind from "./StoreBehind.ts"
import type { TravelClock } from "./TravelClock.ts"

/** Some work never ends, so the time cannot go on. */
export class Stuck extends Data.TaggedError("Stuck")<{}> {}

export class TimeTravel extends Context.Service<TimeTravel, {
  readonly clock: TravelClock
  /** True when nothing is due and nothing in hand. */
  readonly isIdle: Effect.Effect<boolean>
  /** Advances the service's time by so many milliseconds. The clock never goes back. */
  readonly advance: (millis: number) => Effect.Effect<void, StoreError | Stuck>
}>()("@signalbox/emulator/clock/TimeTravel") {}

/**
 * The time that one instant may keep the service busy, in elapsed milliseconds. It is longer than a webhook endpoint
 * may take that never answers.
 */
const patience = 130_000
const lookMillis = 5
/**
 * It looks for the store so often, in elapsed milliseconds, and gives up when it has found it gone so many times in a
 * row.
 */
const watchMillis = 1000
const watchTimes = 3

const earliest = (...all: ReadonlyArray<Option.Option<Instant>>): Instant | null =>
  all.reduce<Instant | null>(
    (first, each) => Option.isSome(each) && (first === null || each.value < first) ? each.value : first,
    null
  )

export const layer = (
  clock: TravelClock,
  patienceMillis: number = patience
): Layer.Layer<
  TimeTravel,
  never,
  Worker | WorkSignal | Store | Network | Arrivals | Hanging | ReceiptDelivery | Reviews | Events
> =>
  Layer.effect(
    TimeTravel,
    Effect.gen(function*() {
      const worker = yield* Worker
      const signal = yield* WorkSignal
      const store = yield* Store
      const network = yield* Network
      const hanging = yield* Hanging
      const courier = yield* ReceiptDelivery
      const reviews = yield* Reviews
      const service = yield* Clock.Clock
      const arrivals = yield* Arrivals
      const events = yield* Events
      const turn = yield* Semaphore.make(1)

      const isIdle = Effect.gen(function*() {
        // Each may create work for the others, so all of them must be idle one after the other.
        for (let round = 0; round < 2; round++) {
          for (const one of [reviews, worker, courier]) if (!(yield* one.isIdle)) return false
        }
        return true
      })

      const nextDue = Effect.map(
        Effect.all([Effect.suspend(() => store.nextDue(clock.declared)), network.nextDue, reviews.nextDue]),
        (all) => earliest(...all)
      )

      const storeBehind = StoreBehind.measure(store.now, () => clock.currentTimeMillisUnsafe() - clock.offset)

      const watch = Effect.andThen(Effect.sleep(watchMillis), nextDue).pipe(
        Effect.retry({ times: watchTimes - 1 }),
        Effect.forever
      )

      /** Waits until nothing is due at this instant, and tells what comes next. */
      const settled = Effect.gen(function*() {
        yield* Effect.all([signal.raise, courier.wake, reviews.wake, arrivals.wake])
        while (true) {
          yield* hanging.letGo
          if (yield* isIdle) {
            const next = yield* nextDue
            // A request may have come in between.
            if (next === null || next > clock.currentTimeMillisUnsafe()) return next
          }
          yield* Effect.sleep(lookMillis)
        }
      }).pipe(
        Effect.raceFirst(watch),
        Effect.timeoutOrElse({ duration: patienceMillis, orElse: () => Effect.fail(new Stuck()) })
      )

      /** The travel took time itself, for which the clock makes up: what falls due in it happens at its instant, too. */
      const catchUp = Effect.fnUntraced(function*(offset: number, first: Instant | null) {
        let next = first
        while (next !== null && next <= clock.whenAhead(offset)) {
          clock.stand(next)
          next = yield* settled
        }
      })

      const advance = Effect.fnUntraced(function*(millis: number) {
        const offset = clock.offset + millis
        // Without the store nothing that falls due can happen. The clock runs on while the store answers, and the service's
        // own with it, which never goes back: so the travel begins at the instant that it shows after that.
        const behind = yield* storeBehind
        const from = latest(plus(clock.whenAhead(offset), -millis), instant(service.currentTimeMillisUnsafe()))
        const target = plus(from, millis)
        clock.stand(from, behind)
        let next = yield* settled
        while (next !== null && next <= target) {
          clock.stand(next)
          next = yield* settled
        }
        clock.stand(target)
        next = yield* settled
        // Work may fall due faster than it can be done; then the clock runs on after a while all the same.
        yield* Effect.timeoutOption(catchUp(offset, next), patienceMillis)
        clock.run(offset)
      })

      const travelled = () => {
        clock.run()
        const now = toMillis(instant(clock.currentTimeMillisUnsafe()))
        events.publish({ type: "clock", data: { now, offset_ms: clock.offset } })
      }

      return {
        clock,
        isIdle,
        advance: (millis) => Semaphore.withPermit(turn, Effect.ensuring(advance(millis), Effect.sync(travelled)))
      }
    })
  )
