/**
 * The webhook body of a template event: an outcome of the review (decisions 7.5).
 */
import type { EventName } from "../catalogue/EventName.ts"
import { envelope } from "../delivery/Envelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { Template } from "../row/Template.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

export const make = (id: EventId, template: Template, reason: string | null, at: Instant): Event => {
  const name = `templates.${template.status.toLowerCase()}` as EventName
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
      status: template.status,
      language: template.language,
      category: template.category,
      ...(reason === null ? {} : { reason }),
      ...(template.autoReplyAction === null ? {} : { auto_reply_action: template.autoReplyAction })
    })
  }
}
