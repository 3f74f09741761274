/**
 * `signalbox messages`: what waits is cancelled.
 */
import type { CarrierId } from "@signalbox/core/Id"
import type { Cancelled } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { text } from "../Command.ts"
import * as OfAccount from "../OfAccount.ts"

const cancel: Command = {
  path: ["messages", "cancel-waiting"],
  says: "Cancels the messages of an account that wait",
  details: [
    "They are held, not dispatched yet, or stand in line at a carrier that was never handed them.",
    "What a carrier may have sent goes on. It may be called again."
  ],
  takes: [OfAccount.argument],
  options: ["carrier"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const carrier = (text(input, "carrier") ?? null) as CarrierId | null
    let [cancelled, looked] = [0, 0]
    for (let after: Cancelled["after"] = null;;) {
      const done: Cancelled = yield* OfAccount.ask(
        input,
        (operator, id) => operator.cancelWaiting(id, carrier, after)
      )
      cancelled += done.cancelled
      looked += done.looked
      after = done.after
      if (after === null) break
    }
    return { json: { cancelled, looked }, lines: [`${Answer.plural(cancelled, "message")} cancelled, of ${looked}.`] }
  })
}

export const commands: ReadonlyArray<Command> = [cancel]
