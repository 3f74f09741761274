/**
 * The WhatsApp connection of an account: how it begins and ends, and how it follows what a deprecated profile says of its
 * business account.
 */
import * as OwnChannel from "../account/OwnChannel.ts"
import * as ChannelCode from "../catalogue/ChannelCode.ts"
import type * as Commit from "../commit/Commit.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { Account } from "../row/Account.ts"
import type { WhatsappConnection } from "../row/ChannelSet.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

const subject = { channel: "whatsapp" } as const

export const make = ({ phoneNumberId, wabaId }: WhatsAppAccount, now: Instant): WhatsappConnection => ({
  wabaId,
  phoneNumberId,
  ...ChannelStep.unborn(now),
  reason: ChannelCode.meaning("CHANNEL_011")
})

/** The deprecated profiles show the business account, so it stands among their details too. */
const noted = (account: Account, whatsapp: WhatsAppAccount): Account =>
  account.profile === null ? account : { ...account, profile: { ...account.profile, whatsapp } }

/** Returns the progress after the business account was connected, in the place of any that was connected before. */
export const connect = (
  { account, events, set }: ChannelStep.Progress,
  business: WhatsAppAccount,
  grounds: Grounds
): ChannelStep.Progress => {
  const connection = { ...make(business, grounds.now), revision: (set.whatsapp?.revision ?? -1) + 1 }
  const begun = { account: noted(account, business), events, set: { ...set, whatsapp: connection } }
  return ChannelStep.take(begun, subject, { trigger: "set_up" }, { ...grounds, isNew: true }) ?? begun
}

/** Returns the progress without a connection. The account stops sending on WhatsApp when it did so by it. */
const disconnect = ({ account, events, set }: ChannelStep.Progress): ChannelStep.Progress => ({
  account: set.whatsapp?.status === "ACTIVE" ? OwnChannel.disconnected(account, "whatsapp") : account,
  events,
  set: { ...set, whatsapp: null }
})

export interface Followed {
  readonly account: Account
  readonly commit: Partial<Commit.Commit>
}

/** Makes the connection follow a change of the business account among the details of a profile. */
export const follow = (before: Account, after: Account, grounds: Grounds): Followed => {
  const [old, business] = [before.profile?.whatsapp ?? null, after.profile?.whatsapp ?? null]
  if (old?.wabaId === business?.wabaId && old?.phoneNumberId === business?.phoneNumberId) {
    return { account: after, commit: {} }
  }
  const set = OwnChannels.of(grounds.facts, after.id)
  const begun = disconnect(ChannelStep.begin(after, set))
  const { account, events, set: next } = business === null ? begun : connect(
    { ...begun, set: { ...begun.set, whatsapp: set.whatsapp } },
    business,
    grounds
  )
  return {
    account,
    commit: {
      ...OwnChannels.kept(grounds.facts, next),
      events,
      cancels: set.whatsapp === null ? [] : [ProvisionWork.ref(set, subject)],
      due: ProvisionWork.wanted(next, subject, grounds.now)
    }
  }
}
