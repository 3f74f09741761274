/**
 * The contract of carriers over the simulated ones, in each temper.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { AttemptId, MessageId } from "@signalbox/core/Id"
import { day, plus } from "@signalbox/core/Instant"
import * as Instant from "@signalbox/core/Instant"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import type { Behaviour } from "@signalbox/emulator/network/Behaviour"
import * as Hanging from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import * as SimulatedCarriers from "@signalbox/emulator/network/SimulatedCarriers"
import type { Weakness } from "@signalbox/testing/CarrierContract"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Node } from "./NetworkSuite.ts"

interface Temper {
  readonly behaviour: Partial<Behaviour>
  readonly weakness?: Weakness
  readonly patience?: number
}

const tempers: Readonly<Record<string, Temper>> = {
  fast: { behaviour: {} },
  slow: { behaviour: { delayMillis: 30 } },
  paced: { behaviour: { perSecond: 400 } },
  "slow and paced": { behaviour: { perSecond: 400, delayMillis: 20 } },
  throwing: { behaviour: { mode: "throw", share: 0.4, seed: 1 }, weakness: { throws: true, leavesOut: true } },
  forgetful: { behaviour: { forgets: true }, weakness: { forgets: true } },
  short: { behaviour: { short: 2 }, weakness: { leavesOut: true } },
  refusing: { behaviour: { mode: { refuse: "carrier_filtered" }, share: 0.4, seed: 2 } },
  busy: { behaviour: { mode: "busy" } },
  "busy for some": { behaviour: { mode: "busy", share: 0.4, seed: 3 } },
  hanging: {
    behaviour: { mode: "hang", share: 0.4, seed: 4 },
    weakness: { hangs: true, leavesOut: true },
    // It is waited for so long each time.
    patience: 80
  }
}

/** The carriers on a network, without the service. */
export const carriers = (network: Node): Effect.Effect<ReadonlyArray<Carrier>, never, Scope.Scope> =>
  SimulatedCarriers.layer.pipe(
    Layer.provide(Layer.succeed(Network, network)),
    Layer.provide(Layer.succeed(ReceiptDelivery, { isIdle: Effect.succeed(true), wake: Effect.void })),
    Layer.provide(Layer.mergeAll(Hanging.layer, Layer.mock(Arrivals, { add: () => Effect.void }))),
    Layer.fresh,
    Layer.build,
    Effect.map((context) => Context.get(context, Carriers))
  )

/** The submissions of the contract have messages that their attempts name. */
const messageOf = (attempt: AttemptId): MessageId => attempt.replace("a77e0000", "00000003") as MessageId

/** @param network makes networks on which nothing has happened */
export const suite = (name: string, network: Effect.Effect<Node, never, Scope.Scope>, runs: number): void => {
  for (const [temper, { behaviour, ...more }] of Object.entries(tempers)) {
    CarrierContract.suite(`${name}, ${temper}`, {
      ...more,
      runs,
      make: Effect.gen(function*() {
        const node = yield* network
        const [carrier] = yield* carriers(node)
        yield* Effect.orDie(node.behave(carrier!.id, behaviour))
        return {
          carrier: carrier!,
          sent: Effect.fnUntraced(
            function*(attempt) {
              const message = messageOf(attempt)
              const { to } = CarrierContract.submission(parseInt(attempt.slice(-12), 16))
              const received = yield* node.received(to, plus(yield* Instant.now, day))
              return received.filter((each) => each.message === message).length
            },
            Effect.orDie
          )
        }
      })
    })
  }
}
