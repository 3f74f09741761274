/**
 * Tells whether messages of one revision of a template may be sent (decisions 4.1 "Template at release"). The template
 * says how far the current revision is. An earlier one stays as approved as it was when another took its place, unless
 * the template is paused or archived by now.
 */
import { renderable } from "../definition/Renderer.ts"
import type { Template, TemplateRevision } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import * as ChannelReview from "./ChannelReview.ts"

export interface Approval {
  /** Whether the revision is approved as a whole. */
  readonly isGiven: boolean
  /** Returns whether the revision has a body for the channel and is not approved there. */
  readonly isBarred: (channel: Channel) => boolean
}

const none: Approval = { isGiven: false, isBarred: () => false }

/** Returns the channels on which the current revision is approved. */
export const channels = (template: Template): ReadonlyArray<Channel> =>
  template.status === "APPROVED"
    ? ChannelReview.channels(template).filter((channel) => !ChannelReview.isBarred(template, channel))
    : []

const isStopped = ({ status }: Template): boolean => status === "PAUSED" || status === "ARCHIVED"

/** Returns the approval of an earlier revision. A template that is paused on a channel is so with all of its revisions. */
const ofEarlier = (template: Template, { approved = [], definition }: TemplateRevision): Approval => {
  const able = approved.filter((channel) => template.channelStatuses?.[channel] !== "PAUSED")
  return {
    isGiven: !isStopped(template) && able.length > 0,
    isBarred: (channel) => renderable(definition).includes(channel) && !able.includes(channel)
  }
}

/**
 * Returns the approval of the revision with this number.
 *
 * @param template null when it was deleted
 * @param revision null when it is not kept any more
 */
export const of = (template: Template | null, revision: TemplateRevision | null, number: number): Approval => {
  if (template === null) return none
  if (template.revision === number) {
    return {
      isGiven: template.status === "APPROVED",
      isBarred: (channel) => ChannelReview.isBarred(template, channel)
    }
  }
  return revision === null ? none : ofEarlier(template, revision)
}
