/**
 * Tells whether an account can send on a channel (decisions 4.1 "Senders"). Routing, GET /v3/me, GET /v3/channels and
 * contacts all answer from here, so that none of them promises what another one denies.
 */
import type { DropReason } from "../catalogue/DropReason.ts"
import type { Account } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import type { ChosenSenders } from "./ChosenSenders.ts"
import * as Sender from "./Sender.ts"

/** Returns why the account cannot send on the channel, or null when it can. */
export const obstacle = (account: Account, channel: Channel, isWithoutSender: () => boolean): DropReason | null => {
  if (!account.channels.includes(channel)) return "channel_not_set_up"
  if (isWithoutSender()) return "no_sender"
  return channel === "mms" && !account.allowMms ? "mms_not_allowed" : null
}

/** A place where nothing is registered and no market withholds a sender. */
const elsewhere: Sender.Destination = { region: "", asksForSender: false }

/** Returns places of every kind that differ in what the account may send from there. */
const destinations = ({ senders = [] }: Account): ReadonlyArray<Sender.Destination> => [
  elsewhere,
  ...senders.map(({ country }) => ({ region: country, asksForSender: true }))
]

/** Returns whether there is any place that the account can send to on the channel. */
export const isAvailable = (account: Account, channel: Channel, chosen: ChosenSenders): boolean =>
  obstacle(
    account,
    channel,
    () => destinations(account).every((to) => Sender.isWithout(account, channel, to, chosen.has(channel)))
  ) === null
