/**
 * The channels that an account sends on, and what its messages come from on those that were connected.
 */
import type { Account } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"

const order: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

export const withChannel = (account: Account, channel: Channel): Account =>
  account.channels.includes(channel)
    ? account
    : { ...account, channels: order.filter((each) => each === channel || account.channels.includes(each)) }

export const withoutChannel = (account: Account, channel: Channel): Account => ({
  ...account,
  channels: account.channels.filter((each) => each !== channel)
})

type Connected = "whatsapp" | "rcs"

/** Without a sender the account has the channel, and sends on it from its numbers only. */
export const connected = (account: Account, channel: Connected, sender: string | null): Account => {
  const able = withChannel(account, channel)
  return sender === null || account.channelSenders?.[channel] === sender
    ? able
    : { ...able, channelSenders: { ...account.channelSenders, [channel]: sender } }
}

/** Takes away what was connected, and the channel with it. */
export const disconnected = (account: Account, channel: Connected): Account => {
  if (!account.channels.includes(channel) && account.channelSenders?.[channel] === undefined) return account
  const { channelSenders, ...bare } = withoutChannel(account, channel)
  if (channelSenders === undefined) return bare
  const { [channel]: _, ...others } = channelSenders
  return Object.keys(others).length === 0 ? bare : { ...bare, channelSenders: others }
}
