/**
 * The review of a template on each channel that it has a body for, beside the review of the template as a whole
 * (decisions 4.2, 7.5). A channel stands where the template stands, unless its own review said otherwise.
 */
import { renderable } from "../definition/Renderer.ts"
import type { ChannelStatuses, Template, TemplateStatus } from "../row/Template.ts"
import { ChannelStatus } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"

/** The channels on which a template is reviewed. */
export const channels = (template: Template): ReadonlyArray<Channel> => renderable(template.definition)

/** Returns where the template stands on a channel, or null when it has no body for that channel. */
export const status = (template: Template, channel: Channel): TemplateStatus | null =>
  channels(template).includes(channel) ? template.channelStatuses?.[channel] ?? template.status : null

/** Whether nothing of the template may be sent on this channel: its own review there did not approve it. */
export const isBarred = ({ channelStatuses }: Template, channel: Channel): boolean => {
  const known = channelStatuses?.[channel]
  return known !== undefined && known !== "APPROVED"
}

const isChannelStatus = (status: TemplateStatus): status is ChannelStatus =>
  (ChannelStatus.literals as ReadonlyArray<TemplateStatus>).includes(status)

/** The template with each channel where it is told to stand. Only channels that stand elsewhere than the template are kept. */
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

/** The template with every channel where it stands itself. */
export const together = (template: Template): Template => place(template, () => null)
