/**
 * The WhatsApp connection of an account: how it begins and ends, and how it follows what a deprecated profile says of its
 * business account.
 */
import * as ChannelCode from "../catalogue/ChannelCode.ts"
import type * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type { Account } from "../row/Account.ts"
import type { WhatsappConnection } from "../row/ChannelSet.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"
import * as SenderGrant from "./SenderGrant.ts"

interface Context {
  readonly facts: Facts.Facts
  readonly mint: Mint
  readonly now: Instant
}

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
  context: Context
): ChannelStep.Progress => {
  const connection = { ...make(business, context.now), revision: (set.whatsapp?.revision ?? -1) + 1 }
  const begun = { account: noted(account, business), events, set: { ...set, whatsapp: connection } }
  return ChannelStep.take(begun, subject, { trigger: "set_up" }, { ...context, isNew: true }) ?? begun
}

/** Returns the progress without a connection. The account stops sending on WhatsApp when it did so by it. */
const disconnect = ({ account, events, set }: ChannelStep.Progress): ChannelStep.Progress => ({
  account: set.whatsapp?.status === "ACTIVE" ? SenderGrant.withoutChannel(account, "whatsapp") : account,
  events,
  set: { ...set, whatsapp: null }
})

export interface Followed {
  readonly account: Account
  readonly commit: Partial<Commit.Commit>
}

/** Makes the connection follow a change of the business account among the details of a profile. */
export const follow = (before: Account, after: Account, context: Context): Followed => {
  const [old, business] = [before.profile?.whatsapp ?? null, after.profile?.whatsapp ?? null]
  if (old?.wabaId === business?.wabaId && old?.phoneNumberId === business?.phoneNumberId) {
    return { account: after, commit: {} }
  }
  const set = OwnChannels.of(context.facts, after.id)
  const begun = disconnect(ChannelStep.begin(after, set))
  const { account, events, set: next } = business === null ? begun : connect(
    { ...begun, set: { ...begun.set, whatsapp: set.whatsapp } },
    business,
    context
  )
  return {
    account,
    commit: {
      ...OwnChannels.kept(context.facts, next),
      events,
      cancels: set.whatsapp === null ? [] : [ProvisionWork.ref(set, subject)],
      due: ProvisionWork.wanted(next, subject, context.now)
    }
  }
}
