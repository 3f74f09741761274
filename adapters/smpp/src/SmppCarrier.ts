/**
 * An operator as a carrier: its sessions are open as long as the scope is.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import type { Inbound } from "@signalbox/core/Inbound"
import type { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Deliveries from "./internal/Deliveries.ts"
import * as HandOvers from "./internal/HandOvers.ts"
import * as Outbox from "./internal/Outbox.ts"
import * as Session from "./internal/Session.ts"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import type { BindCommand } from "./Pdu.ts"

const commands = {
  transceiver: ["bind_transceiver"],
  "transmitter and receiver": ["bind_transmitter", "bind_receiver"]
} as const satisfies Record<string, ReadonlyArray<BindCommand>>

/**
 * Opens the sessions, and goes on opening what is lost. It does not wait for the first one: a service starts without its
 * operator, too.
 *
 * @throws TypeError for options that are not as they should be
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<Carrier, never, Receipts | Inbound | Scope.Scope> {
  const settings = check(options)
  const outbox = Outbox.make()
  let wait = settings.reconnect.shortest
  const handOvers = yield* HandOvers.make(settings, outbox, () => wait)
  const deliver = yield* Deliveries.make(settings, handOvers.isWaiting)
  const place: Session.Place = { settings, outbox, deliver }
  for (let bind = 0; bind < settings.binds; bind++) {
    for (const command of commands[settings.bindAs]) {
      yield* Effect.forkScoped(Session.keep(place, command, (millis) => void (wait = millis)))
    }
  }
  return {
    id: settings.id as CarrierId,
    channels: ["sms"],
    pace: settings.pace,
    answersWithin: settings.answersWithin,
    choosesSender: settings.choosesSender,
    references: settings.references,
    // Nothing in SMPP tells whether a message was handed over before.
    repeat: "never",
    submit: (batch, tell) =>
      Effect.forEach(
        batch,
        (submission) => Effect.flatMap(handOvers.submit(submission), (outcome) => tell(submission.attempt, outcome)),
        { concurrency: "unbounded", discard: true }
      )
  }
})
