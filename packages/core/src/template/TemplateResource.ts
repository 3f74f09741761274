/**
 * The shape in which the API shows a template (decisions 3.4).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { Definition, variables } from "../definition/Definition.ts"
import { renderable } from "../definition/Renderer.ts"
import * as Format from "../operation/Format.ts"
import { AutoReplyAction, TemplateStatus } from "../row/Template.ts"
import type { Template } from "../row/Template.ts"
import { Channel } from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"

export const TemplateResource = Schema.Struct({
  id: Format.uuid,
  customer_id: Format.uuid,
  name: Schema.String,
  category: Category,
  language: Schema.String,
  status: TemplateStatus,
  channels: Schema.Array(Channel),
  variables: Schema.Array(Schema.String),
  is_published: Schema.Boolean,
  auto_reply_action: Schema.optionalKey(AutoReplyAction),
  definition: Definition,
  created_at: Format.timestamp,
  updated_at: Schema.NullOr(Format.timestamp),
  translation_of: Schema.optionalKey(Format.uuid),
  translations: Schema.optionalKey(
    Schema.Array(Schema.Struct({ language: Schema.String, template_id: Format.uuid }))
  )
}).annotate({ identifier: "Template" })
export type TemplateResource = typeof TemplateResource.Type

export const fromTemplate = (template: Template): TemplateResource => ({
  id: template.id,
  customer_id: template.account,
  name: template.name,
  category: template.category,
  language: template.language,
  status: template.status,
  channels: renderable(template.definition),
  variables: [...new Set(variables(template.definition).map((variable) => variable.name))],
  is_published: template.status === "APPROVED",
  ...(template.autoReplyAction === null ? {} : { auto_reply_action: template.autoReplyAction }),
  definition: template.definition,
  created_at: toMillis(template.createdAt),
  updated_at: template.updatedAt === null ? null : toMillis(template.updatedAt),
  ...(template.translationOf === undefined ? {} : { translation_of: template.translationOf }),
  ...(template.translations === undefined ? {} : {
    translations: template.translations.map(({ language, template: id }) => ({ language, template_id: id }))
  })
})
