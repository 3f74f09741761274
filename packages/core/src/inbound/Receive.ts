/**
 * A carrier delivers a message of a recipient. One that is delivered again is the same message.
 */
import * as Addressee from "../account/Addressee.ts"
import * as Audited from "../audit/Audited.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { InboundMedia } from "../row/Message.ts"
import { inboundReference, Messages } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId, MessageId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Arrival from "./Arrival.ts"
import * as Content from "./Content.ts"

export interface Command {
  readonly carrier: CarrierId
  /**
   * The carrier's reference of the message, by which a repeated message is recognized. Null when the carrier has none.
   */
  readonly reference: string | null
  readonly from: PhoneNumber
  readonly to: Addressee.Addressee
  readonly channel: Channel
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
  /** The characters and files beyond the limits, which are not kept; none unless given. */
  readonly left?: Content.Left
}

export type Answer =
  | { readonly _tag: "Received" | "Repeated"; readonly message: MessageId }
  /** No account owns this number, or nobody can answer this sender, so nobody is told but the operator. */
  | { readonly _tag: "UnknownNumber" }

export const written = ({ left = Content.nothing, reference, to, ...command }: Command): Arrival.Writing => ({
  ...command,
  left,
  to: Addressee.shown(to),
  references: reference === null ? [] : [reference],
  missingParts: 0
})

/** Needs the message that has the reference of this one. */
export const repeatedNeeds = ({ carrier, reference }: Pick<Command, "carrier" | "reference">): Needs.Needs =>
  reference === null ? Needs.none : Needs.unique(inboundReference(carrier, reference))

/** Returns the message that was made when this one came for the first time, or null. */
export const repeated = (
  { carrier, reference }: Pick<Command, "carrier" | "reference">,
  facts: Facts.Facts
): MessageId | null =>
  reference === null ? null : Facts.find(facts, Messages, inboundReference(carrier, reference))?.id ?? null

export const Receive = Audited.by<Command, Answer>({
  name: "inbound.receive",
  needs: (command, facts) => {
    const account = Addressee.peek(command.to, facts)
    return Needs.all(
      repeatedNeeds(command),
      Addressee.needs(command.to, facts),
      account === null ? Needs.none : Arrival.needs(account, written(command), facts)
    )
  },
  decide: (command, grounds) => {
    const { facts } = grounds
    const answered = (answer: Answer, commit: Commit.Commit = Commit.empty) =>
      done(
        answer,
        commit
      )
    const before = repeated(command, facts)
    if (before !== null) return answered({ _tag: "Repeated", message: before })
    const account = Addressee.find(command.to, facts)
    if (account === null || !Addressee.hasInboundPath(command.to, command.channel)) {
      return answered({ _tag: "UnknownNumber" })
    }
    const { commit, message } = Arrival.arrive(account, written(command), grounds)
    return answered({ _tag: "Received", message: message.id }, commit)
  }
}, () => Audited.party("recipient"))
