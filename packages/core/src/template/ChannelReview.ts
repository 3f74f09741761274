/**
 * The reviews of a template by channel: each channel that it has a body for is reviewed separately, besides the
 * template as a whole (decisions 4.2, 7.5). A channel has the template's status unless its own status is stored.
 */
import { renderable } from "../definition/Renderer.ts"
import type { ChannelStatuses, Template, TemplateStatus } from "../row/Template.ts"
import { ChannelStatus } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"

/** Returns the channels on which a template is reviewed. */
export const channels = (template: Template): ReadonlyArray<Channel> => renderable(template.definition)

/** Returns the status on a channel, or null when the template has no body for it. */
export const status = (template: Template, channel: Channel): TemplateStatus | null =>
  channels(template).includes(channel) ? template.channelStatuses?.[channel] ?? template.status : null

/** Returns whether the template must not be sent on this channel, because its own status there is not APPROVED. */
export const isBarred = ({ channelStatuses }: Template, channel: Channel): boolean => {
  const known = channelStatuses?.[channel]
  return known !== undefined && known !== "APPROVED"
}

const isChannelStatus = (status: TemplateStatus): status is ChannelStatus =>
  (ChannelStatus.literals as ReadonlyArray<TemplateStatus>).includes(status)

/** Sets the status of each channel. Only statuses that differ from the template's are stored. */
export const place = (self: Template, at: (channel: Channel) => TemplateStatus | null): Template => {
  const { channelStatuses: _, ...template } = self
  const channelStatuses = Object.fromEntries(
    channels(template).flatMap((channel): ReadonlyArray<readonly [Channel, ChannelStatus]> => {
      const status = at(channel)
      return status === null || status === template.status || !isChannelStatus(status) ? [] : [[channel, status]]
    })
  ) as ChannelStatuses
  return Object.keys(channelStatuses).length === 0 ? template : { ...template, channelStatuses }
}

/** Gives every channel the status of the template. */
export const together = (template: Template): Template => place(template, () => null)
