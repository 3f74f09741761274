/**
 * The work of setting a channel up: it is about one order of one channel.
 */
import type { ChannelSet, Subject } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { NumberType } from "../row/Market.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due, WorkRef } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly account: string
  readonly subject: Subject
  readonly revision: number
}

const lane = LaneKind.make("channel", 8, (account: AccountId) => account)

const subjectOf = (channel: string, country: string, numberType: string): Subject =>
  channel === "sms"
    ? { channel, country, numberType: numberType as NumberType }
    : { channel: channel === "whatsapp" ? "whatsapp" : "rcs" }

export const ProvisionWork = WorkName.make({
  kind: "channel",
  lane,
  key: {
    write: ({ account, revision, subject }: Target) => [
      account,
      String(revision),
      subject.channel,
      ...(subject.channel === "sms" ? [subject.country, subject.numberType] : [])
    ],
    read: ([account = "", revision = "", channel = "", country = "", numberType = ""]) => ({
      account,
      revision: Number(revision),
      subject: subjectOf(channel, country, numberType)
    })
  }
})

const target = (set: ChannelSet, subject: Subject): Target => ({
  account: set.account,
  subject,
  revision: ChannelSet_.standing(set, subject)?.revision ?? 0
})

export const ref = (set: ChannelSet, subject: Subject): WorkRef => ProvisionWork.ref(target(set, subject))

/** The provisioner is asked about the channel as it is in this set. */
export const due = (set: ChannelSet, subject: Subject, at: Instant): Due =>
  ProvisionWork.due(target(set, subject), set.account, at)

/**
 * Returns the work that is due for a channel after an order: none while the customer has to act, or when it needs
 * nobody.
 */
export const wanted = (set: ChannelSet, subject: Subject, at: Instant): ReadonlyArray<Due> => {
  const status = ChannelSet_.standing(set, subject)?.status
  return status === "PROVISIONING" || status === "PENDING_REVIEW" ? [due(set, subject, at)] : []
}
