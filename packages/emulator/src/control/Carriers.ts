/**
 * `/emulator/carriers` and `/emulator/carriers/{id}`: how a carrier behaves, and what it was asked.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import { Events } from "../event/Events.ts"
import * as Behaviour from "../network/Behaviour.ts"
import { ids, table } from "../network/CarrierTable.ts"
import { Network } from "../network/Network.ts"
import { lookMillis } from "../network/SimulatedCarriers.ts"
import * as Call from "./Call.ts"

const carrierOf = ({ id }: Call.Parameters) =>
  ids.some((known) => known === id)
    ? Effect.succeed(id as CarrierId)
    : new Call.Refusal({ status: 404, message: `there is no carrier ${id ?? ""}` })

const show = Effect.fnUntraced(function*(carrier: CarrierId) {
  const network = yield* Network
  const behaviour = (yield* network.behaviours).get(carrier) ?? Behaviour.byDefault
  return {
    per_second: behaviour.perSecond,
    delay_ms: behaviour.delayMillis,
    mode: typeof behaviour.mode === "string" ? behaviour.mode : { ...behaviour.mode },
    share: behaviour.share,
    seed: behaviour.seed,
    forgets: behaviour.forgets,
    short: behaviour.short,
    pace: behaviour.pace === null ? null : { ...behaviour.pace },
    ...yield* network.counts(carrier)
  }
})

/** Answers when every node goes by the change. */
const behave = Effect.fnUntraced(function*(carrier: CarrierId, change: Partial<Behaviour.Behaviour> | null) {
  const network = yield* Network
  yield* network.behave(carrier, change)
  const events = yield* Events
  events.publish({ type: "carrier", data: { id: carrier } })
  yield* Effect.sleep(3 * lookMillis)
  return yield* show(carrier)
})

const list = Effect.forEach(
  table,
  ({ channels, id }) => Effect.map(show(id as CarrierId), (shown) => ({ id, channels: [...channels], ...shown }))
)

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/carriers", () => list),
  Call.get("/emulator/carriers/:id", (parameters) => Effect.flatMap(carrierOf(parameters), show)),
  Call.send("PUT", "/emulator/carriers/:id", Behaviour.Change, (written, parameters) =>
    Effect.gen(function*() {
      const carrier = yield* carrierOf(parameters)
      return yield* behave(carrier, Behaviour.changes(written, yield* Instant.now))
    })),
  Call.remove(
    "/emulator/carriers/:id",
    (parameters) => Effect.flatMap(carrierOf(parameters), (carrier) => behave(carrier, null))
  )
]
