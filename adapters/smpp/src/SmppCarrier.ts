/**
 * An operator as a carrier: its sessions are open as long as the scope is.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import type { Inbound } from "@signalbox/core/Inbound"
import type * as Instant from "@signalbox/core/Instant"
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
  const { bindAs, binds, reconnect } = settings
  const sessions = Array.from({ length: binds }, () => commands[bindAs]).flat()
  /** When each session was to be opened last, or will be. */
  const tries = sessions.map((): number => 0)
  const nextSession = (now: Instant.Instant): number => {
    const soonest = Math.min(...tries.filter((_, index) => sessions[index] !== "bind_receiver"))
    return binds === 0 ? reconnect.longest : Math.max(reconnect.shortest, soonest - now)
  }
  const handOvers = yield* HandOvers.make(settings, outbox, nextSession)
  const deliver = yield* Deliveries.make(settings, handOvers.isWaiting)
  const place: Session.Surroundings = { settings, outbox, deliver }
  const keep = (command: BindCommand, index: number) =>
    Session.keep(place, command, (until) => void (tries[index] = until))
  // They end side by side: the last of them must not wait until all others have taken leave.
  yield* Effect.forkScoped(Effect.forEach(sessions, keep, { concurrency: "unbounded", discard: true }))
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
