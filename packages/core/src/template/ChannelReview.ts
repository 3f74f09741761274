/**
 * The legs of a template: on each channel that it has a body for it is reviewed by itself, beside the template as a
 * whole (decisions 4.2, 7.5). A leg stands where the template stands, unless something else is known of it.
 */
import { renderable } from "../definition/Renderer.ts"
import type { Legs, LegStatus, Template, TemplateStatus } from "../row/Template.ts"
import { LegStatus as LegStatus_ } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"

/** The channels on which a template is reviewed. */
export const channels = (template: Template): ReadonlyArray<Channel> => renderable(template.definition)

/** Where the leg on a channel stands; null when the template has nothing to say there. */
export const status = (template: Template, channel: Channel): TemplateStatus | null =>
  channels(template).includes(channel) ? template.legs?.[channel] ?? template.status : null

/** Whether nothing of the template may be sent on this channel: its leg is explicitly not approved. */
export const isBarred = ({ legs }: Template, channel: Channel): boolean => {
  const known = legs?.[channel]
  return known !== undefined && known !== "APPROVED"
}

const isLegStatus = (status: TemplateStatus): status is LegStatus =>
  (LegStatus_.literals as ReadonlyArray<TemplateStatus>).includes(status)

/** The template with its legs there; only those that stand elsewhere than the template are kept. */
export const place = (self: Template, at: (channel: Channel) => TemplateStatus | null): Template => {
  const { legs: _, ...template } = self
  const legs = Object.fromEntries(
    channels(template).flatMap((channel): ReadonlyArray<readonly [Channel, LegStatus]> => {
      const status = at(channel)
      return status === null || status === template.status || !isLegStatus(status) ? [] : [[channel, status]]
    })
  ) as Legs
  return Object.keys(legs).length === 0 ? template : { ...template, legs }
}

/** The template with all of its legs where it stands itself. */
export const together = (template: Template): Template => place(template, () => null)
