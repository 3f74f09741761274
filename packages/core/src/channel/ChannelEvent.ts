/**
 * The webhook body of a channel event: what became of one market, of the WhatsApp account or of the RCS agent (decisions
 * 7.4). It goes to the webhooks of the account that the channel belongs to.
 */
import type { EventName } from "../catalogue/EventName.ts"
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet, Subject } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { Event } from "../row/Delivery.ts"
import type { EventId } from "../value/Id.ts"
import { toSeconds } from "../value/Instant.ts"

/** The country of channels that belong to none: that of the account's first number. */
const home = ({ numbers, profile }: Account): string =>
  numbers[0]?.country ?? profile?.brand?.business?.country?.toUpperCase() ?? "US"

/** An account with its channels. */
export interface Owned {
  readonly account: Account
  readonly set: ChannelSet
}

/** @param owned the channels after what the event tells of */
export const make = (
  name: EventName,
  { account, set }: Owned,
  subject: Subject,
  { ids, now: at }: Moment
): ReadonlyArray<Event> => {
  const standing = ChannelSet_.standing(set, subject)
  return standing === null ? [] : [{
    id: ids.id(at) as EventId,
    account: set.account,
    name,
    at,
    body: envelope(name, at, {
      country: subject.channel === "sms" ? subject.country : home(account),
      account_id: set.account,
      channel: subject.channel,
      ...(subject.channel === "sms" ? { number_type: subject.numberType } : {}),
      sender_value: ChannelSet_.senderOf(set, subject),
      status: standing.status,
      ...(standing.reasonCode === null ? {} : { reason_code: standing.reasonCode }),
      ...(standing.reason === null ? {} : { reason: standing.reason }),
      updated_at: toSeconds(at)
    })
  }]
}
