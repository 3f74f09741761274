/**
 * Keeps when the review on each channel came to where it stands, and when it was approved last (decisions 15.1). Each
 * revision begins without any times.
 */
import type { ChannelTimes, ReviewTimes, Template } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelReview from "./ChannelReview.ts"

/** Returns the changed template with the times of the reviews that the change has moved. */
export const moved = (from: Template, to: Template, now: Instant): Template => {
  const { channelTimes: before = {}, ...template } = to
  const isRevised = from.revision !== to.revision
  const channelTimes: ChannelTimes = Object.fromEntries(
    ChannelReview.channels(to).flatMap((channel): ReadonlyArray<readonly [Channel, ReviewTimes]> => {
      const times = isRevised ? {} : before[channel] ?? {}
      const status = ChannelReview.status(to, channel)
      if (isRevised || status === ChannelReview.status(from, channel)) {
        return Object.keys(times).length === 0 ? [] : [[channel, times]]
      }
      return [[channel, { ...times, since: now, ...(status === "APPROVED" ? { approvedAt: now } : {}) }]]
    })
  )
  return Object.keys(channelTimes).length === 0 ? template : { ...template, channelTimes }
}
