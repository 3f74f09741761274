/**
 * A receiver that answers late or never, by a clock that is set: whoever waits is let go in the end.
 */
import * as Receivers from "@signalbox/emulator/control/Receivers"
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import type { Services } from "@signalbox/emulator/server/RestartableService"
import type { Answer } from "@signalbox/emulator/webhook/Receivers"
import * as Kept from "@signalbox/emulator/webhook/Receivers"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Asked from "./Asked.ts"

it.each<readonly [Answer, millis: number, status: number]>([
  ["hang", 120_000, 503],
  [{ status: 202, delay_ms: 7 }, 7, 202]
])("%j answers after %i milliseconds", (answer, millis, status) =>
  Asked.run(
    Effect.gen(function*() {
      const services = (yield* Layer.build(
        Layer.merge(Layer.fresh(Kept.layer), Layer.succeed(Events, new EventLog()))
      )) as Context.Context<never> as Context.Context<Services>
      const app = yield* HttpRouter.toHttpEffect(
        Receivers.endpoint((effect) => Effect.provideContext(effect, services))
      )
      yield* Effect.provideContext(Kept.Receivers.use(({ set }) => set("a", answer)), services)
      const request = HttpServerRequest.fromWeb(new Request("http://emulator/emulator/receivers/a", { method: "POST" }))
      const asking = yield* Effect.forkChild(
        app.pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request)),
        { startImmediately: true }
      )
      // The body is read by the real clock.
      while ((yield* Effect.provideContext(Kept.Receivers.use(({ all }) => all), services))[0]?.got.length !== 1) {
        yield* Effect.promise(() => new Promise(setImmediate))
      }
      yield* TestClock.adjust(millis - 1)
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(asking.pollUnsafe()).toMatchObject({ _tag: "Success", value: { status } })
    }).pipe(Effect.scoped, Effect.orDie)
  ))
