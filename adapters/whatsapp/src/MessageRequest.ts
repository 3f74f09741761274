/**
 * The requests by which messages are sent: `POST /{version}/{number}/messages`. Pure.
 */
import type { Submission } from "@signalbox/core/Carrier"
import * as Result from "effect/Result"
import * as CallbackData from "./CallbackData.ts"
import * as FreeForm from "./FreeForm.ts"
import * as TemplateMessage from "./TemplateMessage.ts"
import type { Naming } from "./TemplateName.ts"

export interface Written {
  readonly previewsLinks: boolean
  readonly templateNames: Naming
}

export interface MessageRequest {
  readonly messaging_product: "whatsapp"
  readonly recipient_type: "individual"
  readonly to: string
  readonly biz_opaque_callback_data: string
  readonly type: string
  readonly [content: string]: unknown
}

/** A message of a template goes out by the template's name, and any other one as free form. */
export const of = (
  submission: Submission,
  { previewsLinks, templateNames }: Written
): Result.Result<MessageRequest, FreeForm.Unwritable> => {
  const { rendered, template, to } = submission
  const content: Result.Result<FreeForm.Content, FreeForm.Unwritable> = template === null
    ? FreeForm.of(rendered, previewsLinks)
    : Result.succeed({
      type: "template",
      template: TemplateMessage.of({ rendered, template }, templateNames)
    })
  return Result.map(content, (fields) => ({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to,
    biz_opaque_callback_data: CallbackData.write(submission),
    ...fields
  }))
}

/** Marks a message that has come in, and those before it, as read. */
export const read = (reference: string) => ({ messaging_product: "whatsapp", status: "read", message_id: reference })
