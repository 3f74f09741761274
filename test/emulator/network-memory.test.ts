/**
 * The simulated networks in memory.
 */
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import * as Play from "@signalbox/emulator/network/Play"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { suite } from "./NetworkSuite.ts"
import { step, submission } from "./Submissions.ts"

let current: Network["Service"] | undefined

suite("memory", {
  make: Effect.map(Layer.build(Layer.fresh(MemoryNetwork.layer)), (context) => {
    current = Context.get(context, Network)
    return [current, current]
  }),
  // They live as long as their process.
  again: Effect.sync(() => current!),
  runs: 500
})

it("keeps each carrier's line, behind which one waits for all before, and for nobody who is through", () =>
  Effect.gen(function*() {
    const { behave, queue, wipe } = yield* Network
    const [one, other] = [Given.carrierId("sms-a"), Given.carrierId("sms-b")]
    const waits = [yield* queue(one, 1000), yield* queue(other, 1000), yield* queue(one, 500)]
    yield* TestClock.adjust(700)
    waits.push(yield* queue(one, 100))
    yield* TestClock.adjust(5000)
    waits.push(yield* queue(one, 20), yield* queue(one, 0))
    expect(waits).toEqual([1000, 1000, 1500, 900, 20, 20])
    expect(yield* behave(one, { perSecond: 2 })).toMatchObject({ perSecond: 2, delayMillis: 0 })
    expect(yield* behave(one, { delayMillis: 3 })).toMatchObject({ perSecond: 2, delayMillis: 3 })
    expect(yield* behave(one, null)).toMatchObject({ perSecond: null, delayMillis: 0 })
    yield* wipe
    expect(yield* queue(one, 30)).toBe(30)
  }).pipe(Effect.provide(Layer.fresh(MemoryNetwork.layer)), Effect.provide(TestClock.layer()), Effect.runPromise))

describe("a hundred thousand messages in memory", () => {
  const phone = (index: number) => `+1201${5_550_000 + index % 50_000}` as PhoneNumber
  const carrier = Given.carrierId("sms-a")
  const size = 500
  const terms = Play.plain(Given.now)

  it("do not slow what is asked of handsets", () =>
    Effect.gen(function*() {
      const network = yield* Network
      for (let index = 0; index < 50_000; index++) {
        yield* network.script(phone(index), [step({ delayMillis: index * 7919 % 1_000_003 })])
      }
      for (let first = 0; first < 100_000; first += size) {
        const batch = Array.from(
          { length: size },
          (_, index) => submission(first + index, { to: phone(first + index) })
        )
        yield* network.submit(carrier, batch, terms)
      }
      const asked = {
        script: (index: number) => network.script(phone(index), [step()]),
        received: (index: number) => network.received(phone(index), Given.now),
        correspondent: (index: number) => network.correspondent(phone(index), "sms"),
        nextDue: () => network.nextDue,
        submit: (index: number) => network.submit(carrier, [submission(100_000 + index, { to: phone(index) })], terms)
      }
      for (const [name, ask] of Object.entries(asked)) {
        let millis = Infinity
        // What the machine does meanwhile does not last through ten turns.
        for (let turn = 0; turn < 10 && millis >= 200; turn++) {
          const began = performance.now()
          for (let index = 0; index < 1000; index++) yield* ask(index)
          millis = performance.now() - began
        }
        // A few microseconds each; looking through all of them takes a millisecond.
        expect(millis, name).toBeLessThan(200)
      }
    }).pipe(Effect.provide(Layer.fresh(MemoryNetwork.layer)), Effect.runPromise))
})
