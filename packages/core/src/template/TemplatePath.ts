/**
 * The path of one template.
 */
import * as Schema from "effect/Schema"
import { TemplateId } from "../value/Id.ts"

export const TemplatePath = Schema.Struct({ id: TemplateId })
export type TemplatePath = typeof TemplatePath.Type
