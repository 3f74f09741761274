/**
 * The operator cancels a message that waits. What a carrier may have sent goes on.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import { inLine, withdraw } from "./Withdraw.ts"

export interface Command {
  readonly message: string
  /** Only while it stands in line at this carrier. Null: wherever it waits. */
  readonly carrier: CarrierId | null
}

/** Returns whether this send may arrive although it waits: a carrier has taken it, or has not answered in time. */
const mayArrive = ({ attempts, send }: Message): boolean =>
  attempts.some(({ charge, failure, send: of }) =>
    of === send && (charge === "taken" || failure === "provider_timeout")
  )

/** Returns whether the message waits, as far as that shows in a list that may be older than the message. */
export const isWaiting = (message: Message, carrier: CarrierId | null): boolean => {
  const attempt = inLine(message)
  if (attempt !== undefined) return !mayArrive(message) && (carrier === null || attempt.carrier === carrier)
  return carrier === null && (message.status === "SCHEDULED" || message.status === "QUEUED" && !mayArrive(message))
}

/** Returns whether the message was cancelled. */
export const CancelWaiting: Decision<Command, boolean> = {
  name: "messages.cancel_waiting",
  needs: ({ message }) => Needs.row(Messages, message),
  decide: ({ carrier, message: id }, grounds) => {
    const message = Facts.get(grounds.facts, Messages, id)
    return message !== null && isWaiting(message, carrier)
      ? done<boolean>(true, withdraw(message, grounds, "cancelled by the operator"))
      : done<boolean>(false)
  }
}
