/**
 * Deliveries that this process has written itself are not looked up, for as long as their endpoint has been known.
 */
import type { Ask } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import { DeliveryScheduler, layer } from "@signalbox/core/internal/delivery/DeliveryScheduler"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { fromEntries } from "@signalbox/core/RefMap"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const lease = (webhook = Given.webhookId(1)): Lease => ({
  ...DeliveryWork.due("01900000-0000-7000-8000-000000000001", webhook, Given.now),
  token: 1 as LeaseToken,
  failures: 0
})

/** Every row is known, and none is there. */
const all = (needs: Ask): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(needs(Facts.empty).rows.map((ref) => [ref, { version: 0, row: null }]))
})

const run = <A, E>(
  program: (scheduler: DeliveryScheduler["Service"], reads: () => number) => Effect.Effect<A, E>,
  isRemembered = true
) => {
  let reads = 0
  const executor = Layer.mock(Executor, {
    read: (needs) =>
      Effect.sync(() => {
        reads++
        return all(needs)
      }),
    run: (use, command) =>
      Effect.map(
        Effect.fromResult(use.decide(command, {
          facts: all((known) => use.needs(command, known)),
          now: Given.now,
          ids: Given.ids()
        })).pipe(Effect.orDie),
        ({ answer }) => ({ answer, at: Given.now })
      ),
    remembered: (needs) => Effect.sync(() => isRemembered ? all(needs) : null)
  })
  return Effect.flatMap(DeliveryScheduler, (scheduler) => program(scheduler, () => reads)).pipe(
    Effect.provide(layer.pipe(
      Layer.provide(executor),
      Layer.provide(Layer.mock(WebhookSender, {})),
      Layer.provideMerge(TestClock.layer())
    )),
    Effect.runPromise
  )
}

it("are found without a look, for fifty milliseconds after the endpoint was looked up", () =>
  run((scheduler, reads) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(plus(Given.now, 100))
      expect(yield* scheduler.remembered([lease()])).toBeNull()
      yield* scheduler.lookAll([lease()])
      yield* TestClock.adjust(40)
      const seen = yield* scheduler.remembered([lease()])
      expect(seen?.found).toHaveLength(1)
      expect(yield* scheduler.remembered([lease(Given.webhookId(2))])).toBeNull()
      yield* TestClock.adjust(11)
      expect(yield* scheduler.remembered([lease()])).toBeNull()
      yield* scheduler.renew(seen!.found)
      expect(yield* scheduler.remembered([lease()])).not.toBeNull()
      expect(reads()).toBe(2)
    })
  ))

it("are found without a look after a commit, which has found the endpoint as it is known", () =>
  run((scheduler, reads) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(plus(Given.now, 100))
      expect(yield* scheduler.remembered([lease()])).toBeNull()
      yield* scheduler.drop(lease())
      yield* TestClock.adjust(50)
      expect((yield* scheduler.remembered([lease()]))?.found).toHaveLength(1)
      yield* TestClock.adjust(1)
      expect(yield* scheduler.remembered([lease()])).toBeNull()
      expect(reads()).toBe(0)
    })
  ))

it("are looked up when they are ten seconds old", () =>
  run((scheduler) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(plus(Given.now, 10_001))
      yield* scheduler.lookAll([lease()])
      expect(yield* scheduler.remembered([lease()])).toBeNull()
    })
  ))

it("are looked up when the process does not remember all of it", () =>
  run((scheduler) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Given.now)
      yield* scheduler.lookAll([lease()])
      expect(yield* scheduler.remembered([lease()])).toBeNull()
    }), false))
