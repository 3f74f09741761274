/**
 * A carrier that is told to behave differently: every page hears of it, and whoever asked is answered once each node goes by it.
 */
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import type { Behaviour } from "@signalbox/emulator/network/Behaviour"
import { byDefault } from "@signalbox/emulator/network/Behaviour"
import { Network } from "@signalbox/emulator/network/Network"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const id = Given.carrierId("rcs-a")
const behaviour: Behaviour = { ...byDefault, mode: "busy", perSecond: 7 }
const shown = { delay_ms: 0, mode: "busy", share: 1, seed: 0, forgets: false, short: 0, pace: null, per_second: 7 }
const counts = { submissions: 3, attempts: 2, repeated: 1 }

it.each<readonly [method: string, body: unknown, change: object | null]>([
  ["PUT", { mode: "busy", per_second: 7 }, { mode: "busy", modeSince: 5, perSecond: 7 }],
  ["DELETE", undefined, null]
])("a carrier is told by %s, of which pages hear before each node has looked three times", (method, body, change) => {
  const told: Array<unknown> = []
  const log = new EventLog()
  log.listen(({ event }) => told.push(event))
  const network = Layer.mock(Network, {
    behave: (...given) => Effect.sync(() => told.push(given)).pipe(Effect.as(byDefault)),
    behaviours: Effect.succeed(new Map([[id, behaviour]])),
    counts: () => Effect.succeed(counts)
  })
  const services = Layer.merge(network, Layer.succeed(Events, log))
  return Asked.run(Effect.gen(function*() {
    yield* TestClock.adjust(5)
    const asking = yield* Effect.forkChild(
      Asked.ask(`${method} /emulator/carriers/:id`, services, { body, parameters: { id } }),
      { startImmediately: true }
    )
    expect(told).toEqual([[id, change], { type: "carrier", data: { id } }])
    yield* TestClock.adjust(299)
    expect(asking.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(1)
    expect(asking.pollUnsafe()).toEqual(Exit.succeed({ ...shown, ...counts }))
  }))
})
