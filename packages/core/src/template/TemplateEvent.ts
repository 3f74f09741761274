/**
 * The webhook body of a template event: an outcome of the review, for the template as a whole or for one channel
 * (decisions 7.5).
 */
import type { EventName } from "../catalogue/EventName.ts"
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { Template, TemplateStatus } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

/** A new status of the template or of its review on a channel. */
export interface Change {
  /** Null for the template as a whole. */
  readonly channel: Channel | null
  readonly status: TemplateStatus
  /** The reason of a rejection. */
  readonly reason: string | null
}

const make = (id: EventId, template: Template, { channel, reason, status }: Change, at: Instant): Event => {
  const name = `templates.${status.toLowerCase()}` as EventName
  return {
    id,
    account: template.account,
    name,
    at,
    body: envelope(name, at, {
      account_id: template.account,
      template_id: template.id,
      template_name: template.name,
      whatsapp_template_id: "",
      status,
      language: template.language,
      category: template.category,
      ...(channel === null ? {} : { channel }),
      ...(reason === null ? {} : { reason }),
      ...(template.autoReplyAction === null ? {} : { auto_reply_action: template.autoReplyAction })
    })
  }
}

/** Returns one event for each change, in their order. */
export const all = (
  template: Template,
  changes: ReadonlyArray<Change>,
  { ids, now: at }: Moment
): ReadonlyArray<Event> => changes.map((change) => make(ids.id(at) as EventId, template, change, at))
