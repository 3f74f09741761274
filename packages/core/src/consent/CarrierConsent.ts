/**
 * A carrier reports that a recipient has opted out or in with it, without a message that says so. It takes the same path
 * as a keyword (decisions 7.6), but nobody answers it.
 */
import * as Addressee from "../account/Addressee.ts"
import * as Audited from "../audit/Audited.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId, ContactId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ConsentChange from "./ConsentChange.ts"
import type { ConsentSignal } from "./ConsentSignal.ts"

export interface Command {
  readonly carrier: CarrierId
  /** The account whose messages the recipient no longer wants, or wants again. */
  readonly to: Addressee.Addressee
  readonly phone: PhoneNumber
  readonly channel: Channel
  readonly consent: "opt_in" | "opt_out"
}

export type Answer =
  | { readonly _tag: "Taken"; readonly contact: ContactId }
  /** No account owns this number, so nothing changes. */
  | { readonly _tag: "UnknownNumber" }

const signalOf = ({ channel, consent }: Command): ConsentSignal => ({
  action: consent === "opt_out" ? "OPT_OUT" : "OPT_IN",
  reply: null,
  source: "PROVIDER_SIGNAL",
  channel,
  ownNumber: null,
  message: null,
  text: null
})

export const CarrierConsent = Audited.by<Command, Answer>({
  name: "consent.report",
  needs: (command, facts) => {
    const account = Addressee.peek(command.to, facts)
    return Needs.all(
      Addressee.needs(command.to, facts),
      account === null ? Needs.none : KnownContact.needs(account, command.phone)
    )
  },
  decide: (command, grounds) => {
    const { facts } = grounds
    const account = Addressee.find(command.to, facts)
    if (account === null) {
      return done({ _tag: "UnknownNumber" })
    }
    const known = KnownContact.of(account, command.phone, grounds)
    const { commit, contact } = ConsentChange.take(signalOf(command), known.contact, grounds)
    return done({ _tag: "Taken", contact: contact.id }, KnownContact.changed(known, contact), commit)
  }
}, ({ carrier }) => Audited.party("carrier", carrier))
