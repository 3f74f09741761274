/**
 * The operator says which WhatsApp business account an account has. Nobody is asked to set it up: what becomes of it the
 * operator reports.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as Connection from "./Connection.ts"
import * as OwnChannels from "./OwnChannels.ts"

export type ConnectAnswer = "Connected" | "AlreadyConnected" | "UnknownAccount"

export const ConnectBusiness: Decision<
  { readonly account: AccountId; readonly business: WhatsAppAccount },
  ConnectAnswer
> = {
  name: "accounts.connect_whatsapp",
  needs: ({ account }, facts) => OwnChannels.needsToChange(account, facts),
  decide: ({ account: id, business }, { facts, now, ids }) => {
    const answered = (answer: ConnectAnswer, commit: Commit.Commit = Commit.empty) =>
      done(
        answer,
        commit
      )
    const account = OwnChannels.accountOf(facts, id)
    if (account === null) return answered("UnknownAccount")
    const set = OwnChannels.of(facts, id)
    if (set.whatsapp !== null) return answered("AlreadyConnected")
    const progress = Connection.connect(ChannelStep.begin(account, set), business, { facts, ids, now })
    return answered("Connected", OwnChannels.change(facts, account, progress))
  }
}
